import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CellTransfer } from '#domain/cells/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { adoptCurrencies, currencies } from '#domain/money/currencies.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { accountId, FIRST_PRACTICE, PLATFORM } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  addCellCustomer,
  freezeCustomer,
  fund,
  openCell,
  sendAll,
  sendsOver,
  straightTo,
  type TestCell,
} from '#server/testing/cells.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { settlementAccount } from './accounts.ts'
import { auditCells } from './audit.ts'
import { receiveAll, receiveTransfer } from './receive.ts'
import { applyAnswer, sendDue, sendToCell } from './send.ts'

/** Money between two cells, each on a database of its own. */

const NOW_MS = Date.UTC(2026, 5, 1)
let databases: Database[]
let a: TestCell
let b: TestCell
beforeAll(async () => {
  databases = [await openTestDatabase(), await openTestDatabase()]
  a = openCell(1, databases[0]!.db)
  b = openCell(2, databases[1]!.db)
  for (const [cell, other] of [
    [a, 2],
    [b, 1],
  ] as const)
    await fund(cell, other, 'USDT', '1000', NOW_MS)
})
afterAll(() => Promise.all(databases.map((database) => database.close())))

const usdt = (amount: string) => readAmount(amount, 'USDT')
const funding = ({ real }: TestCell, customer: CustomerId, currency = 'USDT') =>
  balanceOf(real, accountId(customer, wallets.funding, 'available', currency))
const settlement = async ({ real }: TestCell, cell: number) => ({
  available: await balanceOf(real, settlementAccount(cell, 'USDT', 'available')),
  held: await balanceOf(real, settlementAccount(cell, 'USDT', 'held')),
})
const send = (customer: CustomerId, toCustomer: bigint, amount: string, currency = 'USDT') =>
  a.real
    .transaction()
    .execute((tx) =>
      sendToCell(tx, { to: 2, customer, toCustomer, currency, amount: readAmount(amount, currency) }, NOW_MS),
    )
const newA = () => addCellCustomer(a, { USDT: '100', BTC: '1', LTC: '10' }, NOW_MS)
const newB = () => addCellCustomer(b, {}, NOW_MS)
const sentOf = (number: bigint) =>
  a.real
    .selectFrom('cell_sent')
    .selectAll()
    .where('cell', '=', 2)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
/** The message that a number was sent as. */
async function messageOf(number: bigint): Promise<CellTransfer> {
  const { to_customer: customer, currency, decimals, amount } = await sentOf(number)
  return { from: 1, to: 2, number, customer, currency, decimals, amount }
}
/** The audit has found nothing, and nothing is in transit. */
async function expectQuiet() {
  const { findings, balances } = await auditCells({ db: a.real, cell: 1 }, { db: b.real, cell: 2 })
  expect(findings).toEqual([])
  for (const { settlements, funded, inTransit } of balances)
    expect({ settlements, inTransit }).toEqual({ settlements: funded, inTransit: 0n })
}

test('money leaves a wallet here, is held until the other cell answers, and is there once', async () => {
  const [from, to] = [await newA(), await newB()]
  const before = { a: await settlement(a, 2), b: await settlement(b, 1) }
  const number = await send(from, to, '30')
  expect(await funding(a, from)).toBe(usdt('70'))
  expect(await settlement(a, 2)).toEqual({ ...before.a, held: before.a.held + usdt('30') })
  const { balances, findings } = await auditCells({ db: a.real, cell: 1 }, { db: b.real, cell: 2 })
  expect(findings).toEqual([])
  expect(balances.find(({ currency }) => currency === 'USDT')!.inTransit).toBe(usdt('30'))

  await sendAll(a, b, NOW_MS)
  expect(await funding(b, to)).toBe(usdt('30'))
  expect(await settlement(b, 1)).toEqual({ ...before.b, available: before.b.available - usdt('30') })
  expect(await settlement(a, 2)).toEqual({ ...before.a, available: before.a.available + usdt('30') })
  expect(await sentOf(number)).toMatchObject({ state: 'settled', refusal: null, attempts: 1 })
  await expectQuiet()
})

test('each message twice, and an answer that comes again, change nothing', async () => {
  const [from, to] = [await newA(), await newB()]
  const number = await send(from, to, '5')
  const message = await messageOf(number)
  const once = await receiveTransfer(b.receives, message, NOW_MS)
  const twice = await receiveTransfer(b.receives, message, NOW_MS)
  expect([once.step, twice.step]).toEqual(['apply', 'already'])
  expect(twice.answer).toEqual(once.answer)
  expect(await funding(b, to)).toBe(usdt('5'))
  const settle = () => applyAnswer({ db: a.real, own: 1 }, once.answer!, NOW_MS)
  expect([await settle(), await settle()]).toEqual(['apply', 'already'])
  await expectQuiet()
})

