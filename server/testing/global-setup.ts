import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/platform/db/database.ts'
import { asPostgres, PREPARED_CLUSTER, startCluster, urlOf } from './cluster.ts'
import { SHARED_CLUSTER, SNAPSHOT, TEMPLATE, testDatabaseKind } from './database.ts'
import { dumpMigrated } from './snapshot.ts'

/**
 * Runs once before the database tests: a cluster with a migrated database to copy, and a copy of its folder for clusters
 * of a test's own; or a migrated snapshot of the embedded database to load. The workers find it by their environment.
 */
export default function setup(): Promise<() => Promise<void>> {
  return testDatabaseKind === 'postgres' ? startSharedCluster() : writeSnapshot()
}

/** Its visits cost a quarter of a core once there are hundreds of databases; none is used long enough to need them. */
const WITHOUT_AUTOVACUUM = ['autovacuum=off']

async function startSharedCluster() {
  const cluster = await startCluster({ fsync: false, settings: WITHOUT_AUTOVACUUM })
  const admin = new pg.Client({ connectionString: urlOf(cluster.port) })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  const database = await openDatabase({ databaseUrl: urlOf(cluster.port, TEMPLATE), dataDir: '' })
  await database.close()
  await admin.end()
  await cluster.kill('SIGINT')
  const prepared = `${cluster.folder}/prepared`
  asPostgres('/bin/cp', ['-a', `${cluster.folder}/data`, prepared])
  await cluster.start()
  process.env[PREPARED_CLUSTER] = prepared
  process.env[SHARED_CLUSTER] = String(cluster.port)
  return () => cluster.stop()
}

async function writeSnapshot() {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-snapshot-'))
  const path = join(folder, 'data.tar')
  writeFileSync(path, await dumpMigrated())
  process.env[SNAPSHOT] = path
  return async () => rmSync(folder, { recursive: true, force: true })
}
