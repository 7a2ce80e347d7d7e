import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Contact } from '#domain/user/contact.ts'
import { take } from './sign-in-limits.ts'

/** Mobile messages per country and hour, against SMS pumping. */
const PER_COUNTRY = { points: 200, duration: 60 * 60 }
/** And of all countries together. */
const IN_ALL = { points: 1_000, duration: 60 * 60 }

export interface MessageBudget {
  /** Refuses: TOO_MANY_REQUESTS when a country's mobile messages of this hour, or all, are used up. */
  take(contact: Contact): Promise<void>
}

/** Counts in this process. */
export function createMessageBudget(): MessageBudget {
  const perCountry = new RateLimiterMemory({ keyPrefix: 'sms', ...PER_COUNTRY })
  const inAll = new RateLimiterMemory({ keyPrefix: 'sms in all', ...IN_ALL })
  return {
    async take(contact) {
      if (contact.kind === 'email') return
      // First the country's: what it refuses does not use up the others' messages.
      await take(perCountry, contact.areaCode)
      await take(inAll, '')
    },
  }
}
