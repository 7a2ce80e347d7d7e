import * as z from 'zod/mini'
import { nothing, proposalView, reason, viewerActions } from '../console/contract.ts'
import {
  canManageTreasury,
  canReviewLeads,
  canReviewWithdrawals,
  canViewCustomers,
  canViewLeads,
  canViewProducts,
} from '../console/roles.ts'
import {
  amountFilter,
  customerFilter,
  requestFilters,
  searchFilter,
  tableOf,
  timeFilter,
  withCsv,
} from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { currency, decimalInput, decimalString, id, idOf, plainText, timeMs } from '../fields.ts'
import type { CustomerId } from '../ids.ts'
import { imageTypes, uploadId } from '../upload/contract.ts'
import { otcMessageView } from './contract.ts'
import {
  MAX_TERMS,
  MAX_TEXT,
  merchantStatuses,
  otcFiats,
  otcOutcomes,
  otcPayments,
  otcSides,
  otcStatuses,
} from './rules.ts'

/** What operators do over the counter: review merchants, decide disputes together, and make the platform's own offers. No call knows a customer's price. */

const merchantLine = z.object({
  /** The customer's number. */
  id: z.string(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  name: z.string(),
  introduction: z.string(),
  status: z.enum(merchantStatuses),
  reason: z.nullable(z.string()),
  appliedAtMs: timeMs,
})
export type MerchantLine = z.output<typeof merchantLine>

export const consoleOtcMerchants = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/merchants',
  access: 'operator',
  roles: canViewLeads,
  summary: 'Who is a merchant, was one or applied to; what waits for review oldest first',
  ...tableOf(merchantLine, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      status: z.optional(z.enum(merchantStatuses)),
    },
  }),
})

export const consoleOtcMerchant = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/merchant',
  access: 'operator',
  roles: canViewLeads,
  summary: 'One merchant: how they traded, and what was decided about them',
  input: { id: idOf<CustomerId>() },
  output: z.object({
    line: merchantLine,
    completed: z.number(),
    completedPercent: z.nullable(decimalString),
    openOffers: z.number(),
    disputes: z.number(),
    history: z.array(
      z.object({
        action: z.enum(['applied', 'accepted', 'refused', 'stopped']),
        /** Null where the customer did it. */
        operator: z.nullable(z.string()),
        reason: z.nullable(z.string()),
        atMs: timeMs,
      }),
    ),
  }),
})

const merchantDecision = { id: idOf<CustomerId>(), reason }

export const acceptOtcMerchant = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/accept',
  access: 'operator',
  roles: canReviewLeads,
  rate: 'write',
  summary: 'Accept an application to be a merchant',
  input: merchantDecision,
  output: nothing,
})

export const refuseOtcMerchant = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/refuse',
  access: 'operator',
  roles: canReviewLeads,
  rate: 'write',
  summary: 'Refuse an application to be a merchant, with a reason that the customer reads',
  input: merchantDecision,
  output: nothing,
})

export const stopOtcMerchant = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/stop',
  access: 'operator',
  roles: canReviewLeads,
  rate: 'write',
  summary: 'End being a merchant at once: their offers close and what these kept goes back to them',
  input: merchantDecision,
  output: nothing,
})

const orderLine = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(otcStatuses),
  /** The platform's own side has none. */
  buyerId: z.nullable(z.string()),
  sellerId: z.nullable(z.string()),
  /** Masked, or the platform. */
  buyer: z.string(),
  seller: z.string(),
  currency: z.string(),
  fiat: z.enum(otcFiats),
  amount: decimalString,
  total: decimalString,
  price: decimalString,
  payment: z.enum(otcPayments),
  placedAtMs: timeMs,
  payByMs: timeMs,
  paidAtMs: z.nullable(timeMs),
  disputedAtMs: z.nullable(timeMs),
  endedAtMs: z.nullable(timeMs),
  outcome: z.nullable(z.enum(otcOutcomes)),
  why: z.nullable(z.string()),
})
export type OtcOrderLine = z.output<typeof orderLine>

const orderCheck = z.extend(orderLine, {
  disputedBy: z.nullable(z.enum(['buyer', 'seller'])),
  disputeReason: z.nullable(z.string()),
  evidence: z.array(z.string()),
  /** Whether it ended unpaid and its buyer says that they paid: the coin is not in escrow any more. */
  isLate: z.boolean(),
  payerName: z.nullable(z.string()),
  payerNameDiffers: z.nullable(z.boolean()),
  /** The names that both sides were verified by, to compare with the bank's: while it goes on, and null of the platform. */
  buyerName: z.nullable(z.string()),
  sellerName: z.nullable(z.string()),
  /** Last four digits, with the bank. */
  account: z.string(),
  messages: z.array(z.extend(otcMessageView, { from: z.enum(['buyer', 'seller', 'platform']) })),
  /** Why an operator should look twice, in words: what keeps it from being paid now, and which side is frozen. */
  risk: z.array(z.string()),
  proposal: z.nullable(proposalView),
  viewerAction: z.enum(viewerActions),
  /** What the viewer may do with it now. */
  actions: z.array(z.enum(['pay', 'seeAccount', 'release', 'dispute', 'decide', 'write'])),
})
export type OtcOrderCheck = z.output<typeof orderCheck>

