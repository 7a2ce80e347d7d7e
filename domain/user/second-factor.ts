import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'

/** The second factor of a customer: an authenticator app (TOTP, RFC 6238) with recovery codes for when it is lost, or a passkey. */

const password = z.optional(z.string().check(z.minLength(1), z.maxLength(128)))
/** How long what a browser says of a passkey may be. */
const MAX_PASSKEY_RESPONSE = 6_000
/** What a browser says of a passkey, as JSON. Source: WebAuthn, `PublicKeyCredential.toJSON`. */
export const passkeyResponse = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_PASSKEY_RESPONSE), z.regex(/^\{.*\}$/s, 'a JSON object'))
/** Six digits of the authenticator, a recovery code, or what a passkey signed, as JSON. */
export const factorCode = z.string().check(z.minLength(1), z.maxLength(MAX_PASSKEY_RESPONSE))
/** What confirms that money leaves. It may be left out alone so that who is not verified, or has none set, hears that first. */
export const payPasswordInput = z
  .optional(text(128))
  .register(z.globalRegistry, { description: 'Needed: without it nothing leaves' })
/** What a browser made up once and keeps: by it a device is known where the second factor was given before. */
export const deviceKey = z.optional(z.string().check(z.regex(/^[\w-]{43}$/, '43 characters')))

const recoveryCodes = z.array(z.string())

export const secondFactor = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/totp',
  access: 'user',
  summary:
    'Whether an authenticator app is asked for, how many recovery codes are left, and how many passkeys there are',
  output: z.object({
    isOn: z.boolean(),
    /** They serve as the second factor, too. */
    passkeys: z.number(),
    recoveryCodesLeft: z.number(),
    /** After a change of what guards the account; null when withdrawals are not held. */
    withdrawalsHeldUntilMs: z.nullable(z.number()),
  }),
})

export const beginSecondFactor = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/totp/begin',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'A new secret for an authenticator app; nothing is asked for until a code of it is given. Who has passkeys confirms with one',
  input: { password, factorCode: z.optional(factorCode) },
  wire: { factorCode: 'totp' },
  output: z.object({ setupKey: z.string(), uri: z.string() }),
})

export const enableSecondFactor = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/totp',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Ask for the authenticator app from now on; answers the recovery codes, once, and ends all other sessions',
  input: { password, code: factorCode },
  output: z.object({ recoveryCodes }),
})

export const renewRecoveryCodes = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/totp/recovery',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary: 'New recovery codes; those before are void',
  input: { password, code: factorCode },
  output: z.object({ recoveryCodes }),
})

export const disableSecondFactor = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/totp/off',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary: 'Ask for no authenticator app any more; withdrawals are held for 24 hours',
  input: { password, code: factorCode },
  output: z.object({ done: z.literal(true) }),
})

export const secondFactorEndpoints = [
  secondFactor,
  beginSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
] as const