test.each(['customer-unknown', 'customer-frozen', 'not-covered'])(
  'what is refused for %s goes back to whom it came from, once',
  async (refusal) => {
    const [from, to] = [await newA(), await newB()]
    if (refusal === 'customer-frozen') await freezeCustomer(b, to, NOW_MS)
    // Nothing is set aside in LTC.
    const currency = refusal === 'not-covered' ? 'LTC' : 'USDT'
    const before = await funding(a, from, currency)
    const number = await send(from, refusal === 'customer-unknown' ? 999_999_999n : to, '3', currency)
    expect(await funding(a, from, currency)).toBe(before - readAmount('3', currency))
    const { answer } = await receiveTransfer(b.receives, await messageOf(number), NOW_MS)
    expect(answer).toMatchObject({ outcome: 'refused', refusal })
    expect(await applyAnswer({ db: a.real, own: 1 }, answer!, NOW_MS)).toBe('apply')
    expect(await applyAnswer({ db: a.real, own: 1 }, answer!, NOW_MS)).toBe('already')
    expect(await sentOf(number)).toMatchObject({ state: 'returned', refusal })
    expect(await funding(a, from, currency)).toBe(before)
    expect(await funding(b, to, currency)).toBe(0n)
    await expectQuiet()
  },
)

test('what is refused stays so after its reason is gone: the answer is the same each time', async () => {
  const [from, to] = [await newA(), await newB()]
  await freezeCustomer(b, to, NOW_MS)
  const message = await messageOf(await send(from, to, '3'))
  const first = await receiveTransfer(b.receives, message, NOW_MS)
  await b.real
    .updateTable('account_freeze')
    .set({ lifted_at: new Date(NOW_MS) })
    .where('customer_id', '=', to)
    .execute()
  const second = await receiveTransfer(b.receives, message, NOW_MS)
  expect(second).toEqual({ step: 'already', answer: first.answer })
  await applyAnswer({ db: a.real, own: 1 }, second.answer!, NOW_MS)
  expect(await funding(b, to)).toBe(0n)
  expect(await funding(a, from)).toBe(usdt('100'))
  await expectQuiet()
})

test('what is not listed in the other cell, or has other decimals there, is refused', async () => {
  const [from, to] = [await newA(), await newB()]
  const messages = [
    await messageOf(await send(from, to, '0.1', 'BTC')),
    await messageOf(await send(from, to, '0.1', 'BTC')),
  ]
  const listed = currencies
  const other = [
    listed.filter(({ code }) => code !== 'BTC'),
    listed.map((one) => (one.code === 'BTC' ? { ...one, decimals: one.decimals - 1 } : one)),
  ]
  for (const [n, message] of messages.entries()) {
    adoptCurrencies(other[n]!)
    const { answer } = await receiveTransfer(b.receives, message, NOW_MS).finally(() =>
      adoptCurrencies(listed),
    )
    expect(answer).toMatchObject({ outcome: 'refused', refusal: 'currency-not-listed' })
    await applyAnswer({ db: a.real, own: 1 }, answer!, NOW_MS)
  }
  expect(await funding(a, from, 'BTC')).toBe(readAmount('1', 'BTC'))
  await expectQuiet()
})

test('another cell cannot pay to the platform, to the outside world or to practice', async () => {
  const from = await newA()
  // Whatever the cell itself would say of them.
  const receives = { ...b.receives, whyNot: async () => undefined }
  for (const customer of [1n, PLATFORM, 1_000n, FIRST_PRACTICE + 10_000n, 2n ** 62n]) {
    const { answer } = await receiveTransfer(
      receives,
      await messageOf(await send(from, customer, '1')),
      NOW_MS,
    )
    expect(answer).toMatchObject({ outcome: 'refused', refusal: 'customer-unknown' })
  }
  await sendAll(a, b, NOW_MS)
  expect(await funding(a, from)).toBe(usdt('100'))
  await expectQuiet()
})

