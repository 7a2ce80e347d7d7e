import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Units } from '#domain/money/amount.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/platform/db/test-database.ts'
import { accountId, accountParts, houseAccount } from './accounts.ts'
import { auditLedger, isSound } from './audit.ts'
import { balanceOf, balancesOf, hold, post, release, type Transfer } from './ledger.ts'

let database: Database
let nextOwner = 10_000n
const NOW_MS = Date.UTC(2026, 0, 2)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const postNow = (transfers: Transfer[]) =>
  database.db.transaction().execute((tx) => post(tx, transfers, NOW_MS))

/** A new customer with some USDT in funding. */
async function customerWith(amount: bigint): Promise<bigint> {
  const owner = nextOwner++
  await postNow([
    {
      debit: houseAccount('outside', 'USDT'),
      credit: accountId(owner, 'funding', 'available', 'USDT'),
      amount: amount as Units,
      reason: 'deposit',
      reference: 1n,
    },
  ])
  return owner
}

describe('the ledger', () => {
  test('an account id says what the account is', () => {
    const id = accountId(123_456n, 'contract', 'held', 'ETH')
    expect(accountParts(id)).toEqual({ owner: 123_456n, purse: 'contract', state: 'held', currency: 'ETH' })
  })

  test('a posting moves money and keeps the running balance of every account', async () => {
    const owner = await customerWith(1_000n)
    await postNow([
      hold(owner, 'funding', 'USDT', 300n as Units, 'spot-hold', 7n),
      release(owner, 'funding', 'USDT', 100n as Units, 'spot-release', 7n),
    ])
    expect(await balancesOf(database.db, owner)).toEqual([
      { currency: 'USDT', purse: 'funding', available: 800n, held: 200n },
    ])
    const entries = await database.db
      .selectFrom('entry')
      .select(['version', 'amount', 'balance'])
      .where('account_id', '=', accountId(owner, 'funding', 'available', 'USDT'))
      .orderBy('version')
      .execute()
    expect(entries).toEqual([
      { version: 1n, amount: 1_000n, balance: 1_000n },
      { version: 2n, amount: -300n, balance: 700n },
      { version: 3n, amount: 100n, balance: 800n },
    ])
  })

  test('nothing of a posting is written when one step would fall below zero', async () => {
    const owner = await customerWith(100n)
    const other = await customerWith(1n)
    const pay = (amount: bigint): Transfer => ({
      debit: accountId(owner, 'funding', 'available', 'USDT'),
      credit: accountId(other, 'funding', 'available', 'USDT'),
      amount: amount as Units,
      reason: 'account-transfer',
      reference: 1n,
    })
    await expect(postNow([pay(60n), pay(41n)])).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await balanceOf(database.db, accountId(owner, 'funding', 'available', 'USDT'))).toBe(100n)
  })

  test('a step below zero is refused even when a later step would mend it', async () => {
    const owner = await customerWith(10n)
    await expect(
      postNow([
        release(owner, 'funding', 'USDT', 5n as Units, 'spot-release', 1n),
        hold(owner, 'funding', 'USDT', 5n as Units, 'spot-hold', 1n),
      ]),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })

  test('64 parallel attempts to spend a whole balance succeed once', async () => {
    const owner = await customerWith(500n)
    const attempts = Array.from({ length: 64 }, () =>
      postNow([hold(owner, 'funding', 'USDT', 500n as Units, 'spot-hold', 1n)]).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    expect(await balancesOf(database.db, owner)).toEqual([
      { currency: 'USDT', purse: 'funding', available: 0n, held: 500n },
    ])
  })

  test('a transfer between two currencies, of nothing, or of a negative amount is refused by the database', async () => {
    const owner = await customerWith(100n)
    const to = (currency: string, amount: bigint): Transfer => ({
      debit: accountId(owner, 'funding', 'available', 'USDT'),
      credit: accountId(owner, 'spot', 'available', currency),
      amount: amount as Units,
      reason: 'account-transfer',
      reference: 1n,
    })
    await expect(postNow([to('BTC', 1n)])).rejects.toThrow(/transfer_in_one_currency/)
    await expect(postNow([to('USDT', 0n)])).rejects.toThrow()
    await expect(postNow([to('USDT', -5n)])).rejects.toThrow()
  })

  test("the application's role cannot write the ledger's tables itself", async () => {
    const owner = await customerWith(100n)
    const account = accountId(owner, 'funding', 'available', 'USDT')
    for (const statement of [
      sql`update account set balance = balance + 1 where id = ${account}`,
      sql`insert into account (id, balance) values (${account + 1_000_000n}, 5)`,
      sql`insert into entry (account_id, transfer_id, version, amount, balance) values (${account}, 1, 99, 1, 1)`,
      sql`update transfer set amount = 1`,
      sql`delete from entry`,
      sql`truncate transfer`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
    }
  })

  test('random postings leave books that an audit finds sound', async () => {
    const owners = await Promise.all([customerWith(1_000n), customerWith(1_000n), customerWith(1_000n)])
    let seed = 42
    const random = (n: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % n
    }
    for (let step = 0; step < 200; step++) {
      const transfers = Array.from({ length: 1 + random(4) }, (): Transfer => {
        const from = owners[random(3)]!
        return random(2) === 0
          ? hold(from, 'funding', 'USDT', BigInt(1 + random(400)) as Units, 'spot-hold', 1n)
          : release(from, 'funding', 'USDT', BigInt(1 + random(400)) as Units, 'spot-release', 1n)
      })
      await postNow(transfers).catch((error) => expect(error.code).toBe('INSUFFICIENT_BALANCE'))
    }
    expect(isSound(await auditLedger(database.db))).toBe(true)
  })
})
