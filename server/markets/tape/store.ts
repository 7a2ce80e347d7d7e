import { sql } from 'kysely'
import type { Tick } from '#domain/market/tick.ts'
import { decodeTicks, type SignedCheckpoint } from '#domain/proof/tape.ts'
import type { Db } from '#server/platform/db/database.ts'
import { unpack } from './pack.ts'

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
    tape_pack: { first_sequence: bigint; last_sequence: bigint; content: Uint8Array; made_at: number }
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
  if (row && Number(row.first_sequence) <= sequence) return toSegment(row)
  // In this order: a segment becomes part of a pack, and a pack never becomes segments.
  return (await packedWith(db, sequence)).find(({ checkpoint }) => checkpoint.sequence >= sequence)
}

/** The segments of the pack that holds a tick; none where it is not packed. */
async function packedWith(db: Db, sequence: number): Promise<Segment[]> {
  const found = await db
    .selectFrom('tape_pack')
    .select('content')
    .where('last_sequence', '>=', BigInt(sequence))
    .where('first_sequence', '<=', BigInt(sequence))
    .orderBy('last_sequence')
    .limit(1)
    .executeTakeFirst()
  return found ? unpack(found.content) : []
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

/** The oldest segments that are not packed, oldest first. */
export async function oldestSegments(db: Db, count: number): Promise<Segment[]> {
  const rows = await db
    .selectFrom('tape_segment')
    .select(columns)
    .orderBy('first_sequence')
    .limit(count)
    .execute()
  return rows.map(toSegment)
}

const SEGMENTS_A_PAGE = 500

/** The ticks after a place on the tape, in order, a page of segments at a time. */
export async function* ticksAfter(db: Db, sequence: number): AsyncGenerator<readonly Tick[]> {
  for (let after = sequence; ; ) {
    const page = await pageAfter(db, after)
    const last = page.at(-1)
    if (last === undefined) return
    const from = after
    yield page.flatMap(({ bytes }) => decodeTicks(bytes)).filter((tick) => tick.sequence > from)
    after = last.sequence
  }
}

/**
 * The next pack, or the next segments where nothing is packed any more. One statement: what is packed meanwhile
 * would be in neither of two.
 */
async function pageAfter(
  db: Db,
  sequence: number,
): Promise<{ readonly sequence: number; readonly bytes: Uint8Array }[]> {
  const { rows } = await sql<{ last_sequence: bigint; bytes: Uint8Array; is_pack: boolean }>`
    with packed as (
      select last_sequence, content from tape_pack where last_sequence > ${sequence}::bigint
      order by last_sequence limit 1
    )
    select last_sequence, content as bytes, true as is_pack from packed
    union all
    (select last_sequence, ticks, false from tape_segment
      where last_sequence > ${sequence}::bigint and not exists (select from packed)
      order by last_sequence limit ${SEGMENTS_A_PAGE})
    order by last_sequence`.execute(db)
  const segments = await Promise.all(
    rows.map(async ({ last_sequence, bytes, is_pack }) =>
      is_pack
        ? (await unpack(bytes)).map(({ checkpoint, bytes }) => ({ sequence: checkpoint.sequence, bytes }))
        : [{ sequence: Number(last_sequence), bytes }],
    ),
  )
  return segments.flat().filter((segment) => segment.sequence > sequence)
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
