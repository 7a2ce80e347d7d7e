import { formatLots } from '#domain/contract/rules.ts'
import { contractTermsOf } from '#domain/contract/terms.ts'
import { assert } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { formatPrice, type Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { availableOf, counterparty, fees, insurance, marginOf } from '#server/products/contract/accounts.ts'
import { type Action, decide } from '#server/products/contract/actions.ts'
import { createBatch } from '#server/products/contract/batch.ts'
import { type Active, loadState, type State } from '#server/products/contract/state.ts'
import { createRandom, type Random } from './random.ts'

/**
 * Leveraged positions through prices that jump by up to 90 %: decided by the engine's own decisions, and every transfer
 * of theirs followed in a ledger of its own, in memory.
 */

/** Positions that meet the same prices. */
const OF_ROUND = 500
const TICKS_OF_ROUND = 60
/** A jump comes once in so many ticks. */
const JUMP_ONE_IN = 8
const TICK_MS = 1_000
/** Rounds begin on a weekday, when all of these trade. */
const START_MS = Date.parse('2022-12-13T15:00:00Z')
const HALF_DAY_MS = 12 * 3_600_000
const LAST_MS = START_MS + 4 * HALF_DAY_MS
/** More than anybody can win: this is about customers' losses. */
const PLATFORM = 10n ** 30n
const CUSTOMER = 10n ** 16n
/** Bid and ask in ticks at the beginning of a round, of a coin, a pair in US dollars, and one that is converted. */
const MARKETS = [
  { symbol: 'BTC-USDT', bid: 1_700_000, spread: 20, lots: 200 },
  { symbol: 'EUR-USD', bid: 106_000, spread: 2, lots: 100 },
  { symbol: 'USD-JPY', bid: 135_000, spread: 3, lots: 100 },
] as const

export interface GapReport {
  /** Positions that opened. */
  paths: number
  closings: number
  liquidations: number
  /** Closings whose loss was more than their margin, and the sum of that. */
  gaps: number
  shortfalls: bigint
  /** What customers lost less what they won, before fees and financing. */
  lost: bigint
}

/**
 * Runs at least so many positions, each of a customer of its own, with limit entries, stops, margin added, parts closed
 * and midnights on their way.
 *
 * Refuses: (by throwing) an account below zero after any transfer, a margin that is not what its position says, an
 *          insurance account that paid other than the shortfalls, and money that came or went.
 */
export function runGapPaths(paths: number, seed: number): GapReport {
  const random = createRandom(seed)
  const report: GapReport = { paths: 0, closings: 0, liquidations: 0, gaps: 0, shortfalls: 0n, lost: 0n }
  while (report.paths < paths) runRound(report, random.one(MARKETS), random)
  return report
}

interface Round {
  readonly state: State
  readonly instrument: Instrument
  readonly ledger: Map<AccountId, bigint>
  /** What the engine counts on by itself. */
  readonly available: Map<AccountId, bigint>
  readonly report: GapReport
  readonly financed: { sum: bigint }
  atMs: number
  sequence: number
  bid: number
}

function runRound(report: GapReport, market: (typeof MARKETS)[number], random: Random): void {
  const instrument = findInstrument(market.symbol)!
  const customers = Array.from({ length: OF_ROUND }, (_, n) => customerId(BigInt(n + 1)))
  const ledger = new Map<AccountId, bigint>([
    [counterparty(), PLATFORM],
    [insurance(), PLATFORM],
    [fees(), 0n],
  ])
  for (const customer of customers) ledger.set(availableOf(customer), CUSTOMER).set(marginOf(customer), 0n)
  const round: Round = {
    ...{ ledger, available: new Map(ledger) },
    ...{ instrument, report, atMs: START_MS, sequence: 0, bid: market.bid, financed: { sum: 0n } },
    state: loadState([instrument], {
      positions: [],
      through: 0,
      ticks: [],
      terms: new Map(),
      moved: [],
      missed: [],
    }),
  }
  const before = { shortfalls: report.shortfalls, lost: report.lost }
  tick(round, market.spread)
  for (const customer of customers) openOne(round, customer, market, random)
  for (let n = 0; n < TICKS_OF_ROUND; n++) {
    // In steps of a part of the price: most of them small, some past every liquidation price.
    const move = random.chance(JUMP_ONE_IN) ? (random.below(181) - 90) / 100 : (random.below(41) - 20) / 2_000
    round.bid = Math.max(market.bid >> 6, Math.min(market.bid << 4, Math.round(round.bid * (1 + move))))
    // Half a day now and then, and never into the weekend.
    if (random.chance(25) && round.atMs < LAST_MS) round.atMs += HALF_DAY_MS
    tick(round, market.spread)
    for (let act = 0; act < 10; act++) actOnOne(round, random)
  }
  for (const { position } of [...round.state.active.values()]) {
    const kind = position.status === 'open' ? 'close' : 'cancel'
    run(round, { kind, customer: position.customer, id: position.id, lots: undefined } as Action)
  }
  check(round, customers, report.shortfalls - before.shortfalls, report.lost - before.lost)
}

/** The next price: it reaches every position at once, as in the engine in as many batches as it takes. */
function tick(round: Round, spread: number): void {
  round.atMs += TICK_MS
  const { sequence, bid, atMs, instrument } = Object.assign(round, { sequence: round.sequence + 1 })
  const { symbol } = instrument
  const next: Tick = {
    ...{ sequence, symbol, price: bid + (spread >> 1), bid, ask: bid + spread, volume: 0 },
    ...{ source: 'recorded', isHeld: false, sourceAtMs: atMs, atMs },
  }
  let ticks = [next]
  while (run(round, { kind: 'ticks', ticks })) ticks = []
}

function openOne(
  round: Round,
  customer: CustomerId,
  { bid, lots }: (typeof MARKETS)[number],
  random: Random,
): void {
  const { instrument } = round
  const terms = contractTermsOf(instrument)!
  const price = (percent: number) => formatPrice(instrument, Math.round(bid * (1 + percent / 100)))
  const direction = random.one(['long', 'short'] as const)
  const sign = direction === 'long' ? 1 : -1
  const some = (at: number) => (random.chance(3) ? price(at) : undefined)
  const draft = {
    ...{ direction, lots: formatLots(1 + random.below(lots)), leverage: random.one(terms.leverages) },
    ...(random.chance(5) && { limitPrice: price(-sign * (0.5 + random.below(30) / 10)) }),
    ...{ takeProfit: some(sign * (5 + random.below(60))), stopLoss: undefined },
  }
  run(round, { kind: 'open', order: { customer, symbol: instrument.symbol, draft, seenPrice: undefined } })
}

/** What a customer may do on the way; refused is as good. */
function actOnOne(round: Round, random: Random): void {
  const all = [...round.state.active.values()]
  if (all.length === 0) return
  const { customer, id, openLots, direction } = random.one<Active>(all).position
  const act = random.below(3)
  if (act === 0) {
    run(round, { kind: 'add-margin', customer, id, amount: 1n + BigInt(random.below(1_000_000_000)) })
  } else if (act === 1) {
    run(round, { kind: 'close', customer, id, lots: formatLots(1 + random.below(Math.max(1, openLots))) })
  } else {
    const away = Math.round(round.bid * (1 + ((direction === 'long' ? -1 : 1) * (1 + random.below(8))) / 100))
    run(round, { kind: 'set-stops', customer, id, stops: { stopLoss: formatPrice(round.instrument, away) } })
  }
}

/** Decides an action, and follows its transfers one by one. Returns: whether its ticks have more to decide. */
function run({ state, ledger, available, report, financed, atMs }: Round, action: Action): boolean {
  const batch = createBatch(atMs, available)
  const decision = decide(state, batch, action)
  for (const { debit, credit, amount } of batch.transfers) {
    const left = ledger.get(debit)! - amount
    assert(left >= 0n, `${debit} has ${left} after ${action.kind} at ${atMs}`)
    ledger.set(debit, left)
    ledger.set(credit, ledger.get(credit)! + amount)
  }
  for (const change of batch.changes) {
    if (change.kind === 'financing') financed.sum += change.amount!
    if (change.kind === 'opened') report.paths++
    if (change.kind !== 'closed') continue
    report.closings++
    report.lost -= change.amount!
    report.shortfalls += change.shortfall!
    if (change.reason === 'liquidation') report.liquidations++
    if (change.shortfall! > 0n) report.gaps++
  }
  // Each customer has one position, so that what is held for the customer is the position's margin.
  const touched = [...batch.added, ...batch.changed]
  for (const { customer, margin, status } of touched) {
    const isOver = status === 'closed' || status === 'cancelled'
    assert(
      ledger.get(marginOf(customer)) === (isOver ? 0n : margin),
      `held for ${customer} after ${action.kind}`,
    )
  }
  if (action.kind === 'open') report.paths += touched.filter(({ status }) => status === 'open').length
  return decision.kind === 'done' && decision.reply.hasMore
}

/** Whether the accounts at a round's end say what its closings said. */
function check(
  { state, ledger, available, financed }: Round,
  customers: readonly CustomerId[],
  shortfalls: bigint,
  lost: bigint,
): void {
  const of = (account: AccountId) => ledger.get(account)!
  assert(state.active.size === 0, 'every position is over')
  for (const [account, left] of ledger)
    assert(available.get(account) === left, `the engine counts on what ${account} has`)
  assert(PLATFORM - of(insurance()) === shortfalls, 'the insurance paid the shortfalls')
  // All that customers lost, whatever their margins were, and the financing.
  assert(of(counterparty()) - PLATFORM === lost + financed.sum, 'the platform has what customers lost')
  const own = customers.reduce(
    (sum, customer) => sum + of(availableOf(customer)) + of(marginOf(customer)),
    0n,
  )
  const put = CUSTOMER * BigInt(customers.length)
  assert(own === put - lost + shortfalls - financed.sum - of(fees()), 'customers have the rest')
}
