import type { Tick } from '../market/tick.ts'
import { units } from '../money/amount.ts'
import { type Marks, marksOf } from '../proof/links.ts'
import type { Receipt } from '../proof/receipt.ts'
import { type EndReason, type UnopenedReason, unopenedReasons } from './end-reasons.ts'
import {
  closeLots,
  costOfOpening,
  type Exits,
  endAt,
  financingOf,
  openedFrom,
  opensAt,
  priceAtFloor,
} from './lifecycle.ts'
import { type ActTerms, actTerms, type OpeningTerms, openingTerms } from './receipt.ts'
import { dayOf, markOf, openingPrice, shareOf } from './rules.ts'
import { type Ratio, tickValueOf } from './terms.ts'

/**
 * Computes again what became of a position, from its receipts and the ticks of the tape: nothing else may decide it.
 *
 * What is claimed says only at which ticks to look. Each claim is decided by one tick; going back from it by the ticks'
 * links to the claim before, no tick may have reached a price of the position. Then everything that the tick brought is
 * computed by the code that the engine runs, and must be what is claimed.
 */

/** What is said to have happened to a position. Prices in ticks (of financing in half ticks), lots in hundredths. */
export interface Claim {
  readonly kind: 'opened' | 'closed' | 'cancelled' | 'margin' | 'stops' | 'financing' | 'amended'
  readonly reason: EndReason | null
  readonly lots: number | null
  readonly price: number | null
  /** The tick that decided it, and the newest by then of what converts the quote. */
  readonly sequence: number | null
  readonly conversionSequence: number | null
  /** Units of the margin currency, as texts. */
  readonly amount: string | null
  readonly fee: string | null
  readonly shortfall: string | null
  /** As they stood after it. */
  readonly margin: string
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly liquidationPrice: number | null
}

/** What is wrong: a tick that is not there, or does not decide; one before it that did; something else came of it. */
export type ReplayError = 'tick' | 'earlier' | 'outcome'
export class ReplayFailed extends Error {
  readonly error: ReplayError
  constructor(error: ReplayError) {
    super(error)
    this.error = error
  }
}
const requireThat = (isTrue: boolean, error: ReplayError): void => {
  if (!isTrue) throw new ReplayFailed(error)
}

/** A tick that a replay asks for: by its number, or the first of an instrument after another one of it. */
export type Ask = { readonly at: number } | { readonly after: number; readonly symbol: string }
type Asking<T> = Generator<Ask, T, Tick | undefined>

interface Replay {
  /** As last amended. */
  opening: OpeningTerms
  readonly receipt: Receipt
  readonly acts: readonly Receipt[]
  used: number
  status: 'pending' | 'open' | 'closed' | 'cancelled'
  openLots: number
  entryPrice: number
  spread: number
  margin: bigint
  maintenance: bigint
  /** What a tick is worth at the conversion of the opening. */
  value: Ratio | undefined
  takeProfit: number | null
  stopLoss: number | null
  liquidationPrice: number | null
  /** Only ticks after this one count for its prices now. */
  from: number
  financedDay: number
  /** Through which day the claim before was charged, where that was financing. */
  chargedThrough: number | undefined
}

/**
 * Replays a position over what is claimed of it, and returns how it ended.
 *
 * `receipts`: of the order, then of what its customer asked for, in that order.
 * Refuses: (by throwing) receipts that are none; `ReplayFailed` for the rest.
 */
