import type { AmendDraft } from '#domain/contract/amend.ts'
import { positionView as viewOfPosition } from '#domain/contract/contract.ts'
import { type ContractDraft, readLots, readTicks, type StopsDraft } from '#domain/contract/order.ts'
import { contractDisclosure } from '#domain/contract/risk.ts'
import { type BidAsk, type Direction, openingPrice, type PositionStatus } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { assert, type RefusalCode, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { ContractProofFile } from '#domain/proof/contract.ts'
import { allParts, csvOfItems } from '#server/core/csv.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { type PageInput, type PageSlice, pageOf } from '#server/core/page.ts'
import { requirePriceable } from '#server/markets/no-price.ts'
import type { Proofs } from '#server/markets/tape/proofs.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type KeyedCall, keyedCall, usedBefore } from '#server/platform/idempotency.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireDisclosure } from '#server/users/disclosures.ts'
import { requireOwnLimits } from '#server/users/guard-rails.ts'
import { requireTier } from '#server/users/tiers.ts'
import type { MarketData, OpenProduct } from '../product.ts'
import { availableOf, marginOf } from './accounts.ts'
import type { ClosedPart, ContractEngine } from './engine.ts'
import { lostToday } from './own-loss.ts'
import type { Position, PositionChange } from './position.ts'
import { proofOfPosition } from './proof.ts'
import type { Realm } from './realm.ts'
import {
  activePositions,
  changesCounted,
  changesOf,
  findPosition,
  listPositions,
  type PositionFilter,
} from './store.ts'
import { termsNow } from './terms.ts'
import { accountView, type LastTick, marketView, positionView, termsView } from './views.ts'

export interface Contracts {
  readonly db: Db
  readonly clock: Clock
  readonly engine: ContractEngine
  readonly lastTick: LastTick
  readonly canPrice: MarketData['canPrice']
  readonly proofs: Proofs
  /** Real positions, or those of practice. */
  readonly realm: Realm
}

/** What the product opens as: who copies positions asks its engine. */
export interface OpenContracts extends OpenProduct {
  readonly contracts: Contracts
  /** The same for practice: its positions are owned by practice owners, see `core/ledger/practice.ts`. */
  readonly practice: Contracts
}

/** The contracts of this server, among what its products opened as. */
export const contractsIn = (opened: readonly OpenProduct[]): Contracts => openContractsIn(opened).contracts
/** The same of practice. */
export const practiceContractsIn = (opened: readonly OpenProduct[]): Contracts =>
  openContractsIn(opened).practice

function openContractsIn(opened: readonly OpenProduct[]): OpenContracts {
  const found = opened.find((product): product is OpenContracts => 'contracts' in product)
  assert(found, 'contracts are a product of every server')
  return found
}

/** Who asks, and under which idempotency key. */
export interface Caller {
  readonly customer: CustomerId
  readonly key?: string | undefined
}

/** What a customer orders, and what of it they have seen. */
export interface Order extends ContractDraft {
  readonly symbol: string
  readonly marginCurrency: string
  /** At which price they saw that it would open. */
  readonly seenPrice?: string | undefined
  readonly termsVersion?: number | undefined
}

/**
 * Opens a position at the market, or orders one at a limit price.
 *
 * Refuses: KYC_REQUIRED, RISK_NOT_ACCEPTED; COUNTRY_NOT_OFFERED; what `requireOwnLimits` refuses; MARGIN_CURRENCY, INSTRUMENT_UNKNOWN; CONTRACTS_NOT_OFFERED while nothing could pay a profit;
 *          what `checkContract` refuses; MARKET_CLOSED, MARKET_SESSION_CLOSED, NO_LIVE_PRICE, PRICE_STALE, CONTRACT_BREAKER; PRICE_MOVED from what the
 *          customer saw; TERMS_CHANGED; TOO_MANY_POSITIONS, POSITION_LIMIT, OPEN_INTEREST_LIMIT,
 *          INSUFFICIENT_BALANCE, EXPOSURE_LIMIT.
 */
export async function submit(contracts: Contracts, caller: Caller, order: Order): Promise<Position> {
  const { engine, lastTick } = contracts
  await requireMayOpen(contracts, caller, order)
  // What they saw is no part of what they ask for: under the same key it may be another.
  const { termsVersion, seenPrice: _, ...asked } = order
  const { symbol, marginCurrency, ...draft } = asked
  requireMarginCurrency(marginCurrency)
  const newest = lastTick(symbol)
  const seenPrice = seenBy(order, newest)
  const shownPrice = newest && openingPrice(order.direction, newest)
  return engine.open(
    { customer: caller.customer, symbol, draft, termsVersion, seenPrice, shownPrice },
    keyed(caller, '/lever/submit', asked),
  )
}

/**
 * Practice risks nothing: whoever is signed in may, and it needs no limits of their own.
 *
 * Refuses: KYC_REQUIRED, RISK_NOT_ACCEPTED, COUNTRY_NOT_OFFERED; what `requireOwnLimits` refuses.
 */
async function requireMayOpen(
  { db, clock, canPrice, realm }: Contracts,
  caller: Caller,
  { leverage, symbol }: Pick<Order, 'leverage' | 'symbol'>,
): Promise<void> {
  const requirePrice = async () => requirePriceable({ canPrice }, symbol)
  if (!realm.isGuarded) return unlessMade(db, caller, requirePrice)
  await requireTier(db, caller.customer, 'basic')
  await requireDisclosure(db, caller.customer, contractDisclosure)
  const nowMs = clock.nowMs()
  const own = { leverage, lostToday: () => lostToday(db, caller.customer, nowMs) }
  await unlessMade(db, caller, async () => {
    await requireOffered(db, caller.customer, 'contract')
    await requirePrice()
    await requireOwnLimits(db, caller.customer, own, nowMs)
  })
}

/** The price that a customer says they saw, or that of when their order came. Refuses: PRICE_INVALID, PRICE_OFF_TICK. */
function seenBy({ symbol, direction, seenPrice }: Order, newest: BidAsk | undefined): number | undefined {
  const instrument = findInstrument(symbol)
  if (seenPrice === undefined || !instrument) return newest && openingPrice(direction, newest)
  return Number(requireAllowed(readTicks(instrument, seenPrice)).ticks)
}

function requireMarginCurrency(currency: string): void {
  if (currency !== MARGIN_CURRENCY) throw refusal('MARGIN_CURRENCY', { currency: MARGIN_CURRENCY })
}

/**
 * Closes one of the caller's open positions at the market.
 *
 * Refuses: POSITION_NOT_FOUND, the same for somebody else's as for none; POSITION_NOT_OPEN; AMOUNT_INVALID,
 *          LOTS_OFF_STEP, LOTS_TOO_MANY; MARKET_SESSION_CLOSED, PRICE_STALE.
 */
export const closePosition = (
  { engine }: Contracts,
  caller: Caller,
  id: PositionId,
  lots: string | undefined,
): Promise<Position> => engine.close(caller.customer, id, lots, keyed(caller, '/lever/close', { id, lots }))

/** The same of some lots, told by which change of the position it was. Refuses: the same. */
export const closePart = (
  { engine }: Contracts,
  caller: Caller,
  id: PositionId,
  lots: string,
): Promise<ClosedPart> =>
  engine.closeTold(caller.customer, id, lots, keyed(caller, '/lever/close', { id, lots }))

/** What became of one position of several that were to be closed. */
export interface Outcome {
  readonly position: Position
  readonly refusal: RefusalCode | null
}

/** Closes all of the caller's open positions, or those of one direction. */
export async function closeAll(
  { engine }: Contracts,
  caller: Caller,
  which: Direction | 'all',
): Promise<Outcome[]> {
  const { customer, key } = caller
  const direction = which === 'all' ? undefined : which
  const outcomes = new Map<PositionId, Outcome>()
  // What many copy is closed in several batches; each has a key of its own, so that asking again finds all of them.
  for (let round = 1; ; round++) {
    const roundKey = key === undefined || round === 1 ? key : `${key} ${round}`
    const call = keyed({ customer, key: roundKey }, '/lever/batch_close', { which })
    const { positions, refusals, hasMore } = await engine.closeAll(customer, direction, call)
    for (const position of positions) {
      outcomes.set(position.id, { position, refusal: refusals.get(position.id) ?? null })
    }
    if (!hasMore) return [...outcomes.values()]
  }
}

/**
 * How often a customer may change one position, and how often amend its order before: each change is answered, and signed, for
 * as long as it is kept. Amendments are counted apart, so that none of them takes away a stop-loss later.
 */
export const MAX_CHANGES = 500

/** Refuses: CHANGES_TOO_MANY; not to a call that was made before. */
const requireRoomForChange = (
  { db, realm }: Contracts,
  caller: Caller,
  id: PositionId,
  what: 'amendments' | 'others' = 'others',
): Promise<void> =>
  unlessMade(db, caller, async () => {
    if ((await changesCounted(db, id, MAX_CHANGES, what, realm)) >= MAX_CHANGES)
      throw refusal('CHANGES_TOO_MANY', { maximum: MAX_CHANGES })
  })

/** Refuses what a check refuses, but not a call that was made before: that is answered again. */
async function unlessMade(db: Db, { customer, key }: Caller, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(await usedBefore(db, { customer }, key))) throw error
  }
}

