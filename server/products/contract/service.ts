import type { ContractDraft, Direction, PositionStatus } from '#domain/contract/rules.ts'
import { contractTermsOf, MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { type RefusalCode, refusal } from '#domain/errors.ts'
import type { CustomerId, PositionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { ContractProofFile } from '#domain/proof/contract.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { type PageInput, pageOf } from '#server/core/page.ts'
import type { Proofs } from '#server/markets/tape/proofs.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type KeyedCall, keyedCall } from '#server/platform/idempotency.ts'
import { requireTier } from '#server/users/tiers.ts'
import { availableOf, marginOf } from './accounts.ts'
import type { ContractEngine } from './engine.ts'
import type { Position, PositionChange } from './position.ts'
import { proofOfPosition } from './proof.ts'
import { activePositions, changesOf, findPosition, listPositions } from './store.ts'
import { accountView, type LastTick, positionView, termsView } from './views.ts'

export interface Contracts {
  readonly db: Db
  readonly clock: Clock
  readonly engine: ContractEngine
  readonly lastTick: LastTick
  readonly proofs: Proofs
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
  readonly termsVersion?: number | undefined
}

/**
 * Opens a position at the market, or orders one at a limit price.
 *
 * Refuses: KYC_REQUIRED; MARGIN_CURRENCY, INSTRUMENT_UNKNOWN; CONTRACTS_NOT_OFFERED while nothing could pay a profit;
 *          what `checkContract` refuses; MARKET_CLOSED, MARKET_SESSION_CLOSED, PRICE_STALE; PRICE_MOVED since the order
 *          came; TERMS_CHANGED; TOO_MANY_POSITIONS, INSUFFICIENT_BALANCE, EXPOSURE_LIMIT.
 */
export async function submit(
  { db, engine, lastTick }: Contracts,
  caller: Caller,
  order: Order,
): Promise<Position> {
  await requireTier(db, caller.customer, 'basic')
  const { symbol, marginCurrency, termsVersion, ...draft } = order
  requireMarginCurrency(marginCurrency)
  const seen = lastTick(symbol)
  return engine.open(
    {
      ...{ customer: caller.customer, symbol, draft, termsVersion },
      seen: seen && { bid: seen.bid, ask: seen.ask },
    },
    keyed(caller, '/lever/submit', order),
  )
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
  const direction = which === 'all' ? undefined : which
  const call = keyed(caller, '/lever/batch_close', { which })
  const { positions, refusals } = await engine.closeAll(caller.customer, direction, call)
  return positions.map((position) => ({ position, refusal: refusals.get(position.id) ?? null }))
}

/** Cancels one of the caller's orders that waits; one they have cancelled already is answered again. */
export const cancelOrder = ({ engine }: Contracts, caller: Caller, id: PositionId): Promise<Position> =>
  engine.cancel(caller.customer, id, keyed(caller, '/lever/cancel', { id }))

/**
 * Adds to the margin of one of the caller's open positions.
 *
 * Refuses: AMOUNT_INVALID, AMOUNT_TOO_PRECISE; POSITION_NOT_FOUND, POSITION_NOT_OPEN, INSUFFICIENT_BALANCE.
 */
export async function addMargin(
  { engine }: Contracts,
  caller: Caller,
  id: PositionId,
  amount: string,
): Promise<Position> {
  const units = readAmount(amount, MARGIN_CURRENCY)
  return engine.addMargin(caller.customer, id, units, keyed(caller, '/lever/add_margin', { id, amount }))
}

/**
 * Sets where one of the caller's positions or orders takes its profit and stops its loss.
 *
 * Refuses: PARAMETER_ERROR without either; what `checkStops` refuses; POSITION_NOT_FOUND, POSITION_NOT_OPEN,
 *          MARKET_SESSION_CLOSED, PRICE_STALE.
 */
export async function setStops(
  { engine }: Contracts,
  caller: Caller,
  id: PositionId,
  stops: Pick<ContractDraft, 'takeProfit' | 'stopLoss'>,
): Promise<Position> {
  if (stops.takeProfit === undefined && stops.stopLoss === undefined) {
    throw refusal('PARAMETER_ERROR', { field: 'target_profit_price' })
  }
  return engine.setStops(caller.customer, id, stops, keyed(caller, '/lever/setstop', { id, ...stops }))
}

/** One instrument: its terms, the customer's wallet, and what they have in it. */
export async function deal(
  contracts: Contracts,
  customer: CustomerId,
  symbol: string,
  marginCurrency: string,
) {
  requireMarginCurrency(marginCurrency)
  const instrument = findInstrument(symbol)
  const terms = instrument && contractTermsOf(instrument)
  if (!terms) throw refusal('INSTRUMENT_UNKNOWN')
  const { lastTick, clock } = contracts
  const { account, active } = await walletOf(contracts, customer)
  const here = active.filter((position) => position.symbol === symbol)
  const withStatus = (status: PositionStatus) =>
    here.filter((position) => position.status === status).map((position) => positionView(position, lastTick))
  return {
    terms: termsView(instrument, terms, clock.nowMs()),
    account,
    positions: withStatus('open'),
    orders: withStatus('pending'),
  }
}

/** The customer's contract wallet, with all positions that are not over. */
export async function walletOf({ db, lastTick }: Contracts, customer: CustomerId) {
  const [available, held] = [availableOf(customer), marginOf(customer)]
  const balances = await balancesOfAccounts(db, [available, held])
  const active = await activePositions(db, customer)
  const balance = { available: balances.get(available)!, held: balances.get(held)! }
  return { account: accountView(balance, active, lastTick), active }
}

/** Which of a customer's positions. */
export interface PositionQuestion {
  readonly status?: PositionStatus | undefined
  readonly symbol?: string | undefined
  readonly direction?: Direction | undefined
}

/** A page of a customer's positions, newest first. */
export const positionPage = (
  { db, lastTick }: Contracts,
  { customer, cursor, page, limit, ...filter }: PositionQuestion & PageInput & { customer: CustomerId },
) =>
  pageOf(
    { cursor, page, limit },
    ['id'],
    (slice) => listPositions(db, { customer, ...filter, ...slice }),
    (position) => positionView(position, lastTick),
  )

/**
 * One of a customer's positions with everything that happened to it.
 *
 * Refuses: POSITION_NOT_FOUND, the same for somebody else's as for none.
 */
export async function positionDetail(
  { db }: Contracts,
  customer: CustomerId,
  id: PositionId,
): Promise<{ position: Position; changes: PositionChange[] }> {
  const position = await findPosition(db, customer, id)
  if (!position) throw refusal('POSITION_NOT_FOUND')
  return { position, changes: await changesOf(db, id) }
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
  const proof = await proofOfPosition(contracts, position, changes)
  if (!proof) throw refusal('NOT_FOUND')
  return proof
}

const keyed = ({ customer, key }: Caller, path: string, input: object): KeyedCall | undefined =>
  keyedCall({ customer }, key, path, input)
