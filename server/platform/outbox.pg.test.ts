import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { receiverOf } from '#server/testing/messages.ts'
import { meet } from '#server/testing/waiting.ts'
import { type VirtualClock, virtualClock } from './clock.ts'
import { countGivenUp, countWaiting, type Message, queueMessage, sendDue } from './outbox.ts'

const START_MS = Date.parse('2024-02-27T08:00:00Z')
const TICK_MS = 20 * SECOND_MS

let database: Database
let clock: VirtualClock
/** A gateway beyond our walls: where it is away it throws, else it keeps what it got. */
let isAway: boolean
let tried: { to: string; atMs: number }[]
let received: string[]

async function gateway(message: Message): Promise<void> {
  const to = receiverOf(message)
  tried.push({ to, atMs: clock.nowMs() })
  if (isAway) throw new Error('connect ECONNREFUSED')
  received.push(to)
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  clock = virtualClock((clock?.nowMs() ?? START_MS) + 30 * DAY_MS)
  ;[isAway, tried, received] = [false, [], []]
})

const run = () => sendDue(database.db, gateway, clock.nowMs())
async function pass(ms: number, tickMs = TICK_MS) {
  for (const endMs = clock.nowMs() + ms; clock.nowMs() < endMs; ) {
    clock.advance(tickMs)
    await run()
  }
}
let numbered = 0
async function queue(untilMs?: number): Promise<string> {
  const to = `customer-${++numbered}@plumb.test`
  const mail = { to, subject: 'Your deposit was credited', text: 'Deposit D-1' }
  await database.db
    .transaction()
    .execute((tx) => queueMessage(tx, { kind: 'mail', mail, ...(untilMs && { untilMs }) }, clock.nowMs()))
  return to
}
const figures = async () => [await countWaiting(database.db), await countGivenUp(database.db)]

describe('the outbox', () => {
  test('keeps nothing of a message that is out, or that came too late', async () => {
    const kept = async (to: string) => {
      const rows = await database.db.selectFrom('outbox').select('payload').execute()
      return rows.filter(({ payload }) => JSON.stringify(payload).includes(to)).length
    }
    const [sent, late] = [await queue(), await queue(clock.nowMs() + MINUTE_MS)]
    expect([await kept(sent), await kept(late)]).toEqual([1, 1])
    isAway = true
    await pass(10 * MINUTE_MS)
    expect([await kept(sent), await kept(late)]).toEqual([1, 0])
    isAway = false
    await pass(20 * MINUTE_MS)
    expect(received).toEqual([sent])
    expect([await kept(sent), await kept(late)]).toEqual([0, 0])
  })

  test('when the sender was away for three hours, sends everything within a quarter of an hour, once', async () => {
    const queued: string[] = []
    isAway = true
    for (let part = 0; part < 18; part++) {
      for (let n = 0; n < 3; n++) queued.push(await queue())
      await pass(10 * MINUTE_MS)
    }
    const [, givenUp] = await figures()
    expect(await figures()).toEqual([queued.length, givenUp])
    expect(received).toEqual([])

    isAway = false
    await pass(15 * MINUTE_MS)
    expect(received.toSorted()).toEqual(queued.toSorted())
    expect(await figures()).toEqual([0, givenUp])
    await pass(3 * DAY_MS, HOUR_MS)
    expect(received).toHaveLength(queued.length)
  })

  test('waits longer each time, but never above a quarter of an hour', async () => {
    isAway = true
    await queue()
    await run()
    await pass(3 * HOUR_MS, 5 * SECOND_MS)
    const waits = tried.slice(1).map(({ atMs }, n) => (atMs - tried[n]!.atMs) / SECOND_MS)
    expect(waits.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 320, 640])
    expect(new Set(waits.slice(8))).toEqual(new Set([900]))
    isAway = false
    await pass(15 * MINUTE_MS)
  })

  test('gives a message up after two days, and counts it', async () => {
    const [, before] = await figures()
    isAway = true
    const queuedAtMs = clock.nowMs()
    await queue()
    await pass(2 * DAY_MS - 15 * MINUTE_MS, MINUTE_MS)
    expect(await figures()).toEqual([1, before])
    await pass(15 * MINUTE_MS, MINUTE_MS)
    expect(await figures()).toEqual([0, before! + 1])
    const last = tried.at(-1)!.atMs - queuedAtMs
    expect(last).toBeGreaterThan(2 * DAY_MS - 16 * MINUTE_MS)
    expect(last).toBeLessThan(2 * DAY_MS)

    isAway = false
    await pass(DAY_MS, HOUR_MS)
    expect(received).toEqual([])
  })

  test('tries what is older than that once, when nobody was there to send it', async () => {
    const to = await queue()
    clock.advance(7 * DAY_MS)
    await run()
    expect(received).toEqual([to])
  })

  test('does not send a code that has expired, and counts it as given up', async () => {
    const [, before] = await figures()
    isAway = true
    await queue(clock.nowMs() + 10 * MINUTE_MS)
    const inTime = await queue(clock.nowMs() + 2 * HOUR_MS)
    await pass(30 * MINUTE_MS)
    expect(await figures()).toEqual([1, before! + 1])
    isAway = false
    await pass(15 * MINUTE_MS)
    expect(received).toEqual([inTime])
  })

  test('while the database takes no writes nothing is sent, and everything once afterwards', async () => {
    const queued = [await queue(), await queue()]
    for (const atOnce of [false, true])
      await expect(
        database.db.transaction().execute(async (tx) => {
          await sql`set transaction read only`.execute(tx)
          await sendDue(tx, gateway, clock.nowMs(), { atOnce })
        }),
      ).rejects.toThrow()
    expect(tried).toEqual([])
    await run()
    await pass(DAY_MS, HOUR_MS)
    expect(received).toEqual(queued)
  })

  test('a message whose sender ended under way is sent again when it is due, and not before', async () => {
    const to = await queue()
    await new Promise<void>((reached) => {
      const neverEnds = new Promise<void>(() => {})
      const send = () => {
        reached()
        return neverEnds
      }
      void sendDue(database.db, send, clock.nowMs())
    })
    await run()
    clock.advance(5 * SECOND_MS - 1)
    await run()
    expect(received).toEqual([])
    clock.advance(1)
    await run()
    expect(received).toEqual([to])
    await pass(DAY_MS, HOUR_MS)
    expect(received).toEqual([to])
  })

  test('a message that two processes find due at once is sent by one of them', async () => {
    const to = await queue()
    const ends = await meet(database.db, {
      lock: (tx) => tx.selectFrom('outbox').select('id').where('sent_at', 'is', null).forUpdate().execute(),
      parties: [run, run],
    })
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(received).toEqual([to])
  })
})
