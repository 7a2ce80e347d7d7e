import type { Contact } from '#domain/user/contact.ts'
import { type CreateCounter, memoryCounter } from '#server/platform/counters.ts'
import { takeOne } from '#server/platform/http/rate-limits.ts'

const HOUR_SECONDS = 60 * 60
/**
 * Mobile messages to strangers whose code nobody has used: whoever is paid for messages asks for many and uses
 * none, a customer to be uses theirs.
 */
const UNUSED_PER_PREFIX = { points: 20, duration: HOUR_SECONDS }
/** All mobile messages to strangers, used or not: by prefix, and together. */
const PER_PREFIX = { points: 200, duration: HOUR_SECONDS }
const IN_ALL = { points: 1_000, duration: HOUR_SECONDS }
/** And to customers, whom what strangers ask for does not concern. */
const CUSTOMERS_PER_PREFIX = { points: 200, duration: HOUR_SECONDS }

/** Mobile messages by prefix and hour, against SMS pumping. */
export interface MessageBudget {
  /** Refuses: TOO_MANY_REQUESTS when the strangers' messages of this hour are used up. */
  takeForStranger(contact: Contact): Promise<void>
  /** Refuses: TOO_MANY_REQUESTS when the customers' are. */
  takeForCustomer(contact: Contact): Promise<void>
  /**
   * Takes one for a visitor past the strangers' messages: a customer's from the customers', nobody's from none, by the same
   * work. Returns: whether it is to be sent.
   */
  takeBeyond(contact: Contact, isCustomer: boolean): Promise<boolean>
  /** Gives a stranger's message back: its code was used. */
  used(contact: Contact): Promise<void>
}

/** Counts in this process, unless told otherwise. */
export function createMessageBudget(createCounter: CreateCounter = memoryCounter): MessageBudget {
  const unused = createCounter('sms unused', UNUSED_PER_PREFIX)
  const perPrefix = createCounter('sms', PER_PREFIX)
  const inAll = createCounter('sms in all', IN_ALL)
  const customers = createCounter('sms to customers', CUSTOMERS_PER_PREFIX)
  return {
    async takeForStranger(contact) {
      if (contact.kind === 'email') return
      const prefix = prefixOf(contact)
      // First the prefix's: what it refuses does not use up the others' messages.
      await takeOne(unused, prefix)
      await takeOne(perPrefix, prefix)
      await takeOne(inAll, '')
    },
    async takeForCustomer(contact) {
      if (contact.kind === 'mobile') await takeOne(customers, prefixOf(contact))
    },
    async takeBeyond(contact, isCustomer) {
      if (contact.kind === 'email') return true
      const prefix = prefixOf(contact)
      const isLeft = await customers.consume(isCustomer ? prefix : `nobody ${prefix}`).then(
        () => true,
        () => false,
      )
      return isLeft && isCustomer
    },
    async used(contact) {
      if (contact.kind === 'mobile') await unused.reward(prefixOf(contact))
    },
  }
}

/** The countries and territories of +1 are told apart by the three digits after it. */
const prefixOf = ({ areaCode, value }: Extract<Contact, { kind: 'mobile' }>): string =>
  areaCode === '1' ? value.slice(1, 5) : areaCode