export function* replayPosition(
  receipts: readonly Receipt[],
  claims: readonly Claim[],
): Asking<'closed' | 'cancelled'> {
  const [receipt, ...acts] = receipts
  const opening = openingTerms(receipt!)
  const replay: Replay = {
    ...{
      opening,
      receipt: receipt!,
      acts,
      used: 0,
      status: 'pending',
      openLots: 0,
      entryPrice: 0,
      spread: 0,
    },
    ...{ margin: opening.setAside ?? 0n, maintenance: 0n, value: undefined, liquidationPrice: null },
    ...{ takeProfit: opening.takeProfit, stopLoss: opening.stopLoss, from: receipt!.tapeSize },
    ...{ financedDay: dayOf(receipt!.acceptedAtMs), chargedThrough: undefined },
  }
  for (const claim of claims) {
    const computed = yield* decide(replay, claim)
    requireThat(isSame(computed, claim), 'outcome')
  }
  const { status } = replay
  requireThat(replay.used === acts.length && (status === 'closed' || status === 'cancelled'), 'outcome')
  return status as 'closed' | 'cancelled'
}

/** What is wrong when a position is replayed over some ticks, in whatever order; undefined where nothing is. */
export function replayFailure(
  receipts: readonly Receipt[],
  claims: readonly Claim[],
  ticks: readonly Tick[],
): unknown {
  const bySequence = new Map(ticks.map((tick) => [tick.sequence, tick]))
  const answer = (ask: Ask): Tick | undefined =>
    'at' in ask
      ? bySequence.get(ask.at)
      : ticks.find(({ symbol, links }) => symbol === ask.symbol && links?.previous === ask.after)
  try {
    const replay = replayPosition(receipts, claims)
    let step = replay.next()
    while (!step.done) step = replay.next(answer(step.value))
    return undefined
  } catch (error) {
    return error
  }
}

const fields = [
  ...(['kind', 'reason', 'lots', 'price', 'sequence', 'conversionSequence', 'amount', 'fee'] as const),
  ...(['shortfall', 'margin', 'takeProfit', 'stopLoss', 'liquidationPrice'] as const),
]
const isSame = (one: Claim, other: Claim): boolean => fields.every((field) => one[field] === other[field])

function* decide(replay: Replay, claim: Claim): Asking<Claim> {
  requireThat(replay.status === 'pending' || replay.status === 'open', 'outcome')
  if (claim.kind === 'opened') return yield* opened(replay, claim)
  if (claim.kind === 'financing') return yield* financed(replay, claim)
  if (claim.kind === 'closed' && !isAsked(claim)) return yield* ended(replay, claim)
  const unopened = unopenedReasons.find((reason) => claim.kind === 'cancelled' && claim.reason === reason)
  if (unopened && !isAsked(claim)) return yield* notOpened(replay, claim, unopened)
  return yield* acted(replay, claim)
}

/**
 * Whether there is a receipt of it, by which it was decided: its customer's wish, or what it copies. By their own limits an
 * order is cancelled so too, where no tick has reached it.
 */
export const isAsked = ({ reason, sequence }: Pick<Claim, 'reason' | 'sequence'>): boolean =>
  reason === 'user' ||
  reason === 'lead' ||
  reason === 'copy-stop' ||
  (reason === 'own-limits' && sequence === null)

// ── What a price does

/** The order opens: at once, at the newest tick when it was accepted, or at the first that reached its limit. */
function* opened(replay: Replay, claim: Claim): Asking<Claim> {
  const { opening, receipt } = replay
  requireThat(replay.status === 'pending', 'outcome')
  const isWaiting = opening.setAside !== null
  const tick = yield* tickAt(replay, isWaiting ? claim.sequence : receipt.tapeSize)
  if (isWaiting) {
    requireThat(tick.sequence > replay.from && isReached(replay, marksOf(tick)), 'tick')
    yield* nothingBefore(replay, tick, true)
  }
  const conversion = isWaiting ? claim.conversionSequence : opening.conversionSequence
  const value = yield* valueAt(replay, conversion, isWaiting ? tick.sequence : undefined)
  const cost = costOfOpening(value, opening, tick)
  const { margin, fee } = isWaiting ? openedFrom(replay.margin, cost) : cost
  Object.assign(replay, {
    ...{ status: 'open', openLots: opening.lots, entryPrice: openingPrice(opening.direction, tick) },
    ...{ spread: tick.ask - tick.bid, margin, maintenance: shareOf(units(margin), opening.maintenanceBps) },
    ...{ value, from: tick.sequence },
    financedDay: isWaiting ? dayOf(tick.atMs) : replay.financedDay,
  })
  replay.liquidationPrice = liquidationOf(replay)
  return said(replay, claim.kind, tick, conversion, {
    ...{ lots: opening.lots, price: replay.entryPrice, fee },
  })
}