/** Cancels one of the caller's orders that waits; one they have cancelled already is answered again. */
export const cancelOrder = ({ engine }: Contracts, caller: Caller, id: PositionId): Promise<Position> =>
  engine.cancel(caller.customer, id, keyed(caller, '/lever/cancel', { id }))

/**
 * Adds to the margin of one of the caller's open positions.
 *
 * Refuses: AMOUNT_INVALID, AMOUNT_TOO_PRECISE; POSITION_NOT_FOUND, POSITION_NOT_OPEN; PRICE_STALE while the market is
 *          open; INSUFFICIENT_BALANCE; CHANGES_TOO_MANY.
 */
export async function addMargin(
  contracts: Contracts,
  caller: Caller,
  id: PositionId,
  amount: string,
): Promise<Position> {
  const units = readAmount(amount, MARGIN_CURRENCY)
  await requireRoomForChange(contracts, caller, id)
  return contracts.engine.addMargin(
    caller.customer,
    id,
    units,
    keyed(caller, '/lever/add_margin', { id, amount }),
  )
}

/**
 * Sets where one of the caller's positions or orders takes its profit and stops its loss.
 *
 * Refuses: PARAMETER_ERROR without either; POSITION_NOT_FOUND, POSITION_NOT_OPEN; what `checkSeenStops` refuses,
 *          MARKET_SESSION_CLOSED, PRICE_STALE; what `checkStops` refuses; CHANGES_TOO_MANY.
 */
