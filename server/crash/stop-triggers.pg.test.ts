// long-running
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OutputOf } from '#domain/endpoint.ts'
import { quotesFlat } from '#domain/market/contract.ts'
import { spotDetail, spotTrade } from '#domain/spot/contract.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { type RunningServer, startServer } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { askerAt } from './client.ts'
import { ledgerErrors } from './compare.ts'
import { addTraders, signIn } from './traders.ts'

/**
 * A server is killed when it has decided that a stop is triggered and before that is committed: the rows of the stops are locked
 * from beside, so that the commit waits. After a start the same tick triggers each stop, once.
 */

const PAIR = 'BTC-USDT'
/** Stops on both sides of the price, each a little further away than the one before. */
const STEPS = [1, 2, 4, 8]
const STEP_BPS = 1

testOnPostgres(
  'a stop whose trigger was decided and not committed is triggered once by its tick',
  LONG,
  async () => {
    const url = await createTestDatabaseUrl()
    const workdir = workdirOf(url)
    const first = await startServer(workdir.settings)
    await first.kill('SIGTERM')
    await workdir.inspect((db) => addTraders({ db }, 1))
    const server = await startServer(workdir.settings)
    const beside = await openDatabase({ databaseUrl: url, dataDir: workdir.settings.DATA_DIR! })
    const { db } = beside

    const [trader] = await signIn(server.url, 1)
    const ids = await placeStops(server, trader!.token)
    const { early, lastTick } = await db.transaction().execute(async (tx) => {
      await sql`select from spot_order where id = any(${ids}::bigint[]) for update`.execute(tx)
      // The price may have been quicker than the lock.
      const early = await triggered(tx, ids)
      await expect.poll(() => isWaitedFor(tx), TIMEOUT).toBe(true)
      await server.kill('SIGKILL')
      return { early, lastTick: await newestTick(tx) }
    })
    expect(await triggered(db, ids)).toEqual(early)

    const second = await startServer(workdir.settings)
    await expect.poll(() => triggered(db, ids), TIMEOUT).not.toEqual(early)
    // The tick that had decided it was on the tape when the server was killed.
    const decided = (await triggered(db, ids))[early.length]
    expect(decided!.sequence).toBeLessThanOrEqual(lastTick)

    // Killed once more, right after a commit: nothing is triggered again.
    await second.kill('SIGKILL')
    const before = await triggered(db, ids)
    const third = await startServer(workdir.settings)
    const after = await triggered(db, ids)
    expect(after.slice(0, before.length)).toEqual(before)
    for (const { id, sequence } of before) {
      const detail = await askerAt({ url: third.url, token: trader!.token }).ask(spotDetail, { id })
      expect(detail.order.triggerSequence).toBe(sequence)
    }
    await third.kill('SIGTERM')
    expect(await ledgerErrors(db)).toEqual([])
    await beside.close()
  },
)

async function placeStops({ url }: RunningServer, token: string): Promise<string[]> {
  const { ask } = askerAt({ url, token })
  const quoteNow = async () => (await ask(quotesFlat, {})).find(({ symbol }) => symbol === PAIR)!
  await expect.poll(async () => (await quoteNow()).isStale, TIMEOUT).toBe(false)
  const quote = await quoteNow()
  const ids: string[] = []
  for (const step of STEPS) {
    for (const side of ['buy', 'sell'] as const) {
      const away = 1 + ((side === 'buy' ? 1 : -1) * step * STEP_BPS) / 10_000
      const triggerPrice = (Number(quote.lastPrice) * away).toFixed(2)
      const order: OutputOf<typeof spotTrade> = await ask(spotTrade, {
        ...{ base: 'BTC', quote: 'USDT', side, quantity: '0.001', orderType: 'stop-market', triggerPrice },
      })
      ids.push(order.id)
    }
  }
  return ids
}

/** Whether somebody waits for what this transaction has locked. */
async function isWaitedFor(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
  return rows[0]!.n > 0
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
