import '#domain/seed/adopt.ts'
import { statSync } from 'node:fs'
import sharp from 'sharp'
import { addTraders, emailOf, TRADER_PASSWORD } from '#server/crash/traders.ts'
import { crashLists } from '#server/crash/traffic.ts'
import { VERSION } from '#server/environment.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startCluster } from '#server/testing/cluster.ts'
import { createDatabase } from '#server/testing/database.ts'
import { startServer } from '#server/testing/server-process.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { CUSTOMERS, fill } from './fill.ts'
import { writeFixture } from './fixture.ts'
import { type Credentials, openQuietApp, type Shown, shownTo } from './quiet-app.ts'

/** `node scripts/upgrade-fixture.mjs`: fills a demonstration of this version and keeps what it leaves behind. */
const cluster = await startCluster({ fsync: false })
const url = await createDatabase(cluster.port)
const workdir = workdirOf(url)
const settings = { ...workdir.settings, CLOCK: 'virtual' }
await workdir.inspect((db) => addTraders({ db }, CUSTOMERS))
const server = await startServer(settings)
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#335577' } }).png()
const dataDir = workdir.settings.DATA_DIR!
const nowMs = await fill(server, dataDir, await picture.toBuffer())
const { code } = await server.kill('SIGTERM')
if (code !== 0) throw new Error(`the server ended with ${code}: ${server.lines().join(' | ')}`)
// What customers have is read once nobody trades: as long as the market maker does, their orders may be filled.
const database = await openDatabase({ databaseUrl: url, dataDir })
const app = await openQuietApp(database, dataDir, nowMs)
const paths = [...(await crashLists())].map(({ path }) => path)
const customers: (Credentials & Shown)[] = []
for (let n = 0; n < CUSTOMERS; n++) {
  const customer = { email: emailOf(n), password: TRADER_PASSWORD }
  customers.push({ ...customer, ...(await shownTo(app, customer, paths)) })
}
await app.close()
await database.close()
const file = writeFixture(VERSION, { url, dataDir, nowMs, customers })
// The cluster ends with this process.
console.log(`${file}: ${(statSync(file).size / 1_024).toFixed(0)} KB`)
process.exit(0)
