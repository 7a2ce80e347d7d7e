import { findTraded } from '#domain/exchange/symbols.ts'
import { spotTypeOf, spotTypeWords, timeInForceWords } from '#domain/exchange/words.ts'
import { type CustomerId, type OrderId, orderId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { parseQuantity } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { currencies, findCurrency } from '#domain/money/currencies.ts'
import { activeStatuses, type OrderStatus, type TimeInForce } from '#domain/spot/rules.ts'
import { balancesOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Db } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  fillView,
  findOrder,
  listOrders,
  orderView,
  placeOrder,
  type Spot,
  type SpotOrder,
  tradesOf,
  tradesOfOrders,
} from '#server/products/spot/service.ts'
import { ExchangeError, errorOf, errors, withoutPromise } from './errors.ts'
import { tradedOf } from './market-routes.ts'
import { idNumber } from './number.ts'
import {
  clientIdIn,
  decimalIn,
  idIn,
  LIST,
  limitIn,
  neededDecimal,
  type Params,
  readAll,
  sideIn,
  timesIn,
  wordOf,
} from './params.ts'
import type { Caller, ExchangeRoute } from './route.ts'
import {
  type AnswerWord,
  answerWords,
  cancelledOrder,
  ownTrade,
  placedOrder,
  spotOrder,
} from './spot-shapes.ts'
import { nameOrder, namesOf, ordersNamed } from './store.ts'

/** Spot's account and orders: by the services that the app's own calls ask, and by no other way. */

/** How many orders are looked at for a customer's trades. */
const FILLED_ORDERS = 500

/** What an order may say. What else the shape knows (icebergs, trailing stops, margin) is refused, not overlooked. */
const orderParams = [
  ...['symbol', 'side', 'type', 'timeInForce', 'quantity', 'quoteOrderQty', 'price', 'stopPrice'],
  ...['newClientOrderId', 'newOrderRespType', 'strategyId', 'strategyType', 'computeCommissionRates'],
]

