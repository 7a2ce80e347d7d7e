import { bytesToHex } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { nextLinks, noChain } from '#domain/proof/links.ts'
import { logText } from '#domain/proof/log.ts'
import { append, emptyEdge, leafHash, rootOf } from '#domain/proof/merkle.ts'
import { GENESIS } from '#domain/proof/tape.ts'
import { encodeTick } from '#domain/proof/tick-bytes.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { verifiedTicks } from '#server/testing/tape.ts'
import type { RawTick } from '../feeds/feed.ts'
import { logCheckpointOf } from './end.ts'
import { tapeKeyFrom } from './key.ts'
import { insertSegment, newestSegments, segmentWith, ticksAfter } from './store.ts'
import { openTape } from './tape.ts'

const key = tapeKeyFrom(new Uint8Array(32).fill(3))
const START = 1_670_889_600_000
const raw = (price: number, sourceAtMs = START): RawTick => ({
  ...{ symbol: 'BTC-USDT', price, bid: price - 1, ask: price + 1, volume: 5, source: 'simulated' },
  sourceAtMs,
})

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
beforeEach(() => asOwner(`TRUNCATE tape_segment, tape_log, tape_node, tape_chains`))
afterAll(() => database?.close())

/** Does what the application's role may not, on one connection, and gives the right up again. */
const asOwner = (...statements: string[]) => runAsOwner(database, ...statements)

async function openAt(published: Tick[] = [], signer = key, log: string[] = []) {
  const clock = virtualClock(START)
  const publish = (ticks: readonly Tick[]) => published.push(...ticks)
  return openTape({ db, key: signer, clock, log: (line) => log.push(line), publish })
}

