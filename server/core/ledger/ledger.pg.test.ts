import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerId, customerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { APP_ROLE, type Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { untilWaiting } from '#server/testing/waiting.ts'
import { type AccountKind, accountId, accountParts, outsideAccount } from './accounts.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from './audit.ts'
import { balanceOf, balancesOf, hold, lockBalances, post, release, type Transfer } from './ledger.ts'

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
async function customerWith(amount: bigint): Promise<CustomerId> {
  const owner = customerId(nextOwner++)
  await postNow([
    {
      debit: outsideAccount('USDT'),
      credit: accountId(owner, wallets.funding, 'available', 'USDT'),
      amount: amount as Units,
      reason: 'deposit',
      reference: 1n,
    },
  ])
  return owner
}

/** Runs a statement with the rights of the tables' owner, as somebody with the database's password could. */
const asOwner = ({ db }: Database, statement: RawBuilder<unknown>) =>
  db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    await statement.execute(connection)
    await sql.raw(`set role ${APP_ROLE}`).execute(connection)
  })

describe('the ledger', () => {
  test('refuses by name what an account cannot hold, and stays as it was', async () => {
    const owner = await customerWith(5n)
    const account = accountId(owner, wallets.funding, 'available', 'USDT')
    const most = { debit: outsideAccount('USDT'), credit: account, amount: (2n ** 63n - 1n) as Units }
    const tooMuch = postNow([{ ...most, reason: 'deposit', reference: 1n }])
    await expect(tooMuch).rejects.toMatchObject({ code: 'AMOUNT_INVALID' })
    expect(await balanceOf(database.db, account)).toBe(5n)
  })

  test('an account id says what the account is', () => {
    const id = accountId(customerId(123_456n), wallets.contract, 'held', 'ETH')
    expect(accountParts(id)).toEqual({
      owner: 123_456n,
      kind: wallets.contract.number,
      state: 'held',
      currency: 'ETH',
    })
  })

  test('a posting moves money and keeps the running balance of every account', async () => {
    const owner = await customerWith(1_000n)
    await postNow([
      hold(owner, wallets.funding, 'USDT', 300n as Units, 'spot-hold', 7n),
      release(owner, wallets.funding, 'USDT', 100n as Units, 'spot-release', 7n),
    ])
    expect(await balancesOf(database.db, owner)).toEqual([
      { currency: 'USDT', kind: wallets.funding.number, available: 800n, held: 200n, entries: 5n },
    ])
    const entries = await database.db
      .selectFrom('entry')
      .select(['version', 'amount', 'balance'])
      .where('account_id', '=', accountId(owner, wallets.funding, 'available', 'USDT'))
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
      debit: accountId(owner, wallets.funding, 'available', 'USDT'),
      credit: accountId(other, wallets.funding, 'available', 'USDT'),
      amount: amount as Units,
      reason: 'account-transfer',
      reference: 1n,
    })
    await expect(postNow([pay(60n), pay(41n)])).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await balanceOf(database.db, accountId(owner, wallets.funding, 'available', 'USDT'))).toBe(100n)
  })

  test('a step below zero is refused even when a later step would mend it', async () => {
    const owner = await customerWith(10n)
    await expect(
      postNow([
        release(owner, wallets.funding, 'USDT', 5n as Units, 'spot-release', 1n),
        hold(owner, wallets.funding, 'USDT', 5n as Units, 'spot-hold', 1n),
      ]),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  })

  test('T03: 64 parallel attempts to spend a whole balance succeed once', async () => {
    const owner = await customerWith(500n)
    const attempts = Array.from({ length: 64 }, () =>
      postNow([hold(owner, wallets.funding, 'USDT', 500n as Units, 'spot-hold', 1n)]).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    expect(await balancesOf(database.db, owner)).toEqual([
      { currency: 'USDT', kind: wallets.funding.number, available: 0n, held: 500n, entries: 3n },
    ])
  })

  test('many who are the first to pay into an account do not block each other, whichever account comes first', async () => {
    const owner = await customerWith(1_000n)
    for (const wallet of [wallets.contract, wallets.spot, wallets.options]) {
      const pay = (from: AccountKind, to: AccountKind): Transfer => ({
        debit: accountId(owner, from, 'available', 'USDT'),
        credit: accountId(owner, to, 'available', 'USDT'),
        amount: 1n as Units,
        reason: 'account-transfer',
        reference: 1n,
      })
      // From the highest account of the customer to one below it that nobody has used.
      const top = { number: 1_000 + (wallet.number % 20), name: 'top' }
      await postNow([{ ...pay(wallets.funding, top), amount: 100n as Units }])
      const attempts = Array.from({ length: 64 }, () => postNow([pay(top, wallet)]))
      const results = await Promise.allSettled(attempts)
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    }
  })

  test('a transfer between two currencies, of nothing, or of a negative amount is refused by the database', async () => {
    const owner = await customerWith(100n)
    const to = (currency: string, amount: bigint): Transfer => ({
      debit: accountId(owner, wallets.funding, 'available', 'USDT'),
      credit: accountId(owner, wallets.spot, 'available', currency),
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
    const account = accountId(owner, wallets.funding, 'available', 'USDT')
    for (const statement of [
      sql`update account set balance = balance + 1 where id = ${account}`,
      sql`insert into account (id, balance) values (${account + 1_000_000n}, 5)`,
      sql`insert into entry (account_id, transfer_id, version, amount, balance, created_at)
        values (${account}, 1, 99, 1, 1, now())`,
      sql`insert into hold (id, account_id, purpose, reference, amount, remaining, created_at)
        values (1, ${account}, 'test', 1, 1, 1, now())`,
      sql`create table entry_of_mine partition of entry for values from ('2030-01-01') to ('2030-02-01')`,
      sql`update transfer set amount = 1`,
      sql`delete from entry`,
      sql`truncate transfer`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
    }
  })

  test('money comes from outside only as a deposit, as platform funds or as play money', async () => {
    const mint: Transfer = {
      debit: outsideAccount('USDT'),
      credit: accountId(customerId(nextOwner++), wallets.funding, 'available', 'USDT'),
      amount: 1_000n as Units,
      reason: 'account-transfer',
      reference: 1n,
    }
    await expect(postNow([mint])).rejects.toThrow(/transfer_from_outside_is_money_brought_in/)
  })

  test("nothing that the application makes can stand in the way of the posting function's tables", async () => {
    await expect(sql`create temporary table transfer (id bigint)`.execute(database.db)).rejects.toThrow(
      /permission denied/,
    )
    await expect(sql`create table public.mine (id bigint)`.execute(database.db)).rejects.toThrow(
      /permission denied/,
    )
    const { rows } = await sql<{ proname: string; path: string }>`
      select proname, array_to_string(proconfig, ' ') as path from pg_proc where prosecdef`.execute(
      database.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    // The caller's temporary tables come last: without being named they would come first.
    for (const { path } of rows) expect(path).toContain('search_path=pg_catalog, public, pg_temp')
  })

  test('in every account the numbers of transfers follow its balances, whoever waited for whom', async () => {
    const owner = await customerWith(1_000n)
    const account = accountId(owner, wallets.funding, 'available', 'USDT')
    const take = (amount: bigint) => hold(owner, wallets.funding, 'USDT', amount as Units, 'spot-hold', 1n)
    let late: Promise<bigint[]> | undefined
    await database.db.transaction().execute(async (tx) => {
      await lockBalances(tx, [account])
      late = postNow([take(1n)])
      if (database.kind === 'postgres') await untilWaiting(tx, 1)
      await post(tx, [take(2n)], NOW_MS)
    })
    await late
    const { rows } = await sql<{ balance: bigint }>`
      select balance from entry where account_id = ${account} order by transfer_id`.execute(database.db)
    expect(rows.map(({ balance }) => balance)).toEqual([1_000n, 998n, 997n])
  })

  test('the audit tells a ledger that was altered by its owner', async () => {
    const altered = await openTestDatabase()
    const account = accountId(customerId(1_000_000n), wallets.funding, 'available', 'USDT')
    const bring = (amount: bigint): Transfer => ({
      debit: outsideAccount('USDT'),
      credit: account,
      amount: amount as Units,
      reason: 'deposit',
      reference: 1n,
    })
    await altered.db.transaction().execute((tx) => post(tx, [bring(5n), bring(7n)], NOW_MS))
    const isRight = async () =>
      isConsistent(await auditLedger(altered.db)) && isUnbroken(await auditHistory(altered.db))
    expect(await isRight()).toBe(true)
    for (const [statement, undo] of [
      [
        sql`update transfer set amount = 6 where amount = 5`,
        sql`update transfer set amount = 5 where amount = 6`,
      ],
      [
        sql`update entry set balance = 4 where balance = 5 and account_id = ${account}`,
        sql`update entry set balance = 5 where balance = 4 and account_id = ${account}`,
      ],
      [
        sql`update account set balance = balance + 1 where id = ${account}`,
        sql`update account set balance = balance - 1 where id = ${account}`,
      ],
    ] as const) {
      await asOwner(altered, statement)
      expect(await isRight()).toBe(false)
      await asOwner(altered, undo)
      expect(await isRight()).toBe(true)
    }
    await altered.close()
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
          ? hold(from, wallets.funding, 'USDT', BigInt(1 + random(400)) as Units, 'spot-hold', 1n)
          : release(from, wallets.funding, 'USDT', BigInt(1 + random(400)) as Units, 'spot-release', 1n)
      })
      await postNow(transfers).catch((error) => expect(error.code).toBe('INSUFFICIENT_BALANCE'))
    }
    expect(isConsistent(await auditLedger(database.db))).toBe(true)
    expect(await auditHistory(database.db)).toEqual({ torn: [], broken: [], rewritten: [] })
  })
})
