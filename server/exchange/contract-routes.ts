import type { PositionView } from '#domain/contract/contract.ts'
import type { Direction } from '#domain/contract/rules.ts'
import { LOT_DECIMALS, MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import { Refusal } from '#domain/errors.ts'
import { exchangeSymbol, findTraded, tradedIn } from '#domain/exchange/symbols.ts'
import { openingSide, positionSideWords, sideWords } from '#domain/exchange/words.ts'
import { type CustomerId, type PositionId, positionId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import {
  activePositions,
  amendOrder,
  type Contracts,
  cancelOrder,
  changeView,
  closingFees,
  closingsOf,
  findPosition,
  listPositions,
  type Position,
  positionView,
  setStops,
  submit,
  walletOf,
} from '#server/products/contract/service.ts'
import { createClosings } from './contract-closings.ts'
import {
  closingTrade,
  contractAccount,
  lotsOf,
  openingOrder,
  openingTrade,
  positionOfStop,
  positionRisk,
  type StopKind,
  stopId,
  stopKinds,
  stopOrder,
} from './contract-shapes.ts'
import { termsIn } from './contract-terms.ts'
import { isSame } from './decimals.ts'
import { ExchangeError, errors } from './errors.ts'
import { tradedOf } from './market-routes.ts'
import { leverageBracket } from './market-shapes.ts'
import {
  clientIdIn,
  decimalIn,
  flagIn,
  idIn,
  LIST,
  limitIn,
  neededDecimal,
  type Params,
  readAll,
  sideIn,
  timesIn,
  whole,
  wordOf,
} from './params.ts'
import type { Caller, ExchangeRoute } from './route.ts'
import {
  type ClosingPlan,
  chooseLeverage,
  chosenLeverages,
  nameOrder,
  namesOf,
  ordersNamed,
  renameOrder,
} from './store.ts'

/** Contracts: by the services that the app's own calls ask, and by no other way. */

/** How many of a customer's positions of one instrument their trades are looked for in. */
const POSITIONS = 200

const orderParams = [
  ...['symbol', 'side', 'positionSide', 'type', 'timeInForce', 'quantity', 'price', 'reduceOnly'],
  ...['newClientOrderId', 'newOrderRespType'],
]
const amendParams = ['symbol', 'side', 'orderId', 'origClientOrderId', 'quantity', 'price']
const stopParams = [
  ...['symbol', 'side', 'positionSide', 'type', 'algoType', 'triggerPrice', 'quantity', 'closePosition'],
  ...['reduceOnly', 'clientAlgoId', 'newOrderRespType', 'workingType', 'timeInForce'],
]

const hundredthsOf = (lots: string): bigint => parseDecimal(lots, LOT_DECIMALS)!

/** Whether an order leaves open of which direction it is. */
const isOneWay = ({ positionSide = 'BOTH' }: Params) => positionSide === 'BOTH'

/** Whether a request asks for the same opening as one before it. */
const isAskedAgain = (params: Params, before: ReturnType<typeof openingOrder>): boolean =>
  before.side === sideWords[sideIn(params)] &&
  before.type === params.type &&
  isSame(before.origQty, neededDecimal(params, 'quantity')) &&
  (params.type === 'MARKET' || isSame(before.price, neededDecimal(params, 'price'))) &&
  !flagIn(params, 'reduceOnly') &&
  (isOneWay(params) || before.positionSide === params.positionSide)

export function contractRoutes(contracts: Contracts): ExchangeRoute[] {
  const { db, lastTick } = contracts
  const closings = createClosings(contracts)
  const view = (position: Position) => positionView(position, lastTick)

  const isServed = ({ symbol }: { readonly symbol: string }) => {
    const instrument = findInstrument(symbol)
    return instrument !== undefined && findTraded('contract', exchangeSymbol(instrument)) === instrument
  }

  /** A customer's positions and orders that are not over, of instruments that are served here. */
  const activeOf = async (customer: CustomerId) => (await activePositions(db, customer)).filter(isServed)
  const openOf = async (customer: CustomerId, symbol: string, direction: Direction) =>
    (await activeOf(customer))
      .filter((one) => one.status === 'open' && one.symbol === symbol && one.direction === direction)
      .sort((a, b) => (a.id < b.id ? -1 : 1))

  const leverageOf = async (customer: CustomerId, instrument: Instrument): Promise<number> => {
    const { symbol } = instrument
    const terms = (await termsIn(db))(instrument)
    const chosen = (await chosenLeverages(db, customer)).get(symbol)
    return chosen !== undefined && terms.leverages.includes(chosen) ? chosen : terms.leverages[0]!
  }

  /**
   * Which direction an order is of, and whether it closes. Without a side of the position, an order that only reduces
   * closes what is opposite to it, and any other one opens, unless there is something opposite: elsewhere it would close that.
   */
  async function meantBy(params: Params, customer: CustomerId, { symbol }: Instrument) {
    const side = sideIn(params)
    const opens: Direction = side === 'buy' ? 'long' : 'short'
    const closes: Direction = side === 'buy' ? 'short' : 'long'
    const isReducing = flagIn(params, 'reduceOnly')
    const given = params.positionSide ?? 'BOTH'
    if (given === 'BOTH') {
      if (isReducing) return { direction: closes, isClosing: true }
      if ((await openOf(customer, symbol, closes)).length > 0) throw errors.positionSide()
      return { direction: opens, isClosing: false }
    }
    const direction = (['long', 'short'] as const).find((one) => positionSideWords[one] === given)
    if (direction === undefined) throw errors.missing('positionSide')
    const isClosing = openingSide(direction) !== side
    if (isReducing && !isClosing) throw errors.nothingToReduce()
    return { direction, isClosing }
  }

  async function place(params: Params, by: Caller) {
    readAll(params, orderParams)
    const instrument = tradedOf('contract', params)
    const type = wordOf(params, 'type', ['LIMIT', 'MARKET'] as const, errors.badType)
    if (params.timeInForce && params.timeInForce !== 'GTC') throw errors.badTimeInForce()
    const lots = lotsOf(instrument, neededDecimal(params, 'quantity'))
    const name = clientIdIn(params)
    if (name !== undefined) {
      // The same once more is answered; another one has no right to the name.
      const plan = await closings.planNamed(by.customer, name)
      if (plan) return runPlan(plan, params, instrument, by)
      const before = await openingNamed(by.customer, instrument.symbol, name)
      if (before && !isAskedAgain(params, before)) throw errors.duplicate()
      if (before) return before
    }
    const { direction, isClosing } = await meantBy(params, by.customer, instrument)
    if (isClosing) {
      // A position closes at the market: there is no order that waits to do it but its take profit.
      if (type === 'LIMIT') throw errors.badType()
      const open = await openOf(by.customer, instrument.symbol, direction)
      if (open.length === 0) throw errors.nothingToReduce()
      const order = {
        customer: by.customer,
        symbol: instrument.symbol,
        direction,
        lots: hundredthsOf(lots),
        name,
      }
      return runPlan(await closings.plan(order, open, by.nowMs), params, instrument, by)
    }
    const limitPrice = type === 'LIMIT' ? neededDecimal(params, 'price') : decimalIn(params, 'price')
    const key = name === undefined ? undefined : `exchange contract ${name}`
    const leverage = await leverageOf(by.customer, instrument)
    const position = await submit(
      contracts,
      { customer: by.customer, key },
      {
        ...{ symbol: instrument.symbol, marginCurrency: MARGIN_CURRENCY, direction, lots, leverage },
        ...(type === 'LIMIT' && { limitPrice }),
      },
    )
    if (name !== undefined) await nameOrder(db, by.customer, position.id, name, by.nowMs)
    return openingOrder(view(position), name)
  }

  /** Does what is left of a closing's plan. Refuses: -2010 where it is one of another order. */
  function runPlan(plan: ClosingPlan, params: Params, instrument: Instrument, { customer, nowMs }: Caller) {
    const isOfPlan =
      plan.symbol === instrument.symbol &&
      params.type === 'MARKET' &&
      plan.direction === (sideIn(params) === 'buy' ? 'short' : 'long') &&
      plan.lots === hundredthsOf(lotsOf(instrument, neededDecimal(params, 'quantity'))) &&
      (isOneWay(params)
        ? flagIn(params, 'reduceOnly')
        : params.positionSide === positionSideWords[plan.direction])
    if (!isOfPlan) throw errors.duplicate()
    return closings.run(customer, plan, nowMs)
  }

  async function orderOf(customer: CustomerId, symbol: string, id: bigint) {
    const position = await findPosition(db, customer, positionId(id))
    if (position) return position.symbol === symbol ? (await shown(customer, [position]))[0] : undefined
    const closing = await closings.orderOfClosing(customer, id)
    return closing?.symbol === symbol ? closing.order : undefined
  }

  /** The order to open a position that a customer has called so. */
  async function openingNamed(customer: CustomerId, symbol: string, name: string) {
    for (const id of await ordersNamed(db, customer, name)) {
      const position = await findPosition(db, customer, positionId(id))
      if (position?.symbol === symbol) return openingOrder(view(position), name)
    }
    return undefined
  }

  async function orderNamed(customer: CustomerId, symbol: string, name: string) {
    const plan = await closings.planNamed(customer, name)
    return plan?.symbol === symbol ? closings.orderOf(customer, plan) : openingNamed(customer, symbol, name)
  }

  async function read(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('contract', params)
    const id = idIn(params, 'orderId')
    const name = params.origClientOrderId
    if (id === undefined && !name) throw errors.missing('orderId')
    const order =
      id === undefined ? await orderNamed(customer, symbol, name!) : await orderOf(customer, symbol, id)
    if (!order) throw errors.noOrder()
    return order
  }

  async function cancel(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('contract', params)
    const position = await openingMeant(params, customer, symbol)
    if (position?.status !== 'pending') throw errors.unknownOrder()
    const ended = await cancelOrder(contracts, { customer }, position.id)
    return (await shown(customer, [ended]))[0]
  }

  /** The position of the order that a request means, be it over; undefined without. */
  async function openingMeant(params: Params, customer: CustomerId, symbol: string) {
    const given = idIn(params, 'orderId')
    if (given === undefined && !params.origClientOrderId) throw errors.missing('orderId')
    const ids = given === undefined ? await ordersNamed(db, customer, params.origClientOrderId!) : [given]
    for (const id of ids) {
      const position = await findPosition(db, customer, positionId(id))
      if (position?.symbol === symbol) return position
    }
    return undefined
  }

  /** Gives an order that waits another price and quantity, under the same number. */
  async function amend(params: Params, { customer }: Caller) {
    readAll(params, amendParams)
    const instrument = tradedOf('contract', params)
    const side = sideIn(params)
    const lots = lotsOf(instrument, neededDecimal(params, 'quantity'))
    const limitPrice = neededDecimal(params, 'price')
    const position = await openingMeant(params, customer, instrument.symbol)
    if (!position) throw errors.noOrder()
    // An order is not turned round.
    if (openingSide(position.direction) !== side) throw errors.badSide()
    const before = view(position)
    const isSameOrder = isSame(before.lots, lots) && isSame(before.limitPrice ?? '0', limitPrice)
    if (position.status === 'pending' && isSameOrder)
      throw new ExchangeError(-5027, 'No need to modify the order.')
    const amended = await amendOrder(contracts, { customer }, position.id, { lots, limitPrice })
    return (await shown(customer, [amended]))[0]
  }

  async function shown(customer: CustomerId, positions: readonly Position[]) {
    const names = await namesOf(
      db,
      customer,
      positions.map(({ id }) => id),
    )
    return positions.map((position) => openingOrder(view(position), names.get(position.id)))
  }

  const waitingOf = async (params: Params, customer: CustomerId) => {
    const symbol = params.symbol ? tradedOf('contract', params).symbol : undefined
    return (await activeOf(customer)).filter(
      (one) => one.status === 'pending' && (symbol === undefined || one.symbol === symbol),
    )
  }

  async function cancelAll(params: Params, { customer }: Caller) {
    tradedOf('contract', params)
    for (const { id } of await waitingOf(params, customer)) {
      await cancelOrder(contracts, { customer }, id).catch((error: unknown) => {
        // One that has opened meanwhile is none that waits.
        if (!(error instanceof Refusal) || error.code !== 'ORDER_NOT_CANCELABLE') throw error
      })
    }
    return { code: 200, msg: 'The operation of cancel all open order is done.' }
  }

  async function allOrders(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('contract', params)
    const limit = limitIn(params, LIST)
    const fromId = idIn(params, 'orderId')
    const filter = { customer, symbol, ...timesIn(params), fromId, offset: 0, limit }
    const found = await listPositions(db, filter)
    return shown(customer, fromId === undefined ? found.reverse() : found)
  }

  /** What opened and closed a customer's newest positions in an instrument, or what one order did. */
  async function happenedBy(customer: CustomerId, params: Params, limit: number) {
    const { symbol } = tradedOf('contract', params)
    const order = idIn(params, 'orderId')
    if (order !== undefined) {
      const position = await findPosition(db, customer, positionId(order))
      const [opened, closed] = position
        ? [[position], []]
        : [[], await closings.closingsWith(customer, order)]
      return {
        opened: opened.filter((one) => one.symbol === symbol),
        closed: closed.filter(({ position: of }) => of.symbol === symbol),
      }
    }
    const opened = await listPositions(db, { customer, symbol, offset: 0, limit: POSITIONS })
    const byId = new Map(opened.map((one) => [one.id, one]))
    const changes = await closingsOf(db, [...byId.keys()], { ...timesIn(params), limit })
    return { opened, closed: changes.map((change) => ({ position: byId.get(change.position)!, change })) }
  }

  async function trades(params: Params, { customer }: Caller) {
    const limit = limitIn(params, LIST)
    const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = timesIn(params)
    const isWithin = (atMs: number | null) => atMs !== null && atMs >= fromMs && atMs < toMs
    const { opened, closed } = await happenedBy(customer, params, limit)
    const openings = opened.filter(({ openedAtMs }) => isWithin(openedAtMs))
    const fees = await closingFees(
      db,
      openings.map(({ id }) => id),
    )
    return [
      ...openings.map((one) =>
        openingTrade(view(one), formatDecimal(one.fee - (fees.get(one.id) ?? 0n), marginDecimals())),
      ),
      ...closed
        .filter(({ change }) => isWithin(change.atMs))
        .map(({ position, change }) => closingTrade(view(position), changeView(position, change))),
    ]
      .sort((a, b) => a.time - b.time)
      .slice(-limit)
  }

  async function positions(params: Params, { customer }: Caller) {
    const symbol = params.symbol ? tradedOf('contract', params).symbol : undefined
    const open = (await activeOf(customer))
      .filter((one) => one.status === 'open' && (symbol === undefined || one.symbol === symbol))
      .sort((a, b) => (a.id > b.id ? -1 : 1))
    const groups = Map.groupBy(open, (one) => `${one.symbol} ${one.direction}`)
    return [...groups.values()].map((group) => positionRisk(group.map(view)))
  }

  async function wallet(customer: CustomerId, nowMs: number) {
    const { account, active } = await walletOf(contracts, customer)
    return contractAccount(account, active.map(view), nowMs)
  }

  async function setLeverage(params: Params, { customer }: Caller) {
    const instrument = tradedOf('contract', params)
    const { symbol } = instrument
    const terms = (await termsIn(db))(instrument)
    const leverage = whole(params, 'leverage', { minimum: 1 })
    if (leverage === undefined) throw errors.missing('leverage')
    if (!terms.leverages.includes(leverage))
      throw new ExchangeError(-4028, `Leverage ${leverage} is not valid: ${terms.leverages.join(', ')} are.`)
    await chooseLeverage(db, customer, symbol, leverage)
    return { leverage, maxNotionalValue: terms.maxPosition, symbol: params.symbol }
  }

  async function symbolConfig(params: Params, { customer }: Caller) {
    const listed = params.symbol ? [tradedOf('contract', params)] : tradedIn('contract')
    const [chosen, termsOf] = [await chosenLeverages(db, customer), await termsIn(db)]
    return listed.map((instrument) => {
      const terms = termsOf(instrument)
      return {
        symbol: exchangeSymbol(instrument),
        marginType: 'ISOLATED',
        isAutoAddMargin: false,
        leverage: chosen.get(instrument.symbol) ?? terms.leverages[0],
        maxNotionalValue: terms.maxPosition,
      }
    })
  }

  async function brackets(params: Params) {
    const listed = params.symbol ? [tradedOf('contract', params)] : tradedIn('contract')
    const termsOf = await termsIn(db)
    return listed.map((instrument) => leverageBracket(instrument, termsOf(instrument)))
  }

  /** Sets where the positions of a direction take their profit or stop their loss: it closes all of each. */
  async function placeStop(params: Params, { customer, nowMs }: Caller) {
    readAll(params, stopParams)
    const instrument = tradedOf('contract', params)
    wordOf(params, 'algoType', ['CONDITIONAL'] as const)
    const type = wordOf(params, 'type', ['STOP_MARKET', 'TAKE_PROFIT_MARKET'] as const, errors.badType)
    const kind: StopKind = type === 'STOP_MARKET' ? 'stop-loss' : 'take-profit'
    const triggerPrice = neededDecimal(params, 'triggerPrice')
    const closesAll = flagIn(params, 'closePosition')
    const { direction, isClosing } = await meantBy(
      closesAll && !params.positionSide ? { ...params, reduceOnly: 'true' } : params,
      customer,
      instrument,
    )
    if (!isClosing) throw errors.nothingToReduce()
    const open = await openOf(customer, instrument.symbol, direction)
    if (open.length === 0) throw errors.nothingToReduce()
    if (!closesAll) {
      const asked = hundredthsOf(lotsOf(instrument, neededDecimal(params, 'quantity')))
      const all = open.reduce((so, { openLots }) => so + BigInt(openLots), 0n)
      // A part of a position has no stop of its own.
      if (asked !== all) throw errors.noUnit()
    }
    const name = clientIdIn(params, 'clientAlgoId')
    let last: PositionView | undefined
    for (const { id } of open) {
      last = await setStop(customer, id, kind, triggerPrice)
      if (name !== undefined) await renameOrder(db, customer, stopId(last.id, kind), name, nowMs)
    }
    return stopOrder(last!, kind, 'NEW', name)
  }

  const setStop = async (customer: CustomerId, id: PositionId, kind: StopKind, at: string) =>
    view(
      await setStops(
        contracts,
        { customer },
        id,
        kind === 'stop-loss' ? { stopLoss: at } : { takeProfit: at },
      ),
    )

  async function openStops(params: Params, { customer }: Caller) {
    const symbol = params.symbol ? tradedOf('contract', params).symbol : undefined
    const positions = (await activeOf(customer)).filter(
      (one) => symbol === undefined || one.symbol === symbol,
    )
    const stops = positions
      .map(view)
      .flatMap((position) =>
        stopKinds
          .filter((kind) => (kind === 'stop-loss' ? position.stopLoss : position.takeProfit) !== null)
          .map((kind) => ({ position, kind })),
      )
    const names = await namesOf(
      db,
      customer,
      stops.map(({ position, kind }) => stopId(position.id, kind)),
    )
    return stops.map(({ position, kind }) =>
      stopOrder(position, kind, 'NEW', names.get(stopId(position.id, kind))),
    )
  }

  async function cancelStop(params: Params, { customer }: Caller) {
    const given = idIn(params, 'algoId')
    if (given === undefined && !params.clientAlgoId) throw errors.missing('algoId')
    const ids = given === undefined ? await ordersNamed(db, customer, params.clientAlgoId!) : [given]
    for (const id of ids) {
      const { positionId: of, kind } = positionOfStop(id)
      const position = await findPosition(db, customer, positionId(of))
      const isSet = kind === 'stop-loss' ? position?.stopLoss : position?.takeProfit
      if (!position || isSet === null || isSet === undefined) continue
      const before = view(position)
      await setStop(customer, position.id, kind, '0')
      const name = (await namesOf(db, customer, [id])).get(id)
      return { ...stopOrder(before, kind, 'CANCELED', name), code: '200', msg: 'success' }
    }
    throw errors.unknownOrder()
  }

  const trading = { scope: 'contract', isOrder: true, limit: 'order', asked: 'contract' } as const
  const ending = { scope: 'contract', limit: 'order', asked: 'cancel' } as const
  const reading = { scope: 'read', limit: 'heavy', asked: 'read' } as const
  const looking = { scope: 'read', asked: 'read' } as const
  const setting = { scope: 'contract', asked: 'contract' } as const
  const both = (name: string) => [`/fapi/v2/${name}`, `/fapi/v3/${name}`]
  return [
    {
      ...{ method: 'POST', path: '/fapi/v1/order', weight: 1, ...trading, namedBy: 'newClientOrderId' },
      handle: place,
    },
    { method: 'PUT', path: '/fapi/v1/order', weight: 1, ...trading, handle: amend },
    { method: 'DELETE', path: '/fapi/v1/order', weight: 1, ...ending, handle: cancel },
    { method: 'GET', path: '/fapi/v1/order', weight: 4, ...reading, handle: read },
    {
      ...{ method: 'GET', path: '/fapi/v1/openOrder', weight: 4, ...reading },
      async handle(params, by) {
        const order = await read(params, by)
        if (order.status !== 'NEW') throw errors.noOrder()
        return order
      },
    },
    {
      ...{ method: 'GET', path: '/fapi/v1/openOrders', ...reading },
      weight: ({ symbol }) => (symbol ? 1 : 40),
      handle: async (params, { customer }) => shown(customer, await waitingOf(params, customer)),
    },
    { method: 'DELETE', path: '/fapi/v1/allOpenOrders', weight: 1, ...ending, handle: cancelAll },
    { method: 'GET', path: '/fapi/v1/allOrders', weight: 20, ...reading, handle: allOrders },
    { method: 'GET', path: '/fapi/v1/userTrades', weight: 20, ...reading, handle: trades },
    ...both('positionRisk').map(
      (path): ExchangeRoute => ({ method: 'GET', path, weight: 5, ...looking, handle: positions }),
    ),
    ...both('account').map(
      (path): ExchangeRoute => ({
        ...{ method: 'GET', path, weight: 5, ...looking },
        handle: async (params, by) => ({
          ...(await wallet(by.customer, by.nowMs)),
          positions: await positions({ ...params, symbol: '' }, by),
        }),
      }),
    ),
    ...both('balance').map(
      (path): ExchangeRoute => ({
        ...{ method: 'GET', path, weight: 5, ...looking },
        async handle(_, { customer, nowMs }) {
          const { assets } = await wallet(customer, nowMs)
          return assets.map((one) => ({ accountAlias: '', balance: one.walletBalance, ...one }))
        },
      }),
    ),
    { method: 'POST', path: '/fapi/v1/leverage', weight: 1, ...setting, handle: setLeverage },
    { method: 'GET', path: '/fapi/v1/symbolConfig', weight: 5, ...looking, handle: symbolConfig },
    { method: 'GET', path: '/fapi/v1/leverageBracket', weight: 1, ...looking, handle: brackets },
    {
      ...{ method: 'POST', path: '/fapi/v1/marginType', weight: 1, ...setting },
      handle(params) {
        if (wordOf(params, 'marginType', ['ISOLATED', 'CROSSED'] as const) === 'CROSSED')
          throw errors.notServed()
        throw new ExchangeError(-4046, 'No need to change margin type.')
      },
    },
    {
      ...{ method: 'GET', path: '/fapi/v1/positionSide/dual', weight: 30, ...looking },
      handle: () => ({ dualSidePosition: true }),
    },
    {
      ...{ method: 'POST', path: '/fapi/v1/positionSide/dual', weight: 1, ...setting },
      handle(params) {
        if (!flagIn(params, 'dualSidePosition')) throw errors.notServed()
        throw new ExchangeError(-4059, 'No need to change position side.')
      },
    },
    { method: 'POST', path: '/fapi/v1/algoOrder', weight: 1, ...trading, handle: placeStop },
    { method: 'DELETE', path: '/fapi/v1/algoOrder', weight: 1, ...ending, handle: cancelStop },
    { method: 'GET', path: '/fapi/v1/openAlgoOrders', weight: 1, ...reading, handle: openStops },
  ]
}