export async function setStops(
  contracts: Contracts,
  caller: Caller,
  id: PositionId,
  stops: StopsDraft,
): Promise<Position> {
  if (stops.takeProfit === undefined && stops.stopLoss === undefined) {
    throw refusal('PARAMETER_ERROR', { field: 'takeProfit' })
  }
  await requireRoomForChange(contracts, caller, id)
  return contracts.engine.setStops(
    caller.customer,
    id,
    stops,
    keyed(caller, '/lever/setstop', { id, ...stops }),
  )
}

/**
 * Gives one of the caller's orders that wait another price or quantity. One that only gets smaller keeps its place among those
 * at its price, and is allowed whatever limits they have set for themselves.
 *
 * Refuses: what `submit` refuses of who may open, but not where it gets smaller; POSITION_NOT_FOUND; ORDER_NOT_AMENDABLE once it
 *          is open or over; ORDER_WOULD_OPEN where it would open at once; TERMS_CHANGED since it was placed; what an order is refused for; CHANGES_TOO_MANY.
 */
export async function amendOrder(
  contracts: Contracts,
  caller: Caller,
  id: PositionId,
  draft: AmendDraft,
): Promise<Position> {
  const { db, engine, realm } = contracts
  const { customer } = caller
  const position = await findPosition(db, customer, id, realm)
  if (!position) throw refusal('POSITION_NOT_FOUND')
  if (!isSmaller(position, draft)) await requireMayOpen(contracts, caller, position)
  await requireRoomForChange(contracts, caller, id, 'amendments')
  return engine.amend(customer, id, draft, keyed(caller, '/lever/amend', { id, ...draft }))
}

/** Whether an order is to be less of the same. */
function isSmaller({ symbol, lots, limitPrice }: Position, draft: AmendDraft): boolean {
  const sized = draft.lots === undefined ? undefined : readLots(draft.lots)
  const priced =
    draft.limitPrice === undefined ? undefined : readTicks(findInstrument(symbol)!, draft.limitPrice)
  const isLess = sized === undefined || (sized.ok && sized.lots <= BigInt(lots))
  return isLess && (priced === undefined || (priced.ok && Number(priced.ticks) === limitPrice))
}

/** The terms of an instrument's contract, whether anything is opened in it now, and what the insurance has. Refuses: INSTRUMENT_UNKNOWN. */
export async function offer(
  { db, clock, engine, realm }: Pick<Contracts, 'db' | 'clock' | 'engine' | 'realm'>,
  symbol: string,
) {
  const { instrument, terms } = await termsNow(db, symbol)
  const nowMs = clock.nowMs()
  const fund = realm.insurance()
  return {
    terms: termsView(instrument, terms, nowMs, realm.currency),
    market: marketView(engine.marketNow(symbol), (await balancesOfAccounts(db, [fund])).get(fund)!, nowMs),
  }
}