describe('the tape', () => {
  it('publishes ticks only after they are written, held ones with their mark', async () => {
    const published: Tick[] = []
    const tape = await openAt(published)
    tape.append(raw(100), false)
    tape.append(raw(900), true)
    expect(published).toEqual([])
    await tape.flush()
    expect(published.map(({ sequence, price, isHeld }) => [sequence, price, isHeld])).toEqual([
      [1, 100, false],
      [2, 900, true],
    ])
    expect(verifiedTicks(await newestSegments(db, 1), key.publicKey)).toEqual(published)
  })

  it('goes on after a restart where it ended, and the whole verifies', async () => {
    for (let run = 0; run < 3; run++) {
      const tape = await openAt()
      for (let index = 0; index < 4; index++) tape.append(raw(100 + run, START + index), false)
      await tape.flush()
    }
    const segments = (await newestSegments(db, 10)).reverse()
    expect(segments).toHaveLength(3)
    expect(verifiedTicks(segments, key.publicKey)).toHaveLength(12)
    const pages: Tick[] = []
    for await (const page of ticksAfter(db, 5)) pages.push(...page)
    expect(pages.map(({ sequence }) => sequence)).toEqual([6, 7, 8, 9, 10, 11, 12])
  })

  it('verifies when ticks of a moment ago arrive while a segment is being written', async () => {
    const tape = await openAt()
    tape.append(raw(100, START - 50), false)
    const writing = tape.flush()
    tape.append(raw(101, START - 20), false)
    await writing
    await tape.flush()
    await expect(openAt()).resolves.toBeDefined()
    expect(verifiedTicks((await newestSegments(db, 5)).reverse(), key.publicKey)).toHaveLength(2)
  })

  it('goes on when a segment was written and the answer was lost', async () => {
    const published: Tick[] = []
    let isAway = false
    const clock = virtualClock(START)
    let commits = 0
    const transaction = () => ({
      async execute(work: (tx: Tx) => Promise<unknown>) {
        if (commits++ === 0) await db.transaction().execute(work)
        throw new Error('Connection terminated unexpectedly')
      },
    })
    const losingDb = new Proxy(db, {
      get(target, name) {
        if (isAway && name === 'transaction') return transaction
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const publish = (ticks: readonly Tick[]) => published.push(...ticks)
    const tape = await openTape({ db: losingDb, key, clock, log: () => {}, publish })
    isAway = true
    tape.append(raw(100), false)
    await tape.flush()
    expect(published).toEqual([])
    expect(await newestSegments(db, 2)).toHaveLength(1)
    isAway = false
    clock.advance(700)
    tape.append(raw(101), false)
    await tape.flush()
    expect(published.map(({ sequence, price }) => [sequence, price])).toEqual([
      [1, 100],
      [2, 101],
    ])
    await expect(openAt()).resolves.toBeDefined()
  })

  it('finds the segment of a tick, and none for a tick that is not there yet', async () => {
    const tape = await openAt()
    for (const count of [3, 2]) {
      for (let index = 0; index < count; index++) tape.append(raw(100), false)
      await tape.flush()
    }
    expect((await segmentWith(db, 3))?.firstSequence).toBe(1)
    expect((await segmentWith(db, 4))?.firstSequence).toBe(4)
    expect(await segmentWith(db, 6)).toBeUndefined()
  })

  it('cannot be changed or shortened by the application', async () => {
    const tape = await openAt()
    tape.append(raw(100), false)
    await tape.flush()
    await expect(sql`UPDATE tape_segment SET made_at = now()`.execute(db)).rejects.toThrow(
      /permission denied/,
    )
    await expect(sql`DELETE FROM tape_segment`.execute(db)).rejects.toThrow(/permission denied/)
    await expect(sql`TRUNCATE tape_segment`.execute(db)).rejects.toThrow(/permission denied/)
  })

  it('does not open when its end was altered behind its back, or with another key', async () => {
    const tape = await openAt()
    tape.append(raw(100), false)
    await tape.flush()
    const stranger = tapeKeyFrom(new Uint8Array(32).fill(4))
    await expect(openAt([], stranger)).rejects.toThrow(/ends at tick 1 but does not verify.*another key/)

    await asOwner('UPDATE tape_segment SET ticks = set_byte(ticks, 12, get_byte(ticks, 12) # 1)')
    await expect(openAt()).rejects.toThrow(/ends at tick 1 but does not verify.*damaged/)
  })

  it('has one writer, the newest: the one before stops, says so once, and publishes nothing', async () => {
    const [lost, won] = [[] as Tick[], [] as Tick[]]
    const log: string[] = []
    const first = await openAt(lost, key, log)
    first.append(raw(100), false)
    await first.flush()
    expect(first.isReady()).toBe(true)

    const second = await openAt(won)
    for (let time = 0; time < 2; time++) {
      first.append(raw(200), false)
      await first.flush()
      second.append(raw(300), false)
      await second.flush()
    }
    expect(lost.map(({ price }) => price)).toEqual([100])
    expect(won.map(({ sequence, price }) => [sequence, price])).toEqual([
      [2, 300],
      [3, 300],
    ])
    expect([first.isReady(), second.isReady()]).toEqual([false, true])
    expect(log).toEqual([expect.stringMatching(/another server has taken it over/)])
    await expect(openAt()).resolves.toBeDefined()
  })

  it('is not taken over by one who cannot verify it', async () => {
    const first = await openAt()
    first.append(raw(100), false)
    await first.flush()
    await expect(openAt([], tapeKeyFrom(new Uint8Array(32).fill(4)))).rejects.toThrow(/does not verify/)
    first.append(raw(101), false)
    await first.flush()
    expect(first.isReady()).toBe(true)
    expect(await newestSegments(db, 5)).toHaveLength(2)
  })

  it('chains what waits anew when a server that knows of no other wrote in its place', async () => {
    const published: Tick[] = []
    const tape = await openAt(published)
    // A server that signs with the same key and asks nobody whether it is the writer.
    const foreign = { ...raw(200), sequence: 1, atMs: START + 5_000, isHeld: false }
    const bytes = encodeTick({ ...foreign, links: nextLinks(noChain, foreign).links })
    const edge = emptyEdge()
    append(edge, leafHash(bytes))
    const unsigned = { sequence: 1, head: bytesToHex(rootOf(edge)), previous: GENESIS, atMs: START + 5_000 }
    const text = logText(key.publicKey, logCheckpointOf(tape.start, unsigned))
    const checkpoint = { ...unsigned, signature: key.sign(text) }
    const { rows } = await sql<{ token: bigint }>`
      SELECT token FROM fencing_token WHERE writer = 'tape'`.execute(db)
    await insertSegment(db, { firstSequence: 1, bytes, checkpoint }, rows[0]?.token ?? expect.fail())

    tape.append(raw(100), false)
    await tape.flush()
    tape.append(raw(101), false)
    await tape.flush()
    expect(published.map(({ sequence, price }) => [sequence, price])).toEqual([
      [1, 200],
      [2, 100],
      [3, 101],
    ])
    expect(tape.isReady()).toBe(true)
    await expect(openAt()).resolves.toBeDefined()
  })

  it('keeps what waits while the database is away, says so once, and writes it afterwards', async () => {
    const published: Tick[] = []
    const log: string[] = []
    const tape = await openAt(published, key, log)
    await asOwner('ALTER TABLE tape_segment RENAME TO away')
    tape.append(raw(100), false)
    await tape.flush()
    tape.append(raw(101), false)
    await tape.flush()
    expect(published).toEqual([])
    expect(tape.isReady()).toBe(false)
    await asOwner('ALTER TABLE away RENAME TO tape_segment')
    await tape.flush()
    expect(published.map(({ price }) => price)).toEqual([100, 101])
    expect(tape.isReady()).toBe(true)
    expect(log).toHaveLength(2)
  })
})
