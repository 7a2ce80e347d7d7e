import { type CustomerId, customerId, type OrderId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { parseDecimal, type Units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { AmendDraft } from '#domain/spot/amend.ts'
import type { AttachedDraft } from '#domain/spot/attached.ts'
import type { OcoDraft } from '#domain/spot/oco.ts'
import { isAtMarket, type OrderDraft } from '#domain/spot/rules.ts'
import { FIRST_CUSTOMER } from '#server/core/ledger/accounts.ts'
import { balancesOf, post } from '#server/core/ledger/ledger.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { createProofs } from '#server/markets/tape/proofs.ts'
import { openTape, type Tape } from '#server/markets/tape/tape.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { spotAccounts } from '#server/products/spot/accounts.ts'
import { createEngine, type Engine } from '#server/products/spot/engine.ts'
import type { SpotOrder } from '#server/products/spot/order.ts'
import {
  amendOrder,
  cancelOrder,
  type PriceSource,
  placeOrder,
  placePair,
  type Spot,
} from '#server/products/spot/service.ts'
import { fundsFor } from './funds.ts'

/** What spot's tests and benchmarks start from: two instruments, a price, and customers with money. */

export const BTC = findInstrument('BTC-USDT')!
export const ETH = findInstrument('ETH-USDT')!

/** Far from the numbers that the database gives: a file may have customers of both, and nobody trades with themselves. */
let nextCustomer: bigint = FIRST_CUSTOMER + 1_000_000n

export interface TestPrices extends PriceSource {
  set(symbol: string, price: number | undefined, sequence?: number): void
  isStale: boolean
  /** Whether no source quotes anything. */
  isUnpriced: boolean
}

/** Where the tape stands when a test begins. */
const FIRST_SEQUENCE = 7

/** A price source that says what it is told: BTC at 20,000.00, ETH at 1,500.00. */
export function testPrices(): TestPrices {
  const prices = new Map([
    [BTC.symbol, 2_000_000],
    [ETH.symbol, 150_000],
  ])
  const sequences = new Map<string, number>()
  return {
    isStale: false,
    isUnpriced: false,
    canPrice() {
      return !this.isUnpriced
    },
    set(symbol, price, sequence) {
      if (sequence !== undefined) sequences.set(symbol, sequence)
      if (price === undefined) prices.delete(symbol)
      else prices.set(symbol, price)
    },
    lastTick(symbol): Tick | undefined {
      const price = prices.get(symbol)
      if (price === undefined) return undefined
      const times = { sourceAtMs: 0, atMs: 0 }
      return {
        sequence: sequences.get(symbol) ?? FIRST_SEQUENCE,
        symbol,
        price,
        bid: price,
        ask: price,
        volume: 0,
        source: 'simulated',
        isHeld: false,
        ...times,
      }
    },
    isFresh(symbol) {
      return !this.isStale && prices.has(symbol)
    },
  }
}

export interface TestSpot extends Spot {
  engine: Engine
  readonly prices: TestPrices
  readonly clock: VirtualClock
  readonly errors: unknown[]
  /** Ends this engine without its leave and starts another on the same database, as after a crash. */
  restart(): Promise<void>
  /** Records a price of BTC, or of another, on the tape; the engine is not told. */
  record(price: number, symbol?: string): Promise<Tick>
  /** The same, and the engine is told. Returns: what it triggered. */
  tick(price: number, symbol?: string): Promise<SpotOrder[]>
}

/** An engine of its own on that database. */
export async function startTestSpot(
  db: Db,
  options: { instruments?: () => readonly Instrument[]; patienceMs?: number } = {},
): Promise<TestSpot> {
  const instruments = () => [BTC, ETH]
  const clock = virtualClock(Date.UTC(2026, 0, 2))
  const errors: unknown[] = []
  const key = tapeKeyFrom(new Uint8Array(32).fill(3))
  const start = async () => {
    const onError = (error: unknown) => errors.push(error)
    const engine = createEngine({ db, clock, instruments, onError, signer: key, ...options })
    await engine.start()
    return engine
  }
  const recorded: Tick[] = []
  const publish = (ticks: readonly Tick[]) => void recorded.push(...ticks)
  let tape: Tape | undefined
  const fixture: TestSpot = {
    db,
    clock,
    errors,
    prices: testPrices(),
    proofs: createProofs(db, key, () => tape),
    engine: await start(),
    async restart() {
      fixture.engine = await start()
    },
    async record(price, symbol = BTC.symbol) {
      const [last, times] = [{ price, bid: price, ask: price }, { sourceAtMs: clock.nowMs() }]
      tape ??= await openTape({ db, key, clock, log() {}, publish })
      tape.append({ symbol, ...last, volume: 0, source: 'simulated', ...times }, false)
      await tape.flush()
      const tick = recorded.at(-1)!
      fixture.prices.set(symbol, price, tick.sequence)
      return tick
    },
    async tick(price, symbol) {
      return fixture.engine.ticks([await fixture.record(price, symbol)])
    },
  }
  return fixture
}

/** A decimal amount in units of its currency. */
export const unitsOf = (amount: string, currency: string): Units =>
  parseDecimal(amount, findCurrency(currency)!.decimals)! as Units

/** A new customer with these decimal amounts in their spot wallet. */
export async function customerWith(db: Db, funds: Record<string, string>): Promise<CustomerId> {
  const customer = customerId(nextCustomer++)
  const spot = Object.entries(funds).map(([currency, amount]) => ['spot', currency, amount] as const)
  await db.transaction().execute((tx) => post(tx, fundsFor(customer, spot, 'deposit'), 0))
  return customer
}

/** Places a limit order at 20,000 for 0.01 BTC, or what differs from it. */
export const order = (
  fixture: TestSpot,
  customer: CustomerId,
  changes: Partial<OrderDraft & AttachedDraft & { symbol: string; key: string }> = {},
): Promise<SpotOrder> => {
  const { symbol = BTC.symbol, key, ...draft } = changes
  return placeOrder(fixture, { customer, key }, symbol, {
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    ...(draft.quoteAmount === undefined ? { quantity: '0.01' } : {}),
    ...(isAtMarket(draft.orderType ?? 'limit') ? {} : { limitPrice: '20000' }),
    ...draft,
  })
}

/** Amends an order. */
export const amendOf = (
  fixture: TestSpot,
  customer: CustomerId,
  id: OrderId,
  draft: AmendDraft,
  key?: string,
) => amendOrder(fixture, { customer, key }, id, draft)

/** Places a pair for 0.01 BTC: a sale at 20,500, or at 19,500 once the price falls to 19,600; or what differs. */
export const pair = (
  fixture: TestSpot,
  customer: CustomerId,
  { key, ...changes }: Partial<OcoDraft & { key: string }> = {},
) =>
  placePair(fixture, { customer, key }, BTC.symbol, {
    ...{
      side: 'sell',
      quantity: '0.01',
      limitPrice: '20500',
      triggerPrice: '19600',
      stopLimitPrice: '19500',
    },
    ...changes,
  })

/** Cancels an order as its customer would. */
export const cancelOf = (fixture: TestSpot, customer: CustomerId, id: OrderId, key?: string) =>
  cancelOrder(fixture, { customer, key }, id)

/** A customer's spot money as texts: `{ USDT: '800.0000000 + 200.0000000 held' }`. */
export async function spotMoney(db: Db, customer: CustomerId): Promise<Record<string, [bigint, bigint]>> {
  const balances = await balancesOf(db, customer)
  return Object.fromEntries(
    balances
      .filter(({ kind }) => kind === spotAccounts.spot.number)
      .map(({ currency, available, held }) => [currency, [available, held]]),
  )
}
