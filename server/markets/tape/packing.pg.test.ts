import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { HOUR_MS } from '#domain/time.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { countRows } from '#server/testing/rows.ts'
import { verifiedTicks } from '#server/testing/tape.ts'
import { tapeKeyFrom } from './key.ts'
import { hashSegments, pack, unpack } from './pack.ts'
import { packingJob, replaceByPack } from './packing.ts'
import { newestSegments, oldestSegments, type Segment, segmentWith, ticksAfter } from './store.ts'
import { openTape, type Tape } from './tape.ts'

/** Older tape is packed: it takes less room, and everybody reads and verifies the same as before. */

const key = tapeKeyFrom(new Uint8Array(32).fill(3))
const START_MS = 1_670_889_600_000
const SYMBOLS = ['BTC-USDT', 'ETH-USDT', 'XAU-USD']

let database: Database
let db: Db
let clock: VirtualClock
let tape: Tape
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
beforeEach(async () => {
  await sql`reset role`.execute(db)
  await sql`truncate tape_segment, tape_pack, tape_log, tape_node, tape_chains`.execute(db)
  await sql`set role plumb_app`.execute(db)
  clock = virtualClock(START_MS)
  tape = await openTape({ db, key, clock, log: () => {}, publish: () => {} })
})
afterAll(() => database.close())

/** Writes segments of one to three ticks each, 400 ms apart. */
async function record(segments: number) {
  for (let n = 0; n < segments; n++) {
    clock.advance(400)
    for (const [m, symbol] of SYMBOLS.slice(0, 1 + (n % 3)).entries()) {
      const price = 1_000_000 + n * 7 + m
      const prices = { price, bid: price - 2, ask: price + 3, volume: n * 11 }
      tape.append({ symbol, ...prices, source: 'simulated', sourceAtMs: clock.nowMs() - m }, n % 50 === 0)
    }
    await tape.flush()
  }
}

async function ticksOf(sequence: number): Promise<Tick[]> {
  const ticks: Tick[] = []
  for await (const page of ticksAfter(db, sequence)) ticks.push(...page)
  return ticks
}

const EVERY = 30

/** Every thirtieth segment with the one before it, found by its first tick and by its last. */
async function lookUp(all: readonly Segment[]): Promise<void> {
  for (let n = 1; n < all.length; n += EVERY) {
    const { firstSequence, checkpoint } = all[n]!
    const found = await segmentWith(db, firstSequence)
    const before = await segmentWith(db, firstSequence - 1)
    const byLast = await segmentWith(db, checkpoint.sequence)
    expect(hashSegments([before!, found!])).toEqual(hashSegments(all.slice(n - 1, n + 1)))
    expect(byLast?.checkpoint).toEqual(checkpoint)
  }
}

test('what is older than an hour is packed, and every tick and signature is read as before', async () => {
  await record(270)
  const all = await oldestSegments(db, 1_000)
  const ticks = await ticksOf(0)
  const job = packingJob(db, clock)
  clock.advance(HOUR_MS / 2)
  await job.run()
  expect(await countRows(db, ['tape_segment', 'tape_pack'])).toEqual([270n, 0n])

  clock.advance(HOUR_MS / 2)
  await job.run()
  expect(await countRows(db, ['tape_segment', 'tape_pack'])).toEqual([14n, 1n])
  expect(await ticksOf(0)).toEqual(ticks)
  expect(await ticksOf(201)).toEqual(ticks.slice(201))
  expect(await ticksOf(ticks.length - 3)).toEqual(ticks.slice(-3))
  await lookUp(all)
  expect(verifiedTicks(all, key.publicKey)).toEqual(ticks)
  expect(await segmentWith(db, ticks.length + 1)).toBeUndefined()
})

test('the tape goes on after it was packed, also by another server', async () => {
  await record(12)
  await replaceByPack(db, await oldestSegments(db, 10))
  tape = await openTape({ db, key, clock, log: () => {}, publish: () => {} })
  await record(12)
  await replaceByPack(db, await oldestSegments(db, 10))
  expect(await countRows(db, ['tape_segment', 'tape_pack'])).toEqual([4n, 2n])
  const ticks = await ticksOf(0)
  expect(ticks.map(({ sequence }) => sequence)).toEqual(ticks.map((_, n) => n + 1))
})

test('a pack takes less than half of the room that its rows take', async () => {
  await record(256)
  const all = await oldestSegments(db, 256)
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_column_size(tape_segment))::int as bytes from tape_segment`.execute(db)
  expect((await pack(all, 0)).length).toBeLessThan(rows[0]!.bytes / 2)
})

test('a pack that does not hold what the segments hold is refused, and nothing is gone', async () => {
  await record(20)
  const all = await oldestSegments(db, 10)
  const altered = all.map((segment, n) =>
    n === 4 ? { ...segment, bytes: segment.bytes.map((byte, at) => (at === 12 ? byte ^ 1 : byte)) } : segment,
  )
  const later = all.map((segment, n) =>
    n === 4
      ? { ...segment, checkpoint: { ...segment.checkpoint, atMs: segment.checkpoint.atMs + 1 } }
      : segment,
  )
  for (const wrong of [altered, later, all.toSpliced(4, 1)])
    await expect(replaceByPack(db, wrong)).rejects.toThrow(/does not hold what the segments hold/)
  await expect(replaceByPack(db, all.slice(1))).rejects.toThrow(/a pack cannot begin at/)
  expect(await countRows(db, ['tape_segment', 'tape_pack'])).toEqual([20n, 0n])
  await replaceByPack(db, all)
  expect(await countRows(db, ['tape_segment', 'tape_pack'])).toEqual([10n, 1n])
})

test('the two newest segments, which a start verifies, are never packed', async () => {
  await record(5)
  const all = await oldestSegments(db, 5)
  await expect(replaceByPack(db, all.slice(0, 4))).rejects.toThrow(/newest segments .* are not packed/)
  await replaceByPack(db, all.slice(0, 3))
  expect(await newestSegments(db, 5)).toHaveLength(2)
})

test('packs cannot be changed or removed by the application', async () => {
  for (const statement of [
    sql`update tape_pack set made_at = now()`,
    sql`delete from tape_pack`,
    sql`insert into tape_pack values (1, 2, '\\x00', now())`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/permission denied/)
})

test('bytes that are not a whole pack are refused', async () => {
  await record(3)
  const all = await oldestSegments(db, 3)
  expect(hashSegments(await unpack(await pack(all, 0)))).toEqual(hashSegments(all))
  const content = await pack(all, 0)
  await expect(unpack(content.subarray(0, content.length - 5))).rejects.toThrow()
})
