import { type OpenPosition, priceAtFloor } from '#domain/contract/lifecycle.ts'
import { type Direction, marginCallFloor, markOf } from '#domain/contract/rules.ts'
import {
  type ChangedTerms,
  type ContractTerms,
  contractTermsOf,
  type Ratio,
  tickValue,
} from '#domain/contract/terms.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { UnsoundStateError } from '#server/core/engine/product.ts'
import {
  addTrigger,
  createTriggerIndex,
  isAnyReached,
  reachedSlots,
  removeTrigger,
  type TriggerIndex,
} from '#server/markets/book/trigger-index.ts'
import { type Breaker, createBreaker, watchMove } from '#server/markets/breaker.ts'
import type { LoadedFollowers } from './followers.ts'
import type { OwnLimits } from './own-limits.ts'
import type { Position } from './position.ts'
import { type Realm, realRealm } from './realm.ts'
import type { Deciding } from './settle.ts'

/**
 * The engine's state in memory: the positions that are not over, by the prices at which something happens to them. It
 * can be rebuilt from the stored positions and the tape at any time.
 *
 * What happens to a position because of a price is decided by the tick alone, and by the newest tick before it of what
 * converts its quote: whenever the server learns of the tick, the outcome is the same.
 */
export interface State {
  readonly realm: Realm
  readonly markets: Map<string, Market>
  /** Terms that operators have changed, the newest of each instrument. */
  readonly terms: Map<string, ChangedTerms>
  readonly active: Map<PositionId, Active>
  readonly ofCustomer: Map<CustomerId, Set<Active>>
  /** The newest tick that was applied. */
  through: number
  /** Ticks that are on the tape and not applied yet, oldest first. */
  queue: Tick[]
  /** What the newest tick reached and is not decided yet. */
  due: Reached
  /** What the platform was short of when a tick ended it, oldest first: paid as soon as it has enough. */
  readonly unpaid: Map<Active, Owed>
  /** No more than the least of these profits. */
  leastOwed: bigint
  /** Positions whose financing of a day that has begun is not charged yet. */
  unfinanced: Active[]
  /** Through which UTC day all positions were charged. */
  financedDay: number
  /** When the progress was last written, on the tape's clock. */
  savedAtMs: number
  /** The own limits of customers whose orders the ticks of this batch may open. */
  ownLimits: ReadonlyMap<CustomerId, OwnLimits>
  /** Who copies them; none where nothing of it is offered. */
  followers: LoadedFollowers | undefined
}

/** One instrument's positions. */
export interface Market {
  /** Its terms may change; see `marketOf`. */
  instrument: Instrument
  terms: ContractTerms
  last: Tick | undefined
  /** Opens nothing for some minutes after a large move. */
  readonly breaker: Breaker
  /** Where open positions end, or are warned: by the mark price in half ticks. */
  readonly exits: Waiting
  /** Where orders open: long ones by the ask, short ones by the bid. */
  readonly entries: Waiting
  readonly open: Readonly<Record<Direction, Sum>>
  /** The newest of `valueAt`: positions in a row mostly ask for the same. */
  value: KnownValue | undefined
}

interface KnownValue {
  readonly instrument: Instrument
  readonly lotSize: number
  readonly conversionMark: number | undefined
  readonly ratio: Ratio
}

interface Waiting {
  readonly index: TriggerIndex
  readonly inSlot: (Active | undefined)[]
}

/** What is open on one side of an instrument. */
interface Sum {
  lots: bigint
  /** Lots times entry price, added up. */
  cost: bigint
}

/** A position that is not over, with its places among the triggers. */
export interface Active {
  readonly position: Position
  readonly market: Market
  /** Slots of what waits for a rise and for a fall; NOWHERE without. */
  rises: number
  falls: number
}

const NOWHERE = -1

/** A profit that a tick decided and that could not be paid at once. */
export interface Owed {
  readonly active: Active
  readonly profit: bigint
  readonly tick: Tick
  readonly conversion: Tick | undefined
}

/** What a tick reached. It ends positions first, then opens orders; the next of either is the last. */
export interface Reached {
  /** The tick, with what converts its quote; undefined where nothing can convert it yet. */
  readonly by: Deciding | undefined
  readonly exits: Active[]
  readonly entries: Active[]
}

/** What a start reads. */
export interface Stored {
  readonly positions: readonly Position[]
  readonly terms: ReadonlyMap<string, ChangedTerms>
  readonly through: number
  /** The newest tick of each instrument by then. */
  readonly ticks: readonly Tick[]
  /** Those before them that tell which instruments have moved too far to open anything. */
  readonly moved: readonly Tick[]
  /** What came after. */
  readonly missed: readonly Tick[]
}

const createMarket = (instrument: Instrument, terms: ContractTerms): Market => ({
  instrument,
  terms,
  last: undefined,
  breaker: createBreaker(),
  exits: { index: createTriggerIndex(), inSlot: [] },
  entries: { index: createTriggerIndex(), inSlot: [] },
  open: { long: { lots: 0n, cost: 0n }, short: { lots: 0n, cost: 0n } },
  value: undefined,
})

