import { hasCitus, startCitus } from './citus.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createDatabase } from './database.ts'

/** A server for databases of the history. */
export interface HistoryServer {
  /** Every PostgreSQL that it is made of; the first is the one that is asked. */
  readonly machines: readonly Cluster[]
  /** The address of a new database that nothing was ever done in. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

async function startPlain(): Promise<HistoryServer> {
  const cluster = await startCluster({ fsync: false })
  return { machines: [cluster], createDatabase: () => createDatabase(cluster.port), stop: cluster.stop }
}

async function startDistributed(): Promise<HistoryServer> {
  const { coordinator, workers, ...citus } = await startCitus()
  return { machines: [coordinator, ...workers], ...citus }
}

/** What a history can be on: what is tried of it is tried on each that is there. */
export const historyServers = [
  { kind: 'PostgreSQL', isThere: true, start: startPlain },
  { kind: 'Citus', isThere: hasCitus(), start: startDistributed },
] as const
