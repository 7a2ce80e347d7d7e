import type { Direction, PositionStatus } from '../contract/rules.ts'
import type { CancelReason, OrderStatus, OrderType, Side, TimeInForce } from '../spot/rules.ts'
import type { TriggerDirection } from '../spot/trigger.ts'

/** The words of the traders' interface for what an order is and what became of it. */

export const sideWords = { buy: 'BUY', sell: 'SELL' } as const satisfies Record<Side, string>
export const timeInForceWords = { gtc: 'GTC', ioc: 'IOC', fok: 'FOK' } as const satisfies Record<
  TimeInForce,
  string
>

export const spotTypeWords = [
  ...(['LIMIT', 'LIMIT_MAKER', 'MARKET'] as const),
  ...(['STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'] as const),
] as const
export type SpotTypeWord = (typeof spotTypeWords)[number]

export const statusWords = [
  ...(['NEW', 'PARTIALLY_FILLED', 'FILLED'] as const),
  ...(['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH'] as const),
] as const
export type StatusWord = (typeof statusWords)[number]

interface TypedOrder {
  readonly orderType: OrderType
  readonly side: Side
  readonly postOnly: boolean
  readonly triggerDirection: TriggerDirection | null
}

/**
 * What kind of order it is: of a stop, by the way the price goes to it. A loss is stopped by a buy above and by a sale
 * below the price; a profit is taken the other way round.
 */
export function spotTypeWord({ orderType, side, postOnly, triggerDirection }: TypedOrder): SpotTypeWord {
  if (orderType === 'market') return 'MARKET'
  if (orderType === 'limit') return postOnly ? 'LIMIT_MAKER' : 'LIMIT'
  const isLoss = triggerDirection === lossDirection(side)
  if (orderType === 'stop-limit') return isLoss ? 'STOP_LOSS_LIMIT' : 'TAKE_PROFIT_LIMIT'
  return isLoss ? 'STOP_LOSS' : 'TAKE_PROFIT'
}

const lossDirection = (side: Side): TriggerDirection => (side === 'buy' ? 'rises' : 'falls')

/** The same the other way: what a kind of order means. */
export function spotTypeOf(
  word: SpotTypeWord,
  side: Side,
): {
  readonly orderType: OrderType
  readonly postOnly: boolean
  readonly triggerDirection: TriggerDirection | undefined
} {
  const postOnly = word === 'LIMIT_MAKER'
  if (word === 'MARKET') return { orderType: 'market', postOnly, triggerDirection: undefined }
  if (word === 'LIMIT' || postOnly) return { orderType: 'limit', postOnly, triggerDirection: undefined }
  const loss = lossDirection(side)
  const profit = loss === 'rises' ? 'falls' : 'rises'
  return {
    orderType: word.endsWith('_LIMIT') ? 'stop-limit' : 'stop-market',
    postOnly,
    triggerDirection: word.startsWith('STOP_LOSS') ? loss : profit,
  }
}

/** What became of a spot order: what its owner cancelled is cancelled, what a rule of it ended has expired. */
export function spotStatusWord({
  status,
  isFilledInPart,
  reason,
}: {
  readonly status: OrderStatus
  readonly isFilledInPart: boolean
  readonly reason: CancelReason | null
}): StatusWord {
  if (status === 'filled') return 'FILLED'
  if (status !== 'cancelled') return isFilledInPart ? 'PARTIALLY_FILLED' : 'NEW'
  if (reason === 'self-trade') return 'EXPIRED_IN_MATCH'
  return reason === 'user' || reason === 'oco' ? 'CANCELED' : 'EXPIRED'
}

/** What became of the order that a position began as. */
export function contractStatusWord({
  status,
  reason,
}: {
  readonly status: PositionStatus
  readonly reason: string | null
}): StatusWord {
  if (status === 'pending') return 'NEW'
  if (status !== 'cancelled') return 'FILLED'
  return reason === 'user' ? 'CANCELED' : 'EXPIRED'
}

/** What a message about an order tells: a fill, or the first status of this kind. */
export const executionWords = ['NEW', 'CANCELED', 'REPLACED', 'REJECTED', 'TRADE', 'EXPIRED'] as const
export type ExecutionWord = (typeof executionWords)[number]

/** What happened to an order that was told of: a fill where there is one, else what its status says. */
export function executionWord(status: StatusWord, told: { readonly isFill: boolean }): ExecutionWord {
  if (told.isFill) return 'TRADE'
  if (status === 'CANCELED') return 'CANCELED'
  return status === 'EXPIRED' || status === 'EXPIRED_IN_MATCH' ? 'EXPIRED' : 'NEW'
}

/** Positions stand for themselves in either direction: the mode that the exchange calls dual. */
export const positionSideWords = { long: 'LONG', short: 'SHORT' } as const satisfies Record<Direction, string>

/** The side that opens a position in a direction; the other one closes it. */
export const openingSide = (direction: Direction): Side => (direction === 'long' ? 'buy' : 'sell')
export const closingSide = (direction: Direction): Side => (direction === 'long' ? 'sell' : 'buy')

/** Lengths of candles: ours, under the exchange's names, which are the same. */
export const intervalWords = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const

/** The customer's own name for an order, as the exchange takes it. */
export const CLIENT_ORDER_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/