/**
 * Builds the state from what is stored.
 *
 * Refuses: (by throwing `UnsoundStateError`) a position in what has no contract, or whose liquidation price is not the
 *          one that its margin makes.
 */
export function loadState(
  instruments: readonly Instrument[],
  stored: Stored,
  realm: Realm = realRealm,
): State {
  const state: State = {
    realm,
    ...{ markets: new Map(), terms: new Map(stored.terms), active: new Map(), ofCustomer: new Map() },
    ...{
      through: stored.through,
      queue: [...stored.missed],
      unpaid: new Map(),
      leastOwed: 0n,
      unfinanced: [],
    },
    due: { by: undefined, exits: [], entries: [] },
    ...{ financedDay: 0, savedAtMs: 0, ownLimits: new Map(), followers: undefined },
  }
  for (const instrument of instruments) {
    const terms = contractTermsOf(instrument, state.terms.get(instrument.symbol))
    if (terms) state.markets.set(instrument.symbol, createMarket(instrument, terms))
  }
  for (const tick of stored.ticks) {
    const market = state.markets.get(tick.symbol)
    if (market) market.last = tick
  }
  for (const tick of stored.moved) {
    const market = state.markets.get(tick.symbol)
    if (market) watchMove(market.breaker, tick)
  }
  for (const position of stored.positions) {
    const market = state.markets.get(position.symbol)
    if (!market) {
      throw new UnsoundStateError(
        `position ${position.id} is in ${position.symbol}, which has no contract here; list it again`,
      )
    }
    if (position.status === 'open' && liquidationPriceOf(market, position) !== position.liquidationPrice) {
      throw new UnsoundStateError(
        `position ${position.id} is to be liquidated at ${position.liquidationPrice}, its margin says ${liquidationPriceOf(market, position)}`,
      )
    }
    addActive(state, market, position)
  }
  restorePlaces(state)
  return state
}

/** Orders that wait at one price stand by when they came there, which an amendment may have made later than their number says. */
function restorePlaces({ active }: State): void {
  const waiting = [...active.values()].filter(({ position }) => position.status === 'pending')
  const since = ({ position }: Active) => position.triggersSequence
  // The sort is stable: of one tick they stay by their numbers.
  for (const one of waiting.sort((a, b) => since(a) - since(b))) setTriggers(one)
}

/** Takes over the terms that operators have changed meanwhile, for orders to come. */
export function changeTerms(state: State, changed: ReadonlyMap<string, ChangedTerms>): void {
  for (const [symbol, terms] of changed) {
    if (state.terms.get(symbol)?.version === terms.version) continue
    state.terms.set(symbol, terms)
    const market = state.markets.get(symbol)
    if (market) market.terms = contractTermsOf(market.instrument, terms) ?? market.terms
  }
}

/** The market of an instrument, by its terms as they are now; undefined where it has no contract. */
export function marketOf(state: State, symbol: string): Market | undefined {
  const instrument = findInstrument(symbol)
  const terms = instrument && contractTermsOf(instrument, state.terms.get(symbol))
  const known = state.markets.get(symbol)
  if (!instrument || !terms) return undefined
  if (known) {
    if (known.instrument !== instrument) Object.assign(known, { instrument, terms })
    return known
  }
  const market = createMarket(instrument, terms)
  state.markets.set(symbol, market)
  return market
}

/** The newest tick of what converts an instrument's quote; undefined without one, and where nothing is converted. */
export const conversionTick = (state: State, { terms }: Market): Tick | undefined =>
  terms.conversion && state.markets.get(terms.conversion.symbol)?.last

/** The newest tick of a market, with what converts its quote; undefined where nothing can convert it yet. */
export function decidingOf(state: State, market: Market): Deciding | undefined {
  const conversion = conversionTick(state, market)
  return market.last && (!market.terms.conversion || conversion)
    ? { tick: market.last, conversion }
    : undefined
}

/** What a tick of a position's price is worth for a hundredth of a lot, at a conversion. */
export function valueAt(
  market: Market,
  { lotSize }: Pick<Position, 'lotSize'>,
  mark: number | null | undefined,
): Ratio {
  const { instrument, terms, value: known } = market
  const conversionMark = mark ?? undefined
  if (
    known?.instrument === instrument &&
    known.lotSize === lotSize &&
    known.conversionMark === conversionMark
  )
    return known.ratio
  const ratio = tickValue(instrument, lotSize, terms.conversion, conversionMark)
  market.value = { instrument, lotSize, conversionMark, ratio }
  return ratio
}

/** An open position as the arithmetic of contracts takes it: by name, since a copy of all that it has is slow. */
export const openPosition = (position: Position): OpenPosition => ({
  direction: position.direction,
  openLots: position.openLots,
  entryPrice: position.entryPrice!,
  spread: position.spread!,
  margin: position.margin,
  maintenance: position.maintenance,
  feeBps: position.feeBps,
})

