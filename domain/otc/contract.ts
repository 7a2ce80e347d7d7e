import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { currency, decimalInput, decimalString, id, plainText, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { imageTypes, uploadId } from '../upload/contract.ts'
import { factorCode, payPasswordInput } from '../user/second-factor.ts'
import {
  MAX_EVIDENCE,
  MAX_INTRODUCTION,
  MAX_NAME,
  MAX_TERMS,
  MAX_TEXT,
  merchantStatuses,
  otcEvents,
  otcFiats,
  otcOutcomes,
  otcPayments,
  otcSides,
  otcStatuses,
} from './rules.ts'

/**
 * Coins bought and sold between two persons, with the coin in escrow. `side` is what the maker of an offer does; who takes
 * it does the other.
 */

const otcOnWire = {
  offerId: 'offer_id',
  payPassword: 'pay_password',
  payerName: 'payer_name',
  cardId: 'card_id',
} as const

const fiat = z.enum(otcFiats)
const side = z.enum(otcSides)

/** How somebody traded so far, from their orders in the ledger. */
const record = z.object({
  completed: z.number(),
  /** Of all that ended, without those that the other side let end; null before the first. */
  completedPercent: z.nullable(decimalString),
  /** From paid to released, on average; null of who has not sold yet. */
  releaseSeconds: z.nullable(z.number()),
})

/** Somebody as the other side sees them. */
const party = z.object({
  name: z.string(),
  /** The platform itself. */
  isPlatform: z.boolean(),
  /** A merchant: verified to the advanced tier and reviewed. */
  isMerchant: z.boolean(),
  record,
})
export type OtcParty = z.output<typeof party>

/** The ticks of the tape that make a price; none of a fixed one, and of USDT in dollars. */
const ticks = z.array(z.object({ symbol: z.string(), sequence: z.number(), price: decimalString }))

export const otcOfferView = z.object({
  id: z.string(),
  reference: z.string(),
  side,
  currency: z.string(),
  fiat,
  /** For one coin, now; null while the tape has no price to follow. */
  price: z.nullable(decimalString),
  /** How far from the tape; null of a fixed price. */
  marginPercent: z.nullable(decimalString),
  ticks,
  /** Of the coin: the least and the most that can be taken now. */
  minimum: decimalString,
  maximum: decimalString,
  remaining: decimalString,
  payments: z.array(z.enum(otcPayments)),
  terms: z.nullable(z.string()),
  maker: party,
  isOpen: z.boolean(),
  /** Whether it is the customer's own. */
  isOwn: z.boolean(),
})
export type OtcOfferView = z.output<typeof otcOfferView>

/** Where the buyer pays to. */
const account = z.object({
  name: z.string(),
  bankName: z.string(),
  number: z.string(),
  branch: z.nullable(z.string()),
  bankAddress: z.nullable(z.string()),
  aba: z.nullable(z.string()),
  swiftCode: z.nullable(z.string()),
  network: z.nullable(z.string()),
})
export type OtcAccount = z.output<typeof account>

export const otcOrderView = z.object({
  id: z.string(),
  /** What both sides call it, and the buyer writes into the transfer. @example 'O-431001' */
  reference: z.string(),
  status: z.enum(otcStatuses),
  offerId: z.string(),
  /** What the customer does in it. */
  role: z.enum(['buyer', 'seller']),
  currency: z.string(),
  fiat,
  amount: decimalString,
  total: decimalString,
  price: decimalString,
  marginPercent: z.nullable(decimalString),
  ticks,
  payment: z.enum(otcPayments),
  placedAtMs: timeMs,
  payByMs: timeMs,
  paidAtMs: z.nullable(timeMs),
  endedAtMs: z.nullable(timeMs),
  /** Where the coin went; null while it is in escrow. */
  outcome: z.nullable(z.enum(otcOutcomes)),
  /** The reason of a decision. */
  why: z.nullable(z.string()),
  dispute: z.nullable(z.object({ by: z.enum(['buyer', 'seller']), reason: z.string(), atMs: timeMs })),
  /** The other side: their name in public. */
  other: z.string(),
})
export type OtcOrderView = z.output<typeof otcOrderView>

/** How a name compares with the one that somebody was verified by. */
const nameCheck = z.enum(['same', 'differs', 'unknown'])

export const otcOrderDetailView = z.extend(otcOrderView, {
  otherParty: party,
  /** The name that the other side was verified by, for the transfer; null where there is none, and once it ended. */
  otherVerifiedName: z.nullable(z.string()),
  /** Where to pay, for the buyer while it can be paid or is disputed; the seller sees their own. */
  account: z.nullable(account),
  /** Whether that account is in the seller's verified name. */
  accountName: nameCheck,
  /** Whose account the buyer says it was paid from; null before. */
  payerName: z.nullable(z.string()),
  payerNameCheck: nameCheck,
  /** The customer's own verified name, to pay in. */
  ownVerifiedName: z.nullable(z.string()),
  evidence: z.array(z.string()),
  /** Until when the customer can say, by a dispute, that they paid an order that ended unpaid; null where they cannot. */
  lateUntilMs: z.nullable(timeMs),
  /** What became of an order that ended unpaid and whose buyer says that they paid. */
  late: z.nullable(z.enum(['open', ...otcOutcomes])),
})
export type OtcOrderDetail = z.output<typeof otcOrderDetailView>

export const otcMessageView = z.object({
  id: z.string(),
  /** Who wrote it, as the reader sees it; `platform` for what happened by itself and for operators. */
  from: z.enum(['me', 'other', 'platform']),
  /** What happened, where nobody wrote it. */
  event: z.nullable(z.enum(otcEvents)),
  text: z.nullable(z.string()),
  image: z.nullable(z.string()),
  atMs: timeMs,
})
export type OtcMessageView = z.output<typeof otcMessageView>

export const otcTerms = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/terms',
  access: 'user',
  showsMoney: true,
  summary:
    'What the customer may trade over the counter, what stands in the way, and whether they are a merchant',
  output: z.object({
    coins: z.array(z.object({ code: z.string(), available: decimalString })),
    /** Of one order, by the tier. */
    limitCurrency: z.string(),
    maximum: decimalString,
    openOrders: z.number(),
    maxOpenOrders: z.number(),
    isVerified: z.boolean(),
    isAdvanced: z.boolean(),
    isPaused: z.boolean(),
    hasPayPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    triesLeft: z.number(),
    /** Until when a change of what guards the account keeps coins from being sold; null where nothing does. */
    heldUntilMs: z.nullable(timeMs),
    /** Until when the hours last that the customer locked for themselves; null outside of them. */
    nightLockedUntilMs: z.nullable(timeMs),
    merchant: z.nullable(
      z.object({
        status: z.enum(merchantStatuses),
        name: z.string(),
        /** Why an operator refused or stopped it. */
        reason: z.nullable(z.string()),
      }),
    ),
  }),
})
export type OtcTermsView = z.output<typeof otcTerms.output>

