import { type CreateCounter, memoryCounter } from '#server/platform/counters.ts'
import { networksOf } from '#server/platform/http/client-ip.ts'
import { networkCounters, takeFromNetworks, takeOne } from '#server/platform/http/rate-limits.ts'

/**
 * Limits password attempts by three counters: IP and customer, IP, and customer. An IPv6 address is counted in
 * each network that one attacker may own. The last counter would let an attacker lock a customer out, so it does
 * not apply to a network the customer has signed in from before.
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

/** Counts in this process, unless told otherwise. */
export function createSignInLimits(createCounter: CreateCounter = memoryCounter): SignInLimits {
  const pairs = networkCounters(createCounter, 'pair', PER_PAIR)
  const byIp = networkCounters(createCounter, 'address', PER_IP)
  const account = createCounter('account', PER_ACCOUNT)
  const pairKey = (name: string) => (network: string) => `${name}|${network}`

  const forgetPairs = (name: string, ip: string) =>
    networksOf(ip).map((network, index) => pairs[index]!.delete(pairKey(name)(network)))

  return {
    async attempt(name, ip, isKnownIp) {
      await takeFromNetworks(byIp, ip)
      await takeFromNetworks(pairs, ip, pairKey(name))
      try {
        await takeOne(account, name)
      } catch (tooMany) {
        if (!(await isKnownIp())) throw tooMany
      }
    },
    async succeeded(name, ip) {
      const rewards = networksOf(ip).map((network, index) => byIp[index]!.reward(network))
      await Promise.all([...forgetPairs(name, ip), ...rewards, account.reward(name)])
    },
    async clear(name, ip) {
      await Promise.all([...forgetPairs(name, ip), account.delete(name)])
    },
  }
}
