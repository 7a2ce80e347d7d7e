import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { openBehindRelay } from '#server/testing/relay.ts'
import { isReady, startServer } from '#server/testing/server-process.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { openDatabase } from './database.ts'
import { healthProbe } from './health-probe.ts'

testOnPostgres(
  'a server whose database answers nothing any more is not ready',
  async ({ onTestFinished }) => {
    const { relay, url } = await openBehindRelay()
    onTestFinished(() => relay.close())
    const server = await startServer(workdirOf(url).settings)
    onTestFinished(async () => void (await server.kill()))
    await expect.poll(() => isReady(server.url), TIMEOUT).toBe(true)
    relay.hush(true)
    await expect.poll(() => isReady(server.url), TIMEOUT).toBe(false)
  },
)

test('a database gives a sign of life in time or not, and one question is asked at a time', async () => {
  const database = await openTestDatabase('pglite')
  const isAlive = healthProbe(database.db, 50)
  await expect.poll(isAlive, TIMEOUT).toBe(true)
  await database.db.transaction().execute(async () => {
    // The embedded database does one thing at a time.
    expect(await Promise.all([isAlive(), isAlive(), isAlive()])).toEqual([false, false, false])
  })
  await expect.poll(isAlive, TIMEOUT).toBe(true)
  await database.close()
  expect(await isAlive()).toBe(false)
})

testOnPostgres('a question that was lost on the way is asked again', async ({ onTestFinished }) => {
  const { relay, url } = await openBehindRelay()
  const database = await openDatabase({ databaseUrl: url, dataDir: '' })
  onTestFinished(async () => {
    relay.close()
    await database.close()
  })
  const isAlive = healthProbe(database.db, 200, 400)
  await expect.poll(isAlive, TIMEOUT).toBe(true)
  relay.hush(true)
  expect(await isAlive()).toBe(false)
  relay.hush(false)
  await expect.poll(isAlive, TIMEOUT).toBe(true)
})
