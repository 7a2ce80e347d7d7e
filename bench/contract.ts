/**
 * A million open positions with stops: what a tick costs them, what a gap costs, a restart, and durable orders.
 *
 *   node bench/contract.ts [positions] [seconds a measurement] [memory]
 *
 * In memory: the engine's state over real EUR-USD ticks (MARKET_DATA_DIR) of which none reaches a position, then a gap
 * of 1 % that closes a third: finding them, and deciding all. On PostgreSQL (not with `memory`): a start with all
 * positions, the commit of these closings, and opening and closing at the market, each acknowledged after its commit;
 * the peer is a transaction for each order, statement by statement, in the same run.
 */
import '#domain/seed/adopt.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { costOfOpening, priceAtFloor } from '#domain/contract/lifecycle.ts'
import { shareOf } from '#domain/contract/rules.ts'
import { contractTermsOf, MARGIN_CURRENCY, tickValue } from '#domain/contract/terms.ts'
import { customerId, positionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { units } from '#domain/money/amount.ts'
import { type AccountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { lockBalances, post, type Transfer } from '#server/core/ledger/ledger.ts'
import { recordedDataFolder } from '#server/markets/feeds/recorded-data.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { availableOf, counterparty, fees, insurance, marginOf } from '#server/products/contract/accounts.ts'
import { createBatch } from '#server/products/contract/batch.ts'
import type { Position } from '#server/products/contract/position.ts'
import { realRealm } from '#server/products/contract/realm.ts'
import { loadState, reachedBy, type State } from '#server/products/contract/state.ts'
import { writeStatements } from '#server/products/contract/store.ts'
import { decideTicks, isQuiet } from '#server/products/contract/ticks.ts'
import { showToken } from '#server/testing/as-writer.ts'
import { setBalance, startTestContracts } from '#server/testing/contract.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { TUESDAY } from '#server/testing/markets.ts'
import { createRandom } from './flow.ts'
import { median, table, writeResult } from './report.ts'

const POSITIONS = Number(process.argv[2] ?? 1_000_000)
const SECONDS = Number(process.argv[3] ?? 5)
const OF_CUSTOMER = 100
const FIRST_CUSTOMER = 1_000_000n
const PEERS = 16
const CLIENTS = 2_000

const EUR = findInstrument('EUR-USD')!
const terms = contractTermsOf(EUR)!
const value = tickValue(EUR, terms.lotSize, undefined, undefined)
const START_MS = TUESDAY

/** The real ticks, all of one UTC day on the engine's clock, so that none begins another. */
function realTicks(): Tick[] {
  const file = join(recordedDataFolder, 'forex', 'EUR-USD.tick.tick.csv.gz')
  const [, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  return lines.map((line, n) => {
    const [, bid, ask] = line.split(',').map(Number)
    return tickOf(n + 1, Math.round(bid! / Number(EUR.tickSize)), Math.round(ask! / Number(EUR.tickSize)))
  })
}

const tickOf = (sequence: number, bid: number, ask: number): Tick => ({
  ...{ sequence, symbol: EUR.symbol, price: Math.round((bid + ask) / 2), bid, ask, volume: 0 },
  ...{ source: 'recorded', isHeld: false, sourceAtMs: START_MS, atMs: START_MS },
})

/** A position with both stops: a third of them closes by a fall of 1 %, none within `quiet` ticks of the price. */
function positionAt(n: number, entry: Tick, quiet: number, random: () => number): Position {
  const direction = n % 2 === 0 ? 'long' : 'short'
  const sign = direction === 'long' ? 1 : -1
  const ordered = { direction, lots: 1, leverage: 5, limitPrice: null, feeBps: terms.feeBps } as const
  const { entryPrice, margin } = costOfOpening(value, ordered, entry)
  const maintenance = shareOf(margin, terms.maintenanceBps)
  const spread = entry.ask - entry.bid
  const open = { ...ordered, openLots: 1, entryPrice, spread, margin, maintenance }
  const percent = entryPrice / 100
  // Of three in a row, one of either direction is within 1 %: the long ones by a stop loss, the short ones by a profit.
  const isNear = n % 3 === 0
  const away = isNear ? quiet + random() * (percent - quiet) * 0.99 : percent * (1.2 + random() * 3)
  const below = Math.round(entryPrice - away)
  const above = Math.round(entryPrice + percent * 1.2 + random() * percent)
  return {
    ...{ id: positionId(BigInt(n + 1)), customer: customerOf(n), symbol: EUR.symbol, ...open },
    ...{ status: 'open', reason: null, entrySequence: 1, conversionMark: null, conversionSequence: null },
    ...{ relation: null, leadName: null, initialMargin: margin, fee: 0n, financing: 0n, realizedPnl: 0n },
    takeProfit: sign > 0 ? above : below,
    stopLoss: sign > 0 ? below : above,
    liquidationPrice: priceAtFloor(value, open, maintenance),
    ...{ closePrice: null, closeSequence: null, termsVersion: terms.version, lotSize: terms.lotSize },
    ...{ maintenanceBps: terms.maintenanceBps, marginCallBps: terms.marginCallBps },
    ...{
      financingBps: terms.financingBps,
      tapeSequence: 1,
      triggersSequence: 1,
      marginCallSequence: null,
      marginCalls: 0,
    },
    financedDay: Math.floor(START_MS / 86_400_000),
    ...{ createdAtMs: START_MS, openedAtMs: START_MS, closedAtMs: null, updatedAtMs: START_MS },
  }
}

const customerOf = (n: number) => customerId(FIRST_CUSTOMER + BigInt(Math.floor(n / OF_CUSTOMER)))

const timed = <T>(run: () => T): [ms: number, done: T] => {
  const start = performance.now()
  const done = run()
  return [performance.now() - start, done]
}
const memoryMb = () => Math.round(process.memoryUsage().rss / 2 ** 20)

const platform = new Map<AccountId, bigint>([
  [counterparty(), 10n ** 17n],
  [insurance(), 10n ** 17n],
])

/** Applies ticks as the engine does, as many actions as it takes; returns how many positions were closed. */
function apply(state: State, ticks: readonly Tick[]): number {
  let closed = 0
  let hasMore = true
  for (let given = ticks; hasMore; given = []) {
    const batch = createBatch(START_MS, new Map(platform))
    hasMore = decideTicks(state, batch, given)
    closed += batch.changes.filter(({ kind }) => kind === 'closed').length
  }
  return closed
}

/** The engine alone. */
function inMemory(positions: Position[], ticks: readonly Tick[]) {
  const before = memoryMb()
  const [loadMs, state] = timed(() =>
    loadState([EUR], { positions, through: 1, ticks: [ticks[0]!], terms: new Map(), moved: [], missed: [] }),
  )
  const loadedMb = memoryMb()
  // The first day of the run is noted before it is measured.
  apply(state, [tickOf(2, ticks[0]!.bid, ticks[0]!.ask)])
  const quiet = ticks.map((tick, n) => ({ ...tick, sequence: n + 3 }))
  const batch = createBatch(START_MS, new Map(platform))
  const [quietMs] = timed(() => {
    for (const tick of quiet) {
      if (!isQuiet(state, [tick])) throw new Error('a quiet tick reaches a position')
      decideTicks(state, batch, [tick])
    }
  })
  const [first] = ticks
  const gap = tickOf(quiet.length + 3, Math.round(first!.bid * 0.99), Math.round(first!.ask * 0.99))
  const market = state.markets.get(EUR.symbol)!
  const [foundMs, found] = timed(() => reachedBy(state, market, gap))
  const [gapMs, closed] = timed(() => apply(state, [gap]))
  return {
    ...{ positions: positions.length, 'load ms': loadMs, 'memory MB': loadedMb, 'before MB': before },
    ...{ ticks: quiet.length, 'µs a tick': (quietMs * 1_000) / quiet.length },
    ...{
      'gap reaches': found.exits.length,
      'found ms': foundMs,
      'closed by it': closed,
      'all decided ms': gapMs,
    },
  }
}

/** Writes the positions and the money that they hold. */
async function store(db: Db, positions: readonly Position[]) {
  const margins = new Map<AccountId, bigint>()
  for (const { customer, margin } of positions) {
    const account = marginOf(customer)
    margins.set(account, (margins.get(account) ?? 0n) + margin)
  }
  const transfers = [...margins].map(
    ([credit, amount]): Transfer => ({
      ...{ debit: outsideAccount(MARGIN_CURRENCY), credit, amount: units(amount) },
      ...{ reason: 'demo-grant', reference: 1n },
    }),
  )
  for (let at = 0; at < transfers.length; at += 1_000) {
    await db.transaction().execute((tx) => post(tx, transfers.slice(at, at + 1_000), START_MS))
  }
  const state = { realm: realRealm, markets: new Map(), through: 0 }
  for (let at = 0; at < positions.length; at += 5_000) {
    const batch = { ...createBatch(START_MS, new Map()), added: new Set(positions.slice(at, at + 5_000)) }
    await db.transaction().execute(async (tx) => {
      await showToken(tx, 'contract')
      for (const statement of writeStatements(state, batch, false)) await statement.execute(tx)
    })
  }
}

/** Durable: the commits of a gap's closings, and a start with all positions. */
async function durable(positions: readonly Position[], first: Tick) {
  const database = await openTestDatabase('postgres')
  const { db } = database
  const contracts = await startTestContracts(db, { clock: virtualClock(START_MS) })
  await contracts.tick('1.38700', { symbol: EUR.symbol })
  await setBalance(db, counterparty(), '900000000')
  await contracts.engine.stop()
  await store(db, positions)
  const [startMs, , starting] = [performance.now(), undefined, contracts.restart()]
  await starting
  const startedMs = performance.now() - startMs
  const gap = await contracts.record(((first.bid * 0.99 + first.ask * 0.99) / 2 / 1e5).toFixed(5), {
    symbol: EUR.symbol,
    spread: first.ask - first.bid,
  })
  const gapStart = performance.now()
  for (let hasMore = await contracts.engine.ticks([gap]); hasMore; )
    hasMore = await contracts.engine.ticks([])
  const gapMs = performance.now() - gapStart
  const { rows } = await sql<{ closed: number }>`
    select count(*)::int as closed from contract_position where status = 'closed'`.execute(db)
  await contracts.engine.stop()
  if (contracts.errors.length > 0) throw contracts.errors[0]
  await database.close()
  return { 'start ms': startedMs, 'gap committed ms': gapMs, closed: rows[0]!.closed }
}

/** Closed-loop clients that open and close at the market, an order each. */
async function load(clients: number, one: (client: number) => Promise<number>) {
  let [orders, isOver, isMeasured] = [0, false, false]
  const all = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (!isOver) {
        const done = await one(client)
        if (isMeasured) orders += done
      }
    }),
  )
  await pause(1_000)
  isMeasured = true
  await pause(SECONDS * 1_000)
  isMeasured = false
  isOver = true
  await all
  return Math.round(orders / SECONDS)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function ordersPerSecond() {
  const database = await openTestDatabase('postgres')
  const { db } = database
  const contracts = await startTestContracts(db, {
    ...{ funds: { counterparty: '90000000', insurance: '1000000' }, clock: virtualClock(START_MS) },
  })
  for (let client = 0; client < CLIENTS; client++) {
    await setBalance(db, availableOf(customerId(FIRST_CUSTOMER + BigInt(client))), '100000')
  }
  const { engine } = contracts
  const batched = await load(CLIENTS, async (client) => {
    const customer = customerId(FIRST_CUSTOMER + BigInt(client))
    const draft = { direction: client % 2 === 0 ? 'long' : 'short', lots: '0.01', leverage: 10 } as const
    const { id } = await engine.open({ customer, symbol: 'BTC-USDT', draft, seenPrice: undefined })
    await engine.close(customer, id)
    return 2
  })
  await engine.stop()
  const single = await load(PEERS, (client) => openAndCloseSingly(db, client))
  if (contracts.errors.length > 0) throw contracts.errors[0]
  await database.close()
  return [
    { way: 'engine', clients: CLIENTS, 'orders/s': batched },
    { way: 'a transaction per order', clients: PEERS, 'orders/s': single },
  ]
}

/** The obvious way: a transaction that locks, writes the position, and posts; another to close it. */
async function openAndCloseSingly(db: Db, client: number): Promise<number> {
  const customer = customerId(FIRST_CUSTOMER + BigInt(client))
  const [id, now] = [nextId(), new Date()]
  const [available, held] = [availableOf(customer), marginOf(customer)]
  const transfer = (debit: AccountId, credit: AccountId, amount: bigint, reason: Transfer['reason']) => ({
    ...{ debit, credit, amount: units(amount), reason, reference: id },
  })
  await db.transaction().execute(async (tx) => {
    await showToken(tx, 'contract')
    await lockBalances(tx, [available])
    await sql`insert into contract_position (id, customer_id, symbol, direction, leverage, lots, open_lots, status,
        entry_price, entry_sequence, spread, margin, initial_margin, maintenance, fee, financing, realized_pnl,
        terms_version, lot_size, fee_bps, financing_bps, maintenance_bps, margin_call_bps, tape_sequence, triggers_sequence,
        financed_day, created_at, opened_at, updated_at)
      values (${id}, ${customer}, 'BTC-USDT', 'long', 10, 1, 1, 'open', 2000000, 1, 0, 200000000, 200000000, 100000000,
        1000000, 0, 0, 1, 1, 5, 2, 5000, 7500, 1, 1, 0, ${now}, ${now}, ${now})`.execute(tx)
    const margin = transfer(available, held, 200_000_000n, 'contract-margin')
    await post(tx, [margin, transfer(available, fees(), 1_000_000n, 'contract-fee')], now.getTime())
  })
  await db.transaction().execute(async (tx) => {
    await showToken(tx, 'contract')
    await lockBalances(tx, [available])
    await sql`update contract_position set status = 'closed', reason = 'user', open_lots = 0, margin = 0,
      close_price = 2000000, close_sequence = 1, closed_at = ${now}, updated_at = ${now} where id = ${id}`.execute(
      tx,
    )
    await sql`insert into contract_change (position_id, id, customer_id, kind, reason, lots, price, sequence, margin,
        created_at)
      values (${id}, ${nextId()}, ${customer}, 'closed', 'user', 1, 2000000, 1, 0, ${now})`.execute(tx)
    const fee = transfer(held, fees(), 1_000_000n, 'contract-fee')
    await post(tx, [fee, transfer(held, available, 199_000_000n, 'contract-release')], now.getTime())
  })
  return 2
}

const ticks = realTicks()
const entry = ticks[0]!
const quiet = Math.max(...ticks.map(({ price }) => Math.abs(price - entry.price))) + 10
const random = createRandom(5)
const make = () => Array.from({ length: POSITIONS }, (_, n) => positionAt(n, entry, quiet, random))
const memory = inMemory(make(), ticks)
table('in memory', [memory])
if (process.argv[4] === 'memory') process.exit()
const written = await durable(make(), entry)
table('on PostgreSQL', [written])
const rates = await ordersPerSecond()
table('opened and closed at the market', rates)
writeResult('contract', { memory, written, rates, median: median(rates.map((row) => row['orders/s'])) })
