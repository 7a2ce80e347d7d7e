// long-running
import pg from 'pg'
import { expect } from 'vitest'
import { createRandom } from '#server/sim/random.ts'
import { startCluster, urlOf } from '#server/testing/cluster.ts'
import { MISSING, requireCopies } from '#server/testing/copies.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { howMany } from '#server/testing/length.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { isReady, startServer } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { differences, ledgerErrors, otherAnswers } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { settle, type Trader, trade } from './traffic.ts'

const TRADERS = 2
const ROUNDS = howMany(3, 1)
/** How many calls are done before the copy goes away. */
const CALLS = 10
/** So many connections a server has: no more commits of its wait at once. */
const MAX_AT_ONCE = 16

/** How many calls the traders were told to be done. */
const toldOf = (traders: readonly Trader[]): number =>
  traders.flatMap(({ attempts }) => attempts).filter(({ answer }) => answer?.ok).length

testOnPostgres(
  'while commits are of unknown outcome nobody is told that anything was done, and later all of it is there once',
  LONG,
  async ({ onTestFinished }) => {
    const cluster = await startCluster()
    onTestFinished(() => cluster.stop())
    const workdir = workdirOf(await createMigratedDatabase(cluster.port))
    await workdir.inspect((db) => addTraders({ db }, TRADERS))
    const server = await startServer(workdir.settings)
    const traders = await signIn(server.url, TRADERS)
    const admin = new pg.Client({ connectionString: urlOf(cluster.port) })
    await admin.connect()
    await admin.query('set synchronous_commit = local')
    /** Has all commits that wait for a copy end their wait. Returns: how many did. */
    const cancelWaits = async () =>
      (await admin.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`))
        .rowCount!

    for (let round = 1; round <= ROUNDS; round++) {
      const trading = trade(server.url, traders, createRandom(7).fork(round))
      await trading.hasDone(CALLS)
      await requireCopies(admin, urlOf(cluster.port), MISSING)
      let cancelled = 0
      const cancelledInAll = async () => (cancelled += await cancelWaits())
      // Whoever was sent before it took effect may have committed, and may yet be told so.
      const sentBefore = traders.flatMap(({ attempts }) => attempts)
      const openOfThem = async () => {
        await cancelledInAll()
        return sentBefore.filter(({ answer }) => answer === undefined).length
      }
      await expect.poll(openOfThem, TIMEOUT).toBe(0)
      const before = toldOf(traders)
      await expect.poll(cancelledInAll, TIMEOUT).toBeGreaterThan(cancelled + 2 * MAX_AT_ONCE)
      expect(toldOf(traders)).toBe(before)
      await requireCopies(admin, urlOf(cluster.port), '')
      await expect.poll(() => isReady(server.url), TIMEOUT).toBe(true)
      await trading.hasDone(trading.answered() + CALLS)
      await trading.end()
      await settle(server.url, traders)
      expect(await differences(server.url, traders)).toEqual([])
      expect(await otherAnswers(server.url, traders, 5)).toEqual([])
    }
    await admin.end()
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await workdir.inspect(ledgerErrors)).toEqual([])
  },
)
