import { createHmac, hkdfSync } from 'node:crypto'
import { isIP } from 'node:net'
import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { CreateCounter } from './counters.ts'

/** Counters that all processes of an exchange have together, by Redis: docs/decisions/0038. */
export interface RedisCounters {
  readonly createCounter: CreateCounter
  /** Whether this process counts by itself, as Redis is away. */
  isAlone(): boolean
  close(): void
}

/** How long an answer may take; the first is of this process, so that a moment in which it stands still is not taken for Redis'. */
const ANSWER_MS = { first: 25, more: 25 }
const CONNECT_MS = 1_000
/** Longer, so that no connection is given up between the two. */
const READY_MS = 2_000
const AGAIN_MS = 1_000
const KEY_BYTES = 32
const HASH_BYTES = 16
const PROBE_SECONDS = 60

const AWAY = new Error('Redis is away')

/** Of refused connections to several addresses the message is empty. */
const reasonOf = (error: Error): string =>
  error.message || (error as NodeJS.ErrnoException).code || error.name

type Client = ReturnType<typeof connectionTo>

/**
 * One connection that does not mend itself: what is wrong with it in any way is closed, with all that waits for it, and another is
 * opened. A client that reconnects keeps what was written waiting for as long as a silent server is connected.
 */
function connectionTo(url: string) {
  const { protocol, hostname } = new URL(url)
  // By which a server with several certificates chooses.
  const named = protocol === 'rediss:' && isIP(hostname) === 0 ? { servername: hostname } : {}
  const client = createClient({
    url,
    ...{ disableOfflineQueue: true, disableClientInfo: true, maintNotifications: 'disabled', RESP: 2 },
    // Its own costs each command an AbortSignal, and is over once a command is written.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false, ...named },
  })
  client.unref()
  return client
}

/**
 * Connects to Redis, and goes on without it where it is not there. Keys in it are prints under a key of the exchange, of which
 * `key` is the root: they tell nobody an address or a name, and two exchanges never meet.
 */
export async function openRedisCounters(options: {
  url: string
  key: Buffer
  log: Logger
}): Promise<RedisCounters> {
  const { url, log } = options
  const key = Buffer.from(hkdfSync('sha256', options.key, '', 'plumb limits', KEY_BYTES))
  const printOf = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, HASH_BYTES).toString('base64url')
  const prefix = `plumb:${printOf('').slice(0, 8)}`
  let current: Client | undefined
  let isReady = false
  let isSaid = false
  let again: NodeJS.Timeout | undefined

  function end(client: Client): void {
    isReady = false
    current = undefined
    // Rejects what waits for it.
    if (client.isOpen) client.destroy()
  }

  function lose(client: Client, error: Error): void {
    if (client !== current) return
    end(client)
    if (!isSaid) log.error(`limits: each process counts by itself, as Redis is away (${reasonOf(error)})`)
    isSaid = true
    again = setTimeout(connect, AGAIN_MS).unref()
  }

  async function connect(): Promise<void> {
    const client = connectionTo(url)
    current = client
    client.on('error', (error: Error) => lose(client, error))
    const giveUp = setTimeout(() => lose(client, new Error('it does not answer')), READY_MS)
    try {
      await client.connect()
      // One that takes nothing, as it is full or only copies another, is as good as none.
      await client.set(`${prefix}:probe`, '1', { expiration: { type: 'EX', value: PROBE_SECONDS } })
      if (client !== current) return
      isReady = true
      if (isSaid) log.warn('limits: Redis is back, and all processes count together')
      isSaid = false
    } catch (error) {
      lose(client, error as Error)
    } finally {
      clearTimeout(giveUp)
    }
  }

  /** Asks Redis, or refuses within `ANSWER_MS`; the next are refused at once then, until another connection is there. */
  async function ask<T>(send: (client: Client) => Promise<T>): Promise<T> {
    const client = current
    if (!client || !isReady) throw AWAY
    let isAnswered = false
    const tooLate = () => isAnswered || lose(client, new Error('it was silent'))
    let timer = setTimeout(() => {
      // What came while this process stood still is read before.
      timer = setTimeout(() => setImmediate(tooLate), ANSWER_MS.more)
    }, ANSWER_MS.first)
    try {
      return await send(client)
    } catch (error) {
      lose(client, error as Error)
      throw error
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }

  /** What rate-limiter-flexible needs of a client. Commands of one turn of the event loop go out together. */
  const storeClient = {
    eval: (script: string, given: { keys: string[]; arguments: string[] }) =>
      ask((client) => client.eval(script, given)),
    del: (keys: string) => ask((client) => client.del(keys)),
  }

  await connect()
  return {
    createCounter(name, limit) {
      const { points, duration, isFinal = false } = limit
      const counter = new RateLimiterRedis({
        ...{ storeClient, useRedisPackage: true, keyPrefix: `${prefix}:${name}`, points, duration },
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration }),
        // Whoever goes on beyond it costs Redis nothing.
        ...(isFinal && { inMemoryBlockOnConsumed: points + 1 }),
      })
      return {
        consume: (text) => counter.consume(printOf(text)),
        reward: (text) => counter.reward(printOf(text)),
        delete: (text) => counter.delete(printOf(text)),
      }
    },
    isAlone: () => !isReady,
    close() {
      clearTimeout(again)
      if (current) end(current)
    },
  }
}
