import type { CustomerId, OrderId, TradeId } from '#domain/ids.ts'
import type { Side } from '#domain/spot/rules.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import type { NumberedReceipt } from '#server/core/receipts.ts'
import type { SpotOrder } from './order.ts'

/**
 * What a batch decides, collected until it is written in one transaction.
 *
 * Deciding changes the order books in memory at once; when the write fails they are reloaded.
 */
export interface Batch {
  readonly atMs: number
  /** What may be spent, of every account that an order of this batch pays from; locked in the database. */
  readonly available: Map<AccountId, bigint>
  readonly added: Set<SpotOrder>
  /** Instruments whose quotes this batch changed. */
  readonly quoted: Set<string>
  /** Orders from earlier batches that this one changes. */
  readonly changed: Set<SpotOrder>
  readonly trades: Trade[]
  /** Orders that go to another place in their queue, or wait for something else: triggered, or amended. */
  readonly requeued: Set<SpotOrder>
  readonly amendments: AmendmentRow[]
  /** Of the stops that it amends, in place of those that they were accepted with. */
  readonly receipts: NumberedReceipt[]
  /** Through which tick the stops were compared with the tape, where this batch is to write it. */
  progress: number | undefined
  /** Buys with a take profit or stop loss that are over, until these are placed: at the end of the same action. */
  readonly ended: EndedBuy[]
  /** What the fills move, in the order in which they happened. See `transfersOf`. */
  readonly fills: Transfer[]
  /** What the orders that this batch added or changed had before. */
  readonly before: Map<SpotOrder, Before>
}

/** What an order had when a batch first touched it. */
interface Before {
  /** What it held then, less what its fills in this batch have paid from it; nothing for an added order. */
  held: bigint
  readonly fee: bigint
  /** What it kept for its take profit and stop loss. */
  readonly kept: bigint
}

/** A buy that is over, and the newest tick of its instrument then, as far as its action says. */
export interface EndedBuy {
  readonly order: SpotOrder
  readonly tapeSequence: number
}

export interface Trade {
  readonly id: TradeId
  readonly symbol: string
  readonly maker: OrderId
  readonly makerCustomer: CustomerId
  readonly taker: OrderId
  readonly takerCustomer: CustomerId
  readonly takerSide: Side
  readonly price: number
  readonly quantity: number
  readonly makerFee: bigint
  readonly takerFee: bigint
}

export interface AmendmentRow {
  readonly order: OrderId
  readonly id: bigint
  readonly price: number
  readonly quantity: number
  readonly previousPrice: number
  readonly previousQuantity: number
  /** Of a stop that waits. */
  readonly triggerPrice: number | null
  readonly previousTriggerPrice: number | null
  readonly keepsPriority: boolean
}

/** Starts an empty batch on the balances that the database has locked for it. */
export const createBatch = (atMs: number, available: Map<AccountId, bigint>): Batch => ({
  atMs,
  available,
  added: new Set(),
  quoted: new Set(),
  changed: new Set(),
  trades: [],
  requeued: new Set(),
  amendments: [],
  receipts: [],
  progress: undefined,
  ended: [],
  fills: [],
  before: new Map(),
})

/** An order that this batch is to write for the first time. */
export function addOrder(batch: Batch, order: SpotOrder): void {
  batch.added.add(order)
  batch.before.set(order, { held: 0n, fee: 0n, kept: 0n })
}
