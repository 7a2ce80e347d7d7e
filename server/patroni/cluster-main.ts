import '#domain/seed/adopt.ts'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REDIS_PROGRAM, startRedis } from '#server/testing/redis.ts'
import { missingPackages, startPatroni } from './local.ts'
import { startServers } from './servers.ts'

/** `npm run cluster`: an installation with all its machines on this one, until it is interrupted. */
const missing = missingPackages([[REDIS_PROGRAM, 'redis-server']])
if (missing.length > 0) {
  console.error(`these packages of Debian are needed: apt-get install ${missing.join(' ')}`)
  process.exit(2)
}
const folder = join(process.cwd(), '.cache', 'cluster')
const dataDir = join(process.cwd(), '.cache', 'cluster-servers')
// The database begins anew as well.
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { recursive: true })
console.log('starting Redis')
const redis = await startRedis()
console.log(`starting etcd, PostgreSQL under Patroni and HAProxy: their logs are in ${folder}`)
const patroni = await startPatroni(folder)
let isStopping = false
let servers: Awaited<ReturnType<typeof startServers>> | undefined
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  console.log('stopping')
  await servers?.stop()
  await patroni.stop()
  await redis.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// Whoever started it has ended.
process.on('disconnect', stop)
console.log('starting the servers')
servers = await startServers(patroni.url, dataDir, redis.url)
const primary = await patroni.primary()
for (const line of [
  ...servers.apis.map(({ url }) => `Plumb     ${url}`),
  `Console   ${servers.console}`,
  ...servers.signIn,
  `Database  ${patroni.url} (HAProxy)`,
  `Redis     ${redis.url}`,
  ...patroni.machines.map(
    (machine) =>
      `${machine.name}     PostgreSQL ${machine.host}:${machine.port}, Patroni http://${machine.host}:${machine.restPort}/cluster` +
      (machine === primary ? ', the primary' : ''),
  ),
  'Ctrl-C stops all of it.',
])
  console.log(line)
