// long-running
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#server/testing/cluster.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { type BlowName, type Processes, startProcesses } from './failover.ts'

/** A short round of `node scripts/kills.mjs --roles --apart`: nothing is timed. */

const ROUND: readonly BlowName[] = [
  'engine killed before commit',
  'engine killed after commit',
  'engine paused',
  'host killed',
  'database killed',
]

describeOnPostgres('several processes under trade, with the engine of spot apart', () => {
  let cluster: Cluster
  let processes: Processes | undefined
  beforeAll(async () => {
    cluster = await startCluster()
    processes = await startProcesses(cluster, 20_261_130, true)
  }, LONG.timeout)
  afterAll(async () => {
    await processes?.abandon()
    await cluster?.stop()
  })

  test.each(ROUND)('%s: nothing acknowledged is lost, nothing is done twice', LONG, async (blow) => {
    const { answered, problems } = await processes!.strike(blow)
    expect(problems).toEqual([])
    expect(answered).toBeGreaterThan(0)
  })

  test('all end in order, and the ledger is whole', LONG, async () => {
    const open = processes!
    processes = undefined
    expect(await open.end()).toEqual([])
  })
})
