import { gameRound, guessPrice, type RoundView } from '#domain/game/contract.ts'
import { GAME_SYMBOL } from '#domain/game/rules.ts'
import type { Tick } from '#domain/market/tick.ts'
import { createOwnVolume } from '#server/markets/own-volume.ts'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { createProofs } from '#server/markets/tape/proofs.ts'
import { openTape, type Tape } from '#server/markets/tape/tape.ts'
import { type GameDeps, settleRounds } from '#server/products/game/jobs.ts'
import type { MarketData } from '#server/products/product.ts'
import { openTestApp, type TestApp } from './app.ts'
import type { TestCustomer } from './customers.ts'

/** An app with the price game and a tape whose ticks a test writes. */
export interface GameFixture extends TestApp {
  readonly deps: GameDeps
  readonly publicKey: string
  /** Writes a price in ticks to the tape, now. */
  tick(price: number, changes?: { symbol?: string; isHeld?: boolean }): Promise<Tick | undefined>
  /** Goes to a moment, which must be to come. */
  goTo(atMs: number): void
  openRound(as: TestCustomer): Promise<RoundView>
  guess(as: TestCustomer, round: string, price: string): Promise<{ data: RoundView; error?: string }>
  /** What the job does. */
  settle(): Promise<void>
}

export async function openGameFixture(): Promise<GameFixture> {
  const newest = new Map<string, Tick>()
  let tape: Tape | undefined
  let markets: MarketData | undefined
  const key = tapeKeyFrom(new Uint8Array(32).fill(5))
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
        isFresh: (symbol) => newest.has(symbol),
        canPrice: () => true,
        onTick: () => () => {},
        onWritten: () => () => {},
        ownVolume: createOwnVolume(),
        closesBefore: async (_, moments) => moments.map(() => undefined),
        proofs: createProofs(db, key, () => tape),
      }
      return markets
    },
  })
  const { db, clock } = app
  const deps: GameDeps = { db, clock, markets: markets! }
  return {
    ...app,
    deps,
    publicKey: key.publicKey,
    async tick(price, { symbol = GAME_SYMBOL, isHeld = false } = {}) {
      const raw = { symbol, price, bid: price, ask: price, volume: 0, source: 'simulated' as const }
      tape!.append({ ...raw, sourceAtMs: clock.nowMs() }, isHeld)
      await tape!.flush()
      return newest.get(symbol)
    },
    goTo: (atMs) => clock.advance(atMs - clock.nowMs()),
    openRound: async ({ token }) => (await app.call(gameRound, {}, token)).data.open as RoundView,
    guess: ({ token }, roundId, price) =>
      app.call(guessPrice, { roundId, price }, token) as Promise<{ data: RoundView; error?: string }>,
    settle: () => settleRounds(deps),
  }
}
