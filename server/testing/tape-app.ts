import type { Tick } from '#domain/market/tick.ts'
import { createOwnVolume } from '#server/markets/own-volume.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { createProofs } from '#server/markets/tape/proofs.ts'
import { openTape, type Tape } from '#server/markets/tape/tape.ts'
import type { MarketData } from '#server/products/product.ts'
import { openTestApp, type TestApp } from './app.ts'

/** An app with a tape whose ticks a test writes, and what it sees of them. */
export interface TapeApp {
  readonly app: TestApp
  readonly markets: MarketData
  readonly publicKey: string
  /** Has a price in ticks wait to be written, of now. */
  append(price: number, symbol: string, isHeld: boolean): void
  /** Writes what waits. */
  flush(): Promise<void>
}

/** Opens it. A price is fresh once there is one, until `isSilent` says otherwise. */
export async function openTapeApp(isSilent: () => boolean = () => false): Promise<TapeApp> {
  const newest = new Map<string, Tick>()
  let tape: Tape | undefined
  let markets: MarketData | undefined
  const key = tapeKeyFrom(new Uint8Array(32).fill(3))
  const app = await openTestApp({
    async markets({ db, clock }): Promise<MarketData> {
      tape = await openTape({
        ...{ db, key, clock, log() {} },
        publish: (ticks) => {
          for (const tick of ticks) if (!tick.isHeld) newest.set(tick.symbol, tick)
        },
      })
      markets = {
        lastPrice: () => undefined,
        lastTick: (symbol) => newest.get(symbol),
        isFresh: (symbol) => newest.has(symbol) && !isSilent(),
        canPrice: () => true,
        onTick: () => () => {},
        onWritten: () => () => {},
        ownVolume: createOwnVolume(),
        days: async () => [],
        closesBefore: async (_, moments) => moments.map(() => undefined),
        proofs: createProofs(db, key, () => tape),
      }
      return markets
    },
  })
  return {
    ...{ app, markets: markets!, publicKey: key.publicKey },
    append(price, symbol, isHeld) {
      const raw = { symbol, price, bid: price, ask: price, volume: 0, source: 'simulated' as const }
      tape!.append({ ...raw, sourceAtMs: app.clock.nowMs() }, isHeld)
    },
    flush: async () => void (await tape!.flush()),
  }
}