/** One instrument: its terms, the customer's wallet, and what they have in it. */
export async function deal(
  contracts: Contracts,
  customer: CustomerId,
  symbol: string,
  marginCurrency: string,
) {
  requireMarginCurrency(marginCurrency)
  const { lastTick } = contracts
  const offered = await offer(contracts, symbol)
  const { account, active } = await walletOf(contracts, customer)
  const here = active.filter((position) => position.symbol === symbol)
  const withStatus = (status: PositionStatus) =>
    here.filter((position) => position.status === status).map((position) => positionView(position, lastTick))
  return {
    ...offered,
    account,
    positions: withStatus('open'),
    orders: withStatus('pending'),
  }
}

/** The customer's contract wallet, with all positions that are not over. */
export async function walletOf({ db, lastTick, realm }: Contracts, customer: CustomerId) {
  const [available, held] = [availableOf(customer), marginOf(customer)]
  const balances = await balancesOfAccounts(db, [available, held])
  const active = await activePositions(db, customer, realm)
  const balance = { available: balances.get(available)!, held: balances.get(held)! }
  return { account: accountView(customer, balance, active, lastTick), active }
}

/** Which of a customer's positions. */
export type PositionQuestion = Omit<PositionFilter, keyof PageSlice | 'customer'>

/** A page of a customer's positions, newest first. */
export const positionPage = (
  { db, lastTick, realm }: Contracts,
  { customer, cursor, page, limit, ...filter }: PositionQuestion & PageInput & { customer: CustomerId },
) =>
  pageOf(
    { cursor, page, limit },
    ['id'],
    (slice) => listPositions(db, { customer, ...filter, ...slice }, realm),
    (position) => positionView(position, lastTick),
  )

const POSITIONS_A_PART = 1_000

/** The same as a file. Refuses: EXPORT_TOO_LONG rather than leave rows out. */
export async function positionsCsv(
  { db, lastTick, realm }: Contracts,
  customer: CustomerId,
  filter: PositionQuestion,
): Promise<Buffer> {
  const rows = await allParts(async (after: readonly bigint[] | undefined) => {
    const slice = { after, offset: 0, limit: POSITIONS_A_PART }
    const part = await listPositions(db, { customer, ...filter, ...slice }, realm)
    const last = part.length < POSITIONS_A_PART ? undefined : part.at(-1)
    return { rows: part.map((position) => positionView(position, lastTick)), next: last && [last.id] }
  })
  return csvOfItems(csvColumns, rows)
}

/** A file has a column for each field, in their order. */
const csvColumns = Object.keys(viewOfPosition.shape)

/**
 * One of a customer's positions with everything that happened to it.
 *
 * Refuses: POSITION_NOT_FOUND, the same for somebody else's as for none.
 */
export async function positionDetail(
  { db, realm }: Contracts,
  customer: CustomerId,
  id: PositionId,
): Promise<{ position: Position; changes: PositionChange[] }> {
  const position = await findPosition(db, customer, id, realm)
  if (!position) throw refusal('POSITION_NOT_FOUND')
  return { position, changes: await changesOf(db, id, realm) }
}

/**
 * All that is needed to compute again what became of one of a customer's positions.
 *
 * Refuses: POSITION_NOT_FOUND, the same for somebody else's as for none; NOT_FOUND while it is not over, of one that was
 *          accepted without a receipt, and until the tape has what the proof needs.
 */
export async function positionProof(
  contracts: Contracts,
  customer: CustomerId,
  id: PositionId,
): Promise<ContractProofFile> {
  const { position, changes } = await positionDetail(contracts, customer, id)
  const proof = contracts.realm.signs ? await proofOfPosition(contracts, position, changes) : undefined
  if (!proof) throw refusal('NOT_FOUND')
  return proof
}

export { availableOf, counterparty, fees } from './accounts.ts'
/** What practice checks of its positions. */
export { auditRealm } from './audit.ts'
/** What who copies positions needs of them; see `followers.ts`. */
export type { Batch } from './batch.ts'
export { endedCopies } from './ended.ts'
export type { ContractEngine, ContractEvent } from './engine.ts'
export type * from './followers.ts'
export { lostToday, lostTodayOf } from './own-loss.ts'
export type { Position, PositionChange } from './position.ts'
export { practiceRealm } from './realm.ts'
export type { Deciding } from './settle.ts'
export { openPosition } from './state.ts'
export {
  activePositions,
  changesOf,
  changesOfPositions,
  closingFees,
  closingsById,
  closingsOf,
  findPosition,
  listPositions,
  positionsById,
} from './store.ts'
export { newestTerms } from './terms.ts'
export { changeView, type LastTick, positionView, unrealizedPnl } from './views.ts'

const keyed = ({ customer, key }: Caller, path: string, input: object): KeyedCall | undefined =>
  keyedCall({ customer }, key, path, input)
