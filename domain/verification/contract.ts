import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, plainText, text, timeMs } from '../fields.ts'
import { imageTypes } from '../upload/contract.ts'
import { factorCode } from '../user/second-factor.ts'
import { genders, idTypes, items, realTypes, verificationStatuses, verificationTiers } from './rules.ts'

/** Verification of identity: two forms, what became of them, and drafts. No answer carries a document's number. */

/** A photo: an upload's id, or that of a document already kept. */
const picture = z.string().check(z.regex(/^[\w-]{22}$/, 'an upload’s id'))
const MAX_NAME = 80
const MAX_ADDRESS = 200
const MAX_NUMBER = 40

/** Every detail may be left out: what was accepted before need not be sent again. */
const basicInput = {
  name: z.optional(plainText(MAX_NAME)),
  idType: z.optional(z.enum(idTypes)),
  idNumber: z.optional(plainText(MAX_NUMBER)),
  realType: z.optional(z.enum(realTypes)),
  front: z.optional(picture),
  reverse: z.optional(picture),
}
const advancedInput = {
  firstName: z.optional(plainText(MAX_NAME)),
  lastName: z.optional(plainText(MAX_NAME)),
  gender: z.optional(z.enum(genders)),
  birthday: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day, as 1990-12-31'))),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'a country’s two letters'))),
  address: z.optional(plainText(MAX_ADDRESS)),
  phone: z.optional(plainText(40)),
  email: z.optional(text(120)),
  idType: z.optional(z.enum(idTypes)),
  idNumber: z.optional(plainText(MAX_NUMBER)),
  front: z.optional(picture),
  reverse: z.optional(picture),
  hand: z.optional(picture),
}
const detailsOnWire = {
  idType: {
    name: 'id_type',
    values: {
      passport: ['passport', '1'],
      'id-card': ['id_card', '2'],
      'driver-license': ['driver_license', '3'],
    },
  },
  idNumber: 'card_id',
  realType: { name: 'real_type', values: { number: ['number', '1'], photos: ['photos', '2'] } },
  firstName: 'first_name',
  lastName: 'last_name',
  front: 'front_pic',
  reverse: 'reverse_pic',
  hand: 'hand_pic',
} as const

/** What happened to a verification, in order. */
export const verificationEvents = ['submitted', 'rejected', 'verified', 'withdrawn'] as const

/** A detail of a draft as its owner reads it back; the number stays behind. */
const draftView = z.object({
  name: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  gender: z.optional(z.string()),
  birthday: z.optional(z.string()),
  country: z.optional(z.string()),
  address: z.optional(z.string()),
  idType: z.optional(z.enum(idTypes)),
  realType: z.optional(z.enum(realTypes)),
  front: z.optional(z.string()),
  reverse: z.optional(z.string()),
  hand: z.optional(z.string()),
  /** Whether a number was saved. */
  hasNumber: z.boolean(),
  savedAtMs: timeMs,
})

/** A detail of what was refused as its owner reads it back, to correct it; the number stays behind. */
const refusedView = z.pick(draftView, {
  ...({ name: true, firstName: true, lastName: true, birthday: true } as const),
  ...({ country: true, address: true } as const),
})

/** What is still missing before a form can be sent. */
export const verificationNeeds = ['email', 'mobile', 'basic'] as const

export const verificationView = z.object({
  tier: z.enum(verificationTiers),
  status: z.enum(verificationStatuses),
  /** The specification's number of the status. */
  state: z.number(),
  /** What support calls the newest case; null before the first. */
  reference: z.nullable(z.string()),
  needs: z.array(z.enum(verificationNeeds)),
  /** Which document was sent last; null before the first. */
  idType: z.nullable(z.enum(idTypes)),
  items: z.array(
    z.object({
      item: z.enum(items as ['name', ...typeof items]),
      state: z.enum(['waiting', 'accepted', 'refused']),
      /** Why it was refused. */
      why: z.nullable(z.string()),
      /** The photo that was sent, to be viewed with `/real/picture`. */
      picture: z.nullable(z.string()),
    }),
  ),
  /** What was sent of the items that were refused; null where none is. */
  refused: z.nullable(refusedView),
  events: z.array(z.object({ kind: z.enum(verificationEvents), atMs: timeMs, count: z.number() })),
  draft: z.nullable(draftView),
  /** Within how many hours what is sent is usually decided: the service level of the queue. */
  reviewHours: z.number(),
  /** What a customer of each tier may move now; who has none moves nothing. */
  limits: z.array(
    z.object({
      name: z.enum(['withdrawal', 'otc']),
      currency: z.string(),
      basic: decimalString,
      advanced: decimalString,
    }),
  ),
})
export type VerificationView = z.output<typeof verificationView>

const answersDetails = { wire: detailsOnWire, output: verificationView } as const

export const submitBasic = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/user/real',
  access: 'user',
  rate: 'write',
  summary: 'Send the basic verification: name, document and number; with real_type 2 its two photos',
  input: basicInput,
  ...answersDetails,
})

export const submitAdvanced = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/real/newreal',
  access: 'user',
  rate: 'write',
  summary:
    'Send the advanced verification; after a rejection only what was refused. Phone and email are the bound ones where left out',
  input: advancedInput,
  ...answersDetails,
})

export const basicState = endpoint({
  area: 'verification',
  method: 'GET',
  path: '/real/state',
  access: 'user',
  summary: 'The basic verification: 0 not verified, 1 under review, 2 verified, 3 rejected with reasons',
  ...answersDetails,
})

export const advancedState = endpoint({
  area: 'verification',
  method: 'GET',
  path: '/real/newstate',
  access: 'user',
  summary: 'The advanced verification: 0 not verified, 1 under review, 2 verified, 3 rejected with reasons',
  ...answersDetails,
})

export const saveVerificationDraft = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/real/draft',
  access: 'user',
  rate: 'write',
  summary: 'Keep what is filled in so far, to go on later; what is left out is forgotten, but for the number',
  input: { tier: z.enum(verificationTiers), ...basicInput, ...advancedInput },
  ...answersDetails,
})

export const verificationPicture = endpoint({
  area: 'verification',
  method: 'GET',
  path: '/real/picture',
  access: 'user',
  answersFile: imageTypes,
  summary: 'A photo of one’s own verification, as bytes instead of the envelope',
  input: { id: picture },
  output: z.string(),
})

export const eraseVerification = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/real/erase',
  access: 'user',
  rate: 'sign-in',
  summary:
    'Erase one’s personal data, with the password and the second factor: drafts, photos, bank cards and what was not verified at once; what the law has us keep is sealed. The ledger stays',
  input: {
    confirm: z.literal('erase'),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    factorCode: z.optional(factorCode),
  },
  wire: { factorCode: 'totp' },
  output: z.object({
    /** Photos, forms and bank cards that are gone. */
    erased: z.number(),
    /** Until when what must be kept is sealed; null where nothing is. */
    sealedUntilMs: z.nullable(timeMs),
  }),
})

export const verificationEndpoints = [
  submitBasic,
  submitAdvanced,
  basicState,
  advancedState,
  saveVerificationDraft,
  verificationPicture,
  eraseVerification,
]

/** The calls of a tier. */
export const callsOf = {
  basic: { submit: submitBasic, state: basicState },
  advanced: { submit: submitAdvanced, state: advancedState },
} as const
