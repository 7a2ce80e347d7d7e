import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { startCluster, urlOf } from '#server/testing/cluster.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { type Common, databaseFile, databaseUrl, debianNode, patroniFile } from './files.ts'

const HOST = '127.0.0.1'

testOnPostgres(
  'Plumb signs in as the owner of its database alone, and the superuser not at all',
  async () => {
    const cluster = await startCluster({ fsync: false })
    const common: Common = {
      ...{ etcd: [], bin: '', network: `${HOST}/32`, superuserPassword: 'one' },
      ...{ replicationPassword: 'two', rewindPassword: 'three', plumbPassword: 'four' },
      ...{ maxConnections: 100, sharedBuffers: '128MB', bind: `${HOST}:${cluster.port}` },
    }
    const admin = new pg.Client({ connectionString: urlOf(cluster.port) })
    await admin.connect()
    try {
      for (const statement of databaseFile(common).split(/;\n/)) await admin.query(statement)
      const file = patroniFile(debianNode('db1', HOST), common)
      const rules = file
        .split('pg_hba:\n')[1]!
        .match(/^ {4}- .+$/gm)!
        .map((line) => line.slice(6))
      writeFileSync(join(cluster.folder, 'data', 'pg_hba.conf'), `${rules.join('\n')}\n`)
      await admin.query(`alter role postgres password 'one'`)
      await admin.query('select pg_reload_conf()')
      const signIn = async (url: string) => {
        const client = new pg.Client({ connectionString: url })
        try {
          await client.connect()
          return 'in'
        } catch (error) {
          return (error as Error).message
        } finally {
          await client.end().catch(() => {})
        }
      }
      const superuser = `postgres://postgres:one@${HOST}:${cluster.port}`
      await expect.poll(() => signIn(`${superuser}/postgres`)).toMatch(/^pg_hba.conf rejects connection/)
      expect(await signIn(`${superuser}/plumb`)).toMatch(/^pg_hba.conf rejects connection/)
      expect(await signIn(databaseUrl({ ...common, plumbPassword: 'five' }))).toMatch(/^password/)
      expect(await signIn(databaseUrl(common).replace(/plumb$/, 'postgres'))).toMatch(/^no pg_hba.conf entry/)

      const database = await openDatabase({ databaseUrl: databaseUrl(common), dataDir: '' })
      await database.close()
      const { rows } = await admin.query(`
      select rolsuper, rolreplication, rolcreatedb, rolbypassrls, pg_get_userbyid(datdba) as owner
      from pg_roles, pg_database where rolname = 'plumb' and datname = 'plumb'`)
      expect(rows).toEqual([
        { rolsuper: false, rolreplication: false, rolcreatedb: false, rolbypassrls: false, owner: 'plumb' },
      ])
    } finally {
      await admin.end()
      await cluster.stop()
    }
  },
)
