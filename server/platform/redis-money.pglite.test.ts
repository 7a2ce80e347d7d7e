import { createClient } from '@redis/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login } from '#domain/user/contract.ts'
import { walletDetail, walletTransfer } from '#domain/wallet/contract.ts'
import { askerAt, send } from '#server/crash/client.ts'
import { demoAccount } from '#server/environment.ts'
import { type LocalRedis, startRedis } from '#server/testing/redis.ts'
import { type RunningServer, startServer } from '#server/testing/server-process.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { workdirOf } from '#server/testing/workdir.ts'

/** What Redis does to money: nothing, whatever becomes of it. */

let redis: LocalRedis
let server: RunningServer
beforeAll(async () => {
  redis = await startRedis()
  server = await startServer({ ...workdirOf().settings, REDIS_URL: redis.url })
}, LONG.timeout)
afterAll(async () => {
  await server?.kill('SIGTERM')
  await redis?.stop()
})

const AT_ONCE = 12
/** More than half of it, so that two of them are more than there is. */
const share = (available: string) => (Number(available) * 0.6).toFixed(2)

test(
  'T87: of money spent twelve times at once one goes, while Redis is emptied, silent, killed and back',
  LONG,
  async () => {
    const token = await askerAt({ url: server.url }).ask(login, demoAccount)
    const customer = askerAt({ url: server.url, token })
    const available = async (walletType: string) =>
      (await customer.ask(walletDetail, { currency: 'USDT', walletType })).available
    const client = createClient({ url: redis.url })
    await client.connect()
    onTestFinished(() => client.destroy())
    client.on('error', () => {})

    /** Spends most of a wallet many times at once, while something happens to Redis. Returns: how many went. */
    async function spend(from: string, to: string, happens: () => Promise<unknown>): Promise<number> {
      const amount = share(await available(from))
      const both = async () => Number(await available(from)) + Number(await available(to))
      const before = await both()
      const [answers] = await Promise.all([
        Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            send({ url: server.url, token }, walletTransfer, { currency: 'USDT', amount, from, to }),
          ),
        ),
        happens(),
      ])
      const refused = answers.flatMap((answer) => (answer && !answer.ok ? [answer.error] : []))
      expect(refused).toEqual(Array.from({ length: AT_ONCE - 1 }, () => 'INSUFFICIENT_BALANCE'))
      expect(await both()).toBeCloseTo(before, 2)
      return answers.filter((answer) => answer?.ok).length
    }

    expect(Number(await available('funding'))).toBeGreaterThan(0)
    expect(await spend('funding', 'spot', () => client.flushAll())).toBe(1)
    expect(await spend('spot', 'funding', () => redis.signal('SIGSTOP'))).toBe(1)
    await redis.signal('SIGCONT')
    expect(await spend('funding', 'spot', () => redis.signal('SIGKILL'))).toBe(1)
    await redis.start()
    expect(await spend('spot', 'funding', async () => {})).toBe(1)
  },
)
