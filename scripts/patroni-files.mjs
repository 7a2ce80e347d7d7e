import { ensureInstalled, runNode } from './environment.mjs'

/**
 * `node scripts/patroni-files.mjs --nodes db1=10.0.0.1,db2=10.0.0.2,db3=10.0.0.3 --network 10.0.0.0/24 --out FOLDER`: the settings of
 * PostgreSQL on three machines or more, from the templates in deploy/patroni.
 */
ensureInstalled()
process.exit(runNode(['server/patroni/files-main.ts', ...process.argv.slice(2)]))