/** At which mark price the equity of a position is down to a floor: at the conversion of its opening. */
const priceAt = (market: Market, position: Position, floor: bigint): number | null =>
  priceAtFloor(valueAt(market, position, position.conversionMark), openPosition(position), floor)

/** The mark price at which an open position is liquidated, in ticks; null where no price does it. */
export const liquidationPriceOf = (market: Market, position: Position): number | null =>
  priceAt(market, position, position.maintenance)

/** The mark price at which its customer is warned next, in ticks; 0 where nothing is left to warn of. */
export function marginCallPrice(market: Market, position: Position): number {
  const floor = marginCallFloor(position.maintenance, position, position.marginCalls)
  return floor === 0n ? 0 : (priceAt(market, position, floor) ?? 0)
}

/** Takes a position up that is not over. */
export function addActive(state: State, market: Market, position: Position): Active {
  const active: Active = { position, market, rises: NOWHERE, falls: NOWHERE }
  state.active.set(position.id, active)
  const own = state.ofCustomer.get(position.customer)
  if (own) own.add(active)
  else state.ofCustomer.set(position.customer, new Set([active]))
  if (position.status === 'open') countOpen(active, position.openLots)
  setTriggers(active)
  return active
}

/** Forgets a position that is over. */
export function removeActive(state: State, active: Active): void {
  clearTriggers(active)
  const { id, customer } = active.position
  state.active.delete(id)
  const own = state.ofCustomer.get(customer)!
  own.delete(active)
  if (own.size === 0) state.ofCustomer.delete(customer)
}

/** Counts lots of a position that opened, or were closed (below zero), in what is open of its market. */
export function countOpen({ position, market }: Active, lots: number): void {
  const sum = market.open[position.direction]
  sum.lots += BigInt(lots)
  sum.cost += BigInt(lots) * BigInt(position.entryPrice!)
}

/** Puts a position where its prices are now. */
export function setTriggers(active: Active): void {
  clearTriggers(active)
  const { position, market } = active
  const isLong = position.direction === 'long'
  if (position.status === 'pending') {
    if (isLong) wait(active, market.entries, 'falls', position.limitPrice!)
    else wait(active, market.entries, 'rises', position.limitPrice!)
    return
  }
  const against = nearestAgainst(active)
  const profit = 2 * (position.takeProfit ?? 0)
  wait(active, market.exits, 'rises', isLong ? profit : against)
  wait(active, market.exits, 'falls', isLong ? against : profit)
}

/** The first of the prices that are against a position, in half ticks; 0 without any. */
function nearestAgainst({ position, market }: Active): number {
  const prices = [
    position.stopLoss ?? 0,
    position.liquidationPrice ?? 0,
    marginCallPrice(market, position),
  ].filter((at) => at > 0)
  if (prices.length === 0) return 0
  return 2 * (position.direction === 'long' ? Math.max(...prices) : Math.min(...prices))
}

function wait(active: Active, { index, inSlot }: Waiting, direction: 'rises' | 'falls', at: number): void {
  if (at === 0) return
  const slot = addTrigger(index, direction, at)
  inSlot[slot] = active
  active[direction] = slot
}

/** Takes a position out of where its prices wait. */
export function clearTriggers(active: Active): void {
  active.rises = leavePlace(active, active.rises)
  active.falls = leavePlace(active, active.falls)
}

/** Takes a position out of one place, whatever it has become: it waits there as what it was when it was put there. */
function leavePlace(active: Active, slot: number): typeof NOWHERE {
  if (slot === NOWHERE) return NOWHERE
  const { exits, entries } = active.market
  const { index, inSlot } = exits.inSlot[slot] === active ? exits : entries
  assert(inSlot[slot] === active, 'a position waits where it was put')
  removeTrigger(index, slot)
  inSlot[slot] = undefined
  return NOWHERE
}

/** Whether a tick reaches anything of its market. */
export const isReachedBy = ({ exits, entries }: Market, tick: Tick): boolean =>
  isAnyReached(exits.index, markOf(tick)) || isAnyReached(entries.index, tick.bid, tick.ask)

/** What a tick reaches: only ticks after the one that a price was set at count for it. */
export const reachedBy = (state: State, market: Market, tick: Tick): Reached => ({
  by: decidingOf(state, market),
  exits: reachedOf(market.exits, tick.sequence, markOf(tick)),
  entries: entriesReachedBy(market, tick),
})

/** The waiting orders whose price a tick reaches, the first of them last. */
export const entriesReachedBy = ({ entries }: Market, { sequence, bid, ask }: Tick): Active[] =>
  reachedOf(entries, sequence, bid, ask)

function reachedOf({ index, inSlot }: Waiting, sequence: number, rising: number, falling = rising): Active[] {
  const reached: Active[] = []
  for (const slot of reachedSlots(index, rising, falling)) {
    const active = inSlot[slot]!
    if (sequence > active.position.triggersSequence) reached.push(active)
  }
  return reached.reverse()
}
