import { exchangeSymbol } from '#domain/exchange/symbols.ts'
import { sideWords, spotStatusWord, spotTypeWord, timeInForceWords } from '#domain/exchange/words.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { FillView, OrderView } from '#domain/spot/contract.ts'
import { isAtMarket } from '#domain/spot/rules.ts'
import { isMore } from './decimals.ts'
import { idNumber } from './number.ts'

/** Spot orders in the shape of the traders' interface. */

const NONE = '0'

/** What the customer calls an order; one that they placed in the app is called by its number. */
const nameOf = (order: OrderView, name: string | undefined): string => name ?? order.id

const common = (order: OrderView, name: string | undefined) => ({
  symbol: exchangeSymbol(findInstrument(order.symbol)!),
  orderId: idNumber(order.id),
  orderListId: -1,
  clientOrderId: nameOf(order, name),
  price: isAtMarket(order.orderType) ? NONE : order.limitPrice,
  origQty: order.quantity,
  executedQty: order.filled,
  origQuoteOrderQty: NONE,
  cummulativeQuoteQty: order.notional,
  status: spotStatusWord({ ...order, isFilledInPart: isMore(order.filled) }),
  timeInForce: timeInForceWords[order.timeInForce],
  type: spotTypeWord(order),
  side: sideWords[order.side],
  stopPrice: order.triggerPrice ?? NONE,
  icebergQty: NONE,
  selfTradePreventionMode: 'EXPIRE_TAKER',
})

/** An order as it is asked for. */
export const spotOrder = (order: OrderView, name: string | undefined) => ({
  ...common(order, name),
  time: order.createdAtMs,
  updateTime: order.updatedAtMs,
  isWorking: order.status !== 'untriggered',
  workingTime: order.createdAtMs,
})

/** How much of an order is answered when it is placed. */
export const answerWords = ['ACK', 'RESULT', 'FULL'] as const
export type AnswerWord = (typeof answerWords)[number]

/** An order as it was placed. */
export function placedOrder(
  order: OrderView,
  fills: readonly FillView[],
  name: string | undefined,
  answer: AnswerWord,
) {
  const { symbol, orderId, orderListId, clientOrderId } = common(order, name)
  const transactTime = order.updatedAtMs
  if (answer === 'ACK') return { symbol, orderId, orderListId, clientOrderId, transactTime }
  const result = { ...common(order, name), transactTime, workingTime: order.createdAtMs }
  return answer === 'RESULT' ? result : { ...result, fills: fills.map(placedFill) }
}

const placedFill = ({ price, quantity, fee, feeCurrency, id }: FillView) => ({
  price,
  qty: quantity,
  commission: fee,
  commissionAsset: feeCurrency,
  tradeId: idNumber(id),
})

/** An order as it was cancelled. */
export const cancelledOrder = (order: OrderView, name: string | undefined) => ({
  ...common(order, name),
  origClientOrderId: nameOf(order, name),
  transactTime: order.updatedAtMs,
})

/** A fill of an order of the customer's. */
export const ownTrade = (order: OrderView, fill: FillView) => ({
  symbol: exchangeSymbol(findInstrument(order.symbol)!),
  id: idNumber(fill.id),
  orderId: idNumber(order.id),
  orderListId: -1,
  price: fill.price,
  qty: fill.quantity,
  quoteQty: fill.notional,
  commission: fill.fee,
  commissionAsset: fill.feeCurrency,
  time: fill.atMs,
  isBuyer: order.side === 'buy',
  isMaker: fill.liquidity === 'maker',
  isBestMatch: true,
})