export function spotRoutes(spot: Spot, root = '/api/v3'): ExchangeRoute[] {
  const { db } = spot

  /** Places the order that a request describes. The customer's name for it is its idempotency key. */
  async function place(params: Params, { customer, nowMs }: Caller) {
    const { symbol } = tradedOf('spot', params)
    const side = sideIn(params)
    const kind = spotTypeOf(wordOf(params, 'type', spotTypeWords, errors.badType), side)
    const answer: AnswerWord = params.newOrderRespType
      ? wordOf(params, 'newOrderRespType', answerWords)
      : 'FULL'
    const isLimited = kind.orderType === 'limit' || kind.orderType === 'stop-limit'
    const isStop = kind.orderType === 'stop-limit' || kind.orderType === 'stop-market'
    const draft = {
      ...kind,
      side,
      timeInForce: timeInForceOf(params, isLimited && !kind.postOnly),
      quantity: params.quoteOrderQty ? decimalIn(params, 'quantity') : neededDecimal(params, 'quantity'),
      quoteAmount: decimalIn(params, 'quoteOrderQty'),
      limitPrice: isLimited ? neededDecimal(params, 'price') : decimalIn(params, 'price'),
      triggerPrice: isStop ? neededDecimal(params, 'stopPrice') : decimalIn(params, 'stopPrice'),
    }
    const name = clientIdIn(params)
    const key = name === undefined ? undefined : `exchange spot ${name}`
    const order = await placeOrder(spot, { customer, key }, symbol, draft)
    if (name !== undefined) await nameOrder(db, customer, order.id, name, nowMs)
    const trades = answer === 'FULL' && order.filled > 0 ? await tradesOf(db, order) : []
    return placedOrder(
      orderView(order),
      trades.map((trade) => fillView(order, trade)),
      name,
      answer,
    )
  }

  /** The order that a request names, of the symbol that it names. Refuses: -1102, -1121, and what `missing` says. */
  async function named(
    params: Params,
    customer: CustomerId,
    { id = 'orderId', name = 'origClientOrderId', none = errors.noOrder } = {},
  ): Promise<SpotOrder> {
    const { symbol } = tradedOf('spot', params)
    const given = idIn(params, id)
    if (given === undefined && !params[name]) throw errors.missing(id)
    const ids = given === undefined ? await ordersNamed(db, customer, params[name]!) : [given]
    for (const one of ids) {
      const order = await findOrder(db, customer, orderId(one))
      if (order?.symbol === symbol) return order
    }
    throw none()
  }

  const nameOf = async (customer: CustomerId, id: OrderId) => (await namesOf(db, customer, [id])).get(id)

  async function shown(customer: CustomerId, orders: readonly SpotOrder[]) {
    const names = await namesOf(
      db,
      customer,
      orders.map(({ id }) => id),
    )
    return orders.map((order) => spotOrder(orderView(order), names.get(order.id)))
  }

  const isActive = ({ status }: SpotOrder) => (activeStatuses as readonly OrderStatus[]).includes(status)

  async function cancel(customer: CustomerId, order: SpotOrder) {
    if (!isActive(order)) throw errors.unknownOrder()
    const ended = await cancelOrder(spot, { customer }, order.id)
    return cancelledOrder(orderView(ended), await nameOf(customer, order.id))
  }

  /** Cancels an order and places another one in its place: two things, of which the answer says what became of each. */
  async function cancelReplace(params: Params, by: Caller) {
    const ways = ['STOP_ON_FAILURE', 'ALLOW_FAILURE'] as const
    const way = wordOf(params, 'cancelReplaceMode', ways)
    const { cancelReplaceMode, cancelOrderId, cancelOrigClientOrderId, ...wanted } = params
    readAll(wanted, orderParams)
    const said = (error: unknown) => {
      const { code, message: msg } = errorOf(error, 'spot', '')
      return { code, msg }
    }
    const where = { id: 'cancelOrderId', name: 'cancelOrigClientOrderId', none: errors.unknownOrder }
    const cancelled = await named(params, by.customer, where)
      .then((order) => cancel(by.customer, order))
      .then(
        (answer) => ({ cancelResult: 'SUCCESS', cancelResponse: answer }),
        (error: unknown) => ({ cancelResult: 'FAILURE', cancelResponse: said(withoutPromise(error)) }),
      )
    const isCancelled = cancelled.cancelResult === 'SUCCESS'
    if (!isCancelled && way === 'STOP_ON_FAILURE') {
      const data = { ...cancelled, newOrderResult: 'NOT_ATTEMPTED', newOrderResponse: null }
      throw new ExchangeError(-2022, 'Order cancel-replace failed.', { more: { data } })
    }
    const placed = await place(wanted, by).then(
      (answer) => ({ newOrderResult: 'SUCCESS', newOrderResponse: answer }),
      (error: unknown) => ({
        newOrderResult: 'FAILURE',
        newOrderResponse: said(wanted.newClientOrderId ? error : withoutPromise(error)),
      }),
    )
    const data = { ...cancelled, ...placed }
    const isPlaced = placed.newOrderResult === 'SUCCESS'
    if (isCancelled && isPlaced) return data
    if (!isCancelled && !isPlaced)
      throw new ExchangeError(-2022, 'Order cancel-replace failed.', { more: { data } })
    throw new ExchangeError(-2021, 'Order cancel-replace partially failed.', { status: 409, more: { data } })
  }

  /** Makes an order smaller; it keeps its place in the queue. */
  async function amend(params: Params, { customer, nowMs }: Caller) {
    const order = await named(params, customer, { none: errors.unknownOrder })
    const wanted = neededDecimal(params, 'newQty')
    const size = parseQuantity(findInstrument(order.symbol)!, wanted)
    if (size === undefined) throw errors.noUnit()
    if (size >= BigInt(order.quantity))
      throw new ExchangeError(-2038, 'Order amend rejected: the quantity is not smaller than it was.')
    const amended = await amendOrder(spot, { customer }, order.id, { quantity: wanted })
    const name = await nameOf(customer, order.id)
    return {
      transactTime: nowMs,
      executionId: idNumber(nextId()),
      amendedOrder: spotOrder(orderView(amended), name),
    }
  }

  /** A customer's fills of one instrument, of their newest orders with any. */
  async function myTrades(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('spot', params)
    const limit = limitIn(params, LIST)
    const { fromMs, toMs } = timesIn(params)
    const [fromId, given] = [idIn(params, 'fromId'), idIn(params, 'orderId')]
    const orders =
      given === undefined
        ? await listOrders(db, {
            ...{ customer, symbol, hasFills: true, fromMs, toMs },
            ...{ offset: 0, limit: FILLED_ORDERS },
          })
        : [await findOrder(db, customer, orderId(given))].filter((order) => order?.symbol === symbol)
    const byId = new Map(orders.flatMap((order) => (order ? [[order.id, order] as const] : [])))
    const order = fromId === undefined ? 'newest' : 'oldest'
    const found = await tradesOfOrders(db, [...byId.keys()], { limit, fromMs, toMs, fromId, order })
    const page = order === 'newest' ? found.reverse() : found
    return page.map((trade) => {
      const of = byId.get(trade.of)!
      return ownTrade(orderView(of), fillView(of, trade))
    })
  }

  async function allOrders(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('spot', params)
    const limit = limitIn(params, LIST)
    const fromId = idIn(params, 'orderId')
    const orders = await listOrders(db, { customer, symbol, ...timesIn(params), fromId, offset: 0, limit })
    return shown(customer, fromId === undefined ? orders.reverse() : orders)
  }

  async function openOrders(params: Params, { customer }: Caller) {
    const symbol = params.symbol ? tradedOf('spot', params).symbol : undefined
    const filter = { customer, symbol, statuses: activeStatuses, offset: 0, limit: LIST.most }
    return shown(customer, (await listOrders(db, filter)).reverse())
  }

  async function cancelAll(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('spot', params)
    const ended = await cancelAllOrders(spot, { customer }, symbol)
    if (ended.length === 0) throw errors.unknownOrder()
    const names = await namesOf(
      db,
      customer,
      ended.map(({ id }) => id),
    )
    return ended.map((order) => cancelledOrder(orderView(order), names.get(order.id)))
  }

  const path = (name: string) => `${root}${name}`
  const trading = { scope: 'spot', isOrder: true, limit: 'order', asked: 'spot' } as const
  const ending = { scope: 'spot', limit: 'order', asked: 'cancel' } as const
  const reading = { scope: 'read', limit: 'heavy', asked: 'read' } as const
  return [
    {
      ...{ method: 'POST', path: path('/order'), weight: 1, ...trading, namedBy: 'newClientOrderId' },
      async handle(params, by) {
        readAll(params, orderParams)
        return place(params, by)
      },
    },
    {
      ...{ method: 'DELETE', path: path('/order'), weight: 1, ...ending },
      handle: async (params, { customer }) =>
        cancel(customer, await named(params, customer, { none: errors.unknownOrder })),
    },
    {
      ...{ method: 'GET', path: path('/order'), weight: 4, ...reading },
      async handle(params, { customer }) {
        const [order] = await shown(customer, [await named(params, customer)])
        return order
      },
    },
    { method: 'POST', path: path('/order/cancelReplace'), weight: 1, ...trading, handle: cancelReplace },
    { method: 'PUT', path: path('/order/amend/keepPriority'), weight: 4, ...trading, handle: amend },
    {
      ...{ method: 'GET', path: path('/openOrders'), ...reading },
      weight: ({ symbol }) => (symbol ? 6 : 80),
      handle: openOrders,
    },
    { method: 'DELETE', path: path('/openOrders'), weight: 1, ...ending, handle: cancelAll },
    { method: 'GET', path: path('/allOrders'), weight: 20, ...reading, handle: allOrders },
    { method: 'GET', path: path('/myTrades'), weight: 20, ...reading, handle: myTrades },
    {
      ...{ method: 'GET', path: path('/account'), weight: 20, scope: 'read', asked: 'read' },
      handle: (params, { customer, nowMs }) =>
        account(db, customer, params.omitZeroBalances === 'true', nowMs),
    },
    {
      ...{ method: 'GET', path: '/sapi/v1/capital/config/getall', weight: 10, scope: 'read', asked: 'read' },
      handle: (_, { customer }) => coins(db, customer),
    },
    // Nothing is traded on credit: clients that ask for all markets learn so.
    ...['/margin/allPairs', '/margin/isolated/allPairs'].map(
      (name): ExchangeRoute => ({
        ...{ method: 'GET', path: `/sapi/v1${name}`, weight: 1, scope: 'read', asked: 'read' },
        handle: () => [],
      }),
    ),
  ]
}

