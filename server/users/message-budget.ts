import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Contact } from '#domain/user/contact.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Counter, type CreateCounter, memoryCounter } from '#server/platform/counters.ts'
import { takeOne } from '#server/platform/http/rate-limits.ts'
import { isAllowed } from '#server/platform/is-allowed.ts'

const HOUR_SECONDS = HOUR_MS / SECOND_MS
/**
 * Mobile messages to strangers whose code nobody has used, by prefix and together: whoever is paid for messages asks for
 * many and uses none, a customer to be uses theirs.
 */
const UNUSED_PER_PREFIX = { points: 10, duration: HOUR_SECONDS }
const UNUSED_IN_ALL = { points: 20, duration: HOUR_SECONDS }
/** All mobile messages to strangers, used or not: by prefix, and together. */
const PER_PREFIX = { points: 200, duration: HOUR_SECONDS }
const IN_ALL = { points: 1_000, duration: HOUR_SECONDS }
/** Beside these, those that work was done for. */
const WORKED_PER_PREFIX = { points: 100, duration: HOUR_SECONDS }
const WORKED_IN_ALL = { points: 500, duration: HOUR_SECONDS }
/** Past these, those that strangers ask for to customers' numbers. */
const BEYOND_PER_PREFIX = { points: 200, duration: HOUR_SECONDS }
/** And to customers who are signed in, whom what strangers ask for does not concern. */
const CUSTOMERS_PER_PREFIX = { points: 200, duration: HOUR_SECONDS }

/** Messages to strangers of the last hour, by prefix. */
export interface MessagesSent {
  readonly unused: ReadonlyMap<string, number>
  readonly used: ReadonlyMap<string, number>
  /** Requests that were answered by a challenge, since the start. */
  readonly challenged: number
}

/** Mobile messages by prefix and hour, against SMS pumping. */
export interface MessageBudget {
  /** Refuses: TOO_MANY_REQUESTS when the strangers' free messages of this hour are used up. */
  takeForStranger(contact: Contact): Promise<void>
  /** The same for who has done some work. Refuses: TOO_MANY_REQUESTS. */
  takeForWork(contact: Contact): Promise<void>
  /** Refuses: TOO_MANY_REQUESTS when the customers' are used up. */
  takeForCustomer(contact: Contact): Promise<void>
  /**
   * Takes one for a visitor past the strangers' messages: to a customer's number from those there are for them, to nobody's from
   * none, by the same work. Returns: whether it is to be sent.
   */
  takeBeyond(contact: Contact, isCustomer: boolean): Promise<boolean>
  /** Gives a stranger's message back: its code was used. */
  used(contact: Contact): Promise<void>
  /** Counts a request that was answered by a challenge. */
  challenged(): void
  /** What this process has sent. */
  sent(): MessagesSent
}

/** Counts in this process, unless told otherwise. */
export function createMessageBudget(
  clock: Pick<Clock, 'nowMs'>,
  createCounter: CreateCounter = memoryCounter,
): MessageBudget {
  const unused = createCounter('sms unused', UNUSED_PER_PREFIX)
  const unusedInAll = createCounter('sms unused in all', UNUSED_IN_ALL)
  const perPrefix = createCounter('sms', PER_PREFIX)
  const inAll = createCounter('sms in all', IN_ALL)
  const worked = createCounter('sms worked', WORKED_PER_PREFIX)
  const workedInAll = createCounter('sms worked in all', WORKED_IN_ALL)
  const beyond = createCounter('sms beyond', BEYOND_PER_PREFIX)
  const customers = createCounter('sms to customers', CUSTOMERS_PER_PREFIX)
  /** Messages to strangers of the last hour, oldest first. */
  let sent: { readonly atMs: number; readonly prefix: string; isUsed: boolean }[] = []
  let challenged = 0

  function remember(prefix: string): void {
    sent = [...ofLastHour(), { atMs: clock.nowMs(), prefix, isUsed: false }]
  }
  /** What is given back when its code is used has to be taken first: free messages are none that others worked for. */
  async function countUnused(key: string, inAll: string): Promise<void> {
    for (const [counter, of] of [
      [unused, key],
      [unusedInAll, inAll],
    ] as const)
      await isAllowed(takeOne(counter, of))
  }
  const ofLastHour = () => sent.filter(({ atMs }) => clock.nowMs() - atMs < HOUR_MS)

  return {
    async takeForStranger(contact) {
      if (contact.kind === 'email') return
      const prefix = prefixOf(contact)
      await takeOfEach([unused, prefix], [unusedInAll, ''], [perPrefix, prefix], [inAll, ''])
      remember(prefix)
    },
    async takeForWork(contact) {
      if (contact.kind === 'email') return
      const prefix = prefixOf(contact)
      await takeOfEach([worked, prefix], [workedInAll, ''])
      await countUnused(prefix, '')
      remember(prefix)
    },
    async takeForCustomer(contact) {
      if (contact.kind === 'mobile') await takeOne(customers, prefixOf(contact))
    },
    async takeBeyond(contact, isCustomer) {
      if (contact.kind === 'email') return true
      const prefix = prefixOf(contact)
      const nobody = isCustomer ? '' : 'nobody '
      const isLeft = await isAllowed(takeOne(beyond, nobody + prefix))
      if (isLeft) await countUnused(nobody + prefix, nobody)
      return isLeft && isCustomer
    },
    async used(contact) {
      if (contact.kind === 'email') return
      const prefix = prefixOf(contact)
      await unused.reward(prefix)
      await unusedInAll.reward('')
      const message = sent.findLast((one) => one.prefix === prefix && !one.isUsed)
      if (message) message.isUsed = true
    },
    challenged() {
      challenged++
    },
    sent() {
      const messages = ofLastHour()
      const count = (isUsed: boolean) =>
        countBy(messages.flatMap((message) => (message.isUsed === isUsed ? [message.prefix] : [])))
      return { unused: count(false), used: count(true), challenged }
    },
  }
}

/**
 * Takes one of each counter, or none at all: what one of them refuses uses up nobody's messages, and a code that is used later
 * makes room again. Refuses: TOO_MANY_REQUESTS.
 */
async function takeOfEach(...counters: readonly (readonly [Counter, string])[]): Promise<void> {
  for (const [index, [counter, key]] of counters.entries()) {
    try {
      await takeOne(counter, key)
    } catch (error) {
      // The one that refused has counted it too.
      for (const [taken, ofKey] of counters.slice(0, index + 1)) await taken.reward(ofKey)
      throw error
    }
  }
}

function countBy(prefixes: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const prefix of prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  return counts
}

/** The countries and territories of +1 are told apart by the three digits after it. */
const prefixOf = ({ areaCode, value }: Extract<Contact, { kind: 'mobile' }>): string =>
  areaCode === '1' ? value.slice(1, 5) : areaCode
