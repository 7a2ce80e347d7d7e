import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, plainText, timeMs } from '../fields.ts'
import { factorCode } from '../user/second-factor.ts'
import { type KeyScope, keyScopes, keyStatuses } from './rules.ts'

/** The keys of a customer's own programs, which sign their requests with a key's secret. */

export const apiKeyView = z.object({
  id: z.string(),
  label: z.string(),
  /** What requests name the key by; no secret. */
  key: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** From where it works; from everywhere where there are none. */
  addresses: z.array(z.string()),
  status: z.enum(keyStatuses),
  createdAtMs: timeMs,
  expiresAtMs: timeMs,
  lastUsedAtMs: z.nullable(timeMs),
  lastUsedIp: z.nullable(z.string()),
})
export type ApiKeyView = z.output<typeof apiKeyView>

const words = keyScopes.join('|')
const scopes = z.pipe(
  z.string().check(z.maxLength(60), z.regex(new RegExp(`^(${words})(,(${words}))*$`), keyScopes.join(', '))),
  z.transform((typed: string) => keyScopes.filter((scope) => typed.split(',').includes(scope)) as KeyScope[]),
)

export const apiKeys = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/apikey/list',
  access: 'user',
  summary: 'The keys of the customer’s own programs, newest first',
  output: z.object({ maximum: z.number(), items: z.array(apiKeyView) }),
})

export const addApiKey = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/apikey/add',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'A key for a program of the customer’s own, with the password and a second factor; answers its secret, once. It works for 90 days, and never takes money out',
  input: {
    label: plainText(40),
    scopes,
    /** IP addresses and ranges of them that it works from, with commas between; left out, it works from everywhere. */
    addresses: z.optional(plainText(1_000)),
    /** Of the authenticator, or what a passkey signed. */
    code: factorCode,
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  },
  lists: ['scopes', 'addresses'],
  output: z.object({ key: apiKeyView, secret: z.string() }),
})

export const removeApiKey = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/apikey/del',
  access: 'user',
  rate: 'write',
  summary: 'End a key at once; its secret is erased',
  input: { id },
  output: z.object({}),
})

export const apiKeyEndpoints = [apiKeys, addApiKey, removeApiKey] as const
