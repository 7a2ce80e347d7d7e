import type { CustomerId, OrderId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { price, quantity, type Units } from '#domain/money/amount.ts'
import { boughtOf } from '#domain/spot/attached.ts'
import { holdBesideLimit } from '#domain/spot/oco.ts'
import {
  type CancelReason,
  holdFor,
  type OrderStatus,
  type OrderType,
  payCurrency,
  receiveCurrency,
  type Side,
  type TimeInForce,
} from '#domain/spot/rules.ts'
import type { TriggerDirection } from '#domain/spot/trigger.ts'
import { type AccountId, accountId } from '#server/core/ledger/accounts.ts'
import { spotAccounts } from './accounts.ts'
import type { Market } from './books.ts'

/** An order as the engine knows it and as the database keeps it. Prices in ticks, quantities in steps. */
export interface SpotOrder {
  readonly id: OrderId
  readonly customer: CustomerId
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** A market order's is the worst price it may fill at. */
  price: number
  quantity: number
  filled: number
  /** What has been traded, in units of quote. */
  notional: bigint
  /** What has been charged, in units of the currency received. */
  fee: bigint
  readonly makerFeeBps: number
  readonly takerFeeBps: number
  /** Which terms of the instrument the fees are of. */
  readonly termsVersion: number
  status: OrderStatus
  reason: CancelReason | null
  /** Where the tape was at its acceptance; of a stop, when it was last given its trigger. */
  tapeSequence: number | null
  /** What a stop waits for; null for other orders. */
  triggerPrice: number | null
  readonly triggerDirection: TriggerDirection | null
  /** The tick that triggered it, and its price; null before. */
  triggerSequence: number | null
  triggeredAtPrice: number | null
  /** The other order of its pair; it may be over. */
  readonly sibling: OrderId | null
  /** A stop's alone: the price of the limit order whose hold it shares while it waits. */
  siblingPrice: number | null
  /** Of a buy: what it bought is for sale at these once it is over. See `attached.ts`. */
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  /** Of a sale at one of them: the buy. */
  readonly attachedTo: OrderId | null
  /** Where it stands in the queue of its price, or of its trigger price, since it was triggered or amended; null: by its id. */
  priority: bigint | null
  readonly createdAtMs: number
  updatedAtMs: number
}

/** What an order begins with, besides who orders what: the instrument's terms, and nothing filled yet. */
export const createOrder = (
  { symbol, makerFeeBps, takerFeeBps, termsVersion }: Instrument,
  atMs: number,
  ordered: Pick<
    SpotOrder,
    | 'id'
    | 'customer'
    | 'side'
    | 'orderType'
    | 'timeInForce'
    | 'postOnly'
    | 'price'
    | 'quantity'
    | 'tapeSequence'
  > &
    Partial<
      Pick<
        SpotOrder,
        | ('triggerPrice' | 'triggerDirection' | 'status' | 'sibling' | 'siblingPrice')
        | ('takeProfit' | 'stopLoss' | 'attachedTo')
      >
    >,
): SpotOrder => ({
  ...{ symbol, makerFeeBps, takerFeeBps, termsVersion },
  filled: 0,
  notional: 0n,
  fee: 0n,
  status: 'open',
  reason: null,
  triggerPrice: null,
  triggerDirection: null,
  triggerSequence: null,
  triggeredAtPrice: null,
  sibling: null,
  siblingPrice: null,
  takeProfit: null,
  stopLoss: null,
  attachedTo: null,
  priority: null,
  ...ordered,
  createdAtMs: atMs,
  updatedAtMs: atMs,
})

/** The account an order pays from. */
export const payAccount = (market: Market, customer: CustomerId, side: Side): AccountId =>
  accountId(customer, spotAccounts.spot, 'available', payCurrency(market.instrument, side))

/** The account that what an order receives goes to. */
export const receiveAccount = (
  { instrument }: Market,
  { customer, side }: Pick<SpotOrder, 'customer' | 'side'>,
): AccountId => accountId(customer, spotAccounts.spot, 'available', receiveCurrency(instrument, side))

/** Whether what a buy bought is for sale once it is over. */
export const isProtected = ({ takeProfit, stopLoss }: Pick<SpotOrder, 'takeProfit' | 'stopLoss'>): boolean =>
  takeProfit !== null || stopLoss !== null

/**
 * What a buy with a take profit or stop loss has bought and keeps for them until it is over, so that all of it is there to
 * be sold then. Units: of base.
 */
export const keptFor = (instrument: Instrument, order: SpotOrder): Units =>
  order.status === 'open' && isProtected(order)
    ? boughtOf(instrument, quantity(BigInt(order.filled)), order.fee)
    : (0n as Units)

/**
 * What an order has set aside for its rest: quote for a buy, base for a sell. While it waits, the stop of a pair sets
 * aside only what its limit order does not.
 */
export function heldFor(
  instrument: Instrument,
  order: Pick<SpotOrder, 'side' | 'price' | 'quantity' | 'filled' | 'status' | 'siblingPrice'>,
): Units {
  const { side, status, siblingPrice } = order
  if (status !== 'open' && status !== 'untriggered') return 0n as Units
  const [atPrice, remaining] = [price(BigInt(order.price)), quantity(BigInt(order.quantity - order.filled))]
  return status === 'untriggered' && siblingPrice !== null
    ? holdBesideLimit(instrument, side, atPrice, price(BigInt(siblingPrice)), remaining)
    : holdFor(instrument, side, atPrice, remaining)
}
