import { afterAll, beforeAll, expect, test } from 'vitest'
import { units } from '#domain/money/amount.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { claimPayment, type IncomingPayment, takingWhole } from './incoming-payments.ts'

/** I5 of the threat model: one payment from outside is credited once, whoever numbered it. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

type Claim = Omit<IncomingPayment, 'txReference'>

const payment = (chain: string, by: Claim['by'], outputIndex: number, to: string | null, amount: bigint) =>
  ({ chain, by, outputIndex, address: to, amount: units(amount) }) satisfies Claim

/** What takes its whole transaction where people number what that pays as they like. */
const whole = (chain: string, outputIndex: number) =>
  takingWhole({ ...payment(chain, 'person', outputIndex, null, 5n), txReference: '' })

const [shared, own] = ['shared address', 'own address']

/** Whether two payments of one transaction can both be credited, in both orders. */
async function areTwo(one: Claim, other: Claim): Promise<boolean> {
  const results = []
  for (const claims of [
    [one, other],
    [other, one],
  ]) {
    const txReference = crypto.randomUUID()
    const claim = (each: Claim) =>
      app.db.transaction().execute((tx) => claimPayment(tx, { ...each, txReference }, 'deposit:1'))
    await claim(claims[0]!)
    results.push(
      await claim(claims[1]!).then(
        () => true,
        (error: Error) => error.message.includes('DEPOSIT_REFERENCE_USED') && false,
      ),
    )
  }
  expect(results[0]).toBe(results[1])
  return results[0]!
}

test.each<[string, boolean, Claim, Claim]>([
  [
    'two outputs, one credited by hand and one by the watcher',
    true,
    payment('Bitcoin', 'person', 0, shared, 5n),
    payment('Bitcoin', 'watcher', 1, own, 5n),
  ],
  [
    'one output, by hand and by the watcher',
    false,
    payment('Litecoin', 'person', 1, shared, 5n),
    payment('Litecoin', 'watcher', 1, own, 5n),
  ],
  [
    'two logs that a person numbered',
    true,
    payment('Ethereum', 'person', 40, shared, 5n),
    payment('Ethereum', 'person', 41, shared, 5n),
  ],
  [
    'two logs that the watcher numbered',
    true,
    payment('Tron', 'watcher', 0, own, 5n),
    payment('Tron', 'watcher', 1, 'another', 5n),
  ],
  [
    'the same log under two numbers',
    false,
    payment('Ethereum', 'person', 40, own, 5n),
    payment('Ethereum', 'watcher', 0, own, 5n),
  ],
  [
    'the same log, whose amount a person misread',
    false,
    payment('Ethereum', 'person', 40, own, 6n),
    payment('Ethereum', 'watcher', 0, own, 5n),
  ],
  [
    'the same amount, by an address that its customer names wrongly',
    false,
    payment('Ethereum', 'person', 40, shared, 5n),
    payment('Ethereum', 'watcher', 0, own, 5n),
  ],
  [
    'two logs to two addresses with two amounts, by hand and by the watcher',
    true,
    payment('Ethereum', 'person', 0, shared, 7n),
    payment('Ethereum', 'watcher', 0, own, 5n),
  ],
  [
    'one to an address that nobody wrote down',
    false,
    payment('Tron', 'person', 3, null, 7n),
    payment('Tron', 'watcher', 0, own, 5n),
  ],
  [
    'the same reference on two chains',
    true,
    payment('Bitcoin', 'person', 0, shared, 5n),
    payment('Litecoin', 'person', 0, shared, 5n),
  ],
  [
    'a log, and its whole transaction',
    false,
    payment('Ethereum', 'person', 40, shared, 7n),
    whole('Ethereum', 41),
  ],
  [
    'a log that the watcher saw, and its whole transaction',
    false,
    payment('Tron', 'watcher', 0, own, 7n),
    whole('Tron', 1),
  ],
  ['a whole transaction twice', false, whole('Tron', 0), whole('Tron', 1)],
  [
    'two outputs, one of them as what takes all it can',
    true,
    payment('Bitcoin', 'watcher', 0, own, 5n),
    whole('Bitcoin', 1),
  ],
  ['one reference of a bank', false, payment('Bank', 'person', 0, null, 7n), whole('Bank', 0)],
])('%s: both credited is %s', async (_, expected, one, other) => {
  expect(await areTwo(one, other)).toBe(expected)
})

test('of sixty-four who claim one payment at once, by hand and by the watcher, one has it', async () => {
  for (const chain of ['Litecoin', 'Ethereum']) {
    const txReference = crypto.randomUUID()
    const claims = Array.from({ length: 64 }, (_, n) => {
      const by = n % 2 === 0 ? 'person' : 'watcher'
      const claim = { ...payment(chain, by, 2, own, 5n), txReference }
      return app.db.transaction().execute((tx) => claimPayment(tx, claim, `deposit:${n}`))
    })
    const done = await Promise.allSettled(claims)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})
