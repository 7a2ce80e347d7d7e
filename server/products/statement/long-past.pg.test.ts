import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Database } from '#server/platform/db/database.ts'
import { ownDepositsQuery } from '#server/products/deposit/store.ts'
import { listOrders, type OrderFilter, ordersQuery } from '#server/products/spot/order-store.ts'
import { spot } from '#server/products/spot/product.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { analyze, rowsRead } from '#server/testing/rows-read.ts'
import { eventPage } from './events.ts'
import { statementCsv, statementPage, transferPage } from './service.ts'
import { LAST, MAX_LOOKED_AT, requestSumsQuery, statementQuery } from './store.ts'

/** A customer with a long past, and filters that let nothing of it through, or a little. */

const CUSTOMER = customerId(10_001n)
const START_MS = Date.UTC(2026, 0, 2)
const TRANSFERS = 20_000
const A_POSTING = 2_000
const ORDERS = 12_000
const DEPOSITS = 3_000

const account = (wallet: 'funding' | 'spot', state: 'available' | 'held' = 'available') =>
  accountId(CUSTOMER, wallets[wallet], state, 'USDT')
const transfer = (debit: bigint, credit: bigint, reason: Transfer['reason'], n: number) =>
  ({ debit, credit, amount: 1n as Units, reason, reference: BigInt(n) }) as Transfer

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const record = (transfers: readonly Transfer[], atMs: number) =>
    db.transaction().execute((tx) => post(tx, transfers, atMs))
  const grant = transfer(outsideAccount('USDT'), account('funding'), 'demo-grant', 1)
  await record([{ ...grant, amount: 1_000_000n as Units }], START_MS)
  // One of a reason that has no index, below everything else.
  await record([transfer(account('funding'), account('funding', 'held'), 'spot-hold', 2)], START_MS)
  for (let done = 0; done < TRANSFERS; done += A_POSTING) {
    const to = (n: number) => (n % 2 === 0 ? ['funding', 'spot'] : ['spot', 'funding']) as ['funding', 'spot']
    const transfers = Array.from({ length: A_POSTING }, (_, n) => {
      const [from, into] = to(n)
      return transfer(account(from), account(into), 'account-transfer', 10 + done + n)
    })
    await record(transfers, START_MS + done)
  }
  await asWriter(db, 'spot', (tx) =>
    sql`
    insert into spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price, quantity,
      filled, notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, reason, created_at, updated_at)
    select n, case when n % 100 = 0 then ${CUSTOMER} + 1 else ${CUSTOMER} end,
      case when n % 3 = 0 then 'ETH-USDT' else 'BTC-USDT' end, 'buy', 'limit', 'gtc', false, 1, 1,
      case when n = 7 then 1 else 0 end, 0, 0, 0, 0, 1,
      case when n = 7 then 'filled' when n % 4000 = 1 then 'open' else 'cancelled' end,
      case when n = 7 or n % 4000 = 1 then null else 'user' end, now(), now()
    from generate_series(1, ${ORDERS}::int) n`.execute(tx),
  )
  await sql`
    insert into upload (id, customer_id, sha256, bytes, width, height, created_at)
    select 'picture ' || n, ${CUSTOMER}, 'hash ' || n, 1, 1, 1, now() from generate_series(1, ${DEPOSITS}::int) n`.execute(
    db,
  )
  await sql`
    insert into deposit_request (customer_id, status, currency, network, claimed, address, is_address_ours, hash_tail,
      sender, image, image_sha256, submitted_at, rejection, decided_at)
    select ${CUSTOMER}, 'rejected', 'USDT', 'TRC20', n, 'address', true, 'abcdef', 'sender', 'picture ' || n,
      'hash ' || n, now(), 'because', now()
    from generate_series(1, ${DEPOSITS}::int) n`.execute(db)
  await analyze(db)
})
afterAll(() => database.close())

/** As many as are shown, those that are asked for, and what leads to them. */
const FEW = 300
const accounts = [account('funding'), account('funding', 'held'), account('spot')]
const page = { accounts, offset: 0, limit: 21 }

