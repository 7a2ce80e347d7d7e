import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { nextLinks, noChain } from '#domain/proof/links.ts'
import { hasGrown, isInLog, openCheckpoint } from '#domain/proof/log.ts'
import { encodeTick } from '#domain/proof/tick-bytes.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { countRows } from '#server/testing/rows.ts'
import { createHashReader } from './hashes.ts'
import { tapeKeyFrom } from './key.ts'
import { replaceByPack } from './packing.ts'
import { oldestSegments, ticksAfter } from './store.ts'
import { openTape } from './tape.ts'

/** The tape as a Merkle log over restarts and packing: every old checkpoint and every tick is proven to be in it. */

const key = tapeKeyFrom(new Uint8Array(32).fill(3))
const START_MS = 1_670_889_600_000
const SYMBOLS = ['BTC-USDT', 'ETH-USDT', 'XAU-USD']
/** In one segment; three of these complete a tile of 256 ticks and begin the next. */
const TICKS = 91

let database: Database
const clock = virtualClock(START_MS)
const notes: string[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  for (let run = 0; run < 5; run++) await record(3)
})
afterAll(() => database.close())

/** Opens the tape as a server does that starts, and writes some segments; keeps the checkpoint after each. */
async function record(segments: number) {
  const tape = await openTape({ db: database.db, key, clock, log() {}, publish() {} })
  for (let n = 0; n < segments; n++) {
    clock.advance(400)
    for (let m = 0; m < TICKS; m++) {
      const price = 1_000_000 + ((n * 31 + m * 17) % 997)
      const [prices, times] = [{ price, bid: price - 2, ask: price + 3 }, { sourceAtMs: clock.nowMs() }]
      const symbol = SYMBOLS[(m * m) % SYMBOLS.length]!
      tape.append({ symbol, ...prices, volume: m, source: 'simulated', ...times }, m % 40 === 7)
    }
    await tape.flush()
    notes.push(tape.note()!)
  }
}

async function allTicks(): Promise<Tick[]> {
  const ticks: Tick[] = []
  for await (const page of ticksAfter(database.db, 0)) ticks.push(...page)
  return ticks
}
const checkpoints = () => notes.map((note) => openCheckpoint(note, key.publicKey)!)
const readerNow = () => createHashReader(database.db, 0, checkpoints().at(-1)!.size)

async function expectAllProven() {
  const reader = readerNow()
  const [ticks, heads] = [await allTicks(), checkpoints()]
  const newest = heads.at(-1)!
  expect(newest.size).toBe(ticks.length)
  for (const older of heads)
    expect(hasGrown(older, newest, await reader.consistency(older.size, newest.size))).toBe(true)
  for (let n = 0; n < ticks.length; n += 13) {
    const bytes = encodeTick(ticks[n]!)
    expect(isInLog(newest, ticks[n]!, bytes, await reader.inclusion(n, newest.size))).toBe(true)
  }
}

test('every checkpoint that was given out, and every tick, is in the newest log', async () => {
  await expectAllProven()
  expect(await countRows(database.db, ['tape_node'])).toEqual([BigInt(Math.floor((15 * TICKS) / 256))])
})

test('the links of an instrument go on over restarts', async () => {
  for (const symbol of SYMBOLS) {
    let chain = noChain
    for (const tick of await allTicks()) {
      if (tick.symbol !== symbol || tick.isHeld) continue
      const next = nextLinks(chain, tick)
      expect(tick.links).toEqual(next.links)
      chain = next.chain
    }
  }
  expect((await allTicks()).filter(({ isHeld, links }) => isHeld && links)).toEqual([])
})

test('the same is proven once the older segments are packed', async () => {
  await replaceByPack(database.db, await oldestSegments(database.db, 10))
  await expectAllProven()
  await record(1)
  await expectAllProven()
})

test('T80: a tape of which a tick of the segment before the newest was altered behind its back does not open', async () => {
  const asOwner = (statement: string) => runAsOwner(database, statement)
  const flip = `UPDATE tape_segment SET ticks = set_byte(ticks, length(ticks) / 2, get_byte(ticks, length(ticks) / 2) # 1)
    WHERE first_sequence = (SELECT max(first_sequence) FROM tape_segment) - ${TICKS}`
  await asOwner(flip)
  const opening = () => openTape({ db: database.db, key, clock, log() {}, publish() {} })
  await expect(opening()).rejects.toThrow(/does not verify: its newest segment is damaged/)
  await asOwner(flip)
  await expect(opening()).resolves.toBeDefined()
})

test('stored hashes cannot be changed or removed by the application', async () => {
  for (const statement of [
    sql`update tape_node set hash = hash`,
    sql`delete from tape_node`,
    sql`update tape_log set sequence = 0`,
    sql`delete from tape_log`,
  ])
    await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
})

test('the proof of a tick is some hashes long, whatever the size of the log', async () => {
  const size = checkpoints().at(-1)!.size
  const proof = await readerNow().inclusion(0, size)
  expect(proof.length).toBe(Math.ceil(Math.log2(size)))
})
