import type { CustomerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { openTape } from '#server/markets/tape/tape.ts'
import { fundOf } from '#server/products/convert/accounts.ts'
import type { MarketData } from '#server/products/product.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { openTestApp, type TestApp } from './app.ts'

/** An app whose prices a test sets. */
export interface ConvertFixture extends TestApp {
  /** The next tick of an instrument, in ticks of its price. */
  tick(symbol: string, bid: number, ask: number): void
  /** No price of it is fresh until the next. */
  silence(symbol: string): void
  /** Puts all ticks so far on the tape, with the numbers that they have; once. */
  writeTape(): Promise<void>
  fund(currency: string, amount: string): Promise<void>
  /** Verified, with money in funding. */
  customerWith(currency: string, amount: string): Promise<{ id: CustomerId; token: string }>
}

/** Opens it with BTC at 20,000.00 and 20,010.00, ETH at 1,000.00 and 1,001.00, and a fund of all three. */
export async function openConvertFixture(): Promise<ConvertFixture> {
  const ticks = new Map<string, Tick>()
  const silent = new Set<string>()
  const recorded: Tick[] = []
  const markets: Partial<MarketData> = {
    lastTick: (symbol) => ticks.get(symbol),
    isFresh: (symbol) => ticks.has(symbol) && !silent.has(symbol),
  }
  const app = await openTestApp({ markets })
  const fixture: ConvertFixture = {
    ...app,
    tick(symbol, bid, ask) {
      const atMs = app.clock.nowMs()
      silent.delete(symbol)
      const tick = {
        ...{
          sequence: recorded.length + 1,
          symbol: findInstrument(symbol)!.symbol,
          price: bid,
          bid,
          ask,
          volume: 0,
        },
        ...{ source: 'simulated', sourceAtMs: atMs, atMs, isHeld: false },
      }
      recorded.push(tick)
      ticks.set(symbol, tick)
    },
    silence: (symbol) => void silent.add(symbol),
    async writeTape() {
      const key = tapeKeyFrom(new Uint8Array(32).fill(3))
      const tape = await openTape({ db: app.db, key, clock: app.clock, log() {}, publish() {} })
      for (const { symbol, price, bid, ask, volume, source, sourceAtMs } of recorded)
        tape.append({ symbol, price, bid, ask, volume, source, sourceAtMs }, false)
      await tape.flush()
    },
    fund: (currency, amount) =>
      app.db
        .transaction()
        .execute((tx) =>
          fundFromOutside(
            tx,
            [{ account: fundOf(currency), currency, amount }],
            'treasury-funding',
            app.clock.nowMs(),
          ),
        ),
    async customerWith(currency, amount) {
      const customer = await app.newCustomer()
      await app.give(customer.id, 'funding', currency, amount)
      return customer
    },
  }
  fixture.tick('BTC-USDT', 2_000_000, 2_001_000)
  fixture.tick('ETH-USDT', 100_000, 100_100)
  fixture.tick('EUR-USD', 105_000, 105_010)
  for (const [currency, amount] of [
    ['USDT', '1000000'],
    ['BTC', '100'],
    ['ETH', '1000'],
    ['USD', '100000'],
  ] as const) {
    await fixture.fund(currency, amount)
  }
  return fixture
}
