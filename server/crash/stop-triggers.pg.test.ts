// long-running
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OutputOf } from '#domain/endpoint.ts'
import { quotesFlat } from '#domain/market/contract.ts'
import { spotDetail, spotOco, spotTrade } from '#domain/spot/contract.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { isFull } from '#server/testing/length.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { type RunningServer, startServer } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { untilWaiting } from '#server/testing/waiting.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { askerAt, send } from './client.ts'
import { ledgerErrors } from './compare.ts'
import { addTraders, signIn } from './traders.ts'

/**
 * A server is killed when it has decided that a stop is triggered and before that is committed: the rows of the stops are
 * locked from beside, so that the commit waits. After a start the same tick triggers each stop, once; the other order of
 * a pair is cancelled by it.
 */

const PAIR = 'BTC-USDT'
/** Stops on both sides of the price, each a little further away than the one before. */
const STEPS = [1, 2, 4, 8]
const STEP_BPS = 1
/** How far beyond its trigger a stop's limit is, and how far away the order rests that a pair's stop cancels. */
const [ROOM_BPS, REST_BPS] = [50, 200]

/** What waits for its tick: a stop, one with a limit, and the stop of a pair whose other order rests far away. */
const kinds = ['stop-market', 'stop-limit', 'pair'] as const
type Kind = (typeof kinds)[number]

testOnPostgres(
  'a stop, a stop-limit and the stop of a pair whose trigger was decided and not committed are triggered once by their tick',
  LONG,
  async () => {
    const url = await createTestDatabaseUrl()
    const workdir = workdirOf(url)
    await workdir.inspect((db) => addTraders({ db }, 1))
    const beside = await openDatabase({ databaseUrl: url, dataDir: workdir.settings.DATA_DIR! })
    const start = () => startServer(workdir.settings)

    let server = await start()
    const [trader] = await signIn(server.url, 1)
    for (const kind of kinds)
      server = await killBeforeCommit(kind, { server, start, db: beside.db, ...trader! })
    await server.kill('SIGTERM')
    expect(await ledgerErrors(beside.db)).toEqual([])
    await beside.close()
  },
)

/**
 * Kills the server between trigger and commit, and once more after it; returns the one that was started then. The second
 * kill is each kind's at full length, otherwise that of a pair, whose stop and whose other order both must stay what they are.
 */
async function killBeforeCommit(
  kind: Kind,
  {
    server,
    start,
    db,
    token,
  }: { server: RunningServer; start: () => Promise<RunningServer>; db: Db; token: string },
): Promise<RunningServer> {
  const ids = await placeStops(kind, { url: server.url, token })
  const { early, lastTick } = await db.transaction().execute(async (tx) => {
    await sql`select from spot_order where id = any(${ids}::bigint[]) for update`.execute(tx)
    // The price may have been quicker than the lock.
    const early = await triggered(tx, ids)
    await untilWaiting(tx, 1)
    await server.kill('SIGKILL')
    return { early, lastTick: await newestTick(tx) }
  })
  expect(await triggered(db, ids)).toEqual(early)

  const second = await start()
  await expect.poll(() => triggered(db, ids), TIMEOUT).not.toEqual(early)
  // The tick that had decided it was on the tape when the server was killed.
  const decided = (await triggered(db, ids))[early.length]
  expect(decided!.sequence).toBeLessThanOrEqual(lastTick)

  // Killed once more, right after a commit: nothing is triggered again.
  const isKilledAgain = isFull || kind === 'pair'
  if (isKilledAgain) await second.kill('SIGKILL')
  const before = await triggered(db, ids)
  const third = isKilledAgain ? await start() : second
  const after = (await triggered(db, ids)).slice(0, before.length)
  // One that waits in the book may have been filled meanwhile, and not less than before.
  expect(after.map(({ id, sequence }) => [id, sequence])).toEqual(
    before.map(({ id, sequence }) => [id, sequence]),
  )
  for (const [n, { filled }] of after.entries())
    expect(Number(filled)).toBeGreaterThanOrEqual(Number(before[n]!.filled))
  for (const { id, sequence } of before) {
    const { order } = await askerAt({ url: third.url, token }).ask(spotDetail, { id })
    expect(order.triggerSequence).toBe(sequence)
    expect(order.siblingId !== null).toBe(kind === 'pair')
    if (order.siblingId === null) continue
    const other = await askerAt({ url: third.url, token }).ask(spotDetail, { id: order.siblingId })
    expect(other.order).toMatchObject({ status: 'cancelled', reason: 'oco' })
    expect([Number(other.order.filled), Number(other.order.held)]).toEqual([0, 0])
  }
  return third
}

/** Places stops of a kind on both sides of the price; returns their ids. */
async function placeStops(kind: Kind, caller: { url: string; token: string }): Promise<string[]> {
  const ids: string[] = []
  // Whose price was reached meanwhile is refused, and asked for again at the newest price.
  for (const step of STEPS)
    for (const side of ['buy', 'sell'] as const)
      await expect
        .poll(async () => {
          const id = await placeStop(kind, side, step * STEP_BPS, caller)
          if (id !== undefined) ids.push(id)
          return id
        }, TIMEOUT)
        .toBeDefined()
  return ids
}

async function placeStop(
  kind: Kind,
  side: 'buy' | 'sell',
  awayBps: number,
  caller: { url: string; token: string },
): Promise<string | undefined> {
  const quotes = await askerAt(caller).ask(quotesFlat, {})
  const quote = quotes.find(({ symbol }) => symbol === PAIR)!
  if (quote.isStale) return undefined
  const sign = side === 'buy' ? 1 : -1
  const at = (bps: number) => (Number(quote.lastPrice) * (1 + (sign * bps) / 10_000)).toFixed(2)
  const common = { base: 'BTC', quote: 'USDT', side, quantity: '0.001', triggerPrice: at(awayBps) }
  const prices = { limitPrice: at(-REST_BPS), stopLimitPrice: at(awayBps + ROOM_BPS) }
  const answer =
    kind === 'pair'
      ? await send(caller, spotOco, { ...common, ...prices })
      : await send(caller, spotTrade, {
          ...{ ...common, orderType: kind, triggerDirection: side === 'buy' ? 'rises' : 'falls' },
          ...(kind === 'stop-limit' && { limitPrice: prices.stopLimitPrice }),
        })
  if (!answer?.ok) return undefined
  if (kind !== 'pair') return (answer.data as OutputOf<typeof spotTrade>).id
  return (answer.data as OutputOf<typeof spotOco>).orders[1]!.id
}

async function newestTick(db: Db): Promise<number> {
  const { rows } = await sql<{ last: string }>`select max(last_sequence) as last from tape_segment`.execute(
    db,
  )
  return Number(rows[0]!.last)
}

/** The stops that are triggered, each with its tick, in the order of the ticks; with what was traded for each. */
async function triggered(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; sequence: bigint; filled: bigint; traded: string }>`
    select id, trigger_sequence as sequence, filled,
      (select coalesce(sum(quantity), 0) from spot_trade where spot_order.id in (maker_order, taker_order)) as traded
    from spot_order where id = any(${ids}::bigint[]) and status <> 'untriggered' order by trigger_sequence, id`.execute(
    db,
  )
  for (const { filled, traded } of rows) expect(Number(traded)).toBe(Number(filled))
  return rows.map(({ id, sequence, filled }) => ({
    id: String(id),
    sequence: Number(sequence),
    filled: String(filled),
  }))
}
