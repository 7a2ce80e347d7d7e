import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, timeMs } from '../fields.ts'
import { factorCode } from '../user/second-factor.ts'
import { unfinishedKinds } from './rules.ts'

/** What a customer can do with all that is kept about them: have a copy, and end the account. */

const ownerInput = {
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  factorCode: z.optional(factorCode),
}
const ownerOnWire = { factorCode: 'code' } as const

/** What a copy comes as: text that no browser shows as a page, and no client takes for an answer's envelope. */
export const EXPORT_TYPE = 'application/vnd.plumb.export+json'

export const confirmExport = endpoint({
  area: 'privacy',
  method: 'POST',
  path: '/user/export/confirm',
  access: 'user',
  rate: 'sign-in',
  summary:
    'Confirm with the password and the second factor that a copy of one’s data may be taken, once, by this session',
  input: ownerInput,
  wire: ownerOnWire,
  output: z.object({ validUntilMs: timeMs }),
})

export const exportData = endpoint({
  area: 'privacy',
  method: 'GET',
  path: '/user/export',
  access: 'user',
  rate: 'upload',
  answersFile: [EXPORT_TYPE],
  summary: 'Everything that is kept about the customer, as one JSON file; after it was confirmed',
  output: z.string(),
})

const unfinished = z.object({
  kind: z.enum(unfinishedKinds),
  /** Of money: where it is, a wallet or a product. */
  place: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  amount: z.nullable(decimalString),
  /** How many there are; 1 of money. */
  count: z.number(),
})
export type UnfinishedView = z.output<typeof unfinished>

export const accountDeletion = endpoint({
  area: 'privacy',
  method: 'GET',
  path: '/user/delete',
  access: 'user',
  summary: 'What has to end before the account can be deleted',
  output: z.object({
    unfinished: z.array(unfinished),
    /** Rests worth a dollar at most together; they stay booked and nobody can claim them. */
    rests: z.array(z.object({ currency: z.string(), amount: decimalString })),
    graceDays: z.number(),
  }),
})

export const deleteAccount = endpoint({
  area: 'privacy',
  method: 'POST',
  path: '/user/delete',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Delete the account, with the password and the second factor: all sessions end, and after 14 days without signing in the personal data is erased. The ledger stays',
  input: ownerInput,
  wire: ownerOnWire,
  output: z.object({ dueAtMs: timeMs }),
})

export const privacyEndpoints = [confirmExport, exportData, accountDeletion, deleteAccount] as const
