import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { refusal } from '#domain/errors.ts'
import { limitKey } from '#server/platform/http/client-ip.ts'

/**
 * Limits password attempts by three counters: IP and customer, IP, and customer. The last would let an
 * attacker lock a customer out, so it does not apply to an IP the customer has signed in from before.
 */
const PER_PAIR = { points: 5, duration: 15 * 60 }
const PER_IP = { points: 60, duration: 60 * 60 }
const PER_ACCOUNT = { points: 50, duration: 60 * 60 }

export interface SignInLimits {
  /**
   * Counts an attempt before it is checked, so that many at once cannot slip through.
   *
   * Refuses: TOO_MANY_REQUESTS with the seconds to wait.
   */
  attempt(account: string, ip: string, isKnownIp: () => Promise<boolean>): Promise<void>
  /** Refunds the attempt after a correct password. */
  succeeded(account: string, ip: string): Promise<void>
  /** Clears an account's counts after its password was set anew. */
  clear(account: string, ip: string): Promise<void>
}

/** Counts in this process. */
export function createSignInLimits(): SignInLimits {
  const pair = new RateLimiterMemory({ keyPrefix: 'pair', ...PER_PAIR })
  const byIp = new RateLimiterMemory({ keyPrefix: 'address', ...PER_IP })
  const account = new RateLimiterMemory({ keyPrefix: 'account', ...PER_ACCOUNT })

  return {
    async attempt(name, ip, isKnownIp) {
      const from = limitKey(ip)
      await take(byIp, from)
      await take(pair, `${name}|${from}`)
      try {
        await take(account, name)
      } catch (tooMany) {
        if (!(await isKnownIp())) throw tooMany
      }
    },
    async succeeded(name, ip) {
      const from = limitKey(ip)
      await Promise.all([pair.delete(`${name}|${from}`), byIp.reward(from), account.reward(name)])
    },
    async clear(name, ip) {
      await Promise.all([pair.delete(`${name}|${limitKey(ip)}`), account.delete(name)])
    },
  }
}

/** Counts one, or refuses with TOO_MANY_REQUESTS and the seconds to wait. */
export async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil(error.msBeforeNext / 1_000) })
  }
}
