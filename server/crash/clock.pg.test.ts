import { expect, test } from 'vitest'
import { earnProducts, earnSubscription, subscribe } from '#domain/earn/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { tapeCheckpoint } from '#domain/proof/contract.ts'
import { spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { login } from '#domain/user/contract.ts'
import { demoAccount } from '#server/environment.ts'
import { createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { isReady, type RunningServer, startServer, warningsOf } from '#server/testing/server-process.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'
import { askerAt } from './client.ts'

/** The time of day of the server's machine is set forward by 40 days, and back. */

const STEP_MS = 40 * DAY_MS
const setTime = {
  NODE_OPTIONS: `--import=${new URL('../testing/set-time.ts', import.meta.url)}`,
  SET_TIME_BY_MS: String(STEP_MS),
}
const settings = async () =>
  workdirOf(testDatabaseKind === 'postgres' ? await createTestDatabaseUrl() : undefined).settings

const sequenceAt = async ({ url }: RunningServer) => (await askerAt({ url }).ask(tapeCheckpoint)).sequence

test('T88: a forward step of the time of day leaves no effect behind', async ({ onTestFinished }) => {
  const server = await startServer({ ...(await settings()), ...setTime })
  onTestFinished(async () => void (await server.kill()))
  const { url } = server
  const { contact, password } = demoAccount
  const customer = askerAt({ url, token: await askerAt({ url }).ask(login, { contact, password }) })
  const offered = (await customer.ask(earnProducts)).products.find(
    ({ currency, availability, termDays }) =>
      currency === 'USDT' && availability === 'open' && termDays <= 30,
  )!
  const { id } = await customer.ask(subscribe, { productId: offered.id, amount: '100' })
  const before = await customer.ask(earnSubscription, { id })

  process.kill(server.pid, 'SIGUSR2')
  await expect.poll(() => isReady(url), TIMEOUT).toBe(false)
  const stoodAt = await sequenceAt(server)
  const waits = /^the time of this machine was set forward by 40 days: prices and jobs wait/
  await expect.poll(() => warningsOf(server).filter((line) => waits.test(line)), TIMEOUT).toHaveLength(1)
  // What is asked meanwhile happens at the time it really is.
  const meanwhile = await customer.ask(subscribe, { productId: offered.id, amount: '100' })
  expect(meanwhile.maturesAtMs - before.maturesAtMs).toBeLessThan(2 * DAY_MS)
  const end = await sequenceAt(server)
  process.kill(server.pid, 'SIGUSR2')

  await expect.poll(() => isReady(url), TIMEOUT).toBe(true)
  await expect.poll(() => sequenceAt(server), TIMEOUT).toBeGreaterThan(end)
  expect(end).toBeGreaterThanOrEqual(stoodAt)
  await expect
    .poll(async () => (await customer.ask(quoteOf, { symbol: 'BTC-USDT' })).isStale, TIMEOUT)
    .toBe(false)
  const offers = async () => (await customer.ask(spotDepth, { symbol: 'BTC-USDT' })).asks.length
  await expect.poll(offers, TIMEOUT).toBeGreaterThan(0)
  // On a busy machine a price may grow old again before it is asked for; a refused order does nothing.
  await expect.poll(() => customer.ask(spotTrade, marketOrder), TIMEOUT).toMatchObject({ status: 'filled' })
  expect(await customer.ask(earnSubscription, { id })).toMatchObject({
    status: 'active',
    maturesAtMs: before.maturesAtMs,
  })
  // Said at the watch's next look, which may come after everything above.
  await expect.poll(() => warningsOf(server).length, TIMEOUT).toBe(2)
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  const told = warningsOf(server)
  expect(told.filter((line) => waits.test(line))).toHaveLength(1)
  expect(told.filter((line) => !waits.test(line))).toEqual([
    'the time of this machine is right again: prices and jobs go on',
  ])
})

const marketOrder = { base: 'BTC', quote: 'USDT', side: 'buy', orderType: 'market', quantity: '0.001' }

test('a start with a tape that is ahead of the clock says so', async ({ onTestFinished }) => {
  const own = await settings()
  // The embedded database has the clock of its server. PostgreSQL's own is right, and the start refused.
  if (testDatabaseKind === 'postgres') {
    await expect(startServer({ ...own, ...setTime, SET_TIME_AT_START: 'yes' })).rejects.toThrow(
      "the time of this machine is 40 days ahead of the database's; set both right and start again",
    )
    return
  }
  const ahead = await startServer({ ...own, ...setTime, SET_TIME_AT_START: 'yes' })
  onTestFinished(async () => void (await ahead.kill()))
  await expect.poll(() => sequenceAt(ahead), TIMEOUT).toBeGreaterThan(0)
  await ahead.kill('SIGTERM')
  const server = await startServer(own)
  onTestFinished(async () => void (await server.kill()))
  expect(warningsOf(server)).toEqual([
    expect.stringMatching(
      /^the price tape ends 40 days after the time of this machine: its prices count as old/,
    ),
  ])
})
