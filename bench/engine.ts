import { type CustomerId, customerId } from '#domain/ids.ts'
/**
 * Durable orders a second, at the engine: every order is acknowledged only after its commit.
 *
 *   node bench/engine.ts [seconds a measurement] [postgres|pglite]
 *
 * Clients in this same process send limit orders at random prices around one price, each waiting for its
 * answer before it sends the next. All orders are of one size, so that half of them rest and half trade:
 * 0.5 trades, 2.5 transfers and 5 entries an order. The row `random sizes` has about twice the trades. The peer measured in the same run does the
 * same work in the obvious way: a transaction for each order, statement by statement, on a pool of
 * connections. Also: ledger transfers a second, and how long an engine takes to start with a million open orders.
 */
import '#domain/seed/adopt.ts'
import { sql } from 'kysely'
import { formatPrice, formatQuantity } from '#domain/market/instrument.ts'
import { price, quantity, type Units } from '#domain/money/amount.ts'
import { settleFill } from '#domain/spot/rules.ts'
import { type AccountId, accountId, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { hold, lockBalances, post, type Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { type Database, type Db, openDatabase } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { spotAccounts } from '#server/products/spot/accounts.ts'
import { auditHolds } from '#server/products/spot/audit.ts'
import { asWriter, showToken } from '#server/testing/as-writer.ts'
import { openTestDatabase, type TestDatabaseKind } from '#server/testing/database.ts'
import { BTC, ETH, order, startTestSpot, type TestSpot, unitsOf } from '#server/testing/spot.ts'
import { createRandom } from './flow.ts'
import { measureSync, median, quantile, table, temporaryFolder, writeResult } from './report.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const KINDS = (process.argv[3]?.split(',') ?? ['postgres', 'pglite']) as TestDatabaseKind[]
const CUSTOMERS = 2_000
const FIRST_CUSTOMER = 1_000_000n
const OPEN_ORDERS = 1_000_000
const LOADS = [1, 16, 128, 512, 2_000]

type Row = {
  way: string
  clients: number
  'orders/s': number
  'p50 ms': number
  'p99 ms': number
}

/** Runs closed-loop clients for a while and counts what they got done. */
async function load(clients: number, one: () => Promise<unknown>): Promise<Omit<Row, 'way'>> {
  const latencies: number[] = []
  let isMeasured = false
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const start = performance.now()
      await one()
      if (!isMeasured) continue
      latencies.push(performance.now() - start)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, client))
  await pause(1_000)
  isMeasured = true
  const start = performance.now()
  await pause(SECONDS * 1_000)
  isMeasured = false
  const seconds = (performance.now() - start) / 1_000
  const row = {
    clients,
    'orders/s': Math.round(latencies.length / seconds),
    'p50 ms': quantile(latencies, 0.5),
    'p99 ms': quantile(latencies, 0.99),
  }
  isOver = true
  await all
  return row
}

/** A random order: a side, a price within twenty steps of ten ticks, a small size, the same for all or not. */
function createDraw(seed: number, sizes: 'one size' | 'random sizes' = 'one size') {
  const random = createRandom(seed)
  let turn = 0
  return () => ({
    customer: customerId(FIRST_CUSTOMER + BigInt(turn++ % CUSTOMERS)),
    isBuy: random() < 0.5,
    price: 2_000_000 + Math.floor(random() * 41 - 20) * 10,
    quantity: sizes === 'one size' ? 500 : 100 + Math.floor(random() * 900),
  })
}

async function fund(db: Db): Promise<void> {
  const transfers: Transfer[] = []
  for (let i = 0n; i < BigInt(CUSTOMERS); i++) {
    for (const [currency, amount] of [
      ['USDT', '1000000'],
      ['BTC', '100'],
    ] as const) {
      transfers.push({
        debit: outsideAccount(currency),
        credit: accountId(customerId(FIRST_CUSTOMER + i), wallets.spot, 'available', currency),
        amount: unitsOf(amount, currency),
        reason: 'demo-grant',
        reference: 1n,
      })
    }
  }
  for (let i = 0; i < transfers.length; i += 1_000) {
    await db.transaction().execute((tx) => post(tx, transfers.slice(i, i + 1_000), Date.now()))
  }
}

