// long-running
import { randomBytes, randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login, sendCode } from '#domain/user/contract.ts'
import { send } from '#server/crash/client.ts'
import { createLog } from '#server/platform/log.ts'
import { openRedisCounters } from '#server/platform/redis-counters.ts'
import { type Cluster, freePort, startCluster } from '#server/testing/cluster.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { describeOnPostgres } from '#server/testing/only-on.ts'
import { type LocalRedis, startRedis } from '#server/testing/redis.ts'
import { type RunningServer, startServer, warningsOf } from '#server/testing/server-process.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'

/** Two processes for calls beside the one with the engines, which count by one Redis. */

/** What one address may ask for in an hour: `rateLimits.code`. */
const CODES = 20
/** A call that waits for a silent Redis waits for ever; on a busy machine any other may take a while. The bound: `redis-counters.test.ts`. */
const FAR_LESS_MS = 20_000
const AWAY = /^limits: each process counts by itself, as Redis is away/
const BACK = /^limits: Redis is back, and all processes count together$/
/** A print under a key, and nothing else, says whose each is. */
const KEY = /^plumb:[\w-]{8}:(?:probe|[a-z -]+[124]?:[\w-]{22})$/

describeOnPostgres('limits of several processes', () => {
  let cluster: Cluster
  let redis: LocalRedis
  let main: RunningServer
  let apis: readonly RunningServer[]
  beforeAll(async () => {
    const started = await Promise.all([startCluster(), startRedis()])
    cluster = started[0]
    redis = started[1]
    const settings = {
      ...workdirOf(await createMigratedDatabase(cluster.port)).settings,
      ...{ REDIS_URL: redis.url, TRUSTED_PROXY: '127.0.0.1' },
    }
    main = await startServer({ ...settings, BUS: `127.0.0.1:${await freePort()}` })
    apis = await Promise.all([1, 2].map(() => startServer({ ...settings, ROLE: 'api' })))
  }, LONG.timeout)
  afterAll(async () => {
    for (const server of [...(apis ?? []), main]) await server?.kill('SIGTERM')
    await redis?.stop()
    await cluster?.stop()
  })

  let addresses = 0
  /** One that was not counted yet. */
  const anAddress = () => `203.0.${113 + Math.floor(++addresses / 256)}.${addresses % 256}`

  /** Asks for a code, wrongly: what is counted is the call. Returns: whether it was let through. */
  async function isTaken(api: RunningServer, ip: string, body = '{"scene":"none"}'): Promise<boolean> {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
    const answer = await fetch(`${api.url}/api${sendCode.path}`, { method: 'POST', headers, body })
    return answer.status !== 429
  }

  /** Asks both in turn until neither takes more. Returns: how many they took. */
  async function takenTogether(ip: string, body?: string): Promise<number> {
    const left = new Set(apis)
    let taken = 0
    while (left.size > 0 && taken <= CODES * apis.length)
      for (const api of left)
        if (await isTaken(api, ip, body)) taken++
        else left.delete(api)
    return taken
  }

  /** Of another address each time: a machine may be too busy for Redis to answer in time, and each counts by itself then. */
  const isShared = () => expect.poll(() => takenTogether(anAddress()), TIMEOUT).toBe(CODES)

  const isAway = async () => {
    const figures = await (await fetch(`${main.consoleUrl}/metrics`)).text()
    return /^plumb_redis_away (\d)$/m.exec(figures)?.[1]
  }
  /** Whether this was the last that each said of Redis: a busy machine may have had one lose it, and find it again, before. */
  const saidLast = (line: RegExp) => () =>
    [main, ...apis].map((server) =>
      line.test(warningsOf(server).findLast((said) => AWAY.test(said) || BACK.test(said)) ?? ''),
    )
  const ALL = [true, true, true]

  test('T86: two processes have one limit together, and no key says whose it is', LONG, async () => {
    await isShared()
    const client = createClient({ url: redis.url })
    await client.connect()
    onTestFinished(() => client.destroy())
    const names = ['code 1', 'sign-in 1', 'pair 1', 'address 1', 'account']
    /** A wrong password, then what is in Redis: another process that is busy may have counted it by itself. */
    const story = async () => {
      const contact = `${randomUUID()}@proof.test`
      const caller = { url: apis[0]!.url, ip: anAddress() }
      const answer = await send(caller, login, { contact, password: 'Wrong-password-1' })
      const keys = await client.keys('*')
      const limits = new Set(keys.map((key) => key.split(':')[2]))
      return {
        refused: answer?.ok === false && answer.error,
        missing: names.filter((name) => !limits.has(name)),
        telling: keys.filter((key) => !KEY.test(key)),
      }
    }
    await expect.poll(story, TIMEOUT).toEqual({ refused: 'LOGIN_FAILED', missing: [], telling: [] })
  })

  test('what one process gives back another has; two exchanges do not meet', LONG, async () => {
    const log = createLog('silent')
    const key = randomBytes(32)
    const open = (its: Buffer) => openRedisCounters({ url: redis.url, key: its, log })
    const [one, other, elsewhere] = await Promise.all([open(key), open(key), open(randomBytes(32))])
    const [a, b, c] = [one, other, elsewhere].map(({ createCounter }) =>
      createCounter('test', { points: 1, duration: 60 }),
    )
    const takes = async (counter: typeof a, who: string) =>
      counter!.consume(who).then(
        () => true,
        () => false,
      )
    const story = async () => {
      const who = randomUUID()
      const taken = [await takes(a, who), await takes(b, who), await takes(c, who)]
      await b!.reward(who)
      await b!.reward(who)
      taken.push(await takes(a, who), await takes(b, who))
      await a!.delete(who)
      return [...taken, await takes(b, who)]
    }
    await expect.poll(story, TIMEOUT).toEqual([true, false, true, true, false, true])
    for (const counters of [one, other, elsewhere]) counters.close()
  })

  test(
    'T86: Redis is killed: calls go on, each process holds the limit by itself, and it is one again',
    LONG,
    async () => {
      await isShared()
      const over = anAddress()
      await takenTogether(over)
      await redis.signal('SIGKILL')
      // What was over the limit stays so.
      for (const api of apis) expect(await isTaken(api, over)).toBe(false)
      expect(await takenTogether(anAddress())).toBe(CODES * apis.length)
      // What is forwarded is counted where it arrives as well.
      expect(await takenTogether(anAddress(), '{}')).toBe(CODES)
      await expect.poll(saidLast(AWAY), TIMEOUT).toEqual(ALL)
      expect(await isAway()).toBe('1')
      await redis.start()
      await expect.poll(saidLast(BACK), TIMEOUT).toEqual(ALL)
      await expect.poll(isAway, TIMEOUT).toBe('0')
      await isShared()
    },
  )

  test(
    'T86: Redis is silent: no call waits until it speaks, the limit holds, and it is one again',
    LONG,
    async () => {
      await isShared()
      await redis.signal('SIGSTOP')
      const startedMs = performance.now()
      const first = anAddress()
      expect(await Promise.all(apis.map((api) => isTaken(api, first)))).toEqual([true, true])
      expect(performance.now() - startedMs).toBeLessThan(FAR_LESS_MS)
      expect(await takenTogether(anAddress())).toBe(CODES * apis.length)
      await redis.signal('SIGCONT')
      await isShared()
    },
  )

  test('a process begins without Redis, and says so', LONG, async () => {
    const url = `redis://127.0.0.1:${await freePort()}`
    const server = await startServer({
      ...workdirOf(await createMigratedDatabase(cluster.port)).settings,
      REDIS_URL: url,
    })
    expect(warningsOf(server)).toContainEqual(expect.stringMatching(AWAY))
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
