import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { OutputOf } from '#domain/endpoint.ts'
import { assert } from '#domain/errors.ts'
import { quoteOf } from '#domain/market/contract.ts'
import {
  baseAmountOf,
  formatPrice,
  formatQuantity,
  notionalOf,
  parsePrice,
} from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { mulDiv, price, quantity } from '#domain/money/amount.ts'
import { BPS_ONE } from '#domain/money/rate.ts'
import {
  type OrderView,
  spotAmend,
  spotCancel,
  spotCancelAll,
  spotDetail,
  spotList,
  spotOco,
  spotProof,
  spotTrade,
  spotTradeDetail,
} from '#domain/spot/contract.ts'
import { receiveCurrency, type Side } from '#domain/spot/rules.ts'
import type { Services } from '#server/app.ts'
import { type AccountId, platformAccount } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { anybody, assertExpected, factsOf, type Player, perform, remember } from '#server/sim/player.ts'
import type { Random } from '#server/sim/random.ts'
import type {
  Asker,
  CrashTrader,
  Customer,
  Input,
  ProductTesting,
  Watcher,
} from '#server/testing/product-testing.ts'
import { showValue } from '#server/testing/show-value.ts'
import { spotAccounts } from './accounts.ts'
import type { BookDepth } from './books.ts'
import { loadBooks } from './load-books.ts'
import type { spot } from './product.ts'
import { activeOrders, storedOpenOrders } from './store.ts'

const BTC = findInstrument('BTC-USDT')!
const ETH = findInstrument('ETH-USDT')!

type OpenSpot = ReturnType<typeof spot.open>

/** Spot as it opened; by its name, for `product.ts` loads this file and is not needed by it. */
const openedIn = ({ opened }: Services): OpenSpot =>
  opened.find((one): one is OpenSpot & typeof one => one.name === 'spot')!

// ── Tests generated from the contract

/** What a coin costs now. */
export const priceOf = async (somebody: Asker): Promise<number> =>
  Number((await somebody.ask(quoteOf, { symbol: BTC.symbol })).lastPrice)

/** A buy some way below the market: it rests. */
export const restingOrder = async (somebody: Asker) => ({
  ...{ base: BTC.base, quote: BTC.quote, side: 'buy', quantity: '0.01' },
  limitPrice: (Math.floor((await priceOf(somebody)) * 97) / 100).toFixed(2),
})

const place = async (customer: Customer): Promise<string> =>
  (await customer.ask(spotTrade, await restingOrder(customer))).id

/** A buy some way below the market, or some way above it once the price is there. */
async function pairRoundMarket(somebody: Asker) {
  const at = await priceOf(somebody)
  return {
    ...(await restingOrder(somebody)),
    ...{ triggerPrice: (at * 1.03).toFixed(2), stopLimitPrice: (at * 1.04).toFixed(2) },
  }
}

async function placeOnlyOne(customer: Customer): Promise<Input> {
  await customer.ask(spotCancelAll)
  await place(customer)
  return {}
}

// ── The simulation

function randomOrder({ exchange, random }: Player): Input {
  const instrument = random.one([BTC, BTC, ETH])
  const last = exchange.services.markets.lastPrice(instrument.symbol)?.price ?? 1
  const side = random.one(['buy', 'sell'])
  const isMarket = random.below(6) === 0
  const steps = instrument === BTC ? 50 + random.below(2_000) : 50 + random.below(5_000)
  const strays = random.chance(25) ? 900 : 8
  const limit = Math.max(1, last + Math.round((last * (random.below(2 * strays + 1) - strays)) / 10_000))
  return {
    base: instrument.base,
    quote: instrument.quote,
    side,
    quantity: formatQuantity(instrument, steps),
    orderType: isMarket ? 'market' : 'limit',
    timeInForce: random.one(['gtc', 'gtc', 'gtc', 'gtc', 'ioc', 'fok']),
    postOnly: !isMarket && random.chance(8),
    ...(isMarket ? {} : { limitPrice: formatPrice(instrument, limit) }),
  }
}

