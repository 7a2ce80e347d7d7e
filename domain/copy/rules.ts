import { type Direction, partOf } from '../contract/rules.ts'
import { MARGIN_CURRENCY, marginDecimals, type Ratio } from '../contract/terms.ts'
import { allowed, type Decision, type RefusalCode, refused } from '../errors.ts'
import type { CustomerId, LeadId, PositionId, RelationId } from '../ids.ts'
import { formatDecimal, least, mulDiv, parseDecimal, units } from '../money/amount.ts'
import { BPS_ONE } from '../money/rate.ts'
import {
  amountLimits,
  defaultShareOf,
  firstCopyTerms,
  maxShareOf,
  type OfferedCopyTerms,
  slippageLimits,
} from './offered-terms.ts'
import {
  COPY_LIMIT,
  COPY_RATIO,
  DEFAULT_MAX_TOTAL,
  DEFAULT_MAX_TRADE,
  DEFAULT_SLIPPAGE,
  limitOf,
  PERCENT_DECIMALS,
  RATIO_DECIMALS,
} from './terms.ts'

/** The rules of copying, for the server and the app alike. Amounts in units of the margin currency, percents in basis points. */

/** Somebody applies, is reviewed, leads, and stops or is stopped; who was refused may apply again. */
export const leadStatuses = ['not-applied', 'under-review', 'leading', 'stopped'] as const
export type LeadStatus = (typeof leadStatuses)[number]

/** Which action each status allows. Pages read this table too. */
export const leadCan = {
  apply: ['not-applied', 'stopped'],
  review: ['under-review'],
  stop: ['leading'],
  withdraw: ['under-review'],
} as const satisfies Record<string, readonly LeadStatus[]>

/** A paused relation opens nothing; what it has copied goes on following the lead. */
export const relationStatuses = ['active', 'paused', 'ended'] as const
export type RelationStatus = (typeof relationStatuses)[number]
export const relationCan = {
  change: ['active', 'paused'],
  pause: ['active'],
  resume: ['paused'],
  cancel: ['active', 'paused'],
} as const satisfies Record<string, readonly RelationStatus[]>

/** Why a relation ended: its follower's wish, its own stop-loss, or that the lead leads no more. */
export const relationEndReasons = ['user', 'stop-loss', 'lead-stopped'] as const
export type RelationEndReason = (typeof relationEndReasons)[number]

/** A fixed margin for each copy, or the lead's lots times a ratio. */
export const copyModes = ['amount', 'ratio'] as const
export type CopyMode = (typeof copyModes)[number]

/** What becomes of open copies when a relation is cancelled. */
export const stopModes = ['close', 'keep'] as const
export type StopMode = (typeof stopModes)[number]

/** What a lead does that reaches followers. A liquidation is not copied: a copy has a margin of its own. */
export const copyActions = ['open', 'close', 'stops', 'liquidation'] as const
export type CopyAction = (typeof copyActions)[number]
export const copyResults = ['copied', 'skipped'] as const
export type CopyResult = (typeof copyResults)[number]

/**
 * Why an action was not copied: too little available; less than the smallest position; worse than the follower's
 * slippage limit; no room in the limit of a trade, of all, or of the equity; paused; the platform could not cover it; the
 * cap of the instrument, for one customer or for all, was reached; what converts the quote has no fresh price; the market is
 * closed or halted; new positions in it rest after a jump of its price; too many positions; the lead's take profit or stop loss is on the wrong side by now; the follower has set their own; there is no
 * copy of that position any more; a liquidation is the lead's own; anything else that a contract may be refused for.
 */
