import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, plainText, timeMs } from '../fields.ts'
import { bankNetworks, cardKinds } from './rules.ts'

/** The bank cards that a customer is paid to. A card's number goes in and never comes out. */

const cardOnWire = {
  realName: 'real_name',
  bankName: 'bank_name',
  cardNumber: 'card_number',
  bankAddress: 'bank_address',
  swiftCode: 'swift_code',
  network: {
    name: 'network',
    values: {
      swift: ['swift', 'SWIFT'],
      fedwire: ['fedwire', 'Fedwire'],
      chaps: ['chaps', 'CHAPS'],
      sepa: ['sepa', 'SEPA'],
      other: ['other', 'Other'],
    },
  },
} as const

export const cardView = z.object({
  id: z.string(),
  kind: z.enum(cardKinds),
  realName: z.string(),
  bankName: z.string(),
  branch: z.string(),
  /** The last four of its number: all that is ever shown of it. */
  lastDigits: z.string(),
  network: z.nullable(z.enum(bankNetworks)),
  swiftCode: z.nullable(z.string()),
  savedAtMs: timeMs,
  /** From when money can be sent to it. */
  usableAtMs: timeMs,
})
export type CardView = z.output<typeof cardView>

// Optional, so that what is missing is refused as the specification says: all fields are required.
const domesticInput = {
  realName: z.optional(plainText(80)),
  bankName: z.optional(plainText(80)),
  cardNumber: z.optional(plainText(40)),
  branch: z.optional(plainText(120)),
}

export const saveCard = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/cash_save',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary: 'Save a bank card in the customer’s own name; it can be used after 24 hours',
  input: domesticInput,
  wire: cardOnWire,
  output: cardView,
})

export const saveInternationalCard = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/cash_save_international',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary: 'Save an international bank card in the customer’s own name; it can be used after 24 hours',
  input: {
    ...domesticInput,
    aba: z.optional(plainText(20)),
    bankAddress: z.optional(plainText(200)),
    network: z.optional(z.enum(bankNetworks)),
    swiftCode: z.optional(plainText(20)),
    phone: z.optional(plainText(30)),
    address: z.optional(plainText(200)),
  },
  wire: cardOnWire,
  output: cardView,
})

const cardList = z.object({ maximum: z.number(), items: z.array(cardView) })

export const cards = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/cash_info',
  access: 'user',
  summary: 'The customer’s bank cards, newest first',
  wire: cardOnWire,
  output: cardList,
})

export const internationalCards = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/cash_info_international',
  access: 'user',
  summary: 'The customer’s international bank cards, newest first',
  wire: cardOnWire,
  output: cardList,
})

export const removeCard = endpoint({
  area: 'user',
  method: 'POST',
  path: '/user/cash_del',
  access: 'user',
  rate: 'write',
  summary: 'Remove a bank card; what was kept of it is erased, but for its last four digits',
  input: { id },
  output: z.object({}),
})

export const cardEndpoints = [saveCard, saveInternationalCard, cards, internationalCards, removeCard] as const
