import type { EndReason } from '#domain/contract/end-reasons.ts'
import type { Direction, PositionStatus } from '#domain/contract/rules.ts'
import type { CustomerId, PositionId, RelationId } from '#domain/ids.ts'

/**
 * A position as the engine knows it and as the database keeps it, from the order for it on. Prices in ticks, lots in
 * hundredths, amounts in units of the margin currency; terms as they were when it was accepted.
 */
export interface Position {
  readonly id: PositionId
  readonly customer: CustomerId
  readonly symbol: string
  readonly direction: Direction
  readonly leverage: number
  /** What was ordered, as last amended. */
  lots: number
  /** What is open of it: none before it opens and once it is closed. */
  openLots: number
  status: PositionStatus
  reason: EndReason | null
  /** Null for an order at the market; as last amended. */
  limitPrice: number | null
  /** The relation that it was opened by, and what the lead was called when that began; null of an own order. */
  readonly relation: RelationId | null
  readonly leadName: string | null
  entryPrice: number | null
  /** The tick that it opened at. */
  entrySequence: number | null
  /** Between bid and ask at that tick. */
  spread: number | null
  /** Twice the middle price of what converts the quote, when it opened, and its tick; null without conversion. */
  conversionMark: number | null
  conversionSequence: number | null
  /** What is held for it now; of an order, with the fee of its opening. */
  margin: bigint
  initialMargin: bigint
  /** The equity at which it is liquidated. */
  maintenance: bigint
  /** What it has been charged. */
  fee: bigint
  financing: bigint
  realizedPnl: bigint
  takeProfit: number | null
  stopLoss: number | null
  /** Null while it waits, and where no price liquidates it. */
  liquidationPrice: number | null
  /** Of its last closing. */
  closePrice: number | null
  closeSequence: number | null
  readonly termsVersion: number
  readonly lotSize: number
  readonly feeBps: number
  readonly financingBps: number
  /** At which shares of the initial margin it is liquidated, and its customer warned. */
  readonly maintenanceBps: number
  readonly marginCallBps: number
  /** The newest tick of its instrument when it was accepted. */
  readonly tapeSequence: number
  /** Only ticks after this one reach its prices: the newest when they last changed. */
  triggersSequence: number
  /** Through which UTC day financing has been charged; the day of its opening at first. */
  financedDay: number
  /** The tick at which its customer was warned last, since the margin last grew. */
  marginCallSequence: number | null
  /** How often they were, since the margin last grew or the day began. */
  marginCalls: number
  readonly createdAtMs: number
  openedAtMs: number | null
  closedAtMs: number | null
  updatedAtMs: number
}

/** What happens to a position after it was accepted: rows that are only ever added. */
export const changeKinds = [
  ...(['opened', 'closed', 'cancelled', 'margin', 'stops', 'amended', 'financing', 'margin-call'] as const),
] as const
export type ChangeKind = (typeof changeKinds)[number]

export interface PositionChange {
  readonly id: bigint
  readonly position: PositionId
  readonly customer: CustomerId
  readonly kind: ChangeKind
  readonly reason: EndReason | null
  /** What was opened or closed, or is ordered since it was amended. */
  readonly lots: number | null
  /** At which price, in ticks; of an amendment the limit, of financing the mark price, in half ticks. */
  readonly price: number | null
  /** The tick that decided it. */
  readonly sequence: number | null
  readonly conversionMark: number | null
  readonly conversionSequence: number | null
  /** The profit of a closing, what was added to the margin, or charged as financing. */
  readonly amount: bigint | null
  readonly fee: bigint | null
  readonly shortfall: bigint | null
  /** As it stood after this. */
  readonly margin: bigint
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly liquidationPrice: number | null
  readonly atMs: number
}
