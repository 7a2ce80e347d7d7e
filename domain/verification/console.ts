import * as z from 'zod/mini'
import { nothing, proposalView, reason, viewerActions } from '../console/contract.ts'
import { canReviewVerification, canViewVerification } from '../console/roles.ts'
import { customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { id, plainText, timeMs, whole } from '../fields.ts'
import { imageTypes } from '../upload/contract.ts'
import { idTypes, items, pictures, verificationTiers } from './rules.ts'

/**
 * Reviewing verifications. Nothing personal is shown before a reviewer opens the case, for five minutes; each look at a
 * photo is counted and stands in the audit log. One operator refuses items, two verify.
 */

export const caseStatuses = ['under-review', 'verified', 'rejected', 'withdrawn'] as const
export type CaseStatus = (typeof caseStatuses)[number]
const item = z.enum(items as ['name', ...typeof items])

export const caseLine = z.object({
  id: z.string(),
  reference: z.string(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  tier: z.enum(verificationTiers),
  status: z.enum(caseStatuses),
  /** Which submission it is, from 1. */
  submission: z.number(),
  submittedAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
})
export type CaseLine = z.output<typeof caseLine>

/** Of documents seen in 24 hours: opened cases and photos. */
const quota = z.object({ used: z.number(), maximum: z.number() })

export const caseView = z.object({
  line: caseLine,
  items: z.array(z.object({ item, why: z.nullable(z.string()), isAcceptedBefore: z.boolean() })),
  maker: z.nullable(z.string()),
  checker: z.nullable(z.string()),
  /** Who has it while it waits, whoever opened it first first; at most two. */
  holders: z.array(z.string()),
  /** Whether others have it, so that the viewer cannot open it. */
  isHeldByOthers: z.boolean(),
  /** Earlier cases of the customer, newest first. */
  earlier: z.array(caseLine),
  quota,
  /** Until when the viewer has it open; null while it is closed. */
  openUntilMs: z.nullable(timeMs),
  /** The photos that the viewer has not looked at: nobody verifies without. */
  unseen: z.array(z.enum(pictures)),
  /** Those of them that the viewer asked for and that could not be shown: they can be refused. */
  unshown: z.array(z.enum(pictures)),
  proposal: z.nullable(proposalView),
  viewerAction: z.enum(viewerActions),
})
export type CaseView = z.output<typeof caseView>

export const consoleVerifications = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/verifications',
  access: 'operator',
  roles: canViewVerification,
  summary: 'Verifications, newest first; those that wait oldest first',
  ...tableOf(caseLine, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      status: z.optional(z.enum(caseStatuses)),
      tier: z.optional(z.enum(verificationTiers)),
    },
  }),
})

export const consoleVerification = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/verification',
  access: 'operator',
  roles: canViewVerification,
  summary: 'One verification with what was decided; nothing personal',
  input: { id },
  output: caseView,
})

export const openVerification = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/verification/open',
  access: 'operator',
  roles: canReviewVerification,
  rate: 'write',
  summary:
    'Open a verification for five minutes: what was sent, as far as reviewing takes; noted in the audit log',
  input: { id },
  output: z.object({
    openUntilMs: timeMs,
    /** Which document its number and photos are of. */
    idType: z.nullable(z.enum(idTypes)),
    details: z.array(
      z.object({
        item,
        value: z.nullable(z.string()),
        /** What was checked by the server. `other-account`: the number is another customer's too, since before that was refused. */
        check: z.nullable(z.enum(['age', 'one-account', 'other-account'])),
        /** The age on the day it was sent. */
        age: z.nullable(z.number()),
        /** Of the name: another one that the customer was verified by; null where none differs. */
        verifiedName: z.nullable(z.string()),
      }),
    ),
    photos: z.array(
      z.object({
        picture: z.enum(pictures),
        width: z.number(),
        height: z.number(),
        sharpness: z.number(),
        glarePercent: z.number(),
        edgesCrossed: z.number(),
        /** Whether the same photo was sent by another customer. */
        isKnown: z.boolean(),
      }),
    ),
  }),
})

export const verificationAddress = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/verification/address',
  access: 'operator',
  roles: canReviewVerification,
  rate: 'write',
  summary:
    'Sign an address for one photo of an open verification, good for a minute and for its reviewer alone',
  input: { id, picture: z.enum(pictures) },
  output: z.object({ untilMs: timeMs, signature: z.string() }),
})

export const verificationPhoto = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/verification/photo',
  access: 'operator',
  roles: canReviewVerification,
  answersFile: imageTypes,
  summary: 'One photo with the viewer and the time over it; counted, and noted in the audit log',
  input: {
    id,
    picture: z.enum(pictures),
    untilMs: whole(0, 253_402_300_799_000),
    signature: z.string().check(z.regex(/^[\w-]{43}$/, 'a signature')),
  },
  output: nothing,
})

export const proposeVerification = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/verification/propose',
  access: 'operator',
  roles: canReviewVerification,
  rate: 'write',
  summary: 'Propose to verify: everything was accepted; another operator looks at it again',
  input: { id, reason },
  output: caseView,
})

const why = z.optional(plainText(300))

export const refuseVerification = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/verification/refuse',
  access: 'operator',
  roles: canReviewVerification,
  rate: 'write',
  summary: 'Refuse single items, each with the reason that the customer reads; all others stay accepted',
  input: {
    id,
    ...{
      name: why,
      birthday: why,
      number: why,
      country: why,
      address: why,
      front: why,
      reverse: why,
      hand: why,
    },
  },
  output: caseView,
})

export const verificationConsoleEndpoints = [
  ...withCsv(consoleVerifications),
  consoleVerification,
  openVerification,
  verificationAddress,
  verificationPhoto,
  proposeVerification,
  refuseVerification,
]