/** Orders through rules and engine, as a route would send them, each with an idempotency key. */
async function measureEngine(
  fixture: TestSpot,
  clients: number,
  sizes: 'one size' | 'random sizes',
): Promise<Row> {
  const draw = createDraw(7, sizes)
  const run = `${sizes} ${clients}`
  let keys = 0
  const row = await load(clients, () => {
    const drawn = draw()
    return order(fixture, drawn.customer, {
      side: drawn.isBuy ? 'buy' : 'sell',
      limitPrice: formatPrice(BTC, drawn.price),
      quantity: formatQuantity(BTC, drawn.quantity),
      key: `${run} ${keys++}`,
    })
  })
  return { way: `engine, ${sizes}`, ...row }
}

/** The obvious way: for each order a transaction that locks, looks for a match, and writes row by row. */
async function measurePerOrder(db: Db, clients: number): Promise<Row> {
  await sql`reset role`.execute(db).catch(() => {})
  const draw = createDraw(7)
  const row = await load(clients, async () => {
    const { customer, isBuy, ...drawn } = draw()
    const [pays, receives] = isBuy ? ['USDT', 'BTC'] : ['BTC', 'USDT']
    return db.transaction().execute(async (tx) => {
      const account = accountId(customer, wallets.spot, 'available', pays!)
      await showToken(tx, 'spot')
      await lockBalances(tx, [account])
      const { rows } = await sql<{
        id: bigint
        customer: CustomerId
        price: bigint
        quantity: bigint
        filled: bigint
      }>`
        select id, customer_id as customer, price, quantity, filled from spot_order
        where status = 'open' and symbol = ${BTC.symbol} and side = ${isBuy ? 'sell' : 'buy'}
          and price ${sql.raw(isBuy ? '<=' : '>=')} ${drawn.price} and customer_id <> ${customer}
        order by price ${sql.raw(isBuy ? 'asc' : 'desc')}, id limit 1 for update skip locked`.execute(tx)
      const id = nextId()
      const maker = rows[0]
      const size = maker ? Math.min(drawn.quantity, Number(maker.quantity - maker.filled)) : 0
      const filled = quantity(BigInt(size))
      const atPrice = price(maker?.price ?? BigInt(drawn.price))
      const takes = settleFill(BTC, isBuy ? 'buy' : 'sell', atPrice, filled, 10)
      const makes = settleFill(BTC, isBuy ? 'sell' : 'buy', atPrice, filled, 10)
      const now = new Date()
      await sql`insert into spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price,
          quantity, filled, notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, tape_sequence,
          created_at, updated_at)
        values (${id}, ${customer}, ${BTC.symbol}, ${isBuy ? 'buy' : 'sell'}, 'limit', 'gtc', false, ${drawn.price},
          ${drawn.quantity}, ${size}, ${isBuy ? takes.pays : takes.gross}, ${takes.fee}, 10, 10, 1,
          ${size === drawn.quantity ? 'filled' : 'open'}, 7, ${now}, ${now})`.execute(tx)
      const transfers: Transfer[] = []
      if (maker) {
        await sql`update spot_order set filled = filled + ${size}, fee = fee + ${makes.fee},
          status = case when filled + ${size} = quantity then 'filled' else 'open' end, updated_at = ${now}
          where id = ${maker.id}`.execute(tx)
        await sql`insert into spot_trade (symbol, id, maker_order, maker_customer_id, taker_order, taker_customer_id,
            taker_side, price, quantity, maker_fee, taker_fee, created_at)
          values (${BTC.symbol}, ${nextId()}, ${maker.id}, ${maker.customer}, ${id}, ${customer},
          ${isBuy ? 'buy' : 'sell'}, ${atPrice}, ${size}, ${makes.fee}, ${takes.fee}, ${now})`.execute(tx)
        const move = (debit: AccountId, credit: AccountId, amount: Units): Transfer => ({
          debit,
          credit,
          amount,
          reason: 'spot-trade',
          reference: id,
        })
        const makerGets = accountId(maker.customer, wallets.spot, 'available', pays!)
        const takerGets = accountId(customer, wallets.spot, 'available', receives!)
        transfers.push(
          move(account, makerGets, takes.pays),
          move(accountId(maker.customer, wallets.spot, 'held', receives!), takerGets, makes.pays),
          move(makerGets, platformAccount(spotAccounts.fees, pays!), makes.fee),
          move(takerGets, platformAccount(spotAccounts.fees, receives!), takes.fee),
        )
      }
      const rest = quantity(BigInt(drawn.quantity - size))
      const held = settleFill(BTC, isBuy ? 'buy' : 'sell', price(BigInt(drawn.price)), rest, 0).pays
      if (held > 0n) transfers.push(hold(customer, wallets.spot, pays!, held, 'spot-hold', id))
      await post(tx, transfers, now.getTime())
    })
  })
  return { way: 'a transaction per order', ...row }
}

