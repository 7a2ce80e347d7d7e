import { randomBytes } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Contact } from '#domain/user/contact.ts'
import { isSolved } from '#domain/user/work.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type CreateCounter, memoryCounter } from '#server/platform/counters.ts'
import { takeOne } from '#server/platform/http/rate-limits.ts'
import { isAllowed } from '#server/platform/is-allowed.ts'
import type { PrivateData } from '#server/platform/private-data.ts'

/** How long a solution is taken: a slow phone needs some seconds, and its owner may look away. */
const LIFE_MS = 5 * MINUTE_MS
const NONCE_BYTES = 16
/** When it was given, a nonce, the signature; then the solution. */
const WORK =
  /^(?<challenge>(?<givenAtMs>\d{1,15})\.(?<nonce>[\w-]{22})\.(?<signature>[\w-]{43}))\.(?<solution>[\d-]{1,90})$/

/** The work that a code to a mobile number costs while the free messages are used up: see `domain/user/work.ts`. */
export interface CodeWork {
  /** A challenge for whoever asks for a code to this contact. Nothing is kept of it. */
  challengeFor(contact: Contact): string
  /**
   * Takes a challenge with its solution, once. Returns: whether it is right, was given for this contact within five minutes,
   * and was not taken before.
   */
  take(contact: Contact, work: string): Promise<boolean>
}

/** Challenges are signed and not kept; only that one was taken is counted. */
export function createCodeWork(
  { clock, privateData }: { clock: Clock; privateData: Pick<PrivateData, 'sign' | 'isSignatureOf'> },
  createCounter: CreateCounter = memoryCounter,
): CodeWork {
  const taken = createCounter('sms work', { points: 1, duration: LIFE_MS / SECOND_MS })
  const textOf = (contact: Contact, givenAtMs: string, nonce: string) =>
    `code work ${givenAtMs} ${nonce} ${contact.value}`
  return {
    challengeFor(contact) {
      const givenAtMs = String(clock.nowMs())
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      return `${givenAtMs}.${nonce}.${privateData.sign(textOf(contact, givenAtMs, nonce))}`
    },
    async take(contact, work) {
      const { challenge, givenAtMs, nonce, signature, solution } = WORK.exec(work)?.groups ?? {}
      if (!challenge || !privateData.isSignatureOf(textOf(contact, givenAtMs!, nonce!), signature!))
        return false
      const isLate = clock.nowMs() - Number(givenAtMs) >= LIFE_MS
      if (isLate || !isSolved(challenge, solution!)) return false
      return isAllowed(takeOne(taken, nonce!))
    },
  }
}
