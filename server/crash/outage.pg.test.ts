// long-running
import { afterAll, beforeAll, expect } from 'vitest'
import { refusal } from '#domain/errors.ts'
import { languages } from '#domain/language.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { createRandom } from '#server/sim/random.ts'
import { type Cluster, startCluster } from '#server/testing/cluster.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { isReady, startServer, warningsOf } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { refusalText } from '#texts/server.ts'
import { send } from './client.ts'
import { differences, ledgerErrors, otherAnswers } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { settle, trade } from './traffic.ts'

/** PostgreSQL is killed under trade and comes back: the server stays, says so in one line, and loses nothing. */

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

const TRADERS = 3
const OUTAGES = 2
/** How many calls are done before each outage, and after it. */
const CALLS = 20
testOnPostgres('a database that goes away and comes back is survived without a restart', LONG, async () => {
  const workdir = workdirOf(await createMigratedDatabase(cluster.port))
  await workdir.inspect((db) => addTraders({ db }, TRADERS + 1))
  const server = await startServer(workdir.settings)
  const [bystander, ...traders] = await signIn(server.url, TRADERS + 1)
  const random = createRandom(99)

  for (let outage = 1; outage <= OUTAGES; outage++) {
    const trading = trade(server.url, traders, random.fork(outage))
    await trading.hasDone(CALLS)
    await cluster.kill()
    await expect.poll(() => isReady(server.url), TIMEOUT).toBe(false)
    const lang = languages[outage]!
    const caller = { url: server.url, token: bystander!.token, lang }
    const refused = await send(caller, walletTransfer, {
      currency: 'USDT',
      amount: '1',
      from: 'spot',
      to: 'funding',
    })
    expect(refused).toMatchObject({
      error: 'SERVICE_UNAVAILABLE',
      message: refusalText(refusal('SERVICE_UNAVAILABLE'), lang),
    })
    await cluster.start()
    await expect.poll(() => isReady(server.url), TIMEOUT).toBe(true)
    await trading.hasDone(2 * CALLS)
    expect(await trading.end()).toBeGreaterThanOrEqual(2 * CALLS)
    await settle(server.url, traders)
    expect(await differences(server.url, traders)).toEqual([])
    expect(await otherAnswers(server.url, traders, 5)).toEqual([])
  }
  const gone = /^the database went away \(.*\); calls are refused until it is back$/
  const told = warningsOf(server)
  expect(told.filter((line) => gone.test(line))).toHaveLength(OUTAGES)
  expect(told.filter((line) => !gone.test(line))).toEqual(Array(OUTAGES).fill('the database is back'))
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(await workdir.inspect(ledgerErrors)).toEqual([])
})