/** A price ends it: the first tick that reaches one of its prices. */
function* ended(replay: Replay, claim: Claim): Asking<Claim> {
  requireThat(replay.status === 'open', 'outcome')
  const tick = yield* tickAt(replay, claim.sequence)
  const reason = endAt(exitsOf(replay), markOf(tick))
  requireThat(tick.sequence > replay.from && reason !== undefined, 'tick')
  yield* nothingBefore(replay, tick, true)
  requireThat(dayOf(tick.atMs) <= replay.financedDay, 'earlier')
  return yield* closed(replay, tick, claim.conversionSequence, tick.sequence, replay.openLots, reason!)
}

/**
 * The order's price was reached, and the platform could not have paid a profit, nothing was opened in the instrument, or its
 * customer's own limits allowed no new position: what was set aside is given back.
 */
function* notOpened(replay: Replay, claim: Claim, reason: UnopenedReason): Asking<Claim> {
  const tick = yield* tickAt(replay, claim.sequence)
  const isAt = replay.status === 'pending' && tick.sequence > replay.from && isReached(replay, marksOf(tick))
  requireThat(isAt, 'tick')
  yield* nothingBefore(replay, tick, true)
  return cancelled(replay, tick, reason)
}

/** A midnight: charged at the last price of the instrument before it. */
function* financed(replay: Replay, claim: Claim): Asking<Claim> {
  requireThat(replay.status === 'open', 'outcome')
  const tick = yield* tickAt(replay, claim.sequence)
  const day = replay.financedDay + 1
  requireThat(dayOf(tick.atMs) < day, 'tick')
  yield* nothingBefore(replay, tick, false)
  const value = yield* valueAtMidnight(replay, claim.conversionSequence, day, tick)
  const amount = financingOf(value, replay, replay.opening.financingBps, markOf(tick))
  const from = Math.max(replay.from, tick.sequence)
  Object.assign(replay, { margin: replay.margin - amount, financedDay: day, chargedThrough: day, from })
  replay.liquidationPrice = liquidationOf(replay)
  return said(replay, 'financing', tick, claim.conversionSequence, {
    ...{ lots: replay.openLots, price: markOf(tick), amount },
  })
}

// ── What its customer asked for

function* acted(replay: Replay, claim: Claim): Asking<Claim> {
  const receipt = replay.acts[replay.used++]
  requireThat(receipt !== undefined && receipt.symbol === replay.receipt.symbol, 'outcome')
  const asked = actTerms(receipt!, replay.receipt.order, replay.opening.tickSize)
  const tick = yield* tickAt(replay, receipt!.tapeSize)
  // Two midnights of clocks may differ by the moment in which they are charged.
  const isDay = dayOf(tick.atMs) <= replay.financedDay && replay.financedDay <= dayOf(receipt!.acceptedAtMs)
  requireThat(replay.status === 'pending' || isDay, 'earlier')
  yield* nothingBefore(replay, tick, false, dayOf(receipt!.acceptedAtMs))
  replay.from = Math.max(replay.from, tick.sequence)
  return yield* doing(replay, tick, asked, claim)
}

