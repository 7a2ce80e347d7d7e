import * as z from 'zod/mini'
import { cardKinds } from '../card/rules.ts'
import { endpoint } from '../endpoint.ts'
import { currency, currencyOnWire, decimalInput, decimalString, id, plainText, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { uploadId } from '../upload/contract.ts'
import { factorCode, payPasswordInput } from '../user/second-factor.ts'
import { withdrawalStatuses } from './rules.ts'

/** Withdrawals to addresses on chains and to bank cards, and the book of addresses that they may go to. */

const withdrawalOnWire = {
  currency: currencyOnWire,
  amount: 'number',
  network: 'sub_type',
  cardKind: 'bank',
  cardId: 'card_id',
  payPassword: 'pay_password',
} as const

export const withdrawalView = z.object({
  id: z.string(),
  /** What support and the customer call it. @example 'W-10482' */
  reference: z.string(),
  status: z.enum(withdrawalStatuses),
  currency: z.string(),
  network: z.string(),
  /** Of a card, its last digits. */
  address: z.string(),
  /** The name that the address was saved under; of a card, its bank. */
  addressName: z.string(),
  /** The card that it goes to; null where it goes to an address. */
  card: z.nullable(z.object({ kind: z.enum(cardKinds), bankName: z.string(), lastDigits: z.string() })),
  /** What was asked for and is held. */
  amount: decimalString,
  fee: decimalString,
  /** What arrives: the amount without the fee. */
  receive: decimalString,
  /** Its value when it was asked for, in BTC. */
  value: decimalString,
  /** Whether two operators look at it before it is sent. */
  isReviewed: z.boolean(),
  canCancel: z.boolean(),
  /** The transaction on its chain; null until it is signed. */
  txid: z.nullable(z.string()),
  /** The bank's own reference of the payment to a card; null until it is paid. */
  bankReference: z.nullable(z.string()),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
  requestedAtMs: timeMs,
  sentAtMs: z.nullable(timeMs),
  endedAtMs: z.nullable(timeMs),
  /** Why it was rejected. */
  rejection: z.nullable(z.string()),
  /** Whether what pays nothing in the place of its transaction is sent, so that all of it comes back. */
  isVoidSent: z.boolean(),
})
export type WithdrawalView = z.output<typeof withdrawalView>

export const requestWithdrawal = endpoint({
  area: 'withdrawal',
  method: 'POST',
  path: '/wallet/out',
  access: 'user',
  money: true,
  summary:
    'Withdraw to a saved address by a network, or dollars and euros to a saved card, with the pay password: held at once, sent after the review',
  input: {
    currency,
    amount: decimalInput,
    network: z.optional(plainText(20)),
    address: z.optional(plainText(120)),
    /** Of the card, where it is said. */
    cardKind: z.optional(z.enum(cardKinds)),
    cardId: z.optional(id),
    /** As it was reviewed: at another one nothing is asked for. */
    fee: z.optional(decimalInput),
    payPassword: payPasswordInput,
    /** Of the second factor, where one is set. */
    code: z.optional(factorCode),
  },
  wire: withdrawalOnWire,
  output: withdrawalView,
})

export const withdrawals = endpoint({
  area: 'withdrawal',
  method: 'GET',
  path: '/user/withdraw/list',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s withdrawals, newest first',
  wire: withdrawalOnWire,
  ...listOf(withdrawalView, {
    filters: { status: z.optional(z.enum(withdrawalStatuses)), currency: z.optional(currency) },
  }),
})

export const withdrawalDetail = endpoint({
  area: 'withdrawal',
  method: 'GET',
  path: '/wallet/out/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One of the customer’s withdrawals',
  input: { id },
  wire: withdrawalOnWire,
  output: withdrawalView,
})

export const cancelWithdrawal = endpoint({
  area: 'withdrawal',
  method: 'POST',
  path: '/wallet/out/cancel',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary: 'Cancel a withdrawal that is not being sent yet; all of it comes back',
  input: { id },
  wire: withdrawalOnWire,
  output: withdrawalView,
})

export const withdrawalTerms = endpoint({
  area: 'withdrawal',
  method: 'GET',
  path: '/wallet/out/terms',
  access: 'user',
  showsMoney: true,
  summary:
    'How money can leave now: networks and cards with fee and minimum, and how much of the limit is left',
  wire: withdrawalOnWire,
  output: z.object({
    ways: z.array(
      z.object({
        currency: z.string(),
        network: z.string(),
        /** The kind of card that it leads to; null for a chain. */
        cardKind: z.nullable(z.enum(cardKinds)),
        /** The fee; where it grows with the amount, the least it can be. */
        fee: decimalString,
        /** The part of the amount that is the fee where that is more, in hundredths of a percent. */
        feeBps: z.number(),
        minimum: decimalString,
        /** Of an amount that can leave by it: those of the chain, where it has fewer than the currency. */
        decimals: z.number(),
        available: decimalString,
        confirmationsNeeded: z.number(),
        isPaused: z.boolean(),
        /** What one whole unit of the currency is worth in BTC; null while there is no price. */
        unitValue: z.nullable(decimalString),
        /** When the market of its price opens: null where that is open now, or has a price. */
        pricedFromMs: z.nullable(timeMs),
      }),
    ),
    /** Whether operators have paused all of them. */
    areAllPaused: z.boolean(),
    /** In BTC, over the last 24 hours. */
    limit: decimalString,
    used: decimalString,
    left: decimalString,
    /** Above this value in BTC, and for the first one, two operators look at it. */
    reviewedAbove: decimalString,
    /** Within how many hours they usually decide: the service level of their queue. */
    reviewHours: z.number(),
    isFirst: z.boolean(),
    isVerified: z.boolean(),
    hasPayPassword: z.boolean(),
    /** Whether a code of the second factor is asked for. */
    hasSecondFactor: z.boolean(),
    /** Pay passwords that may still be wrong before none is taken for a day. */
    triesLeft: z.number(),
    /** Until when a change of what guards the account keeps money from leaving; null where nothing does. */
    heldUntilMs: z.nullable(timeMs),
    /** Until when the hours last that the customer locked for themselves; null outside of them. */
    nightLockedUntilMs: z.nullable(timeMs),
  }),
})

export const savedAddress = z.object({
  id: z.string(),
  currency: z.string(),
  network: z.string(),
  name: z.string(),
  address: z.string(),
  savedAtMs: timeMs,
  /** From when money can be sent to it. */
  usableAtMs: timeMs,
})
export type SavedAddress = z.output<typeof savedAddress>

export const saveAddress = endpoint({
  area: 'withdrawal',
  method: 'POST',
  path: '/user/wallet/save',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary: 'Save an address to withdraw to; it can be used after 24 hours',
  input: {
    currency,
    network: plainText(20),
    name: plainText(40),
    address: plainText(120),
    /** An upload with the QR code of the address: another one in it is refused. It is removed once the address is saved. */
    picture: z.optional(uploadId),
  },
  wire: { ...withdrawalOnWire, picture: 'qrcode' },
  output: savedAddress,
})

export const savedAddresses = endpoint({
  area: 'withdrawal',
  method: 'GET',
  path: '/user/wallet/list',
  access: 'user',
  summary: 'The customer’s saved addresses, newest first',
  input: { currency: z.optional(currency) },
  wire: withdrawalOnWire,
  output: z.object({ items: z.array(savedAddress) }),
})

export const deleteAddress = endpoint({
  area: 'withdrawal',
  method: 'POST',
  path: '/user/wallet/del',
  access: 'user',
  rate: 'write',
  summary: 'Remove a saved address',
  input: { id },
  output: z.object({}),
})

export const withdrawalEndpoints = [
  requestWithdrawal,
  withdrawals,
  withdrawalDetail,
  cancelWithdrawal,
  withdrawalTerms,
  saveAddress,
  savedAddresses,
  deleteAddress,
]
