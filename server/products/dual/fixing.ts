import { type Average, averageBefore, windowBefore } from '#domain/dual/rules.ts'
import type { Tick } from '#domain/market/tick.ts'
import { decodeTicks } from '#domain/proof/tick-bytes.ts'
import { anySequenceBefore, newestSegments, ticksAfter } from '#server/markets/tape/store.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * The average of an instrument before a moment, from the tape alone; undefined while the tape has not reached it.
 *
 * Reads the window's segments, some hundred at a time: others have their turns in between.
 */
export async function fix(db: Db, symbol: string, atMs: number): Promise<Average | undefined> {
  const [end] = await newestSegments(db, 1)
  const reachedMs = end && decodeTicks(end.bytes).at(-1)!.atMs
  if (reachedMs === undefined || reachedMs < atMs) return undefined
  const { fromMs, toMs } = windowBefore(atMs)
  const own: Tick[] = []
  for await (const page of ticksAfter(db, await anySequenceBefore(db, fromMs))) {
    own.push(...page.filter((tick) => tick.symbol === symbol && tick.atMs >= fromMs && tick.atMs < toMs))
    if ((page.at(-1)?.atMs ?? 0) >= toMs) break
  }
  return averageBefore(symbol, own, atMs)
}
