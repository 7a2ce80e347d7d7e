import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { followTape } from './follow.ts'
import { tapeKeyFrom } from './key.ts'
import { openTape } from './tape.ts'

const key = tapeKeyFrom(new Uint8Array(32).fill(3))
const START = 1_670_889_600_000

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
beforeEach(() => asOwner('TRUNCATE tape_segment, tape_log, tape_node, tape_chains'))
afterAll(() => database?.close())

/** Does what the application's role may not, on one connection, and gives the right up again. */
const asOwner = (...statements: string[]) => runAsOwner(database, ...statements)

/** Writes segments of one tick each, as a process that has just started. */
async function write(prices: readonly number[]): Promise<void> {
  const tape = await openTape({ db, key, clock: virtualClock(START), log: () => {}, publish: () => {} })
  for (const price of prices) {
    const tick = { symbol: 'BTC-USDT', price, bid: price - 1, ask: price + 1, volume: 5 }
    tape.append({ ...tick, source: 'simulated', sourceAtMs: START }, false)
    await tape.flush()
  }
}

/** A process that follows the tape; `listen` is told what is published before it counts as heard. */
async function follow(listen: (ticks: readonly Tick[]) => void = () => {}) {
  const [published, log]: [Tick[], string[]] = [[], []]
  const publish = (ticks: readonly Tick[]) => {
    listen(ticks)
    published.push(...ticks)
  }
  const tape = await followTape({ db, key, log: (line) => void log.push(line), publish })
  return { tape, log, prices: () => published.map(({ price }) => price) }
}

it('publishes what is added, in order', async () => {
  await write([100])
  const { tape, prices, log } = await follow()
  await write([101, 102])
  await tape.flush()
  await write([103])
  await tape.flush()
  await tape.flush()
  expect([prices(), tape.newest()?.sequence, tape.isReady(), log]).toEqual([[101, 102, 103], 4, true, []])
})

it('goes on behind what a listener throws at: nobody is told anything twice, and prices go on', async () => {
  await write([100])
  const told: number[] = []
  const { tape, prices, log } = await follow((ticks) => {
    told.push(...ticks.map(({ price }) => price))
    if (told.at(-1) === 102) throw new Error('a listener failed')
  })
  await write([101, 102])
  await tape.flush()
  expect([told, tape.newest()?.sequence, tape.isReady()]).toEqual([[101, 102], 3, true])
  await write([103])
  await tape.flush()
  await tape.flush()
  expect([told, prices(), tape.newest()?.sequence]).toEqual([[101, 102, 103], [103], 4])
  expect(log).toEqual(['price tape: what follows was not told to everybody, up to tick 3: a listener failed'])
})

it('stays ready where a listener throws at everything', async () => {
  await write([100])
  const { tape } = await follow(() => {
    throw new Error('a listener failed')
  })
  for (let n = 0; n < 6; n++) {
    await write([101 + n])
    await tape.flush()
  }
  expect([tape.isReady(), tape.isOver(), tape.newest()?.sequence]).toEqual([true, false, 7])
})

const cut = (after: number) => asOwner(`DELETE FROM tape_segment WHERE last_sequence > ${after}`)

const unsign = (last: number) =>
  asOwner(`UPDATE tape_segment SET signature = previous || previous WHERE last_sequence = ${last}`)

it.each([
  ['another in the place of the newest', () => cut(2).then(() => write([202]))],
  ['others in the place of the newest, and more', () => cut(2).then(() => write([202, 203]))],
  ['the newest taken away', () => cut(2)],
  ['a signature of nobody', () => write([103]).then(() => unsign(4))],
])('stops where the tape does not follow from what it had: %s', async (_how, change) => {
  await write([100, 101])
  const { tape, prices, log } = await follow()
  await write([102])
  await tape.flush()
  await change()
  await tape.flush()
  await tape.flush()
  expect([prices(), tape.isReady(), log]).toEqual([
    [102],
    false,
    [expect.stringMatching(/^price tape: what follows tick 3 is not of the same tape/)],
  ])
})
