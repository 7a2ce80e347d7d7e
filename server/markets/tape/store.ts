import { sql } from 'kysely'
import type { Tick } from '#domain/market/tick.ts'
import { decodeTicks, type SignedCheckpoint } from '#domain/proof/tape.ts'
import type { Db } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    tape_segment: {
      first_sequence: bigint
      last_sequence: bigint
      ticks: Uint8Array
      head: Uint8Array
      previous: Uint8Array
      signature: Uint8Array
      made_at: number
    }
  }
}

/** A segment of the tape with the checkpoint after it. */
export interface Segment {
  readonly firstSequence: number
  readonly bytes: Uint8Array
  readonly checkpoint: SignedCheckpoint
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Buffer => Buffer.from(text, 'hex')

/**
 * Adds a segment. Its keys refuse a second one at the same place, or after the same checkpoint.
 *
 * Refuses: (by throwing, see `isFenced`) when another writer has acquired the next fencing token.
 */
export async function insertSegment(
  db: Db,
  { firstSequence, bytes: ticks, checkpoint }: Segment,
  token: bigint,
): Promise<void> {
  await sql`
    INSERT INTO tape_segment (first_sequence, last_sequence, ticks, head, previous, signature, made_at)
    SELECT ${firstSequence}::bigint, ${checkpoint.sequence}::bigint, ${Buffer.from(ticks)}::bytea,
      ${bytes(checkpoint.head)}::bytea, ${bytes(checkpoint.previous)}::bytea,
      ${bytes(checkpoint.signature)}::bytea, ${new Date(checkpoint.atMs)}::timestamptz
    FROM require_fencing_token('tape', ${token}::bigint)`.execute(db)
}

const UNIQUE_VIOLATION = '23505'

/** Whether a segment failed because another stands in its place. */
export const isPlaceTaken = (error: unknown): boolean =>
  (error as { code?: unknown }).code === UNIQUE_VIOLATION

const columns = [
  'first_sequence',
  'last_sequence',
  'ticks',
  'head',
  'previous',
  'signature',
  'made_at',
] as const

/** The segment that holds a tick. */
export async function segmentWith(db: Db, sequence: number): Promise<Segment | undefined> {
  const row = await db
    .selectFrom('tape_segment')
    .select(columns)
    .where('last_sequence', '>=', BigInt(sequence))
    .orderBy('last_sequence')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.first_sequence) <= sequence ? toSegment(row) : undefined
}

/** The newest segments, newest first. */
export async function newestSegments(db: Db, count: number): Promise<Segment[]> {
  const rows = await db
    .selectFrom('tape_segment')
    .select(columns)
    .orderBy('last_sequence', 'desc')
    .limit(count)
    .execute()
  return rows.map(toSegment)
}

const SEGMENTS_A_PAGE = 500

/** The ticks after a place on the tape, in order, a page of segments at a time. */
export async function* ticksAfter(db: Db, sequence: number): AsyncGenerator<readonly Tick[]> {
  for (let after = sequence; ; ) {
    const rows = await db
      .selectFrom('tape_segment')
      .select(['last_sequence', 'ticks'])
      .where('last_sequence', '>', BigInt(after))
      .orderBy('last_sequence')
      .limit(SEGMENTS_A_PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const from = after
    yield rows.flatMap(({ ticks }) => decodeTicks(ticks)).filter((tick) => tick.sequence > from)
    after = Number(last.last_sequence)
  }
}

function toSegment(row: {
  first_sequence: bigint
  last_sequence: bigint
  ticks: Uint8Array
  head: Uint8Array
  previous: Uint8Array
  signature: Uint8Array
  made_at: number
}): Segment {
  return {
    firstSequence: Number(row.first_sequence),
    bytes: row.ticks,
    checkpoint: {
      sequence: Number(row.last_sequence),
      head: hex(row.head),
      previous: hex(row.previous),
      atMs: row.made_at,
      signature: hex(row.signature),
    },
  }
}
