import { sql } from 'kysely'
import type { Tick } from '#domain/market/tick.ts'
import type { Chain } from '#domain/proof/links.ts'
import type { LogStart } from '#domain/proof/log.ts'
import type { SignedCheckpoint } from '#domain/proof/tape.ts'
import { decodeTicks } from '#domain/proof/tick-bytes.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createRecent, type Recent } from '#server/platform/recent.ts'
import type { TapeNode } from './hashes.ts'
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
    tape_log: { sequence: bigint; head: Uint8Array }
    tape_chains: { sequence: bigint; chains: string }
  }
}

/**
 * A segment of the tape with the checkpoint after it. Where the tape is a log, the checkpoint's `head` is its root,
 * and `previous` the root before, or the hash at which the log begins.
 */
export interface Segment {
  readonly firstSequence: number
  readonly bytes: Uint8Array
  readonly checkpoint: SignedCheckpoint
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Buffer => Buffer.from(text, 'hex')

/** What is stored with a segment: the hashes of subtrees that it completes, and now and then the writer's chains. */
export interface WithSegment {
  readonly nodes?: readonly TapeNode[]
  readonly chains?: Chains | undefined
}

/** What is known of the past of each instrument, by its symbol. */
export type Chains = ReadonlyMap<string, Chain>

/**
 * Adds a segment. Its keys refuse a second one at the same place, or after the same checkpoint. In a transaction of its
 * own: the commit of one is not waited for as long as a statement that commits by itself.
 *
 * Refuses: (by throwing, see `isFenced`) when another writer has acquired the next fencing token.
 */
export async function insertSegment(
  db: Db,
  { firstSequence, bytes: ticks, checkpoint }: Segment,
  token: bigint,
  { nodes = [], chains }: WithSegment = {},
): Promise<void> {
  const sequence = sql`${checkpoint.sequence}::bigint`
  const nodesToo = sql`, nodes as (
      insert into tape_node (level, index, hash)
      select n.level, n.index, decode(n.hash, 'hex') from fence, unnest(
        ${arrayLiteral(nodes, ({ level }) => level)}::smallint[], ${arrayLiteral(nodes, ({ index }) => index)}::bigint[],
        ${textArrayLiteral(nodes, ({ hash }) => hex(hash))}::text[]) n (level, index, hash))`
  const chainsToo = sql`, chains as (
      insert into tape_chains (sequence, chains)
      select ${sequence}, ${JSON.stringify([...(chains ?? [])])}::text from fence
      on conflict (is_only) do update set sequence = excluded.sequence, chains = excluded.chains)`
  const insert = sql`
    with fence as materialized (select from require_fencing_token('tape', ${token}::bigint))
    ${nodes.length > 0 ? nodesToo : sql``} ${chains ? chainsToo : sql``}
    insert into tape_segment (first_sequence, last_sequence, ticks, head, previous, signature, made_at)
    select ${firstSequence}::bigint, ${sequence}, ${Buffer.from(ticks)}::bytea,
      ${bytes(checkpoint.head)}::bytea, ${bytes(checkpoint.previous)}::bytea,
      ${bytes(checkpoint.signature)}::bytea, ${new Date(checkpoint.atMs)}::timestamptz
    from fence`
  await db.transaction().execute((tx) => insert.execute(tx))
}

/** Where the log begins; undefined before it does. */
export async function readLogStart(db: Db): Promise<LogStart | undefined> {
  const row = await db.selectFrom('tape_log').select(['sequence', 'head']).executeTakeFirst()
  return row && { sequence: Number(row.sequence), head: hex(row.head) }
}

/** Has the log begin, unless it has. */
export async function insertLogStart(db: Db, { sequence, head }: LogStart, token: bigint): Promise<void> {
  await sql`
    insert into tape_log (sequence, head) select ${sequence}::bigint, ${bytes(head)}::bytea
    from require_fencing_token('tape', ${token}::bigint) on conflict do nothing`.execute(db)
}

/** What the writer stored of the past of each instrument, and through which tick. */
export async function storedChains(
  db: Db,
): Promise<{ readonly sequence: number; readonly chains: Map<string, Chain> } | undefined> {
  const row = await db.selectFrom('tape_chains').select(['sequence', 'chains']).executeTakeFirst()
  return row && { sequence: Number(row.sequence), chains: new Map(JSON.parse(row.chains)) }
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

/** The bytes of the segments that hold these ticks, in order; of packs, all their segments that do. */
export async function bytesBetween(db: Db, first: number, last: number): Promise<Uint8Array[]> {
  // One statement: what is packed meanwhile would be in neither of two.
  const { rows } = await sql<{ first_sequence: bigint; bytes: Uint8Array | null }>`
    select first_sequence, null::bytea as bytes from tape_pack
    where last_sequence >= ${first}::bigint and first_sequence <= ${last}::bigint
    union all
    select first_sequence, ticks from tape_segment
    where last_sequence >= ${first}::bigint and first_sequence <= ${last}::bigint
    order by first_sequence`.execute(db)
  const parts = await Promise.all(
    rows.map(async ({ first_sequence, bytes }) =>
      bytes === null
        ? (await openedPack(db, first_sequence))
            .filter((each) => each.checkpoint.sequence >= first && each.firstSequence <= last)
            .map((each) => each.bytes)
        : [bytes],
    ),
  )
  return parts.flat()
}

/** How many packs are kept open: a proof goes back and forth over some of them. */
const MAX_OPEN_PACKS = 8
const openPacks = new WeakMap<Db, Recent<bigint, readonly Segment[]>>()

/** The segments of a pack, which is opened once as long as it is among the last that were asked for. */
function openedPack(db: Db, first: bigint): Promise<readonly Segment[]> {
  const packs = openPacks.get(db) ?? createRecent(MAX_OPEN_PACKS, (pack: bigint) => readPack(db, pack))
  openPacks.set(db, packs)
  return packs.get(first)
}

async function readPack(db: Db, first: bigint): Promise<Segment[]> {
  const { content } = await db
    .selectFrom('tape_pack')
    .select('content')
    .where('first_sequence', '=', first)
    .executeTakeFirstOrThrow()
  return unpack(content)
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

/** The newest tick of a segment that was complete before a moment, among the segments that are not packed. */
export async function sequenceBefore(db: Db, atMs: number): Promise<number> {
  const { rows } = await sql<{ sequence: bigint | null }>`
    select coalesce(
      (select last_sequence from tape_segment where made_at < ${new Date(atMs)}::timestamptz
        order by last_sequence desc limit 1),
      (select first_sequence - 1 from tape_segment order by first_sequence limit 1)) as sequence`.execute(db)
  return Number(rows[0]?.sequence ?? 0n)
}

/** A tick that the tape had before a moment, packed or not: the newest of the last segment or pack that was complete. */
export async function anySequenceBefore(db: Db, atMs: number): Promise<number> {
  const moment = sql`${new Date(atMs)}::timestamptz`
  const { rows } = await sql<{ sequence: bigint | null }>`
    select coalesce(
      (select last_sequence from tape_segment where made_at < ${moment} order by last_sequence desc limit 1),
      (select last_sequence from tape_pack where made_at < ${moment} order by last_sequence desc limit 1)) as sequence`.execute(
    db,
  )
  return Number(rows[0]?.sequence ?? 0n)
}

const SEGMENTS_A_PAGE = 500

/** The ticks after a place on the tape, in order, a page of segments at a time. */
export async function* ticksAfter(db: Db, sequence: number): AsyncGenerator<readonly Tick[]> {
  for await (const page of segmentsAfter(db, sequence))
    yield page.flatMap(({ bytes }) => decodeTicks(bytes)).filter((tick) => tick.sequence > sequence)
}

/** The segments that end after a place on the tape, in order, a page at a time. */
export async function* segmentsAfter(db: Db, sequence: number): AsyncGenerator<readonly Segment[]> {
  for (let after = sequence; ; ) {
    const page = await pageAfter(db, after)
    if (page.length === 0) return
    yield page
    after = page.at(-1)!.checkpoint.sequence
  }
}

/**
 * The next pack, or the next segments where nothing is packed any more. One statement: what is packed meanwhile
 * would be in neither of two.
 */
async function pageAfter(db: Db, sequence: number): Promise<Segment[]> {
  const { rows } = await sql<StoredSegment & { content: Uint8Array | null }>`
    with packed as (
      select content from tape_pack where last_sequence > ${sequence}::bigint order by last_sequence limit 1
    )
    select content, null::bigint as first_sequence, null::bigint as last_sequence, null::bytea as ticks,
      null::bytea as head, null::bytea as previous, null::bytea as signature, null::timestamptz as made_at from packed
    union all
    (select null, first_sequence, last_sequence, ticks, head, previous, signature, made_at from tape_segment
      where last_sequence > ${sequence}::bigint and not exists (select from packed)
      order by last_sequence limit ${SEGMENTS_A_PAGE})
    order by last_sequence`.execute(db)
  const segments = await Promise.all(
    rows.map((row) => (row.content ? unpack(row.content) : [toSegment(row)])),
  )
  return segments.flat().filter(({ checkpoint }) => checkpoint.sequence > sequence)
}

interface StoredSegment {
  readonly first_sequence: bigint
  readonly last_sequence: bigint
  readonly ticks: Uint8Array
  readonly head: Uint8Array
  readonly previous: Uint8Array
  readonly signature: Uint8Array
  readonly made_at: number
}

function toSegment(row: StoredSegment): Segment {
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
