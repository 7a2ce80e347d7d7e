import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { ChangedWallet } from '#domain/wallet/contract.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { createBalancePublisher } from './balance-publisher.ts'
import { hold, post, statesOfAccounts } from './ledger.ts'
import { wallets } from './wallets.ts'

/** What customers are told that they have, read from the ledger after a commit. */

let database: Database
let alice: CustomerId
let bob: CustomerId
beforeAll(async () => {
  database = await openTestDatabase()
  const clock = virtualClock(Date.UTC(2026, 2, 2))
  const [one, two] = [await addTestCustomer(database.db, clock), await addTestCustomer(database.db, clock)]
  ;[alice, bob] = [one.id, two.id]
  for (const customer of [alice, bob])
    await giveFunds(database.db, customer, [['spot', 'USDT', '100']], clock.nowMs())
})
afterAll(() => database?.close())

/** Sockets of some customers, and what these were sent. */
function listening(...customers: CustomerId[]) {
  const sent: { customer: CustomerId; wallets: readonly ChangedWallet[] }[] = []
  const realtime: Pick<Realtime, 'publishTo' | 'hasSockets'> = {
    hasSockets: (customer) => customers.includes(customer),
    publishTo: (customer, _channel, payload) =>
      void sent.push({ customer, wallets: (payload as { wallets: ChangedWallet[] }).wallets }),
  }
  let reads = 0
  const read = (accounts: Parameters<typeof statesOfAccounts>[1]) => {
    reads++
    return statesOfAccounts(database.db, accounts)
  }
  return { realtime, sent, read, reads: () => reads }
}
const onError = (error: unknown) => {
  throw error
}

test('a wallet is told with both its sides and how many entries made it, and read for who listens alone', async () => {
  const { realtime, sent, read, reads } = listening(alice)
  const publisher = createBalancePublisher({ realtime, read, onError })
  publisher.tell(bob, 'spot', ['USDT'])
  expect(reads()).toBe(0)
  await database.db
    .transaction()
    .execute((tx) =>
      post(
        tx,
        [hold(alice, wallets.spot, 'USDT', readAmount('30', 'USDT'), 'spot-hold', 1n)],
        Date.UTC(2026, 2, 2),
      ),
    )
  publisher.tell(alice, 'spot', ['BTC', 'USDT'])
  await expect
    .poll(() => sent)
    .toEqual([
      {
        customer: alice,
        wallets: [
          { currency: 'BTC', walletType: 'spot', available: '0.00000000', held: '0.00000000', entryCount: 0 },
          {
            currency: 'USDT',
            walletType: 'spot',
            available: '70.0000000',
            held: '30.0000000',
            entryCount: 3,
          },
        ],
      },
    ])
})

test('what changes while one is read is told by the next, once, each customer by one message', async () => {
  const { realtime, sent, read, reads } = listening(alice, bob)
  const publisher = createBalancePublisher({ realtime, read, onError })
  for (let n = 0; n < 50; n++) {
    publisher.tell(alice, 'spot', ['USDT'])
    publisher.tell(bob, 'spot', ['USDT'])
  }
  await expect.poll(() => sent.length).toBe(3)
  expect(reads()).toBe(2)
  expect(sent.map(({ customer }) => customer)).toEqual([alice, bob, alice])
  publisher.stop()
  publisher.tell(alice, 'spot', ['USDT'])
  expect(reads()).toBe(2)
})

test('who cannot be told figures is told that something changed', async () => {
  const { realtime, sent } = listening(alice)
  const errors: unknown[] = []
  const read = () => Promise.reject(new Error('no database'))
  const publisher = createBalancePublisher({ realtime, read, onError: (error) => errors.push(error) })
  publisher.tell(alice, 'contract', ['USDT'])
  await expect.poll(() => sent).toEqual([{ customer: alice, wallets: [] }])
  expect(errors).toHaveLength(1)
})