async function cancelOne(player: Player): Promise<string> {
  const open = await activeOrders(player.exchange.real)
  if (open.length === 0) return 'nothing open'
  const order = player.random.one(open)
  const isOthers = player.random.chance(6)
  const customer = isOthers ? anybody(player) : order.customer
  const answer = await player.exchange.call(customer, spotCancel, { id: order.id })
  assertExpected(spotCancel, answer)
  assert(
    customer === order.customer ? answer.ok : !answer.ok && answer.error === 'ORDER_NOT_FOUND',
    `an order is cancelled by its owner alone: ${JSON.stringify(answer)}`,
  )
  return factsOf(answer)
}

/** Amends an order to anything near what it is: smaller, larger, at another price or trigger, or what is refused. */
async function amendOne(player: Player): Promise<string> {
  const { exchange, random } = player
  const active = await activeOrders(exchange.real)
  if (active.length === 0) return 'nothing open'
  const order = random.one(active)
  const instrument = findInstrument(order.symbol)!
  const to = Math.max(1, order.price + Math.round((order.price * (random.below(61) - 30)) / 10_000))
  const triggerTo = Math.max(1, to + (order.triggerPrice ?? 0) - order.price)
  const input = {
    id: order.id,
    quantity: random.chance(70)
      ? formatQuantity(instrument, 1 + random.below(2 * order.quantity))
      : undefined,
    limitPrice: random.chance(50) ? formatPrice(instrument, to) : undefined,
    triggerPrice:
      order.triggerPrice !== null && random.chance(50) ? formatPrice(instrument, triggerTo) : undefined,
  }
  return perform(player, order.customer, spotAmend, input)
}

/** A stop on either side of the last price, that a day's prices may reach. */
function randomStop({ exchange, random }: Player): Input {
  const last = exchange.services.markets.lastPrice(BTC.symbol)?.price ?? 1
  const near = (bps: number) => formatPrice(BTC, Math.max(1, last + Math.round((last * bps) / 10_000)))
  const triggerBps = random.below(121) - 60
  const isMarket = random.chance(40)
  return {
    ...{ base: BTC.base, quote: BTC.quote, side: random.one(['buy', 'sell']) },
    quantity: formatQuantity(BTC, 50 + random.below(2_000)),
    orderType: isMarket ? 'stop-market' : 'stop-limit',
    timeInForce: random.one(['gtc', 'gtc', 'ioc', 'fok']),
    triggerPrice: near(triggerBps),
    ...(isMarket ? {} : { limitPrice: near(triggerBps + random.below(61) - 30) }),
  }
}

/** A pair round the last price; now and then the wrong way round. */
function randomPair({ exchange, random }: Player): Input {
  const last = exchange.services.markets.lastPrice(BTC.symbol)?.price ?? 1
  const near = (bps: number) => formatPrice(BTC, Math.max(1, last + Math.round((last * bps) / 10_000)))
  const side = random.one(['buy', 'sell'])
  const up = (side === 'sell') === !random.chance(10) ? 1 : -1
  const triggerBps = -up * (1 + random.below(50))
  return {
    ...{ base: BTC.base, quote: BTC.quote, side, quantity: formatQuantity(BTC, 50 + random.below(1_500)) },
    limitPrice: near(up * (1 + random.below(50))),
    triggerPrice: near(triggerBps),
    ...(random.chance(50) ? { stopLimitPrice: near(triggerBps - up * random.below(20)) } : {}),
  }
}

/** A buy near the last price, with a take profit, a stop loss or both that a day's prices may reach; now and then refused. */
function protectedBuy({ exchange, random }: Player): Input {
  const last = exchange.services.markets.lastPrice(BTC.symbol)?.price ?? 1
  const near = (bps: number) => formatPrice(BTC, Math.max(1, last + Math.round((last * bps) / 10_000)))
  const isMarket = random.chance(3)
  const [takeProfit, stopLoss] = [near(5 + random.below(60)), near(-5 - random.below(60))]
  const attached = random.one([
    ...[{ takeProfit, stopLoss }, { takeProfit, stopLoss }, { takeProfit }, { stopLoss }],
    ...(random.chance(10) ? [{ takeProfit: stopLoss, stopLoss: takeProfit }] : []),
  ])
  return {
    ...{ base: BTC.base, quote: BTC.quote, side: 'buy', orderType: isMarket ? 'market' : 'limit' },
    ...{ quantity: formatQuantity(BTC, 50 + random.below(1_500)), ...attached },
    ...(isMarket
      ? {}
      : { limitPrice: near(random.below(9) - 5), timeInForce: random.one(['gtc', 'gtc', 'ioc']) }),
  }
}