function* doing(replay: Replay, tick: Tick, asked: ActTerms, claim: Claim): Asking<Claim> {
  if (asked.act === 'cancel') {
    requireThat(replay.status === 'pending', 'outcome')
    // A cancelled order names no tick: it was not reached by any.
    return { ...cancelled(replay, tick, asked.reason), sequence: null }
  }
  if (asked.act === 'stops') {
    Object.assign(replay, { takeProfit: asked.takeProfit, stopLoss: asked.stopLoss })
    return said(replay, 'stops', tick, null, {})
  }
  if (asked.act === 'amend') {
    const { lots, limitPrice, setAside } = asked
    requireThat(replay.status === 'pending', 'outcome')
    Object.assign(replay, { opening: { ...replay.opening, lots, limitPrice }, margin: setAside })
    return said(replay, 'amended', tick, null, { lots, price: limitPrice })
  }
  requireThat(replay.status === 'open', 'outcome')
  if (asked.act === 'margin') {
    replay.margin += asked.amount
    replay.liquidationPrice = liquidationOf(replay)
    return said(replay, 'margin', tick, null, { amount: asked.amount })
  }
  requireThat(asked.lots <= replay.openLots && claim.kind === 'closed', 'outcome')
  return yield* closed(replay, tick, asked.conversionSequence, undefined, asked.lots, asked.reason)
}

// ── What follows from a tick

function* closed(
  replay: Replay,
  tick: Tick,
  conversion: number | null,
  provenAt: number | undefined,
  lots: number,
  reason: EndReason,
): Asking<Claim> {
  const value = yield* valueAt(replay, conversion, provenAt)
  const { price, pnl, settled, margin, maintenance } = closeLots(value, positionOf(replay), tick, lots)
  const openLots = replay.openLots - lots
  const from = Math.max(replay.from, tick.sequence)
  Object.assign(replay, { margin, maintenance, openLots, from, status: openLots === 0 ? 'closed' : 'open' })
  if (openLots > 0) replay.liquidationPrice = liquidationOf(replay)
  const { fee, shortfall } = settled
  return said(replay, 'closed', tick, conversion, { reason, lots, price, amount: pnl, fee, shortfall })
}

function cancelled(replay: Replay, tick: Tick, reason: EndReason): Claim {
  Object.assign(replay, { status: 'cancelled', margin: 0n })
  return said(replay, 'cancelled', tick, null, { reason })
}

interface Said {
  readonly reason?: EndReason
  readonly lots?: number
  readonly price?: number
  readonly amount?: bigint
  readonly fee?: bigint
  readonly shortfall?: bigint
}

function said(
  replay: Replay,
  kind: Claim['kind'],
  { sequence }: Tick,
  conversionSequence: number | null,
  { reason = undefined, lots, price, amount, fee, shortfall }: Said,
): Claim {
  const { margin, takeProfit, stopLoss, liquidationPrice } = replay
  return {
    ...{ kind, reason: reason ?? null, lots: lots ?? null, price: price ?? null, sequence },
    ...{ conversionSequence, amount: text(amount), fee: text(fee), shortfall: text(shortfall) },
    ...{ margin: String(margin), takeProfit, stopLoss, liquidationPrice },
  }
}
const text = (amount: bigint | undefined): string | null => (amount === undefined ? null : String(amount))

const exitsOf = ({ opening, takeProfit, stopLoss, liquidationPrice }: Replay): Exits => ({
  ...{ direction: opening.direction, takeProfit, stopLoss, liquidationPrice },
})
const positionOf = (replay: Replay) => ({
  ...replay,
  direction: replay.opening.direction,
  feeBps: replay.opening.feeBps,
})
const liquidationOf = (replay: Replay): number | null =>
  priceAtFloor(replay.value!, positionOf(replay), replay.maintenance)

/** Whether one of some ticks reached a price that the position waits for. */
function isReached(replay: Replay, marks: Marks): boolean {
  if (replay.status === 'pending') {
    const { direction, limitPrice } = replay.opening
    return opensAt(direction, limitPrice!, { bid: marks.highBid, ask: marks.lowAsk })
  }
  const exits = exitsOf(replay)
  return endAt(exits, marks.lowMark) !== undefined || endAt(exits, marks.highMark) !== undefined
}

// ── Ticks