export const skipReasons = [
  ...(['balance', 'minimum', 'slippage', 'limit-trade', 'limit-total', 'limit-equity', 'paused'] as const),
  ...([
    'exposure',
    'cap',
    'stale',
    'closed',
    'breaker',
    'positions',
    'stops',
    'own-stop',
    'no-copy',
    'own-margin',
  ] as const),
  'not-allowed',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** How a follower copies. */
export interface CopySettings {
  readonly mode: CopyMode
  /** Units of the margin currency, or hundredths of the lead's lots. */
  readonly number: bigint
  readonly maxTrade: bigint
  readonly maxTotal: bigint
  /** The loss of the whole relation at which it ends; null without. */
  readonly stopLoss: bigint | null
  readonly slippageBps: number
}

/** Settings as a customer writes them: decimal strings; what is left out has a default, or stays. */
export interface SettingsDraft {
  readonly mode?: CopyMode | undefined
  readonly number?: string | undefined
  readonly maxTrade?: string | undefined
  readonly maxTotal?: string | undefined
  readonly stopLoss?: string | undefined
  readonly slippagePercent?: string | undefined
}

interface Limits {
  readonly minimum: string
  readonly maximum: string
}

/** Refuses: AMOUNT_INVALID, AMOUNT_TOO_PRECISE, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE. */
function readWithin(text: string, limits: Limits, currency: string): Decision<{ readonly amount: bigint }> {
  const decimals = marginDecimals()
  const amount = parseDecimal(text, decimals)
  if (amount === undefined) return refused('AMOUNT_TOO_PRECISE', { decimals, currency })
  const { minimum, maximum } = limitOf(limits)
  if (amount < minimum) return refused('AMOUNT_TOO_SMALL', { minimum: limits.minimum, currency })
  if (amount > maximum) return refused('AMOUNT_TOO_LARGE', { maximum: limits.maximum, currency })
  return allowed({ amount })
}

/** Reads a number with two decimals between two others. Units: hundredths. Refuses: as it is told. */
function readHundredths(
  text: string,
  limits: Limits,
  code: RefusalCode,
): Decision<{ readonly hundredths: bigint }> {
  const hundredths = parseDecimal(text, PERCENT_DECIMALS)
  const [minimum, maximum] = [limits.minimum, limits.maximum].map((at) => parseDecimal(at, PERCENT_DECIMALS)!)
  return hundredths === undefined || hundredths < minimum! || hundredths > maximum!
    ? refused(code, { ...limits })
    : allowed({ hundredths })
}

/**
 * Reads how somebody wants to copy. `now`: the settings of a relation that is being changed; defaults without. `currency`: what a
 * refusal calls amounts by; practice money has the decimals of the margin currency, and another name.
 *
 * Refuses: AMOUNT_TOO_PRECISE, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE; COPY_RATIO_INVALID; PERCENT_INVALID of the slippage;
 *          COPY_LIMITS_CROSSED where one trade may take more than all together; PARAMETER_ERROR without a number.
 */
export function readSettings(
  draft: SettingsDraft,
  now?: CopySettings,
  terms: OfferedCopyTerms = firstCopyTerms(),
  currency: string = MARGIN_CURRENCY,
): Decision<{ readonly settings: CopySettings }> {
  const mode = draft.mode ?? now?.mode ?? 'amount'
  const isSameMode = now !== undefined && now.mode === mode
  let number: bigint
  if (draft.number === undefined) {
    if (!isSameMode) return refused('PARAMETER_ERROR', { field: 'number' })
    number = now.number
  } else {
    const read =
      mode === 'amount'
        ? readWithin(draft.number, amountLimits(terms), currency)
        : readHundredths(draft.number, COPY_RATIO, 'COPY_RATIO_INVALID')
    if (!read.ok) return read
    number = 'amount' in read ? read.amount : read.hundredths
  }
  const maxTrade = readLimit(draft.maxTrade, now?.maxTrade, DEFAULT_MAX_TRADE, currency)
  if (!maxTrade.ok) return maxTrade
  const maxTotal = readLimit(draft.maxTotal, now?.maxTotal, DEFAULT_MAX_TOTAL, currency)
  if (!maxTotal.ok) return maxTotal
  const stopLoss = readStopLoss(draft.stopLoss, now, currency)
  if (!stopLoss.ok) return stopLoss
  const slippage =
    draft.slippagePercent === undefined && now
      ? allowed({ hundredths: BigInt(now.slippageBps) })
      : readHundredths(draft.slippagePercent ?? DEFAULT_SLIPPAGE, slippageLimits(terms), 'PERCENT_INVALID')
  if (!slippage.ok) return slippage
  const smallest = mode === 'amount' ? number : 0n
  if (maxTotal.amount < (smallest < maxTrade.amount ? smallest : maxTrade.amount)) {
    return refused('COPY_LIMITS_CROSSED')
  }
  return allowed({
    settings: {
      ...{ mode, number, maxTrade: maxTrade.amount, maxTotal: maxTotal.amount },
      ...{ stopLoss: stopLoss.amount, slippageBps: Number(slippage.hundredths) },
    },
  })
}

const readLimit = (
  text: string | undefined,
  now: bigint | undefined,
  byDefault: string,
  currency: string,
): Decision<{ readonly amount: bigint }> =>
  text === undefined && now !== undefined
    ? allowed({ amount: now })
    : readWithin(text ?? byDefault, COPY_LIMIT, currency)

function readStopLoss(
  text: string | undefined,
  now: CopySettings | undefined,
  currency: string,
): Decision<{ readonly amount: bigint | null }> {
  if (text === undefined) return allowed({ amount: now?.stopLoss ?? null })
  return parseDecimal(text, marginDecimals()) === 0n
    ? allowed({ amount: null })
    : readWithin(text, COPY_LIMIT, currency)
}

/** Reads the share of profits that a lead asks for. Units: basis points. Refuses: PERCENT_INVALID. */
export function readShare(
  text?: string,
  terms: OfferedCopyTerms = firstCopyTerms(),
): Decision<{ readonly shareBps: number }> {
  const limits = { minimum: '0', maximum: maxShareOf(terms) }
  const read = readHundredths(text ?? defaultShareOf(terms), limits, 'PERCENT_INVALID')
  return read.ok ? allowed({ shareBps: Number(read.hundredths) }) : read
}

/** @example showNumber({ mode: 'ratio', number: 50n }) // '0.50' */
export const showNumber = ({ mode, number }: Pick<CopySettings, 'mode' | 'number'>) =>
  formatDecimal(number, mode === 'amount' ? marginDecimals() : RATIO_DECIMALS)
/** @example showPercent(-125n) // '-1.25' */
export const showPercent = (bps: bigint | number) => formatDecimal(BigInt(bps), PERCENT_DECIMALS)

/** What became of one action of a lead for one follower. Prices in ticks, lots in hundredths. */
export interface CopyOutcome {
  readonly id: bigint
  readonly relation: RelationId
  readonly customer: CustomerId
  readonly lead: LeadId
  readonly leadPosition: PositionId
  readonly symbol: string
  readonly direction: Direction
  readonly action: CopyAction
  readonly result: CopyResult
  readonly reason: SkipReason | null
  readonly limitedBy: SkipReason | null
  readonly position: PositionId | null
  readonly lots: number | null
  readonly price: number | null
  readonly slippageBps: number | null
  /** The smallest position at the time, where a copy was below it. */
  readonly minimumLots: number | null
  readonly sequence: number | null
  readonly atMs: number
}

// ── How much is copied

/** What the size of a copy is made of. */
export interface ToCopy {
  readonly settings: Pick<CopySettings, 'mode' | 'number' | 'maxTrade' | 'maxTotal'>
  /** What the lead opened. */
  readonly leadLots: number
  readonly leverage: number
  /** At which price a copy opens, and what a tick of it is worth. */
  readonly price: number
  readonly value: Ratio
  /** The margins of the copies that the relation has open. */
  readonly inUse: bigint
  /** Of the follower's contract wallet with what is open in it. */
  readonly equity: bigint
  /** Of which one copy's margin may be this share, by the terms that the relation began with. */
  readonly equityBps: number
}

/**
 * How many lots of a lead's position a follower copies: what they wish, made smaller by their limits and by a share of
 * their equity.
 *
 * Rounds:  down to a hundredth of a lot.
 * Returns: the lots, with the limit that made them fewer; or, where nothing is left, the reason.
 */
export function sizeOfCopy({
  settings,
  leadLots,
  leverage,
  price,
  value,
  inUse,
  equity,
  equityBps,
}: ToCopy): { readonly lots: number; readonly limitedBy: SkipReason | null } | SkipReason {
  const lotsFor = (margin: bigint): bigint =>
    margin <= 0n
      ? 0n
      : mulDiv(margin * BigInt(leverage), value.denominator, BigInt(price) * value.numerator, 'down')
  const { mode, number, maxTrade, maxTotal } = settings
  let lots = mode === 'amount' ? lotsFor(number) : (BigInt(leadLots) * number) / HUNDRED
  if (lots === 0n) return 'minimum'
  let limitedBy: SkipReason | null = null
  const limits: readonly (readonly [SkipReason, bigint])[] = [
    ['limit-trade', maxTrade],
    ['limit-total', maxTotal - inUse],
    ['limit-equity', (equity * BigInt(equityBps)) / BPS_ONE],
  ]
  for (const [reason, margin] of limits) {
    const most = lotsFor(margin)
    if (most >= lots) continue
    lots = most
    limitedBy = reason
  }
  return lots === 0n ? limitedBy! : { lots: Number(lots), limitedBy }
}
const HUNDRED = 100n

/**
 * How much worse a price is than the one that the lead was shown; below zero for better.
 *
 * Units: basis points. Rounds: up, against the limit.
 */
export function slippageOf(direction: Direction, shown: number, filled: number): number {
  const worse = BigInt(direction === 'long' ? filled - shown : shown - filled) * BPS_ONE
  const from = BigInt(shown)
  return Number(worse > 0n ? (worse + from - 1n) / from : -(-worse / from))
}

/** How many lots of a copy close when the lead closes some of what was open. Rounds: down; all with all. */
export function lotsToClose(openLots: number, closed: number, leadWasOpen: number): number {
  if (closed >= leadWasOpen) return openLots
  return Number(partOf(BigInt(openLots), BigInt(closed), BigInt(leadWasOpen)))
}

/** What a relation can lose before the tap: the margins of all that may be open at once; a stop-loss makes it about that. */
export function worstCaseOf({ mode, number, maxTrade, maxTotal, stopLoss }: CopySettings) {
  const trade = mode === 'amount' ? least(number, maxTrade) : maxTrade
  return { trade: units(trade), total: units(maxTotal), stopLoss: stopLoss === null ? null : units(stopLoss) }
}

// ── The lead's share

/**
 * The lead's share of what a follower has gained above the highest that was shared.
 *
 * `result`: closed since the relation began, after fees and financing.
 * Rounds:   down, to the follower.
 */
export const shareOfProfit = (result: bigint, highWaterMark: bigint, shareBps: number): bigint =>
  result > highWaterMark ? ((result - highWaterMark) * BigInt(shareBps)) / BPS_ONE : 0n

/**
 * The high-water mark once something was paid of what was due at a result: it rises to the result, or by no more than was
 * paid for. Rounds: up by less than a unit of share, so that nothing is paid for twice.
 */
export function markAfter(
  { highWaterMark, shareBps }: { readonly highWaterMark: bigint; readonly shareBps: number },
  result: bigint,
  { due, paid }: { readonly due: bigint; readonly paid: bigint },
): bigint {
  if (result <= highWaterMark) return highWaterMark
  if (paid >= due) return result
  return least(result, highWaterMark + mulDiv(paid, BPS_ONE, BigInt(shareBps), 'up'))
}

/** When the next share is paid: the first moment of the UTC month after. */
export function nextShareAt(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}

// ── The stop-loss of a relation

/** What a relation came to: closed, less the share that was paid, with what its open copies have gained. */
export const resultOf = (
  { profit, sharePaid }: { readonly profit: bigint; readonly sharePaid: bigint },
  open: bigint,
): bigint => profit - sharePaid + open

/** Whether a relation has lost what its customer set. */
export const isLossReached = (
  relation: Parameters<typeof resultOf>[0] & Pick<CopySettings, 'stopLoss'>,
  open: bigint,
): boolean => relation.stopLoss !== null && -resultOf(relation, open) >= relation.stopLoss

// ── What came of it

/** What closed positions came to, counted as each closes. */
export interface TrackRecord {
  trades: number
  wins: number
  /** After fees and financing. */
  profit: bigint
  /** The highest that the profit was, 0 at least; a lead's with what was open. */
  peak: bigint
  /** The greatest fall from the highest, and the highest then. */
  fall: bigint
  peakOfFall: bigint
  /** The most that was at risk at once: margins in use, and what had been lost before. */
  capital: bigint
}

/** A record of nothing. */
export const emptyRecord = (): TrackRecord => ({
  ...{ trades: 0, wins: 0, profit: 0n, peak: 0n, fall: 0n, peakOfFall: 0n, capital: 0n },
})

/** Counts what is at risk now that something opened. Units: `inUse` the margins of all that is open. */
export function countMargin(record: TrackRecord, inUse: bigint): void {
  const atRisk = inUse + (record.profit < 0n ? -record.profit : 0n)
  if (atRisk > record.capital) record.capital = atRisk
}

/**
 * Counts a result, or a part of one; with the last part `whole`, all that the position came to. `open`: what is open has gained
 * by then. The highest and the falls are of both.
 */
export function countResult(record: TrackRecord, result: bigint, whole?: bigint, open = 0n): void {
  record.profit += result
  const worth = record.profit + open
  if (worth > record.peak) record.peak = worth
  const fall = record.peak - worth
  if (fall > record.fall) {
    record.fall = fall
    record.peakOfFall = record.peak
  }
  if (whole === undefined) return
  record.trades++
  if (whole > 0n) record.wins++
}

/** A record as if what is open had been closed now, without the costs of that. */
export function withOpen(record: TrackRecord, open: bigint): TrackRecord {
  const now = { ...record }
  countResult(now, 0n, undefined, open)
  now.profit += open
  return now
}

/** A profit of a capital, in basis points; undefined of none. Rounds: down, so that no return looks better. */
export function returnOf(profit: bigint, capital: bigint): bigint | undefined {
  if (capital <= 0n) return undefined
  const scaled = profit * BPS_ONE
  return scaled >= 0n ? scaled / capital : -((-scaled + capital - 1n) / capital)
}

/** The greatest fall of a record, of the capital with the profit there was. Rounds: up. */
export function drawdownOf({ fall, peakOfFall, capital }: TrackRecord): bigint | undefined {
  const from = capital + peakOfFall
  if (from <= 0n) return undefined
  return (fall * BPS_ONE + from - 1n) / from
}
