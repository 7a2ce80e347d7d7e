import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timeMs } from '../fields.ts'
import { DAY_MS } from '../time.ts'
import { factorCode } from './second-factor.ts'

/** How a customer freezes the account: nothing leaves it and nothing new is opened until they end that. */

/** How long only the browser that froze the account signs in; afterwards any does, and the account stays frozen. */
export const SIGN_IN_HELD_MS = 3 * DAY_MS

const frozen = z.object({
  /** Null when the account is not frozen. */
  frozenSinceMs: z.nullable(timeMs),
})

export const accountFreeze = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/freeze',
  access: 'user',
  summary: 'Whether the customer froze the account, and whether ending that takes a code to their contact',
  output: z.object({ ...frozen.shape, takesCode: z.boolean() }),
})

export const freezeAccount = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/freeze',
  access: 'user',
  rate: 'write',
  summary:
    'Freeze one’s account: all other sessions end; nothing is paid out and nothing new is opened until it is unfrozen',
  output: frozen,
})

export const unfreezeAccount = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/unfreeze',
  access: 'user',
  rate: 'sign-in',
  summary:
    'Unfreeze one’s account with the password, a code (scene `unfreeze`) and the second factor; withdrawals stay held for 24 hours',
  input: {
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    code: z.optional(z.string().check(z.regex(/^\d{6}$/, 'six digits'))),
    factorCode: z.optional(factorCode),
  },
  wire: { factorCode: 'totp' },
  output: frozen,
})

export const freezeEndpoints = [accountFreeze, freezeAccount, unfreezeAccount] as const
