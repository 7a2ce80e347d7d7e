import { gameRound, guessPrice, type RoundView } from '#domain/game/contract.ts'
import { GAME_SYMBOL } from '#domain/game/rules.ts'
import type { Tick } from '#domain/market/tick.ts'
import { type GameDeps, settleRounds } from '#server/products/game/jobs.ts'
import type { TestApp } from './app.ts'
import type { TestCustomer } from './customers.ts'
import { openTapeApp } from './tape-app.ts'

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
  const { app, markets, publicKey, append, flush } = await openTapeApp()
  const { db, clock } = app
  const deps: GameDeps = { db, clock, markets }
  return {
    ...app,
    deps,
    publicKey,
    async tick(price, { symbol = GAME_SYMBOL, isHeld = false } = {}) {
      append(price, symbol, isHeld)
      await flush()
      return markets.lastTick(symbol)
    },
    goTo: (atMs) => clock.advance(atMs - clock.nowMs()),
    openRound: async ({ token }) => (await app.call(gameRound, {}, token)).data.open as RoundView,
    guess: ({ token }, roundId, price) =>
      app.call(guessPrice, { roundId, price }, token) as Promise<{ data: RoundView; error?: string }>,
    settle: () => settleRounds(deps),
  }
}
