import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, postgresProgram, startCluster, urlOf } from './cluster.ts'

/** A coordinator of Citus and its workers, each a PostgreSQL cluster of its own. */
export interface CitusCluster {
  readonly coordinator: Cluster
  readonly workers: readonly Cluster[]
  /** A new database with the extension on every machine, known to one another. Returns: its address at the coordinator. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** Whether Citus is installed for the PostgreSQL that clusters are made of; see `scripts/parts.mjs`. */
export const hasCitus = (): boolean => {
  try {
    return existsSync(join(postgresProgram('postgres'), '..', '..', 'lib', 'citus.so'))
  } catch {
    return false
  }
}

const WORKERS = 2

/** Starts a coordinator and two workers on loopback. `shards`: how many parts a table has. */
export async function startCitus({
  fsync = false,
  shards = 4,
  settings = [] as readonly string[],
} = {}): Promise<CitusCluster> {
  const ours = [
    'shared_preload_libraries=citus',
    'citus.node_conninfo=sslmode=disable',
    `citus.shard_count=${shards}`,
    ...settings,
  ]
  const [coordinator, ...workers] = await Promise.all(
    Array.from({ length: 1 + WORKERS }, () => startCluster({ fsync, settings: ours })),
  )
  const all = [coordinator!, ...workers]
  return {
    coordinator: coordinator!,
    workers,
    createDatabase: () => createOn(coordinator!, workers),
    async stop() {
      await Promise.all(all.map((cluster) => cluster.stop()))
    },
  }
}

async function createOn(coordinator: Cluster, workers: readonly Cluster[]): Promise<string> {
  const name = `plumb_${randomBytes(8).toString('hex')}`
  await Promise.all(
    [coordinator, ...workers].map(async ({ port }) => {
      // What is run is what its owner would type: nothing of it goes to the other machines by itself.
      await run(urlOf(port), `set citus.enable_ddl_propagation = off; create database ${name}`)
      await run(urlOf(port, name), 'create extension citus')
    }),
  )
  const url = urlOf(coordinator.port, name)
  await run(url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
  for (const { port } of workers) await run(url, `select citus_add_node('127.0.0.1', ${port})`)
  return url
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements.split(';')) await client.query(statement)
  } finally {
    await client.end()
  }
}
