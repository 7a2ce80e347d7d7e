import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint, RateLimit } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import { type Counter, type CounterLimit, type CreateCounter, memoryCounter } from '../counters.ts'
import { NETWORK_ALLOWANCES, networksOf } from './client-ip.ts'

/** What is counted: calls by their rate, and what an address costs whether or not it may call. */
export type Limit = RateLimit | 'heavy' | 'token' | 'contract' | 'handshake'

/** How many calls one caller (a customer, else an address) may make in how many seconds. */
export const rateLimits: Record<Limit, { calls: number; seconds: number }> = {
  read: { calls: 600, seconds: 10 },
  // Beside their own rate: one may cost the database 15 ms, and ten a second a sixth of a core.
  heavy: { calls: 100, seconds: 10 },
  // A thousand candles keep the process busy for 10 to 30 ms.
  chart: { calls: 60, seconds: 10 },
  write: { calls: 200, seconds: 10 },
  order: { calls: 500, seconds: 10 },
  'sign-in': { calls: 30, seconds: 60 },
  code: { calls: 20, seconds: 3_600 },
  upload: { calls: 20, seconds: 60 },
  // A call that offers every way out keeps a firm offer for each of up to twenty.
  quote: { calls: 20, seconds: 60 },
  // Tokens to look up in the database: a customer's own stays known for half a minute.
  token: { calls: 600, seconds: 10 },
  contract: { calls: 30, seconds: 60 },
  // Sockets that are opened, whatever becomes of them: a house full of customers comes back at once.
  handshake: { calls: 600, seconds: 10 },
}

/**
 * A refusal waits this long before it is said, so that who asks again at once costs one answer a second for each of
 * their connections. So many wait at most; the others are refused at once.
 */
const REFUSAL = { afterMs: 1_000, waiting: 1_000 }

export type RateLimits = Record<Limit, { calls: number; seconds: number }>

/** Counts calls and refuses those over the limit. */
export interface RateLimiter {
  /** Refuses: after a second, TOO_MANY_REQUESTS with the seconds to wait. */
  take(limit: Limit, caller: string): Promise<void>
}

/** A limiter that counts in this process, unless told otherwise; an IPv6 address in each of its networks. */
export function createRateLimiter(
  limits: RateLimits = rateLimits,
  createCounter: CreateCounter = memoryCounter,
): RateLimiter {
  const counters = new Map(
    Object.entries(limits).map(([name, { calls, seconds }]) => [
      name,
      networkCounters(createCounter, name, { points: calls, duration: seconds, isFinal: true }),
    ]),
  )
  let waiting = 0
  return {
    async take(limit, caller) {
      try {
        await takeFromNetworks(counters.get(limit)!, caller)
      } catch (error) {
        if (waiting >= REFUSAL.waiting) throw error
        waiting++
        await new Promise((resolve) => setTimeout(resolve, REFUSAL.afterMs))
        waiting--
        throw error
      }
    },
  }
}

/**
 * Counts a call as that of whoever makes it: a public one costs the same with a session, as accounts are no way to more of
 * them from one address.
 */
export async function takeCall(
  limiter: RateLimiter,
  { access, rate, isHeavy }: Pick<Endpoint, 'access' | 'rate' | 'isHeavy'>,
  ip: string,
  person: { readonly id: bigint } | undefined,
): Promise<void> {
  if (access === 'public' || !person) await limiter.take(rate, ip)
  if (!person) return
  await limiter.take(rate, `u${person.id}`)
  if (isHeavy) await limiter.take('heavy', `u${person.id}`)
}

/** A counter for each size of network. */
export const networkCounters = (
  createCounter: CreateCounter,
  name: string,
  limit: CounterLimit,
): readonly Counter[] =>
  NETWORK_ALLOWANCES.map((times) =>
    createCounter(`${name} ${times}`, { ...limit, points: limit.points * times }),
  )

/** Counts one in each network of an address, as what `keyOf` makes of it; refuses as `takeOne`. */
export async function takeFromNetworks(
  counters: readonly Counter[],
  ip: string,
  keyOf: (network: string) => string = (network) => network,
): Promise<void> {
  for (const [index, network] of networksOf(ip).entries()) await takeOne(counters[index]!, keyOf(network))
}

/** Counts one, or refuses with TOO_MANY_REQUESTS and the seconds to wait. */
export async function takeOne(counter: Counter, key: string): Promise<void> {
  try {
    await counter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil(error.msBeforeNext / 1_000) })
  }
}
