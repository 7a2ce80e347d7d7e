import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { type AccountId, accountId, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { auditNamedHolds, createHold } from '#server/core/ledger/holds.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Database, Tx } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { customerWith, order, startTestSpot, type TestSpot, unitsOf } from '#server/testing/spot.ts'
import { earnAccounts } from './earn/accounts.ts'
import { createProduct, earnDifferences, setProductStatus } from './earn/products.ts'
import { subscribe } from './earn/service.ts'
import { spotAccounts } from './spot/accounts.ts'
import { auditHolds } from './spot/audit.ts'

/** One unit that is nowhere explained is seen by the audit whose it is, one too many like one too few. */

const NOW_MS = Date.UTC(2026, 0, 2)
let database: Database
let spot: TestSpot
let customer: CustomerId
beforeAll(async () => {
  database = await openTestDatabase()
  spot = await startTestSpot(database.db)
  customer = await customerWith(database.db, { USDT: '1000' })
  await inTx((tx) => post(tx, [fromOutside(accountOf('funding'), '1000')], NOW_MS))
})
afterAll(async () => {
  await spot.engine.stop()
  await database.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work)
const accountOf = (walletType: 'funding' | 'spot', state: 'available' | 'held' = 'available') =>
  accountId(customer, wallets[walletType], state, 'USDT')
const fromOutside = (credit: AccountId, amount: string) => ({
  ...{ debit: outsideAccount('USDT'), credit, amount: unitsOf(amount, 'USDT'), reference: 1n },
  reason: 'treasury-funding' as const,
})

/** What an audit says while one unit is too many in an account, and while one is missing, and afterwards. */
async function strayUnits<T>(account: AccountId, audit: () => Promise<T>): Promise<[T, T, T]> {
  const move = (debit: AccountId, credit: AccountId, amount: bigint) =>
    inTx((tx) =>
      post(
        tx,
        [{ debit, credit, amount: amount as Units, reason: 'account-transfer', reference: 1n }],
        NOW_MS,
      ),
    )
  const other = accountOf('funding')
  await move(other, account, 1n)
  const withMore = await audit()
  await move(account, other, 2n)
  const withLess = await audit()
  await move(other, account, 1n)
  return [withMore, withLess, await audit()]
}

describe('a unit too many, and one too few', () => {
  test('in what is held for open orders', async () => {
    await order(spot, customer)
    const account = accountId(customer, spotAccounts.spot, 'held', 'USDT')
    const needed = unitsOf('200', 'USDT')
    expect(await strayUnits(account, () => auditHolds(database.db))).toEqual([
      [{ account, held: needed + 1n, needed }],
      [{ account, held: needed - 1n, needed }],
      [],
    ])
    await spot.engine.cancelAll(customer)
  })

  test('in what is held under a name', async () => {
    const amount = unitsOf('50', 'USDT')
    await inTx((tx) =>
      createHold(
        tx,
        {
          ...{ owner: customer, kind: wallets.funding, currency: 'USDT', amount },
          ...{ purpose: 'test', reason: 'spot-hold', reference: 77n },
        },
        NOW_MS,
      ),
    )
    const account = accountOf('funding', 'held')
    const audit = () => auditNamedHolds(database.db, [spotAccounts.spot.number])
    expect(await strayUnits(account, audit)).toEqual([
      [{ account, held: amount + 1n, needed: amount }],
      [{ account, held: amount - 1n, needed: amount }],
      [],
    ])
  })

  test('in locked deposits', async () => {
    await inTx(async (tx) => {
      await post(tx, [fromOutside(platformAccount(earnAccounts.interest, 'USDT'), '100')], NOW_MS)
      const { id } = await createProduct(
        tx,
        {
          ...{
            kind: 'locked' as const,
            currency: 'USDT',
            rewardCurrency: 'USDT',
            termDays: 7,
            noticeHours: 0,
            tag: null,
          },
          ...{ dailyRate: parseRate('0.001')!, penaltyRate: parseRate('0.01')! },
          ...{ minimum: unitsOf('10', 'USDT'), maximum: unitsOf('500', 'USDT'), cap: unitsOf('500', 'USDT') },
        },
        NOW_MS,
      )
      await setProductStatus(tx, id, 'open', NOW_MS)
      await subscribe(tx, { customer, productId: id, amount: '100', termsVersion: undefined }, NOW_MS)
    })
    const account = accountId(customer, earnAccounts.earn, 'available', 'USDT')
    const owed = units(unitsOf('100', 'USDT'))
    expect(await strayUnits(account, () => earnDifferences(database.db))).toEqual([
      [{ account, balance: owed + 1n, owed }],
      [{ account, balance: owed - 1n, owed }],
      [],
    ])
  })
})