export const consoleOtcOrders = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/orders',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Orders over the counter, newest first; disputes oldest first',
  ...tableOf(orderLine, {
    sorts: ['time'],
    filters: {
      ...requestFilters(otcStatuses),
    },
  }),
})

export const consoleOtcOrder = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/order',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'One order with what both sides wrote and the evidence; that it was looked at is logged',
  input: { id },
  output: orderCheck,
})

export const consoleOtcImage = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/image',
  access: 'operator',
  roles: canViewCustomers,
  answersFile: imageTypes,
  summary: 'A picture of an order; that it was looked at is logged',
  input: { id, image: uploadId },
  output: z.string(),
})

export const consoleOtcAccount = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/account',
  access: 'operator',
  roles: canManageTreasury,
  summary: 'The card that the platform pays a purchase of its own to, whole; that it was looked at is logged',
  input: { id },
  output: z.object({ lines: z.array(z.object({ name: z.string(), value: z.string() })) }),
})

export const writeConsoleOtc = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/message',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary: 'Write to both sides of an order, as the platform',
  input: { id, text: plainText(MAX_TEXT) },
  output: orderCheck,
})

export const payConsoleOtc = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/paid',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Say that the platform paid for what it buys, at the bank',
  input: { id },
  output: orderCheck,
})

export const disputeConsoleOtc = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/dispute',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary:
    'Dispute a paid order in which the platform is a side, with a reason that the other side reads; two operators decide it then',
  input: { id, reason },
  output: orderCheck,
})

export const proposeOtcEnd = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/settle',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary:
    'Propose to decide a dispute, for the buyer or for the seller, also of an order that ended unpaid; or to release what the platform sold and was paid for',
  input: { id, settledAs: z.enum(otcOutcomes), reason },
  wire: { settledAs: 'settled_as' },
  output: orderCheck,
})

const offerLine = z.object({
  id: z.string(),
  reference: z.string(),
  /** Null of the platform's own. */
  customerId: z.nullable(z.string()),
  maker: z.string(),
  side: z.enum(otcSides),
  currency: z.string(),
  fiat: z.enum(otcFiats),
  price: z.nullable(decimalString),
  marginPercent: z.nullable(decimalString),
  minimum: decimalString,
  maximum: decimalString,
  remaining: decimalString,
  isOpen: z.boolean(),
  createdAtMs: timeMs,
  /** Null while it is open. */
  closedAtMs: z.nullable(timeMs),
})
export type OtcOfferLine = z.output<typeof offerLine>

export const consoleOtcOffers = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/offers',
  access: 'operator',
  roles: canViewProducts,
  summary: 'Offers over the counter, newest first',
  ...tableOf(offerLine, {
    sorts: ['time', 'amount'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      state: z.optional(z.enum(['open', 'closed'])),
    },
  }),
})

export const consoleOtcPending = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/otc/pending',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The platform’s own offers that wait for a second operator, and the coins that there are for them',
  output: z.object({
    pending: z.array(proposalView),
    coins: z.array(z.object({ currency: z.string(), available: decimalString, held: decimalString })),
  }),
})

export const proposeOtcOffer = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/propose_offer',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose an offer of the platform’s own; what it sells is kept for it from the fund',
  input: {
    side: z.enum(otcSides),
    currency,
    fiat: z.enum(otcFiats),
    margin: z.string().check(z.regex(/^[+-]?\d{1,2}(\.\d{1,2})?$/, 'percent')),
    minimum: decimalInput,
    maximum: decimalInput,
    total: decimalInput,
    payments: plainText(60),
    terms: z.optional(plainText(MAX_TERMS)),
    /** Where customers pay to, of an offer to sell. */
    accountName: z.optional(plainText(60)),
    bankName: z.optional(plainText(60)),
    accountNumber: z.optional(plainText(40)),
    bankAddress: z.optional(plainText(120)),
    aba: z.optional(plainText(20)),
    /** Needed where it is paid to from abroad. */
    swiftCode: z.optional(plainText(20)),
    reason,
  },
  wire: {
    ...{ accountName: 'account_name', bankName: 'bank_name', accountNumber: 'account_number' },
    ...{ bankAddress: 'bank_address', swiftCode: 'swift_code' },
  },
  output: proposalView,
})

export const proposeOtcClose = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/otc/propose_close',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose to close an offer of the platform’s own; orders that were placed go on',
  input: { id, reason },
  output: proposalView,
})

export const otcConsoleEndpoints = [
  ...withCsv(consoleOtcMerchants),
  consoleOtcMerchant,
  acceptOtcMerchant,
  refuseOtcMerchant,
  stopOtcMerchant,
  ...withCsv(consoleOtcOrders),
  consoleOtcOrder,
  consoleOtcImage,
  consoleOtcAccount,
  writeConsoleOtc,
  payConsoleOtc,
  disputeConsoleOtc,
  proposeOtcEnd,
  ...withCsv(consoleOtcOffers),
  consoleOtcPending,
  proposeOtcOffer,
  proposeOtcClose,
] as const