/** A market buy that says what it may spend. */
const randomSpend = ({ random }: Player): Input => ({
  ...{ base: BTC.base, quote: BTC.quote, side: 'buy', orderType: 'market' },
  quoteAmount: String(1 + random.below(400)),
})

const BURST = 8

/**
 * Several customers in the same millisecond, decided as they came. How they stand afterwards is what is
 * told: how many of them met in one batch hangs on the machine, and with it what each hears first.
 */
async function burst(player: Player): Promise<string> {
  const { exchange } = player
  const sent = Array.from({ length: BURST }, () => {
    const one = {
      customer: anybody(player),
      call: spotTrade,
      input: randomOrder(player),
      key: player.nextKey(),
    }
    return { ...one, answer: exchange.call(one.customer, one.call, one.input, one.key) }
  })
  await Promise.all(sent.map(({ answer }) => answer))
  const facts: string[] = []
  for (const { answer, ...one } of sent) {
    const first = await answer
    assertExpected(spotTrade, first)
    if (!first.ok) facts.push(factsOf(first))
    else {
      const now = await exchange.call(one.customer, one.call, one.input, one.key)
      assert(now.ok, 'an order of a burst is answered again by its key')
      remember(player, { ...one, data: now.data })
      facts.push(factsOf(now))
    }
  }
  return facts.join(' ')
}

const NO_ORDERS = { bids: [], asks: [] }

/** The books in memory are the books of the database. */
async function auditBooks(services: Services): Promise<string[]> {
  const traded = instruments.filter(({ products }) => products.includes('spot'))
  const stored = loadBooks(traded, await services.db.transaction().execute(storedOpenOrders), 0)
  const { engine } = openedIn(services)
  return traded.flatMap(({ symbol }) => {
    const [inMemory, inDatabase] = [engine.depth(symbol), stored.markets.get(symbol)?.published].map(levelsOf)
    // A market that was listed a moment ago has no orders yet, whether its book is open or not.
    return isDeepStrictEqual(inMemory ?? NO_ORDERS, inDatabase ?? NO_ORDERS)
      ? []
      : [`the book of ${symbol} in memory is the database's: ${showValue([inMemory, inDatabase])}`]
  })
}

const levelsOf = (depth: BookDepth | undefined) => depth && { bids: depth.bids, asks: depth.asks }

interface TradeRow {
  readonly id: bigint
  readonly symbol: string
  readonly taker_side: Side
  readonly price: bigint
  readonly quantity: bigint
  readonly maker_fee: bigint
  readonly taker_fee: bigint
}

/** Every trade costs both sides the published fee, rounded up, and the fee account got exactly that. */
function watchFees(db: Db): Watcher {
  let lastTrade = 0n
  return async (entries) => {
    const { rows: trades } = await sql<TradeRow>`
      select id, symbol, taker_side, price, quantity, maker_fee, taker_fee from spot_trade
      where id > ${lastTrade} order by id`.execute(db)
    const charged = new Map<AccountId, bigint>()
    const add = (account: AccountId, amount: bigint) =>
      charged.set(account, (charged.get(account) ?? 0n) + amount)
    for (const trade of trades) {
      lastTrade = trade.id
      for (const { currency, fee, published } of feesOf(trade)) {
        assert(fee === published, `trade ${trade.id} charged ${fee}, the published fee is ${published}`)
        add(platformAccount(spotAccounts.fees, currency), fee)
      }
    }
    for (const { reason, amount, account_id } of entries)
      if (reason === 'spot-fee' && amount > 0n) add(account_id, -amount)
    for (const [account, rest] of charged) assert(rest === 0n, `fees of account ${account} differ by ${rest}`)
    return { trades: trades.length }
  }
}

