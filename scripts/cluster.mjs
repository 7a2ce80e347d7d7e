import { ensureInstalled, startNode } from './environment.mjs'

/**
 * `npm run cluster`: three PostgreSQL under Patroni with etcd and HAProxy, a Redis, two processes for calls, one for jobs, one with the
 * engine of spot, one with the others, and one that waits for each of these, all on loopback. On Debian 12 with its packages; data begins anew each time.
 */
ensureInstalled()
startNode(['server/patroni/cluster-main.ts', ...process.argv.slice(2)])