function timeInForceOf(params: Params, isTaken: boolean): TimeInForce {
  if (!isTaken) {
    if (params.timeInForce && params.timeInForce !== 'GTC') throw errors.notRead('timeInForce')
    return 'gtc'
  }
  const word = wordOf(params, 'timeInForce', Object.values(timeInForceWords), errors.badTimeInForce)
  return word.toLowerCase() as TimeInForce
}

/** A customer's spot wallet in every currency. */
async function spotBalances(db: Db, customer: CustomerId) {
  const lines = (await balancesOf(db, customer)).filter(({ kind }) => kind === wallets.spot.number)
  const byCurrency = new Map(lines.map((line) => [line.currency, line]))
  return currencies.map(({ code, decimals }) => {
    const line = byCurrency.get(code)
    return {
      asset: code,
      free: formatDecimal(line?.available ?? 0n, decimals),
      locked: formatDecimal(line?.held ?? 0n, decimals),
    }
  })
}

/** The shape has one rate for an account; ours are of each instrument, and this is the most usual one. */
const rateOf = (bps: number) => (bps / 10_000).toFixed(8)

async function account(db: Db, customer: CustomerId, omitsZero: boolean, nowMs: number) {
  const balances = await spotBalances(db, customer)
  const { makerFeeBps, takerFeeBps }: Pick<Instrument, 'makerFeeBps' | 'takerFeeBps'> = findTraded(
    'spot',
    'BTCUSDT',
  ) ?? { makerFeeBps: 0, takerFeeBps: 0 }
  return {
    ...{
      makerCommission: makerFeeBps,
      takerCommission: takerFeeBps,
      buyerCommission: 0,
      sellerCommission: 0,
    },
    commissionRates: { maker: rateOf(makerFeeBps), taker: rateOf(takerFeeBps), buyer: '0', seller: '0' },
    ...{ canTrade: true, canWithdraw: false, canDeposit: false, brokered: false },
    ...{ requireSelfTradePrevention: false, preventSor: true, updateTime: nowMs, accountType: 'SPOT' },
    balances: balances.filter(({ free, locked }) => !omitsZero || /[1-9]/.test(free + locked)),
    permissions: ['SPOT'],
    uid: idNumber(customer),
  }
}

/** The coins that are traded. Nothing goes in or out by this interface, so there is no network of any. */
async function coins(db: Db, customer: CustomerId) {
  const balances = await spotBalances(db, customer)
  return balances.map(({ asset, free, locked }) => {
    const { name, kind } = findCurrency(asset)!
    return {
      ...{ coin: asset, name, free, locked, trading: true, isLegalMoney: kind === 'fiat' },
      ...{ depositAllEnable: false, withdrawAllEnable: false, networkList: [] },
      ...{ freeze: '0', ipoable: '0', ipoing: '0', storage: '0', withdrawing: '0' },
    }
  })
}