/** What a trade charged each side, and what it should have. */
function feesOf(trade: TradeRow) {
  const instrument = findInstrument(trade.symbol)!
  const { taker_side: taker, taker_fee, maker_fee } = trade
  const size = quantity(trade.quantity)
  const notional = notionalOf(instrument, price(trade.price), size)
  const sides = [
    { side: taker, fee: taker_fee, bps: instrument.takerFeeBps },
    { side: taker === 'buy' ? 'sell' : 'buy', fee: maker_fee, bps: instrument.makerFeeBps },
  ] as const
  return sides.map(({ side, fee, bps }) => {
    const currency = receiveCurrency(instrument, side)
    const gross = currency === instrument.quote ? notional : baseAmountOf(instrument, size)
    return { currency, fee, published: mulDiv(gross, BigInt(bps), BPS_ONE, 'up') }
  })
}

// ── Crash tests

async function orderNearMarket(trader: CrashTrader, random: Random): Promise<Input> {
  const quote = await trader.look(quoteOf, { symbol: BTC.symbol })
  // While there is no price, one that is refused.
  const last = Number(quote?.lastPrice ? parsePrice(BTC, quote.lastPrice) : 1n)
  const tenthsPerMille = random.below(21) - 10
  return {
    base: BTC.base,
    quote: BTC.quote,
    side: random.one(['buy', 'sell']),
    quantity: `0.00${1 + random.below(9)}`,
    limitPrice: formatPrice(BTC, last + Math.round((last * tenthsPerMille) / 10_000)),
    timeInForce: random.one(['gtc', 'gtc', 'gtc', 'ioc']),
  }
}

/** A stop that the next prices reach, soon or not. */
async function stopNearMarket(trader: CrashTrader, random: Random): Promise<Input> {
  const quote = await trader.look(quoteOf, { symbol: BTC.symbol })
  const last = Number(quote?.lastPrice ? parsePrice(BTC, quote.lastPrice) : 1n)
  const near = (bps: number) => formatPrice(BTC, Math.max(1, last + Math.round((last * bps) / 10_000)))
  const triggerBps = random.one([-2, -1, 1, 2]) * (1 + random.below(3))
  return {
    ...{ base: BTC.base, quote: BTC.quote, side: random.one(['buy', 'sell']) },
    ...{ quantity: `0.00${1 + random.below(9)}`, orderType: 'stop-limit', triggerPrice: near(triggerBps) },
    limitPrice: near(triggerBps + random.below(21) - 10),
  }
}

async function pairNearMarket(trader: CrashTrader, random: Random): Promise<Input> {
  const quote = await trader.look(quoteOf, { symbol: BTC.symbol })
  const last = Number(quote?.lastPrice ? parsePrice(BTC, quote.lastPrice) : 1n)
  const near = (bps: number) => formatPrice(BTC, Math.max(1, last + Math.round((last * bps) / 10_000)))
  const side = random.one(['buy', 'sell'])
  const up = side === 'sell' ? 1 : -1
  return {
    ...{ base: BTC.base, quote: BTC.quote, side, quantity: `0.00${1 + random.below(9)}` },
    limitPrice: near(up * (1 + random.below(8))),
    triggerPrice: near(-up * (1 + random.below(4))),
    stopLimitPrice: near(-up * (6 + random.below(8))),
  }
}

/** A buy near the market with a take profit and a stop loss that the next prices may reach. */
async function protectedNearMarket(trader: CrashTrader, random: Random): Promise<Input> {
  const quote = await trader.look(quoteOf, { symbol: BTC.symbol })
  const last = Number(quote?.lastPrice ? parsePrice(BTC, quote.lastPrice) : 1n)
  const near = (bps: number) => formatPrice(BTC, Math.max(1, last + Math.round((last * bps) / 10_000)))
  return {
    ...{ base: BTC.base, quote: BTC.quote, side: 'buy', quantity: `0.00${1 + random.below(9)}` },
    ...{ limitPrice: near(10 - random.below(15)), takeProfit: near(11 + random.below(10)) },
    stopLoss: near(-6 - random.below(6)),
  }
}

