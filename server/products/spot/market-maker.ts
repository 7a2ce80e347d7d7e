import { Refusal } from '#domain/errors.ts'
import { formatPrice, formatQuantity, type Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { payCurrency, type Side } from '#domain/spot/rules.ts'
import { MARKET_MAKER } from '#server/core/ledger/accounts.ts'
import { balancesOf } from '#server/core/ledger/ledger.ts'
import type { Clock } from '#server/platform/clock.ts'
import { spotAccounts } from './accounts.ts'
import { ladderAround, spacingAt } from './ladder.ts'
import { neededFor, type Quote, wouldCross } from './quotes.ts'
import { placeOrder, type Spot } from './service.ts'

/**
 * The platform's market maker: quotes both sides around the feed's price.
 *
 * Its quotes stand in the book like a customer's orders, pay the same fees and are decided on public data
 * alone. It quotes no more than it has, and nothing while the feed is stale or the instrument is halted.
 */
export interface MarketMaker {
  /** Cancels the orders that an earlier version left, then follows the ticks; an engine that refuses is asked again. */
  start(): Promise<void>
  /** Stops following; its quotes are gone with the engine. */
  stop(): Promise<void>
  /** Brings the quotes to where they should be. */
  step(): Promise<void>
}

export interface MarketMakerOptions {
  readonly spot: Spot
  readonly clock: Clock
  /** What is to be quoted now; one that is listed later is quoted from its first tick on. */
  readonly instruments: () => readonly Instrument[]
  /** Calls the listener for each tick of an instrument, or of all ('*'); returns how to stop it. */
  readonly onTick: (symbol: string, listener: (tick: Tick) => void) => () => void
  readonly onError?: (error: unknown) => void
}

const STEP_MS = 250
/** How often everything is looked at, whether or not its price moved: feeds stop, funds come, books reload. */
const REFRESH_MS = 2_000
/** The price must move by this much of the nearest quotes' distance before anything is moved. */
const MOVE_SHARE = 0.6

/** Makes a market maker for these instruments; it does nothing before `start`. */
export function createMarketMaker(options: MarketMakerOptions): MarketMaker {
  const { spot, clock, onTick, onError = () => {} } = options
  /** The price that each instrument's quotes stand around; none while it is not quoted. */
  const middles = new Map<string, number>()
  /** What the quotes of each instrument and side need. */
  const needs = new Map<string, { readonly currency: string; readonly amount: bigint }>()
  /** What may be quoted with, by currency, as last read. */
  let funds = new Map<string, bigint>()
  /** Instruments to look at: their price moved, or somebody traded with a quote. */
  const due = new Set<string>()
  const stops: (() => void)[] = []
  let refreshedAtMs = 0
  /** Whether what an earlier version left is cancelled; nothing is quoted before. */
  let hasCancelled = false
  let stepping: Promise<void> | undefined

  async function cancelLeft(): Promise<void> {
    await spot.engine.cancelAll(MARKET_MAKER)
    hasCancelled = true
  }

  async function step(): Promise<void> {
    if (!hasCancelled) await cancelLeft()
    const nowMs = clock.nowMs()
    if (nowMs - refreshedAtMs >= REFRESH_MS) {
      funds = await readFunds()
      refreshedAtMs = nowMs
      for (const { symbol } of options.instruments()) due.add(symbol)
    }
    // No tick says that there are none any more, and what stands is a price that nobody may trade at.
    for (const symbol of middles.keys()) if (!spot.prices.isFresh(symbol)) due.add(symbol)
    await Promise.all(
      options
        .instruments()
        .filter(({ symbol }) => due.delete(symbol))
        .map(quote),
    )
  }

  async function quote(instrument: Instrument): Promise<void> {
    const { symbol } = instrument
    const ladder = ladderFor(instrument)
    const quotes = (['buy', 'sell'] as const).flatMap((side) => paidFor(instrument, side, ladder))
    await spot.engine.quote(symbol, quotes)
    // What the price has come to is traded with by an order like everybody's; its quote stands at the next step.
    const book = spot.engine.depth(symbol)
    for (const wanted of quotes) {
      if (!wouldCross(wanted, (wanted.side === 'buy' ? book?.asks : book?.bids)?.[0]?.price)) continue
      await take(instrument, wanted)
      due.add(symbol)
    }
  }

  /** Where the quotes should stand now; nowhere without a fresh price. */
  function ladderFor(instrument: Instrument): readonly Quote[] {
    const { symbol } = instrument
    const takesOrders = findInstrument(symbol)?.status === 'trading'
    const tick = takesOrders && spot.prices.isFresh(symbol) ? spot.prices.lastTick(symbol) : undefined
    if (!tick) {
      middles.delete(symbol)
      return []
    }
    const middle = middles.get(symbol)
    const hasMoved =
      middle === undefined || Math.abs(tick.price - middle) > spacingAt(tick.price) * MOVE_SHARE
    if (hasMoved) middles.set(symbol, tick.price)
    return ladderAround(instrument, middles.get(symbol)!)
  }

  /** One side of a ladder, if what is not needed for other quotes pays for it. */
  function paidFor(instrument: Instrument, side: Side, ladder: readonly Quote[]): readonly Quote[] {
    const quotes = ladder.filter((each) => each.side === side)
    const currency = payCurrency(instrument, side)
    const amount = quotes.reduce((sum, each) => sum + neededFor(instrument, each), 0n)
    const key = `${instrument.symbol} ${side}`
    needs.delete(key)
    const elsewhere = [...needs.values()].reduce(
      (sum, each) => (each.currency === currency ? sum + each.amount : sum),
      0n,
    )
    if (elsewhere + amount > (funds.get(currency) ?? 0n)) return []
    needs.set(key, { currency, amount })
    return quotes
  }

  async function take(instrument: Instrument, { side, price, quantity }: Quote): Promise<void> {
    try {
      await placeOrder(spot, { customer: MARKET_MAKER }, instrument.symbol, {
        side,
        orderType: 'limit',
        timeInForce: 'ioc',
        postOnly: false,
        quantity: formatQuantity(instrument, quantity),
        limitPrice: formatPrice(instrument, price),
      })
    } catch (error) {
      // Refused as anybody's order may be, for want of funds or by the price band: the next step tries again.
      if (!(error instanceof Refusal)) throw error
    }
  }

  async function readFunds(): Promise<Map<string, bigint>> {
    const balances = await balancesOf(spot.db, MARKET_MAKER)
    const wallets = balances.filter(({ kind }) => kind === spotAccounts.spot.number)
    return new Map(wallets.map(({ currency, available }) => [currency, available]))
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
      // Its first batch may wait for the database for longer than actions are kept: no reason not to start.
      await cancelLeft().catch(onError)
      stops.push(
        spot.engine.subscribe((event) => {
          if (event.kind === 'trades') due.add(event.symbol)
        }),
        onTick('*', ({ symbol }) => void due.add(symbol)),
      )
      const timer = setInterval(() => void stepOnce(), STEP_MS)
      stops.push(() => clearInterval(timer))
    },
    async stop() {
      for (const stop of stops.splice(0)) stop()
      await stepping
    },
    step: stepOnce,
  }
}
