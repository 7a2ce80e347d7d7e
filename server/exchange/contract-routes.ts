import type { PositionView } from '#domain/contract/contract.ts'
import type { Direction } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { exchangeSymbol, findTraded, tradedIn } from '#domain/exchange/symbols.ts'
import { openingSide, positionSideWords, sideWords } from '#domain/exchange/words.ts'
import { type CustomerId, type PositionId, positionId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { least, parseDecimal } from '#domain/money/amount.ts'
import {
  activePositions,
  type Contracts,
  cancelOrder,
  changesOf,
  changesOfPositions,
  changeView,
  closePosition,
  findPosition,
  listPositions,
  offer,
  type Position,
  positionView,
  setStops,
  submit,
  walletOf,
} from '#server/products/contract/service.ts'
import {
  type Closing,
  closingOrder,
  contractAccount,
  contractTrades,
  lotsOf,
  openingOrder,
  positionOfStop,
  positionRisk,
  type StopKind,
  stopId,
  stopKinds,
  stopOrder,
} from './contract-shapes.ts'
import { isMore, minus } from './decimals.ts'
import { ExchangeError, errors } from './errors.ts'
import { tradedOf } from './market-routes.ts'
import { leverageBracket } from './market-shapes.ts'
import {
  clientIdIn,
  decimalIn,
  flagIn,
  idIn,
  neededDecimal,
  type Params,
  readAll,
  sideIn,
  whole,
  wordOf,
} from './params.ts'
import type { Caller, ExchangeRoute } from './route.ts'
import { chooseLeverage, chosenLeverages, nameOrder, namesOf, ordersNamed } from './store.ts'

/** Contracts: by the services that the app's own calls ask, and by no other way. */

const LIST = { usual: 500, most: 1_000 }
/** How many of a customer's positions of one instrument their trades are looked for in. */
const POSITIONS = 200
const LOT_DECIMALS = 2

const orderParams = [
  ...['symbol', 'side', 'positionSide', 'type', 'timeInForce', 'quantity', 'price', 'reduceOnly'],
  ...['newClientOrderId', 'newOrderRespType'],
]
const stopParams = [
  ...['symbol', 'side', 'positionSide', 'type', 'algoType', 'triggerPrice', 'quantity', 'closePosition'],
  ...['reduceOnly', 'clientAlgoId', 'newOrderRespType', 'workingType', 'timeInForce'],
]

export function contractRoutes(contracts: Contracts): ExchangeRoute[] {
  const { db, lastTick } = contracts
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

  const leverageOf = async (customer: CustomerId, { symbol }: Instrument): Promise<number> => {
    const { terms } = await offer(contracts, symbol)
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
      const before = await orderNamed(by.customer, instrument.symbol, name)
      if (before) {
        // The same once more is answered; another one has no right to the name.
        const isSame =
          before.side === sideWords[sideIn(params)] &&
          before.type === type &&
          !isMore(minus(before.origQty, neededDecimal(params, 'quantity')).replace('-', ''))
        if (isSame) return before
        throw new ExchangeError(-2010, 'Duplicate order sent.')
      }
    }
    const { direction, isClosing } = await meantBy(params, by.customer, instrument)
    if (isClosing) {
      // A position closes at the market: there is no order that waits to do it but its take profit.
      if (type === 'LIMIT') throw errors.badType()
      return close(instrument, direction, lots, name, by)
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

  /** Closes so many lots of a direction, of the oldest position first. */
  async function close(
    { symbol }: Instrument,
    direction: Direction,
    lots: string,
    name: string | undefined,
    { customer, nowMs }: Caller,
  ) {
    const positions = await openOf(customer, symbol, direction)
    if (positions.length === 0) throw errors.nothingToReduce()
    let left = parseDecimal(lots, LOT_DECIMALS)!
    const closings: Closing[] = []
    for (const { id, openLots } of positions) {
      if (left === 0n) break
      const some = least(left, BigInt(openLots))
      const key = name === undefined ? undefined : `exchange contract ${name} ${id}`
      const part =
        some === BigInt(openLots) ? undefined : `${some / 100n}.${String(some % 100n).padStart(2, '0')}`
      try {
        const position = await closePosition(contracts, { customer, key }, id, part)
        const change = (await changesOf(db, id)).findLast(({ kind }) => kind === 'closed')!
        closings.push({ position: view(position), change: changeView(position, change) })
        left -= some
      } catch (error) {
        // What was closed is closed, and said.
        if (closings.length === 0) throw error
        break
      }
    }
    const last = closings.at(-1)!
    if (name !== undefined) await nameOrder(db, customer, BigInt(last.change.id), name, nowMs)
    return closingOrder(closings, name)
  }

  /** A customer's newest positions in an instrument, with everything that happened to each. */
  async function happenedIn(customer: CustomerId, symbol: string) {
    const positions = await listPositions(db, { customer, symbol, offset: 0, limit: POSITIONS })
    const changes = await changesOfPositions(
      db,
      positions.map(({ id }) => id),
    )
    return positions.map((position) => ({
      position: view(position),
      changes: (changes.get(position.id) ?? []).map((change) => changeView(position, change)),
    }))
  }

  async function orderOf(customer: CustomerId, symbol: string, id: bigint, name: string | undefined) {
    const position = await findPosition(db, customer, positionId(id))
    if (position) return position.symbol === symbol ? openingOrder(view(position), name) : undefined
    for (const { position: of, changes } of await happenedIn(customer, symbol)) {
      const change = changes.find((one) => one.kind === 'closed' && one.id === String(id))
      if (change) return closingOrder([{ position: of, change }], name)
    }
    return undefined
  }

  /** An order of an instrument that a customer has called so. */
  async function orderNamed(customer: CustomerId, symbol: string, name: string) {
    for (const id of await ordersNamed(db, customer, name)) {
      const order = await orderOf(customer, symbol, id, name)
      if (order) return order
    }
    return undefined
  }

  async function read(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('contract', params)
    const id = idIn(params, 'orderId')
    const name = params.origClientOrderId
    if (id === undefined && !name) throw errors.missing('orderId')
    const order =
      id === undefined
        ? await orderNamed(customer, symbol, name!)
        : await orderOf(customer, symbol, id, (await namesOf(db, customer, [id])).get(id))
    if (!order) throw errors.noOrder()
    return order
  }

  async function cancel(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('contract', params)
    const given = idIn(params, 'orderId')
    if (given === undefined && !params.origClientOrderId) throw errors.missing('orderId')
    const ids = given === undefined ? await ordersNamed(db, customer, params.origClientOrderId!) : [given]
    for (const id of ids) {
      const position = await findPosition(db, customer, positionId(id))
      if (position?.symbol !== symbol) continue
      if (position.status !== 'pending') break
      const ended = await cancelOrder(contracts, { customer }, position.id)
      return openingOrder(view(ended), (await namesOf(db, customer, [id])).get(id))
    }
    throw errors.unknownOrder()
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
      // One that has opened meanwhile is none that waits.
      await cancelOrder(contracts, { customer }, id).catch(() => undefined)
    }
    return { code: 200, msg: 'The operation of cancel all open order is done.' }
  }

  async function allOrders(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('contract', params)
    const limit = whole(params, 'limit', { minimum: 1, maximum: LIST.most }) ?? LIST.usual
    const [fromMs, until] = [whole(params, 'startTime'), whole(params, 'endTime')]
    const toMs = until === undefined ? undefined : until + 1
    const positions = await listPositions(db, { customer, symbol, fromMs, toMs, offset: 0, limit })
    const fromId = idIn(params, 'orderId')
    return shown(customer, positions.filter(({ id }) => fromId === undefined || id >= fromId).reverse())
  }

  async function trades(params: Params, { customer }: Caller) {
    const { symbol } = tradedOf('contract', params)
    const limit = whole(params, 'limit', { minimum: 1, maximum: LIST.most }) ?? LIST.usual
    const [fromMs = 0, toMs = Number.MAX_SAFE_INTEGER] = [
      whole(params, 'startTime'),
      whole(params, 'endTime'),
    ]
    const happened = await happenedIn(customer, symbol)
    return happened
      .flatMap(({ position, changes }) => contractTrades(position, changes))
      .filter(({ time }) => time >= fromMs && time <= toMs)
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
    const { symbol } = tradedOf('contract', params)
    const { terms } = await offer(contracts, symbol)
    const leverage = whole(params, 'leverage', { minimum: 1 })
    if (leverage === undefined) throw errors.missing('leverage')
    if (!terms.leverages.includes(leverage))
      throw new ExchangeError(-4028, `Leverage ${leverage} is not valid: ${terms.leverages.join(', ')} are.`)
    await chooseLeverage(db, customer, symbol, leverage)
    return { leverage, maxNotionalValue: terms.maxPosition, symbol: params.symbol }
  }

  async function symbolConfig(params: Params, { customer }: Caller) {
    const listed = params.symbol ? [tradedOf('contract', params)] : tradedIn('contract')
    const chosen = await chosenLeverages(db, customer)
    const all = []
    for (const instrument of listed) {
      const { terms } = await offer(contracts, instrument.symbol)
      all.push({
        symbol: exchangeSymbol(instrument),
        marginType: 'ISOLATED',
        isAutoAddMargin: false,
        leverage: chosen.get(instrument.symbol) ?? terms.leverages[0],
        maxNotionalValue: terms.maxPosition,
      })
    }
    return all
  }

  async function brackets(params: Params) {
    const listed = params.symbol ? [tradedOf('contract', params)] : tradedIn('contract')
    const all = []
    for (const instrument of listed) {
      const { terms } = await offer(contracts, instrument.symbol)
      all.push(leverageBracket(instrument, terms, terms.maxPosition))
    }
    return all
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
      const asked = parseDecimal(lotsOf(instrument, neededDecimal(params, 'quantity')), LOT_DECIMALS)
      const all = open.reduce((so, { openLots }) => so + BigInt(openLots), 0n)
      // A part of a position has no stop of its own.
      if (asked !== all) throw errors.noUnit()
    }
    const name = clientIdIn(params, 'clientAlgoId')
    let last: PositionView | undefined
    for (const { id } of open) last = await setStop(customer, id, kind, triggerPrice)
    if (name !== undefined) await nameOrder(db, customer, stopId(last!.id, kind), name, nowMs)
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
    { method: 'POST', path: '/fapi/v1/order', weight: 1, ...trading, handle: place },
    { method: 'DELETE', path: '/fapi/v1/order', weight: 1, ...ending, handle: cancel },
    { method: 'GET', path: '/fapi/v1/order', weight: 1, ...reading, handle: read },
    {
      ...{ method: 'GET', path: '/fapi/v1/openOrder', weight: 1, ...reading },
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
    { method: 'GET', path: '/fapi/v1/allOrders', weight: 5, ...reading, handle: allOrders },
    { method: 'GET', path: '/fapi/v1/userTrades', weight: 5, ...reading, handle: trades },
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