test('what contradicts what is known changes nothing, is not answered, and is said', async () => {
  const [from, to, thief] = [await newA(), await newB(), await newB()]
  const number = await send(from, to, '7')
  const message = await messageOf(number)
  const { answer } = await receiveTransfer(b.receives, message, NOW_MS)
  for (const altered of [
    { amount: message.amount + 1n },
    { customer: BigInt(thief) },
    { currency: 'BTC' },
    { to: 3 },
  ])
    expect(await receiveTransfer(b.receives, { ...message, ...altered }, NOW_MS)).toEqual({
      step: 'contradiction',
    })
  const apply = (change: object) => applyAnswer({ db: a.real, own: 1 }, { ...answer!, ...change }, NOW_MS)
  expect(await apply({ number: 1_000_000n })).toBe('contradiction')
  expect(await apply({ from: 3 })).toBe('contradiction')
  expect(await apply({})).toBe('apply')
  expect(await apply({ outcome: 'refused', refusal: 'customer-frozen' })).toBe('contradiction')
  // By the job, each is said.
  const deps = sendsOver(a, async () => [{ ...answer!, number: 1_000_000n }])
  await send(from, to, '1')
  await sendDue(deps, 2, NOW_MS)
  expect(a.contradictions.splice(0)).toHaveLength(1)
  const later = NOW_MS + 60_000
  await sendAll(a, b, later)
  expect(await funding(b, to)).toBe(usdt('8'))
  await expectQuiet()
})

test('a cell answers for itself alone: what another one paid is not given back by its word', async () => {
  const [from, to] = [await newA(), await newB()]
  const number = await send(from, to, '7')
  const message = await messageOf(number)
  await receiveTransfer(b.receives, message, NOW_MS)
  const sending = { customer: from, toCustomer: to, currency: 'USDT', amount: usdt('1') }
  await a.real.transaction().execute((tx) => sendToCell(tx, { ...sending, to: 5 }, NOW_MS))
  const before = await funding(a, from)
  const forged = { from: 1, to: 2, number, outcome: 'refused', refusal: 'customer-frozen' } as const
  await sendDue(
    sendsOver(a, async () => [forged]),
    5,
    NOW_MS,
  )
  expect(a.contradictions.splice(0)).toEqual([forged])
  expect(await funding(a, from)).toBe(before)
  await sendAll(a, b, NOW_MS + 60_000)
  expect(await funding(b, to)).toBe(usdt('7'))
  await expectQuiet()
})