/** Another size and price for one of the newest orders; it may be over by now. */
function amendedOpen(trader: CrashTrader, random: Random): Input | undefined {
  const open = oneOpen(trader, random)
  return open && { ...open, quantity: `0.00${1 + random.below(9)}` }
}

const NEWEST = 20

function oneOpen(trader: CrashTrader, random: Random): Input | undefined {
  const open = trader.done(spotTrade).filter(({ status }) => status === 'open' || status === 'untriggered')
  return open.length === 0 ? undefined : { id: random.one(open.slice(-NEWEST)).id }
}

export const spotTesting: ProductTesting = {
  fields: { base: BTC.base, quote: BTC.quote, side: 'buy', quantity: '0.01' },
  calls: [
    { call: spotTrade, fields: { limitPrice: '17000' } },
    { call: spotDetail, things: { id: 'openOrder' } },
    { call: spotProof, things: { id: 'openOrder' } },
    { call: spotTradeDetail, things: { id: 'openOrder' } },
    { call: spotCancel, things: { id: 'openOrder' } },
    { call: spotAmend, things: { id: 'openOrder' }, fields: { quantity: '0.02' } },
    {
      call: spotOco,
      fields: { side: 'sell', limitPrice: '18000', triggerPrice: '17000', stopLimitPrice: '16900' },
    },
  ],
  // Without the market maker, who quotes by himself whenever a tick comes.
  start: (services) => openedIn(services).startEngine(),
  matrix: {
    doOneOfEach: async (customer) => ({ openOrder: await place(customer) }),
    effects: [
      { call: spotTrade, isGuarded: false, prepare: restingOrder },
      { call: spotOco, isGuarded: false, prepare: pairRoundMarket },
      {
        call: spotAmend,
        isGuarded: true,
        prepare: async (customer) => ({ id: await place(customer), quantity: '0.02' }),
      },
      { call: spotCancel, isGuarded: true, prepare: async (customer) => ({ id: await place(customer) }) },
      { call: spotCancelAll, isGuarded: true, prepare: placeOnlyOne },
    ],
  },
  simulation: {
    calls: [
      { name: 'order', weight: 60, call: spotTrade, input: randomOrder },
      { name: 'stop', weight: 14, call: spotTrade, input: randomStop },
      { name: 'pair', weight: 10, call: spotOco, input: randomPair },
      { name: 'protected', weight: 12, call: spotTrade, input: protectedBuy },
      { name: 'spend', weight: 4, call: spotTrade, input: randomSpend },
      { name: 'cancel-all', weight: 4, call: spotCancelAll, input: () => ({}) },
    ],
    actions: [
      { name: 'cancel', weight: 24, act: cancelOne },
      { name: 'amend', weight: 14, act: amendOne },
      { name: 'burst', weight: 16, act: burst },
    ],
    hostile: [
      [spotTrade, 'quantity', 'limitPrice', 'base'],
      [spotOco, 'quantity', 'limitPrice', 'triggerPrice', 'stopLimitPrice'],
      [spotAmend, 'id', 'limitPrice', 'triggerPrice', 'quantity'],
      [spotCancel, 'id'],
    ],
    audit: auditBooks,
    watch: watchFees,
  },
  crash: {
    calls: [
      { call: spotTrade, weight: 55, input: orderNearMarket, listedIn: spotList },
      { call: spotTrade, weight: 20, input: stopNearMarket, listedIn: spotList },
      { call: spotTrade, weight: 12, input: protectedNearMarket, listedIn: spotList },
      {
        ...{ call: spotOco, weight: 10, input: pairNearMarket, listedIn: spotList },
        makes: (answer) => (answer as OutputOf<typeof spotOco>).orders.map(({ id }) => id),
      },
      { call: spotAmend, weight: 12, input: amendedOpen },
      { call: spotCancel, weight: 20, input: oneOpen, endsIn: { list: spotList, status: 'cancelled' } },
    ],
    // The sales at take profit and stop loss of a buy that is over.
    unasked: [{ list: spotList, madeBy: (order) => (order as OrderView).attachedTo }],
    quiet: [spotCancelAll],
  },
}