/** Transfers between random customers, so many a posting. */
async function measureLedger(db: Db, size: number) {
  const random = createRandom(3)
  const someone = () => customerId(FIRST_CUSTOMER + BigInt(Math.floor(random() * CUSTOMERS)))
  const row = await load(1, async () => {
    const transfers: Transfer[] = []
    while (transfers.length < size) {
      const [from, to] = [someone(), someone()]
      if (from === to) continue
      transfers.push({
        debit: accountId(from, wallets.spot, 'available', 'USDT'),
        credit: accountId(to, wallets.spot, 'available', 'USDT'),
        amount: 1n as Units,
        reason: 'account-transfer',
        reference: 1n,
      })
    }
    await db.transaction().execute((tx) => post(tx, transfers, Date.now()))
  })
  return { 'transfers a posting': size, 'transfers/s': row['orders/s'] * size, 'p99 ms': row['p99 ms'] }
}

/** How long an engine takes to take over and load the books, with so many orders open. */
async function measureStart(db: Db) {
  await asWriter(db, 'spot', (tx) =>
    sql`
    insert into spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price, quantity, filled,
      notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, reason, tape_sequence, created_at,
      updated_at)
    select n, ${FIRST_CUSTOMER}::bigint + n % 20000, case when n % 3 = 0 then ${ETH.symbol} else ${BTC.symbol} end,
      case when n % 2 = 0 then 'buy' else 'sell' end, 'limit', 'gtc', false,
      100000 + case when n % 2 = 0 then -1 else 1 end * (1 + n * 7919 % 5000), 500 + n % 100, 0,
      0, 0, 10, 10, 1, 'open', null, 7, now(), now()
    from generate_series(1, ${OPEN_ORDERS}::bigint) n`.execute(tx),
  )
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const start = performance.now()
    const fixture = await startTestSpot(db)
    times.push(performance.now() - start)
    if (fixture.errors.length > 0) throw fixture.errors[0]
    await fixture.engine.stop()
  }
  return { 'open orders': OPEN_ORDERS, 'start ms': median(times) }
}

/** An empty database on the disk: the tests' embedded one lives in memory, where nothing is durable. */
async function openOnDisk(kind: TestDatabaseKind): Promise<Database> {
  if (kind === 'postgres') return openTestDatabase(kind)
  const folder = temporaryFolder()
  const database = await openDatabase({ dataDir: folder.path })
  return {
    ...database,
    async close() {
      await database.close()
      folder.remove()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const sync = measureSync()
table('the disk: writing 8 KiB and fdatasync', [sync])
const results: Record<string, object> = { sync }
for (const kind of KINDS) {
  const database = await openOnDisk(kind)
  await fund(database.db)
  const fixture = await startTestSpot(database.db)
  const rows: Row[] = []
  for (const clients of LOADS) rows.push(await measureEngine(fixture, clients, 'one size'))
  rows.push(await measureEngine(fixture, LOADS.at(-1)!, 'random sizes'))
  await fixture.engine.stop()
  if (fixture.errors.length > 0) throw fixture.errors[0]
  const isRight = isConsistent(await auditLedger(database.db)) && (await auditHolds(database.db)).length === 0
  if (!isRight) throw new Error('the books are wrong after the bench')
  const ledger = [await measureLedger(database.db, 1), await measureLedger(database.db, 100)]
  await database.close()

  const peer = await openOnDisk(kind)
  await fund(peer.db)
  for (const clients of kind === 'postgres' ? [1, 8] : [1]) rows.push(await measurePerOrder(peer.db, clients))
  await peer.close()

  const full = await openOnDisk(kind)
  const start = [await measureStart(full.db)]
  await full.close()

  table(`${kind}: durable orders, books audited afterwards`, rows)
  table(`${kind}: ledger`, ledger)
  table(`${kind}: start`, start)
  results[kind] = { secondsEach: SECONDS, orders: rows, ledger, start }
}
writeResult('engine', results)