test('nobody sends what they do not have, and a number that was rolled back is drawn again', async () => {
  const [from, to] = [await newA(), await newB()]
  const first = await send(from, to, '1')
  await expect(send(from, to, '1000')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  const rolledBack = a.real.transaction().execute(async (tx) => {
    await sendToCell(
      tx,
      { to: 2, customer: from, toCustomer: to, currency: 'USDT', amount: usdt('1') },
      NOW_MS,
    )
    throw new Error('for another reason')
  })
  await expect(rolledBack).rejects.toThrow('for another reason')
  expect(await send(from, to, '1')).toBe(first + 1n)
  await sendAll(a, b, NOW_MS)
  await expectQuiet()
})

test('money under way to a cell pays nothing that comes from it: a refusal can always be given back', async () => {
  const [c, d] = [openCell(3, a.real), openCell(4, b.real)]
  const inC = await addCellCustomer(c, { USDT: '100' }, NOW_MS)
  const inD = await addCellCustomer(d, { USDT: '100' }, NOW_MS)
  // Nothing is set aside in either; 100 are under way from C.
  const amount = usdt('100')
  const sending = { customer: inC, toCustomer: 999_999_999n, currency: 'USDT', amount }
  await c.real.transaction().execute((tx) => sendToCell(tx, { ...sending, to: 4 }, NOW_MS))
  await d.real
    .transaction()
    .execute((tx) =>
      sendToCell(tx, { to: 3, customer: inD, toCustomer: inC, currency: 'USDT', amount }, NOW_MS),
    )
  await sendAll(d, c, NOW_MS)
  expect(await funding(d, inD)).toBe(amount)
  await sendAll(c, d, NOW_MS)
  expect(await funding(c, inC)).toBe(amount)
  const { findings } = await auditCells({ db: c.real, cell: 3 }, { db: d.real, cell: 4 })
  expect(findings).toEqual([])
})

test('the two cells of the README stand as it says, step by step', async () => {
  const [c, d] = [openCell(5, a.real), openCell(6, b.real)]
  await fund(c, 6, 'USDT', '100', NOW_MS)
  await fund(d, 5, 'USDT', '100', NOW_MS)
  const inC = await addCellCustomer(c, { USDT: '50' }, NOW_MS)
  const inD = await addCellCustomer(d, { USDT: '50' }, NOW_MS)
  const sendFrom = (cell: TestCell, to: number, customer: CustomerId, toCustomer: bigint, amount: string) =>
    cell.real
      .transaction()
      .execute((tx) =>
        sendToCell(tx, { to, customer, toCustomer, currency: 'USDT', amount: usdt(amount) }, NOW_MS),
      )
  async function stands() {
    const [ofC, ofD] = [await settlement(c, 6), await settlement(d, 5)]
    const { balances, findings } = await auditCells({ db: c.real, cell: 5 }, { db: d.real, cell: 6 })
    expect(findings).toEqual([])
    const figures = [ofC.held, ofC.available, ofD.held, ofD.available, balances[0]!.inTransit]
    return figures.map((figure) => Number(figure / usdt('1')))
  }
  /** What is due arrives, and the answers are lost. */
  const arrive = (from: TestCell, to: TestCell) =>
    sendDue(
      sendsOver(from, async (all) => (await receiveAll(to.receives, all, NOW_MS)) && []),
      to.own,
      NOW_MS,
    )

  expect(await stands()).toEqual([0, 100, 0, 100, 0])
  await sendFrom(c, 6, inC, inD, '30')
  expect(await stands()).toEqual([30, 100, 0, 100, 30])
  await arrive(c, d)
  expect(await stands()).toEqual([30, 100, 0, 70, 0])
  await sendFrom(c, 6, inC, inD, '20')
  expect(await stands()).toEqual([50, 100, 0, 70, 20])
  await sendFrom(d, 5, inD, inC, '5')
  await arrive(d, c)
  expect(await stands()).toEqual([50, 95, 5, 70, 20])
  const later = NOW_MS + 60_000
  await sendDue(sendsOver(d, straightTo(c, later)), 5, later)
  expect(await stands()).toEqual([50, 95, 0, 75, 20])
  await sendDue(sendsOver(c, straightTo(d, later)), 6, later)
  expect(await stands()).toEqual([0, 145, 0, 55, 0])
})

test('what is not answered is sent again later and later, and by one sender at a time', async () => {
  const [from, to] = [await newA(), await newB()]
  const numbers = [await send(from, to, '1'), await send(from, to, '1')]
  const carried: bigint[][] = []
  const lost = sendsOver(a, async (transfers) => {
    carried.push(transfers.map(({ number }) => number))
    return []
  })
  await Promise.all([sendDue(lost, 2, NOW_MS), sendDue(lost, 2, NOW_MS)])
  expect(carried.flat().sort()).toEqual(numbers)
  const sentAt = async (afterMs: number) => sendDue(lost, 2, NOW_MS + afterMs)
  expect([await sentAt(999), await sentAt(1_000), await sentAt(2_999), await sentAt(3_000)]).toEqual([
    0, 2, 0, 2,
  ])
  // A line that breaks is no answer either.
  const broken = sendsOver(a, () => Promise.reject(new Error('the line is broken')))
  await expect(sendDue(broken, 2, NOW_MS + 7_000)).rejects.toThrow('the line is broken')
  expect(await sentAt(7_000)).toBe(0)
  await sendDue(sendsOver(a, straightTo(b, NOW_MS)), 2, NOW_MS + 60_000)
  expect(await funding(b, to)).toBe(usdt('2'))
  await expectQuiet()
})

test('one transfer that comes sixty-four times at once is paid once', async () => {
  const [from, to] = [await newA(), await newB()]
  const message = await messageOf(await send(from, to, '9'))
  const came = await Promise.all(
    Array.from({ length: 64 }, () => receiveTransfer(b.receives, message, NOW_MS)),
  )
  expect(came.filter(({ step }) => step === 'apply')).toHaveLength(1)
  expect(new Set(came.map(({ answer }) => answer!.outcome))).toEqual(new Set(['accepted']))
  expect(await funding(b, to)).toBe(usdt('9'))
  const answers = Array.from({ length: 64 }, () =>
    applyAnswer({ db: a.real, own: 1 }, came[0]!.answer!, NOW_MS),
  )
  expect((await Promise.all(answers)).filter((step) => step === 'apply')).toHaveLength(1)
  await expectQuiet()
})

test('a transfer that has ended, its content and its number are changed by nobody', async () => {
  const [from, to] = [await newA(), await newB()]
  const number = await send(from, to, '1')
  await sendAll(a, b, NOW_MS)
  for (const [cell, statement] of [
    [a, sql`update cell_sent set state = 'sent', ended_at = null where number = ${number}`],
    [a, sql`update cell_sent set amount = amount + 1 where number = ${number}`],
    [a, sql`delete from cell_sent where number = ${number}`],
    [a, sql`update cell_counter set last_number = last_number + 2`],
    [a, sql`update cell_counter set last_number = last_number - 1`],
    [a, sql`insert into cell_counter (cell, last_number) values (9, 2)`],
    [b, sql`update cell_received set amount = amount + 1 where number = ${number}`],
    [b, sql`delete from cell_received where number = ${number}`],
    [b, sql`insert into cell_received select * from cell_received where number = ${number}`],
    [b, sql`update cell_fund set amount = amount + 1`],
    [b, sql`delete from cell_fund`],
  ] as const)
    await expect(statement.execute(cell.real)).rejects.toThrow()
  await expectQuiet()
})
