import { Refusal } from '#domain/errors.ts'
import { formatPrice, formatQuantity, type Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { MARKET_MAKER } from '#server/core/ledger/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SpotOrder } from './books.ts'
import { ladderAround, type Rung, spacingAt } from './ladder.ts'
import { cancelOrder, placeOrder, type Spot } from './service.ts'

/**
 * The platform's market maker: a customer like any other that quotes both sides around the feed's price.
 *
 * It uses the same two functions as a customer's request, pays the same fees and sees only public data. It
 * does not quote without funds and cancels its quotes when the feed is stale.
 */
export interface MarketMaker {
  /** Takes back what an earlier run left, then follows the ticks. */
  start(): Promise<void>
  /** Stops following; its orders stay until it starts again or somebody takes them. */
  stop(): Promise<void>
  /** Brings the quotes nearer to where they should be, within the allowed rate. */
  step(): Promise<void>
}

export interface MarketMakerOptions {
  readonly spot: Spot
  readonly clock: Clock
  /** What is to be quoted now; one that is listed later is quoted from its first tick on. */
  readonly instruments: () => readonly Instrument[]
  /** Calls the listener for each tick of an instrument, or of all ('*'); returns how to stop it. */
  readonly onTick: (symbol: string, listener: (tick: Tick) => void) => () => void
  /** Orders and cancels a second, of all instruments together. */
  readonly actionsPerSecond?: number
  readonly onError?: (error: unknown) => void
}

const STEP_MS = 250
/** What may be saved up for a busy moment, in seconds' worth. */
const BURST_SECONDS = 4
/** How long a side that could not be paid for is left alone. */
const UNPAID_MS = 30_000
/** The price must move by this much of the nearest rungs' distance before anything is moved. */
const MOVE_SHARE = 0.6

interface Quoted {
  readonly instrument: Instrument
  /** The price that the ladder stands around; undefined while not quoting. */
  middle: number | undefined
  readonly open: Map<bigint, SpotOrder>
  readonly unpaidUntilMs: { buy: number; sell: number }
}

type Step = { readonly cancel: SpotOrder } | { readonly place: Rung }

/** Makes a market maker for these instruments; it does nothing before `start`. */
export function createMarketMaker(options: MarketMakerOptions): MarketMaker {
  const { spot, clock, onTick, actionsPerSecond = 20, onError = () => {} } = options
  const quoted = new Map<string, Quoted>()
  const quote = (instrument: Instrument) =>
    quoted.set(instrument.symbol, {
      instrument,
      middle: undefined,
      open: new Map(),
      unpaidUntilMs: { buy: 0, sell: 0 },
    })
  for (const instrument of options.instruments()) quote(instrument)
  const caller = { customer: MARKET_MAKER }
  const stops: (() => void)[] = []
  /** Instruments to look at: their price or their orders changed. */
  const due = new Set<string>()
  let allowance = actionsPerSecond * BURST_SECONDS
  let allowedAtMs = 0
  let stepping: Promise<void> | undefined

  function follow(order: SpotOrder): void {
    const quotes = quoted.get(order.symbol)
    if (!quotes) return
    if (order.status === 'open') quotes.open.set(order.id, order)
    else quotes.open.delete(order.id)
    due.add(order.symbol)
  }

  async function step(): Promise<void> {
    const nowMs = clock.nowMs()
    const earned = ((nowMs - allowedAtMs) / 1_000) * actionsPerSecond
    allowance = Math.min(actionsPerSecond * BURST_SECONDS, allowance + Math.max(0, earned))
    allowedAtMs = nowMs
    for (const symbol of [...due]) {
      const quotes = quoted.get(symbol)!
      const steps = stepsFor(quotes, nowMs)
      const now = steps.slice(0, Math.floor(allowance))
      allowance -= now.length
      // What has to wait is looked at again first; others get their turn after it.
      if (now.length === steps.length) due.delete(symbol)
      await Promise.all(now.map((each) => take(quotes, each, nowMs)))
      if (allowance < 1) return
    }
  }

  /** What would bring an instrument's quotes to where they should be: cancels first. */
  function stepsFor(quotes: Quoted, nowMs: number): Step[] {
    const { instrument, open, unpaidUntilMs } = quotes
    const { symbol } = instrument
    const takesOrders = findInstrument(symbol)?.status === 'trading'
    const tick = takesOrders && spot.prices.isFresh(symbol) ? spot.prices.lastTick(symbol) : undefined
    if (!tick) {
      quotes.middle = undefined
      return [...open.values()].map((cancel) => ({ cancel }))
    }
    const hasMoved =
      quotes.middle === undefined || Math.abs(tick.price - quotes.middle) > spacingAt(tick.price) * MOVE_SHARE
    if (hasMoved) quotes.middle = tick.price
    return stepsTo(ladderAround(instrument, quotes.middle!), [...open.values()]).filter(
      (each) => 'cancel' in each || unpaidUntilMs[each.place.side] <= nowMs,
    )
  }

  async function take(quotes: Quoted, each: Step, nowMs: number): Promise<void> {
    const { instrument, unpaidUntilMs } = quotes
    try {
      if ('cancel' in each) {
        follow(await cancelOrder(spot, caller, each.cancel.id))
        return
      }
      const { side, price, quantity } = each.place
      const order = await placeOrder(spot, caller, instrument.symbol, {
        side,
        orderType: 'limit',
        timeInForce: 'gtc',
        // Not post-only: when the price comes to a customer's resting order, this is who fills it.
        postOnly: false,
        quantity: formatQuantity(instrument, quantity),
        limitPrice: formatPrice(instrument, price),
      })
      follow(order)
    } catch (error) {
      // An order that has just been filled cannot be cancelled; one that cannot be paid is not placed.
      if (!(error instanceof Refusal)) onError(error)
      else if ('cancel' in each && error.code === 'ORDER_NOT_CANCELABLE') quotes.open.delete(each.cancel.id)
      else if ('place' in each && error.code === 'INSUFFICIENT_BALANCE') {
        unpaidUntilMs[each.place.side] = nowMs + UNPAID_MS
      }
    }
  }

  function stepOnce(): Promise<void> {
    stepping ??= step()
      .catch(onError)
      .finally(() => {
        stepping = undefined
      })
    return stepping
  }

  return {
    async start() {
      await spot.engine.cancelAll(MARKET_MAKER)
      allowedAtMs = clock.nowMs()
      for (const symbol of quoted.keys()) due.add(symbol)
      stops.push(
        spot.engine.subscribe((event) => {
          if (event.kind === 'orders' && event.customer === MARKET_MAKER) event.orders.forEach(follow)
        }),
        onTick('*', ({ symbol }) => {
          const listed = quoted.has(symbol)
            ? undefined
            : options.instruments().find((one) => one.symbol === symbol)
          if (listed) quote(listed)
          if (quoted.has(symbol)) due.add(symbol)
        }),
      )
      const timer = setInterval(() => {
        // A feed that has stopped sends no tick to say so.
        for (const { instrument, open } of quoted.values()) {
          if (open.size > 0 && !spot.prices.isFresh(instrument.symbol)) due.add(instrument.symbol)
        }
        void stepOnce()
      }, STEP_MS)
      stops.push(() => clearInterval(timer))
    },
    async stop() {
      for (const stop of stops.splice(0)) stop()
      await stepping
    },
    step: stepOnce,
  }
}

/** How many orders a side may keep that the ladder does not ask for just now. */
const SPARE_ORDERS = 15

/**
 * What leads from the orders that stand to the ladder that should: take back what is out of place, worst
 * first, then put in what is missing, nearest first.
 *
 * An order in its place is left alone however much of it is filled, for the sake of its place in the queue.
 * So are some between the ladder's rungs: prices wander to and fro, and what was asked for a moment ago
 * mostly will be again.
 */
export function stepsTo(ladder: readonly Rung[], open: readonly SpotOrder[]): Step[] {
  const place = ({ side, price }: Pick<Rung, 'side' | 'price'>) => `${side} ${price}`
  const wanted = new Map(ladder.map((rung) => [place(rung), rung]))
  const taken = new Set<string>()
  const cancels: SpotOrder[] = []
  const spares = { buy: [] as SpotOrder[], sell: [] as SpotOrder[] }
  for (const order of open) {
    // The first order at a price takes the place; a second one there is one too many.
    if (taken.has(place(order))) cancels.push(order)
    else if (!wanted.delete(place(order)))
      (isWithin(ladder, order) ? spares[order.side] : cancels).push(order)
    taken.add(place(order))
  }
  const inward = (a: SpotOrder, b: SpotOrder) => (a.side === 'buy' ? b.price - a.price : a.price - b.price)
  for (const side of [spares.buy, spares.sell]) cancels.push(...side.sort(inward).slice(SPARE_ORDERS))
  return [
    ...cancels.sort((a, b) => (a.side === b.side ? inward(a, b) : 0)).map((cancel) => ({ cancel })),
    ...[...wanted.values()].map((rung) => ({ place: rung })),
  ]
}

/** Whether an order stands between the nearest and the farthest rung of its side. */
function isWithin(ladder: readonly Rung[], { side, price }: SpotOrder): boolean {
  const prices = ladder.filter((rung) => rung.side === side).map((rung) => rung.price)
  return Math.min(...prices) < price && price < Math.max(...prices)
}
