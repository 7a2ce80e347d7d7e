import type { ContractAccountView, PositionChangeView, PositionView } from '#domain/contract/contract.ts'
import { type Direction, formatLots } from '#domain/contract/rules.ts'
import { LOT_DECIMALS, MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { exchangeSymbol } from '#domain/exchange/symbols.ts'
import {
  closingSide,
  contractStatusWord,
  openingSide,
  positionSideWords,
  sideWords,
} from '#domain/exchange/words.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { divided, isMore, minus, negative, sum, times } from './decimals.ts'
import { errors } from './errors.ts'
import { idNumber } from './number.ts'

/**
 * Contracts in the shape of the traders' interface: quantities in base, not in lots; each order that opens is a position of
 * ours, and those of one direction are shown as one.
 */

const NONE = '0'

/** A quantity in base as lots. Refuses: -1013 LOT_SIZE for a part of a hundredth of a lot. */
export function lotsOf({ lotSize }: Pick<Instrument, 'lotSize'>, quantity: string): string {
  const lots = divided(quantity, String(lotSize), LOT_DECIMALS)
  if (isMore(sum([quantity, negative(times(lots, String(lotSize)))]))) throw errors.noUnit()
  return lots
}

/** Lots as a quantity in base. @example quantityOf({ lotSize: 1 }, '0.50') // '0.50' */
export const quantityOf = ({ lotSize }: Pick<Instrument, 'lotSize'>, lots: string): string =>
  times(lots, String(lotSize))

/** What an order's answer has beside what became of it. */
interface OrderParts {
  readonly symbol: string
  readonly orderId: unknown
  readonly name: string
  readonly status: string
  readonly price: string
  readonly average: string
  readonly quantity: string
  readonly executed: string
  readonly isClosing: boolean
  readonly direction: Direction
  readonly isMarket: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

const orderShape = (order: OrderParts) => ({
  symbol: order.symbol,
  orderId: order.orderId,
  clientOrderId: order.name,
  status: order.status,
  price: order.price,
  avgPrice: order.average,
  origQty: order.quantity,
  executedQty: order.executed,
  cumQty: order.executed,
  cumQuote: times(order.executed, order.average),
  timeInForce: 'GTC',
  type: order.isMarket ? 'MARKET' : 'LIMIT',
  origType: order.isMarket ? 'MARKET' : 'LIMIT',
  reduceOnly: order.isClosing,
  closePosition: false,
  side: sideWords[order.isClosing ? closingSide(order.direction) : openingSide(order.direction)],
  positionSide: positionSideWords[order.direction],
  stopPrice: NONE,
  workingType: 'MARK_PRICE',
  priceProtect: false,
  time: order.createdAtMs,
  updateTime: order.updatedAtMs,
})

/** The order that a position began as. */
export function openingOrder(position: PositionView, name: string | undefined) {
  const instrument = findInstrument(position.symbol)!
  const quantity = quantityOf(instrument, position.lots)
  const isOpened = position.entryPrice !== null
  return orderShape({
    symbol: exchangeSymbol(instrument),
    orderId: idNumber(position.id),
    name: name ?? position.id,
    status: contractStatusWord(position),
    price: position.limitPrice ?? NONE,
    average: position.entryPrice ?? NONE,
    quantity,
    executed: isOpened ? quantity : NONE,
    isClosing: false,
    direction: position.direction,
    isMarket: position.limitPrice === null,
    createdAtMs: position.createdAtMs,
    updatedAtMs: position.openedAtMs ?? position.updatedAtMs,
  })
}

/** A part of a position that was closed, with its position. */
export interface Closing {
  readonly position: PositionView
  readonly change: PositionChangeView
}

/** Lots of an instrument, in hundredths, as a quantity in base. */
export const quantityOfLots = (symbol: string, lots: bigint): string =>
  quantityOf(findInstrument(symbol)!, formatLots(lots))

/**
 * The order that closed parts of positions: it is called by the number of the last of them. One that could not close all that
 * was planned is over too.
 */
export function closingOrder(closings: readonly Closing[], name?: string, planned?: string) {
  const { position, change } = closings.at(-1)!
  const instrument = findInstrument(position.symbol)!
  const quantities = closings.map((one) => quantityOf(instrument, one.change.lots!))
  const executed = sum(quantities)
  const worth = sum(closings.map((one, n) => times(quantities[n]!, one.change.price!)))
  return orderShape({
    symbol: exchangeSymbol(instrument),
    orderId: idNumber(change.id),
    name: name ?? change.id,
    status: planned !== undefined && isMore(minus(planned, executed)) ? 'EXPIRED' : 'FILLED',
    price: NONE,
    average: divided(worth, executed, instrument.priceDecimals),
    quantity: planned ?? executed,
    executed,
    isClosing: true,
    direction: position.direction,
    isMarket: true,
    createdAtMs: closings[0]!.change.atMs,
    updatedAtMs: change.atMs,
  })
}

const tradeShape = (
  position: PositionView,
  trade: {
    readonly id: string
    readonly orderId: string
    readonly lots: string
    readonly price: string
    readonly fee: string
    readonly pnl: string
    readonly isClosing: boolean
    readonly atMs: number
  },
) => {
  const instrument = findInstrument(position.symbol)!
  const quantity = quantityOf(instrument, trade.lots)
  const side = trade.isClosing ? closingSide(position.direction) : openingSide(position.direction)
  return {
    symbol: exchangeSymbol(instrument),
    id: idNumber(trade.id),
    orderId: idNumber(trade.orderId),
    side: sideWords[side],
    positionSide: positionSideWords[position.direction],
    price: trade.price,
    qty: quantity,
    quoteQty: times(quantity, trade.price),
    realizedPnl: trade.pnl,
    commission: trade.fee,
    commissionAsset: MARGIN_CURRENCY,
    marginAsset: MARGIN_CURRENCY,
    time: trade.atMs,
    buyer: side === 'buy',
    maker: false,
  }
}

/** What opened a position, as a trade: it has the position's own number. */
export const openingTrade = (position: PositionView, fee: string) =>
  tradeShape(position, {
    ...{ id: position.id, orderId: position.id, lots: position.lots, price: position.entryPrice! },
    ...{ fee, pnl: NONE, isClosing: false, atMs: position.openedAtMs! },
  })

/** A closing as a trade. */
export const closingTrade = (position: PositionView, change: PositionChangeView) =>
  tradeShape(position, {
    ...{
      id: change.id,
      orderId: change.id,
      lots: change.lots!,
      price: change.price!,
      fee: change.fee ?? NONE,
    },
    ...{ pnl: change.amount ?? NONE, isClosing: true, atMs: change.atMs },
  })

const nearest = (direction: Direction, prices: readonly string[]): string =>
  prices.reduce((one, other) => (Number(other) > Number(one) === (direction === 'long') ? other : one))

/** The positions of one instrument and direction, as one. Where they differ: the liquidation that comes first, and the leverage of the newest. */
export function positionRisk(positions: readonly PositionView[]) {
  const [newest] = positions
  const { symbol, direction, leverage, markPrice } = newest!
  const instrument = findInstrument(symbol)!
  const quantities = positions.map(({ openLots }) => quantityOf(instrument, openLots))
  const quantity = sum(quantities)
  const worth = sum(positions.map(({ entryPrice }, n) => times(quantities[n]!, entryPrice!)))
  const liquidations = positions.flatMap(({ liquidationPrice }) => liquidationPrice ?? [])
  const entry = divided(worth, quantity, instrument.priceDecimals + 2)
  const margin = sum(positions.map((one) => one.margin))
  const signed = (text: string) => (direction === 'long' ? text : negative(text))
  return {
    symbol: exchangeSymbol(instrument),
    positionSide: positionSideWords[direction],
    positionAmt: signed(quantity),
    entryPrice: entry,
    breakEvenPrice: entry,
    markPrice: markPrice ?? NONE,
    unRealizedProfit: sum(positions.map(({ unrealizedPnl }) => unrealizedPnl ?? NONE)),
    liquidationPrice: liquidations.length > 0 ? nearest(direction, liquidations) : NONE,
    leverage: String(leverage),
    marginType: 'isolated',
    isAutoAddMargin: 'false',
    isolatedMargin: margin,
    isolatedWallet: margin,
    notional: signed(times(quantity, markPrice ?? entry)),
    marginAsset: MARGIN_CURRENCY,
    initialMargin: sum(positions.map((one) => one.initialMargin)),
    positionInitialMargin: sum(positions.map((one) => one.initialMargin)),
    openOrderInitialMargin: NONE,
    maintMargin: sum(positions.map((one) => one.maintenance)),
    updateTime: Math.max(...positions.map(({ updatedAtMs }) => updatedAtMs)),
  }
}

/** The contract wallet. */
export function contractAccount(
  account: ContractAccountView,
  positions: readonly PositionView[],
  nowMs: number,
) {
  const unrealized = account.unrealizedPnl ?? NONE
  const open = positions.filter(({ status }) => status === 'open')
  const waiting = positions.filter(({ status }) => status === 'pending')
  const wallet = sum([account.available, account.margin])
  const figures = {
    maintMargin: sum(open.map(({ maintenance }) => maintenance)),
    initialMargin: account.margin,
    positionInitialMargin: sum(open.map(({ margin }) => margin)),
    openOrderInitialMargin: sum(waiting.map(({ margin }) => margin)),
    crossWalletBalance: account.available,
    crossUnPnl: NONE,
    availableBalance: account.available,
    maxWithdrawAmount: NONE,
  }
  return {
    totalInitialMargin: figures.initialMargin,
    totalMaintMargin: figures.maintMargin,
    totalWalletBalance: wallet,
    totalUnrealizedProfit: unrealized,
    totalMarginBalance: sum([wallet, unrealized]),
    totalPositionInitialMargin: figures.positionInitialMargin,
    totalOpenOrderInitialMargin: figures.openOrderInitialMargin,
    totalCrossWalletBalance: account.available,
    totalCrossUnPnl: NONE,
    availableBalance: account.available,
    maxWithdrawAmount: NONE,
    assets: [
      {
        asset: MARGIN_CURRENCY,
        walletBalance: wallet,
        unrealizedProfit: unrealized,
        marginBalance: sum([wallet, unrealized]),
        ...figures,
        updateTime: nowMs,
      },
    ],
  }
}

/** Where a position takes its profit or stops its loss, as an order that waits for the price. */
export const stopKinds = ['stop-loss', 'take-profit'] as const
export type StopKind = (typeof stopKinds)[number]

/** A stop of a position has a number made of the position's. */
export const stopId = (positionId: string, kind: StopKind): bigint =>
  BigInt(positionId) * 2n + BigInt(stopKinds.indexOf(kind))
export const positionOfStop = (id: bigint): { positionId: bigint; kind: StopKind } => ({
  positionId: id / 2n,
  kind: stopKinds[Number(id % 2n)]!,
})

export function stopOrder(position: PositionView, kind: StopKind, status: 'NEW' | 'CANCELED', name?: string) {
  const instrument = findInstrument(position.symbol)!
  const id = stopId(position.id, kind)
  const lots = position.status === 'open' ? position.openLots : position.lots
  return {
    algoId: idNumber(id),
    clientAlgoId: name ?? String(id),
    algoType: 'CONDITIONAL',
    orderType: kind === 'stop-loss' ? 'STOP_MARKET' : 'TAKE_PROFIT_MARKET',
    symbol: exchangeSymbol(instrument),
    side: sideWords[closingSide(position.direction)],
    positionSide: positionSideWords[position.direction],
    timeInForce: 'GTC',
    quantity: quantityOf(instrument, lots),
    algoStatus: status,
    triggerPrice: (kind === 'stop-loss' ? position.stopLoss : position.takeProfit) ?? NONE,
    price: NONE,
    workingType: 'MARK_PRICE',
    priceProtect: false,
    closePosition: true,
    reduceOnly: true,
    createTime: position.createdAtMs,
    updateTime: position.updatedAtMs,
    triggerTime: 0,
  }
}
