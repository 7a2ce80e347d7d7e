import { decideRound, isAfterEnd, pointsOf, weekOfRound } from '#domain/game/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { ProofReader } from '#server/markets/tape/proofs.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { MarketData } from '../product.ts'
import { ALL_TIME } from './board.ts'
import {
  endCounting,
  lockRound,
  type RoundRow,
  roundsIn,
  saveDecision,
  savePoints,
  uncounted,
} from './store.ts'

/** What settles rounds: the hour's last tick decides, then the guesses are counted, a batch to a transaction. */

export interface GameDeps {
  readonly db: Db
  readonly clock: Clock
  readonly markets: Pick<MarketData, 'lastTick' | 'proofs'>
}

/** How many rounds a run takes, and guesses a transaction; the next goes on. */
const MAX_ROUNDS = 50
const BATCH = 500

/** The periodic job of the game. Run late, twice, at once or cut off anywhere, each round and each guess is decided once. */
export const gameJobs = (deps: GameDeps): Job[] => [
  { name: 'game: rounds that are over', everyMs: SECOND_MS, run: () => settleRounds(deps) },
]

/** Decides every round whose hour is over on the tape, and counts its guesses. */
export async function settleRounds(deps: GameDeps): Promise<void> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  await eachAlone(await roundsIn(db, 'waiting', nowMs, MAX_ROUNDS), (round) => decide(deps, round, nowMs))
  await eachAlone(await roundsIn(db, 'counting', nowMs, MAX_ROUNDS), (round) => countRound(db, round.id))
}

/**
 * Decides a round by the first tick after its hour, and the one that this names before it. Until there is one nothing can be
 * said, however long it takes.
 */
async function decide({ db, markets }: GameDeps, round: RoundRow, nowMs: number): Promise<void> {
  // The tape is read before the lock: reading it takes a connection of its own.
  const found = await decisionOf(await markets.proofs.reader(), markets, round)
  if (!found) return
  await db.transaction().execute(async (tx) => {
    const { status } = await lockRound(tx, round.id, 'to decide')
    if (status !== 'waiting') return
    const tick = found.state === 'void' ? undefined : found.tick
    await saveDecision(tx, round.id, { tick, after: found.after }, nowMs)
  })
}

/** What decides a round, read from the tape by `reader`; undefined where its hour is not over on it. */
export async function decisionOf(
  reader: ProofReader | undefined,
  { lastTick }: Pick<MarketData, 'lastTick'>,
  { symbol, ends_at: endsAtMs }: Pick<RoundRow, 'symbol' | 'ends_at'>,
) {
  const after = await reader?.first(lastTick(symbol), (tick) => isAfterEnd(endsAtMs, tick))
  const previous = after?.links?.previous ?? 0
  const last = previous === 0 ? undefined : await reader?.at(previous)
  return decideRound({ symbol, endsAtMs }, after, last)
}

/** Counts the guesses of a round that have no points yet. */
export async function countRound(db: Db, id: bigint): Promise<void> {
  while (!(await countBatch(db, id))) {}
}

/** Returns: whether the round is done. */
const countBatch = (db: Db, id: bigint): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // Who comes second goes on after it.
    const round = await lockRound(tx, id, 'to decide')
    if (round.status !== 'counting') return true
    const guesses = await uncounted(tx, id, BATCH)
    if (guesses.length > 0)
      await savePoints(
        tx,
        id,
        guesses.map(({ customer_id, price }) => ({
          customer: customer_id,
          points: pointsOf(price, round.price!),
        })),
        [ALL_TIME, weekOfRound(round.ends_at)],
      )
    if (guesses.length < BATCH) await endCounting(tx, id)
    return guesses.length < BATCH
  })
