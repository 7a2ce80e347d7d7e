import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { plainText, text, timeMs } from '../fields.ts'
import { DAY_MS } from '../time.ts'

/**
 * How a customer comes back who lost the second factor, or the password of an account that is frozen. Two operators decide;
 * they choose no password and no factor and see none.
 */

/** How long after it was asked for nothing happens: whoever still has what is said to be lost can cancel it meanwhile. */
export const RECOVERY_WAIT_MS = DAY_MS
/** The same of who was never verified, and so cannot name a document: whoever the account belongs to has longer to see it. */
export const UNVERIFIED_WAIT_MS = 7 * DAY_MS
/** How long withdrawals are held after a recovery. */
export const RECOVERY_HOLD_MS = 3 * DAY_MS
/** How long after a recovery the password of a frozen account can be replaced by a code. */
export const NEW_PASSWORD_MS = 7 * DAY_MS
/** How often a customer may ask in so long a time. */
export const MAX_RECOVERIES = 3
export const RECOVERIES_IN_MS = 30 * DAY_MS

/** What is missing: the second factor, or the password of an account that is frozen. */
export const missingParts = ['factor', 'password'] as const
export type MissingPart = (typeof missingParts)[number]

/** When a request takes effect at the earliest. */
export const recoveryOpensAtMs = (askedAtMs: number, byDocument: boolean): number =>
  askedAtMs + (byDocument ? RECOVERY_WAIT_MS : UNVERIFIED_WAIT_MS)

export const recoveryStatuses = ['asked', 'approved', 'done', 'refused', 'cancelled'] as const
export type RecoveryStatus = (typeof recoveryStatuses)[number]

/** What operators call a request. @example recoveryReference(12n) // 'R-12' */
export const recoveryReference = (id: bigint): string => `R-${id}`

export const askRecovery = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/recover',
  access: 'public',
  rate: 'sign-in',
  summary:
    'Ask operators to remove a lost second factor, with the password; without it, to let a code replace the lost password of a frozen account. Both take a code (scene `recover`) and the number of the document that the account was verified with; who was never verified leaves it out for a lost second factor, and waits seven days instead of one',
  input: {
    contact: text(120),
    areaCode: z.optional(z.string().check(z.regex(/^\+?\d{1,4}$/, 'a country’s calling code'))),
    kind: z.optional(z.enum(['email', 'mobile'])),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    code: z.string().check(z.regex(/^\d{6}$/, 'six digits')),
    idNumber: z.optional(plainText(40)),
    /** How it was lost, for the operators. */
    note: plainText(300),
  },
  wire: { contact: 'user_string', areaCode: 'area_code', kind: 'type', idNumber: 'card_id' },
  output: z.object({
    /** Nothing happens before. */
    opensAtMs: timeMs,
  }),
})

export const ownRecovery = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/recovery',
  access: 'user',
  summary: 'Whether operators were asked to remove what guards the account, and when that may happen',
  output: z.object({ opensAtMs: z.nullable(timeMs) }),
})

export const cancelRecovery = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/recovery/cancel',
  access: 'user',
  rate: 'write',
  summary: 'Cancel that request',
  output: z.object({ done: z.literal(true) }),
})

export const recoveryEndpoints = [askRecovery, ownRecovery, cancelRecovery] as const