export const otcOffers = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/list',
  access: 'public',
  summary:
    'Offers that can be taken now: by side, coin and currency paid, the best price for who takes it first, then the older',
  ...listOf(otcOfferView, {
    filters: { side: z.optional(side), currency: z.optional(currency), fiat: z.optional(fiat) },
  }),
})

export const otcOffer = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/detail',
  access: 'public',
  summary: 'One offer, with how its maker traded so far',
  input: { id },
  output: otcOfferView,
})

export const placeOtcOrder = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/order',
  access: 'user',
  money: true,
  summary:
    'Take an offer: the seller’s coin goes into escrow at once; of an offer to sell out of what it keeps, of an offer to buy out of the customer’s funding wallet',
  input: {
    offerId: id,
    amount: decimalInput,
    payment: z.enum(otcPayments),
    /** The customer's own card that is paid to, where they sell. */
    cardId: z.optional(id),
    /** The worst price that the customer agrees to. */
    price: z.optional(decimalInput),
  },
  wire: otcOnWire,
  output: otcOrderView,
})

export const otcOrders = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/orders',
  access: 'user',
  showsMoney: true,
  summary: 'Orders in which the customer is a side, newest first',
  wire: otcOnWire,
  ...listOf(otcOrderView, { filters: { status: z.optional(z.enum(otcStatuses)) } }),
})

export const otcOrder = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/order_detail',
  access: 'user',
  showsMoney: true,
  summary: 'One order in which the customer is a side, with where to pay and how names compare',
  input: { id },
  wire: otcOnWire,
  output: otcOrderDetailView,
})

export const payOtcOrder = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/paid',
  access: 'user',
  rate: 'write',
  summary:
    'Say that it was paid at the bank, and from whose account; from then on it is released, disputed or decided',
  input: { id, payerName: plainText(60) },
  wire: otcOnWire,
  output: otcOrderView,
})

