import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { UNPACKED_MS } from '#server/platform/retention.ts'
import { hashSegments, pack, unpack } from './pack.ts'
import { oldestSegments, readLogStart, type Segment } from './store.ts'

/** Segments of one pack: who looks up a tick unpacks as many. */
const SEGMENTS_A_PACK = 256
/** Of the newest, which a start verifies, the database packs none. */
const NEWEST_KEPT = 2
/** What one run packs at most: 40 minutes of a tape at full pace, so that a backlog shrinks. */
const MAX_PACKS_A_RUN = 25

/** Packs what is older than an hour, a few hundred segments at a time. */
export const packingJob = (db: Db, clock: Clock): Job => ({
  name: 'markets: pack the older tape',
  everyMs: MINUTE_MS,
  isRunAnywhere: true,
  async run() {
    const untilMs = clock.nowMs() - UNPACKED_MS
    for (let packs = 0; packs < MAX_PACKS_A_RUN; packs++) {
      const found = await oldestSegments(db, SEGMENTS_A_PACK + NEWEST_KEPT)
      const segments = found.slice(0, SEGMENTS_A_PACK)
      const isTooFew = found.length < SEGMENTS_A_PACK + NEWEST_KEPT
      if (isTooFew || segments.at(-1)!.checkpoint.atMs >= untilMs) return
      await replaceByPack(db, segments)
    }
  },
})

/**
 * Replaces the oldest segments by their pack, in one statement: a reader finds the one or the other.
 *
 * Refuses: (by throwing) when what the pack holds is not what the segments hold.
 */
export async function replaceByPack(db: Db, segments: readonly Segment[]): Promise<void> {
  const [first, last] = [segments[0], segments.at(-1)]
  assert(first && last, 'there is something to pack')
  const logStart = (await readLogStart(db))?.sequence ?? last.checkpoint.sequence
  const content = await pack(segments, logStart)
  const held = hashSegments(await unpack(content))
  await sql`select tape_replace_by_pack(${first.firstSequence}::bigint, ${last.checkpoint.sequence}::bigint,
    ${held}::bytea, ${content}::bytea)`.execute(db)
}