describe('the statement', () => {
  test.each(['deposit', 'earn-interest', 'demo-grant', 'account-transfer'] as const)(
    'finds what there is of %s without reading the rest',
    async (reason) => {
      expect(await rowsRead(database.db, statementQuery({ ...page, reasons: [reason] }))).toBeLessThan(FEW)
    },
  )

  test('goes on from a cursor without reading what is before it', async () => {
    const oldest = await statementPage(database, CUSTOMER, { reason: 'demo-grant' }, { page: 1, limit: 20 })
    const after = [BigInt(oldest.items[0]!.transferId) + 1_000n, 0n]
    for (const reason of ['account-transfer', undefined] as const)
      expect(
        await rowsRead(database.db, statementQuery({ ...page, reasons: reason && [reason], after })),
      ).toBeLessThan(FEW)
  })

  test('reads as much as it shows where nothing is filtered', async () => {
    expect(await rowsRead(database.db, statementQuery(page))).toBeLessThan(FEW)
  })

  test('T17: looks at a bounded number of entries for a reason without an index, and goes on by the cursor', async () => {
    const query = statementQuery({ ...page, reasons: ['spot-fee'] })
    expect(await rowsRead(database.db, query)).toBeLessThan(3 * MAX_LOOKED_AT + FEW)
    const found = []
    let pages = 0
    for (let cursor: string | undefined; ; pages++) {
      const { items, next } = await statementPage(
        database,
        CUSTOMER,
        { reason: 'spot-hold' },
        { cursor, page: 1, limit: 20 },
      )
      found.push(...items.map(({ transferId, amount }) => [transferId, amount]))
      if (next === null) break
      cursor = next
    }
    expect(found.map(([, amount]) => amount).sort()).toEqual(['-0.0000001', '0.0000001'])
    expect(pages).toBeLessThan((3 * 2 * TRANSFERS) / MAX_LOOKED_AT + 2)
  })

  test('reads next to nothing for a time in which nothing happened', async () => {
    for (const fromMs of [START_MS + 365 * DAY_MS, START_MS - 365 * DAY_MS]) {
      const filter = { fromMs, toMs: fromMs + MINUTE_MS }
      const { items, next } = await statementPage(database, CUSTOMER, filter, { page: 1, limit: 20 })
      expect([items, next]).toEqual([[], null])
    }
  })

  test('shows every entry once, in order, whatever the filter', async () => {
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { items, next } = await transferPage(database, CUSTOMER, 'USDT', {
        cursor,
        page: 1,
        limit: 200,
      })
      seen.push(...items.map(({ id }) => id))
      if (next === null) break
      cursor = next
    }
    expect(seen).toEqual(Array.from({ length: TRANSFERS }, (_, n) => String(10 + TRANSFERS - 1 - n)))
  })

  test('reads an event by what its transfers refer to', async () => {
    const references = Array.from({ length: 50 }, (_, n) => ({
      request: BigInt(10 + 300 * n),
      reference: BigInt(10 + 300 * n),
    }))
    const query = requestSumsQuery({ accounts, references, reasons: ['account-transfer'], upTo: LAST })
    expect(await rowsRead(database.db, query)).toBeLessThan(2 * FEW)
  })

  test('is a list of events that goes on by a cursor to its end', async () => {
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = { cursor, page: 1, limit: 200 }
      const { items, next } = await eventPage(database, spot.events!, CUSTOMER, {}, page)
      seen.push(...items.map(({ kind, id }) => `${kind}.${id}`))
      if (next === null) break
      cursor = next
    }
    expect(seen).toEqual([
      ...Array.from({ length: TRANSFERS }, (_, n) => `account-transfer.${10 + TRANSFERS - 1 - n}`),
      'spot-order.2',
      'demo-grant.1',
    ])
  })

  test('is a file of what a filter lets through, and refuses one that is too long', async () => {
    const file = await statementCsv(database, CUSTOMER, { reason: 'spot-hold' })
    expect(String(file).trim().split('\r\n')).toHaveLength(1 + 2)
    const whole = statementCsv(database, CUSTOMER, {})
    await expect(whole).rejects.toMatchObject({ code: 'BILL_TOO_LONG' })
  })
})

describe('the list of orders', () => {
  const filters = [
    {},
    { statuses: ['filled'] },
    { statuses: ['filled', 'cancelled'] },
    { statuses: ['open'] },
    { symbol: 'ETH-USDT' },
    { symbol: 'SOL-USDT' },
    { symbol: 'ETH-USDT', statuses: ['filled'] },
    { symbol: 'BTC-USDT', statuses: ['open'] },
    { after: 5_000 },
    { after: 5_000, symbol: 'BTC-USDT', statuses: ['cancelled'] },
    { offset: 40 },
  ] as const

  /** What the list is asked for; the cursor as a number, for the name of the test. */
  const asked = ({
    after,
    ...filter
  }: Partial<Omit<OrderFilter, 'after'>> & { after?: number }): OrderFilter => ({
    ...{ customer: CUSTOMER, offset: 0, limit: 21, ...filter },
    ...(after !== undefined && { after: [BigInt(after)] }),
  })

  test.each(filters)('reads no more than it shows with %j', async (filter) => {
    const query = ordersQuery(asked(filter))
    expect(await rowsRead(database.db, query)).toBeLessThan(2 * FEW)
  })

  test.each(filters)('shows the newest with %j', async (filter) => {
    const { rows } = await sql<{ id: bigint; symbol: string; status: string }>`
      select id, symbol, status from spot_order where customer_id = ${CUSTOMER} order by id desc`.execute(
      database.db,
    )
    const question = asked(filter)
    const { statuses, symbol, after, offset, limit } = question
    const expected = rows
      .filter((row) => !symbol || row.symbol === symbol)
      .filter((row) => !statuses || (statuses as readonly string[]).includes(row.status))
      .filter((row) => !after || row.id < after[0]!)
      .slice(offset, offset + limit)
    const shown = await listOrders(database.db, question)
    expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })
})

test.each([
  { status: 'pending' },
  { currency: 'BTC' },
  { currency: 'USDT', status: 'approved' },
  {},
] as const)('the list of deposits reads no more than it shows with %j', async (filter) => {
  const query = ownDepositsQuery(CUSTOMER, { ...filter, offset: 0, limit: 21 })
  expect(await rowsRead(database.db, query)).toBeLessThan(FEW)
})