function* tickAt({ receipt }: Replay, sequence: number | null): Asking<Tick> {
  const tick = sequence === null ? undefined : yield { at: sequence }
  requireThat(tick?.sequence === sequence && tick?.symbol === receipt.symbol && !tick.isHeld, 'tick')
  return tick!
}

/**
 * That no tick since the claim before reached a price of the position, going back from this one to there.
 *
 * `isDeciding`: this tick is the one that did. `acceptedDay`: of what a customer asked for.
 */
function* nothingBefore(replay: Replay, last: Tick, isDeciding: boolean, acceptedDay?: number): Asking<void> {
  const { from, receipt, chargedThrough } = replay
  replay.chargedThrough = undefined
  let tick = last
  let firstDay = acceptedDay
  while (tick.sequence > from) {
    const isLast = tick === last
    // The last steps go from tick to tick: so the first one after the claim before is seen.
    const span = isLast ? undefined : tick.links?.spans.findLast((each) => each.after > from && each.marks)
    if (!(isLast && isDeciding)) {
      requireThat(!isReached(replay, span?.marks ?? marksOf(tick)), 'earlier')
    }
    const before = span ? span.after : (tick.links?.previous ?? 0)
    requireThat(before >= from && before < tick.sequence, 'earlier')
    firstDay = dayOf(tick.atMs)
    if (before === from) break
    const next = yield { at: before }
    const isNext = next?.sequence === before && next.symbol === receipt.symbol && !next.isHeld
    requireThat(isNext, 'earlier')
    tick = next!
  }
  // What was charged for a midnight was charged at the last price before it: the next one came after.
  requireThat(chargedThrough === undefined || firstDay === undefined || firstDay >= chargedThrough, 'earlier')
  // Another midnight at the same price is of the same moment.
  if (firstDay === undefined) replay.chargedThrough = chargedThrough
}

/** What a tick of the price is worth; `at`: the conversion must be proven to be the newest by that tick. */
function* valueAt(replay: Replay, sequence: number | null, at: number | undefined): Asking<Ratio> {
  const { opening, receipt } = replay
  const { conversion } = opening
  requireThat((sequence === null) === (conversion === undefined), 'tick')
  if (!conversion) return tickValueOf(opening, undefined, undefined)
  const tick = yield* conversionTick(conversion.symbol, sequence!)
  if (at !== undefined && conversion.symbol === receipt.symbol) requireThat(sequence === at, 'tick')
  else if (at !== undefined) {
    const next = yield* tickAfter(conversion.symbol, sequence!)
    requireThat(sequence! < at && at < next.sequence, 'tick')
  }
  return tickValueOf(opening, conversion, markOf(tick))
}

/** The same at a midnight: the newest before the day began. */
function* valueAtMidnight(replay: Replay, sequence: number | null, day: number, own: Tick): Asking<Ratio> {
  const { opening, receipt } = replay
  const { conversion } = opening
  requireThat((sequence === null) === (conversion === undefined), 'tick')
  if (!conversion) return tickValueOf(opening, undefined, undefined)
  const tick = yield* conversionTick(conversion.symbol, sequence!)
  if (conversion.symbol === receipt.symbol) requireThat(sequence === own.sequence, 'tick')
  else {
    const next = yield* tickAfter(conversion.symbol, sequence!)
    requireThat(dayOf(tick.atMs) < day && dayOf(next.atMs) >= day, 'tick')
  }
  return tickValueOf(opening, conversion, markOf(tick))
}

function* conversionTick(symbol: string, sequence: number): Asking<Tick> {
  const tick = yield { at: sequence }
  requireThat(tick?.sequence === sequence && tick?.symbol === symbol && !tick.isHeld, 'tick')
  return tick!
}

function* tickAfter(symbol: string, after: number): Asking<Tick> {
  const next = yield { after, symbol }
  requireThat(next?.symbol === symbol && next.links?.previous === after && !next.isHeld, 'tick')
  return next!
}