export const releaseOtcOrder = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/release',
  access: 'user',
  money: true,
  summary:
    'Release the coin to the buyer once the money has arrived, with the pay password; also of an order that ended unpaid and whose buyer says that they paid',
  input: {
    id,
    payPassword: payPasswordInput,
    /** Of the second factor, where one is set. */
    code: z.optional(factorCode),
  },
  wire: otcOnWire,
  output: otcOrderView,
})

export const cancelOtcOrder = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/cancel',
  access: 'user',
  money: true,
  whileFrozen: 'open',
  summary: 'Cancel a purchase before it is paid; the coin goes back to where it came from',
  input: { id },
  wire: otcOnWire,
  output: otcOrderView,
})

export const appealOtcOrder = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/appeal',
  access: 'user',
  rate: 'write',
  summary:
    'Dispute an order that was said to be paid, with a reason and up to three pictures; the buyer also one that ended unpaid within a day, to say that it was paid. Two operators decide it',
  input: {
    id,
    reason: plainText(MAX_TEXT),
    /** Uploads with commas between. */
    images: z.optional(
      z
        .string()
        .check(z.maxLength(23 * MAX_EVIDENCE), z.regex(/^[\w-]{22}(,[\w-]{22})*$/, 'uploads with commas')),
    ),
  },
  lists: ['images'],
  wire: otcOnWire,
  output: otcOrderView,
})

export const sendOtcMessage = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/message',
  access: 'user',
  rate: 'write',
  // Sent again after a lost answer it is the same message.
  takesKey: true,
  summary: 'Write to the other side of an order: a text, a picture, or both',
  input: { id, text: z.optional(plainText(MAX_TEXT)), image: z.optional(uploadId) },
  output: otcMessageView,
})

export const otcMessages = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/messages',
  access: 'user',
  summary: 'What was written and what happened in an order in which the customer is a side, newest first',
  ...listOf(otcMessageView, { filters: { id } }),
})

export const otcImage = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/image',
  access: 'user',
  answersFile: imageTypes,
  summary: 'A picture of an order in which the customer is a side, as bytes instead of the envelope',
  input: { id, image: uploadId },
  output: z.string(),
})

export const publishOtcOffer = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/offer',
  access: 'user',
  money: true,
  summary: 'Publish an offer, as a merchant; what it sells is kept for it from the funding wallet',
  input: {
    side,
    currency,
    fiat,
    /** For one coin; or percent from the tape in `margin`. One of both. */
    price: z.optional(decimalInput),
    margin: z.optional(z.string().check(z.regex(/^[+-]?\d{1,2}(\.\d{1,2})?$/, 'percent'))),
    /** Of the coin. */
    minimum: decimalInput,
    maximum: decimalInput,
    total: decimalInput,
    /** Ways to pay, with commas between. */
    payments: plainText(60),
    terms: z.optional(plainText(MAX_TERMS)),
  },
  lists: ['payments'],
  output: otcOfferView,
})

export const ownOtcOffers = endpoint({
  area: 'otc',
  method: 'GET',
  path: '/otc/offers',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s own offers, newest first',
  ...listOf(otcOfferView, { filters: { side: z.optional(side) } }),
})

export const closeOtcOffer = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/close',
  access: 'user',
  money: true,
  whileFrozen: 'open',
  summary: 'Close one’s own offer; what it kept comes back, and orders that were placed go on',
  input: { id },
  output: otcOfferView,
})

export const applyOtcMerchant = endpoint({
  area: 'otc',
  method: 'POST',
  path: '/otc/apply',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary:
    'Apply to be a merchant, with the name that others see; advanced verification is needed, an operator reviews it',
  input: { name: plainText(MAX_NAME), introduction: plainText(MAX_INTRODUCTION) },
  output: z.object({ status: z.enum(merchantStatuses) }),
})

export const otcEndpoints = [
  otcTerms,
  otcOffers,
  otcOffer,
  placeOtcOrder,
  otcOrders,
  otcOrder,
  payOtcOrder,
  releaseOtcOrder,
  cancelOtcOrder,
  appealOtcOrder,
  sendOtcMessage,
  otcMessages,
  otcImage,
  publishOtcOffer,
  ownOtcOffers,
  closeOtcOffer,
  applyOtcMerchant,
] as const
