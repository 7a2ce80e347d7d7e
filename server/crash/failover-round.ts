import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#server/testing/cluster.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { type BlowName, type Processes, startProcesses } from './failover.ts'

/** Tests an installation of several processes under trade, blow by blow; nothing is timed. */
export function describeFailovers(
  title: string,
  options: { readonly seed: number; readonly isApart?: boolean; readonly round: readonly BlowName[] },
): void {
  const { seed, isApart = false, round } = options
  describeOnPostgres(title, () => {
    let cluster: Cluster
    let processes: Processes | undefined
    beforeAll(async () => {
      cluster = await startCluster()
      processes = await startProcesses(cluster, seed, isApart)
    }, LONG.timeout)
    afterAll(async () => {
      await processes?.abandon()
      await cluster?.stop()
    })

    test.each(round)('%s: nothing acknowledged is lost, nothing is done twice', LONG, async (blow) => {
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
}
