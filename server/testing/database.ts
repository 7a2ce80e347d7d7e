import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { PREPARED_CLUSTER, startCluster, urlOf } from './cluster.ts'

/**
 * Databases for tests and benchmarks: the embedded one in memory, or one of its own on a real PostgreSQL
 * cluster. Under vitest `global-setup.ts` has made the cluster and a migrated database to copy once for the
 * whole run; a benchmark or a command starts its own cluster, and a new database migrates itself.
 */
export type TestDatabaseKind = 'pglite' | 'postgres'

/** Which database this run of the tests is for. */
export const testDatabaseKind: TestDatabaseKind =
  process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

/** What `global-setup.ts` leaves for the workers, in their environment. */
export const SHARED_CLUSTER = 'TEST_CLUSTER_PORT'
export const SNAPSHOT = 'TEST_PGLITE_SNAPSHOT'
export const TEMPLATE = 'plumb_template'

/** An empty, migrated database of the kind asked for; close it when the test ends. */
export async function openTestDatabase(
  kind: TestDatabaseKind = testDatabaseKind,
): Promise<Database & { url?: string }> {
  if (kind === 'pglite') return openDatabase({ dataDir: 'memory://', snapshot: process.env[SNAPSHOT] })
  const url = await createTestDatabaseUrl()
  return { ...(await openDatabase({ databaseUrl: url, dataDir: '' })), url }
}

/** The address of a new PostgreSQL database without customers or money: migrated, or about to be. */
export async function createTestDatabaseUrl(): Promise<string> {
  const shared = process.env[SHARED_CLUSTER]
  return createMigratedDatabase(shared ? Number(shared) : await ownCluster())
}

/** The address of a new PostgreSQL database that nothing was ever done in. */
export async function createBareDatabaseUrl(): Promise<string> {
  return createDatabase(Number(process.env[SHARED_CLUSTER] ?? (await ownCluster())))
}

/** The address of a new database without customers or money on a cluster that `startCluster` made: migrated, or about to be. */
export const createMigratedDatabase = (port: number): Promise<string> =>
  createDatabase(port, process.env[PREPARED_CLUSTER] && TEMPLATE)

/** Creates a database on a cluster and returns its address. */
export async function createDatabase(port: number, template = 'template1'): Promise<string> {
  // Not by the process's id: a long run has more processes than there are numbers for them.
  const name = `plumb_${randomBytes(8).toString('hex')}`
  const admin = new pg.Client({ connectionString: urlOf(port) })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  // What the migrations grant and revoke on the database itself is not copied with it.
  await admin.query(
    `UPDATE pg_database SET datacl = (SELECT datacl FROM pg_database WHERE datname = $1) WHERE datname = $2`,
    [template, name],
  )
  await admin.end()
  return urlOf(port, name)
}

let own: ReturnType<typeof startCluster> | undefined

async function ownCluster(): Promise<number> {
  own ??= startCluster()
  return (await own).port
}
