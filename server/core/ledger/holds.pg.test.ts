import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Database, Tx } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { accountId, outsideAccount } from './accounts.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from './audit.ts'
import { auditNamedHolds, createHold, type HoldId, listNamedHolds, postHold, voidHold } from './holds.ts'
import { balanceOf, post, release } from './ledger.ts'

let database: Database
let nextOwner = 10_000n
const NOW_MS = Date.UTC(2026, 0, 2)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  expect(isConsistent(await auditLedger(database.db))).toBe(true)
  expect(isUnbroken(await auditHistory(database.db))).toBe(true)
  await database.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work)
const funding = (owner: CustomerId, state: 'available' | 'held') =>
  balanceOf(database.db, accountId(owner, wallets.funding, state, 'USDT'))

async function customerWith(amount: bigint): Promise<CustomerId> {
  const owner = customerId(nextOwner++)
  const credit = accountId(owner, wallets.funding, 'available', 'USDT')
  const deposit = { debit: outsideAccount('USDT'), credit, amount: units(amount), reference: 1n }
  await inTx((tx) => post(tx, [{ ...deposit, reason: 'deposit' }], NOW_MS))
  return owner
}

const holdOf = (owner: CustomerId, amount: bigint): Promise<HoldId> =>
  inTx((tx) =>
    createHold(
      tx,
      {
        ...{ owner, kind: wallets.funding, currency: 'USDT', amount: units(amount) },
        ...{ purpose: 'test', reason: 'spot-hold', reference: 77n },
      },
      NOW_MS,
    ),
  )
const pay = (id: HoldId, to: CustomerId, amount: bigint) =>
  inTx((tx) => {
    const credit = accountId(to, wallets.funding, 'available', 'USDT')
    return postHold(tx, id, { credit, amount: amount as Units, reason: 'account-transfer' }, NOW_MS)
  })
const giveBack = (id: HoldId, amount: bigint) =>
  inTx((tx) => voidHold(tx, id, { amount: amount as Units, reason: 'spot-release' }, NOW_MS))

describe('a hold', () => {
  test('sets money aside, pays from it and gives the rest back', async () => {
    const [owner, other] = [await customerWith(1_000n), await customerWith(1n)]
    const id = await holdOf(owner, 300n)
    expect([await funding(owner, 'available'), await funding(owner, 'held')]).toEqual([700n, 300n])
    await pay(id, other, 120n)
    expect(await funding(other, 'available')).toBe(121n)
    expect(await listNamedHolds(database.db, owner)).toEqual([
      {
        ...{ purpose: 'test', reference: 77n, currency: 'USDT', kind: wallets.funding.number },
        ...{ amount: 180n, sinceMs: NOW_MS },
      },
    ])
    await giveBack(id, 180n)
    expect([await funding(owner, 'available'), await funding(owner, 'held')]).toEqual([880n, 0n])
    expect(await listNamedHolds(database.db, owner)).toEqual([])
  })

  test('is refused where the balance is too small, and leaves nothing', async () => {
    const owner = await customerWith(10n)
    await expect(holdOf(owner, 11n)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await listNamedHolds(database.db, owner)).toEqual([])
  })

  test('never gives more than it has, even where another hold of the same account could', async () => {
    const owner = await customerWith(1_000n)
    const [small] = [await holdOf(owner, 100n), await holdOf(owner, 500n)]
    await expect(giveBack(small, 101n)).rejects.toThrow(/hold_not_exceeded/)
    await giveBack(small, 60n)
    await expect(pay(small, customerId(owner + 1n), 41n)).rejects.toThrow(/hold_not_exceeded/)
    expect(await funding(owner, 'held')).toBe(540n)
  })

  test('gives nothing twice, however many ask at once', async () => {
    const owner = await customerWith(500n)
    const id = await holdOf(owner, 500n)
    const attempts = Array.from({ length: 16 }, () =>
      giveBack(id, 500n).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    expect([await funding(owner, 'available'), await funding(owner, 'held')]).toEqual([500n, 0n])
  })

  test('that does not exist moves nothing', async () => {
    await expect(giveBack(12_345n as HoldId, 1n)).rejects.toThrow(/hold 12345 exists/)
  })

  test('is missed by the audit when money leaves the held side without it', async () => {
    const owner = await customerWith(50n)
    await holdOf(owner, 50n)
    expect(await auditNamedHolds(database.db, [])).toEqual([])
    const past = release(owner, wallets.funding, 'USDT', units(20n), 'spot-release', 77n)
    await inTx((tx) => post(tx, [past], NOW_MS))
    const account = accountId(owner, wallets.funding, 'held', 'USDT')
    expect(await auditNamedHolds(database.db, [])).toEqual([{ account, held: 30n, needed: 50n }])
    await inTx((tx) =>
      post(tx, [{ ...past, debit: past.credit, credit: past.debit, reason: 'spot-hold' }], NOW_MS),
    )
  })
})
