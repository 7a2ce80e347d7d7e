import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { contractOnWire, positionView } from '../contract/contract.ts'
import { endReasons } from '../contract/end-reasons.ts'
import { directions } from '../contract/rules.ts'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalInput, decimalString, idOf, plainText, timeMs, whole } from '../fields.ts'
import type { LeadId, PositionId, RelationId } from '../ids.ts'
import { listOf } from '../list.ts'
import { isDecimal } from '../money/amount.ts'
import { lossShareEndpoint } from '../user/loss-share.ts'
import {
  copyActions,
  copyModes,
  copyResults,
  leadStatuses,
  relationEndReasons,
  relationStatuses,
  skipReasons,
  stopModes,
} from './rules.ts'
import { MAX_INTRODUCTION } from './terms.ts'

/**
 * Copying another customer's contracts, on the wire. Decimal strings: amounts in the margin currency, percents with two
 * decimals. A lead is known by an id of their own, which is not their customer's id.
 */

const percent = decimalString

/** A lead trader as anybody may see them: what their contracts came to, beside what their followers got. */
export const leadView = z.object({
  id: z.string(),
  /** Null of somebody who has chosen none. */
  nickname: z.nullable(z.string()),
  introduction: z.string(),
  /** `leading` or `stopped`. */
  status: z.enum(leadStatuses),
  /** Of a follower's profit above the highest that was shared. */
  sharePercent: percent,
  leadingSinceMs: timeMs,
  /** Days begun since then. */
  days: z.number(),
  currency: z.string(),
  /** Closed since then, after fees and financing. */
  profit: decimalString,
  /** The most that was at risk at once: margin in use, and what was lost before. ROI and drawdown are parts of it. */
  capital: decimalString,
  /** With what is open now; null before anything was opened, and without a price. */
  roiPercent: z.nullable(percent),
  /**
   * The greatest fall of the result from its highest, of the capital with the profit there was: open positions included, at each
   * opening and closing, at the end of each day and now.
   */
  drawdownPercent: z.nullable(percent),
  /** Positions closed, and with a profit. */
  trades: z.number(),
  wins: z.number(),
  winPercent: z.nullable(percent),
  /** Who follows now, paused ones too; and all who ever did. */
  followers: z.number(),
  followersEver: z.number(),
  /** The margins of the followers' open copies. */
  assets: decimalString,
  /** What the followers got: after fees, financing, slippage and the lead's share, of what they had at risk. */
  followersProfit: decimalString,
  followersReturnPercent: z.nullable(percent),
  /** Relations with at least one closed copy, and closed copies: what that return is made of. */
  followersSample: z.number(),
  followersTrades: z.number(),
  updatedAtMs: timeMs,
})
export type LeadView = z.output<typeof leadView>

/** A closed position of a lead, and how many followed it. */
export const leadTradeView = z.object({
  id: z.string(),
  symbol: z.string(),
  direction: z.enum(directions),
  leverage: z.number(),
  entryPrice: decimalString,
  closePrice: decimalString,
  /** After fees and financing, of the initial margin. */
  returnPercent: percent,
  reason: z.enum(endReasons),
  openedAtMs: timeMs,
  closedAtMs: timeMs,
  /** Ticks that opened it and closed it last. */
  entrySequence: z.number(),
  closeSequence: z.number(),
  copied: z.number(),
  skipped: z.number(),
})
export type LeadTradeView = z.output<typeof leadTradeView>

/** How a follower copies, and what of it came. */
export const relationView = z.object({
  id: z.string(),
  leadId: z.string(),
  nickname: z.nullable(z.string()),
  status: z.enum(relationStatuses),
  /** Null while it is not ended. */
  endReason: z.nullable(z.enum(relationEndReasons)),
  mode: z.enum(copyModes),
  /** The margin of each copy, or copies to lead in lots. */
  number: decimalString,
  /** The most margin of one copy, and of all open ones. */
  maxTrade: decimalString,
  maxTotal: decimalString,
  /** The loss of the whole relation at which it ends; null without. */
  stopLoss: z.nullable(decimalString),
  slippagePercent: percent,
  sharePercent: percent,
  /** Of the terms that it began with. */
  termsVersion: z.number(),
  currency: z.string(),
  /** Of open copies: their margins, and how many. */
  margin: decimalString,
  openCopies: z.number(),
  closedCopies: z.number(),
  /** Of what was closed, after fees and financing, before the lead's share. */
  realizedPnl: decimalString,
  /** Of open copies at the mark price, after what they were charged; null without a price. */
  unrealizedPnl: z.nullable(decimalString),
  /** Both, less the share that was paid. */
  profit: z.nullable(decimalString),
  /** The highest closed profit that was shared: a share is of what is above it alone. */
  highWaterMark: decimalString,
  sharePaid: decimalString,
  /** Set aside for the next share. */
  shareReserved: decimalString,
  /** What would be paid if it was stopped now, with all open copies closed, or kept; null without a price. */
  shareIfClosed: z.nullable(decimalString),
  shareIfKept: z.nullable(decimalString),
  /** Null once it has ended. */
  nextShareAtMs: z.nullable(timeMs),
  agreementVersion: z.number(),
  startedAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
})
export type RelationView = z.output<typeof relationView>

/** What became of one action of the lead for one follower. */
export const copyOutcomeView = z.object({
  id: z.string(),
  relationId: z.string(),
  leadId: z.string(),
  nickname: z.nullable(z.string()),
  /** The lead's position that it copies. */
  leadPositionId: z.string(),
  symbol: z.string(),
  direction: z.enum(directions),
  action: z.enum(copyActions),
  result: z.enum(copyResults),
  /** Why it was skipped; null when it was copied. */
  reason: z.nullable(z.enum(skipReasons)),
  /** The smallest position at the time, in lots, where the copy would have been smaller; null otherwise. */
  minimumLots: z.nullable(decimalString),
  /** Which limit made the copy smaller; null where none did. */
  limitedBy: z.nullable(z.enum(skipReasons)),
  /** The follower's position; null where there is none. */
  positionId: z.nullable(z.string()),
  lots: z.nullable(decimalString),
  price: z.nullable(decimalString),
  /** How much worse than what the lead was shown; below zero for better. Of openings alone. */
  slippagePercent: z.nullable(percent),
  /** The tick that decided it, the same for all. */
  sequence: z.nullable(z.number()),
  atMs: timeMs,
})
export type CopyOutcomeView = z.output<typeof copyOutcomeView>

/** A position that copies another. */
export const copiedPositionView = z.object({
  ...positionView.shape,
  relationId: z.string(),
  leadId: z.string(),
  leadPositionId: z.string(),
  /** Whether the lead's actions still reach it: not once it was taken out of the relation. */
  isFollowing: z.boolean(),
  /** What would be set aside for the lead if it was taken out now, which must be available; null once it follows no more, and without a price. */
  shareIfTakenOut: z.nullable(decimalString),
})
export type CopiedPositionView = z.output<typeof copiedPositionView>

/** Names in all calls and messages about copying. */
export const copyOnWire: WireNames = {
  leadId: 'trader_user_id',
  relationId: 'follow_user_id',
  positionId: 'transaction_id',
  mode: { name: 'type', values: { amount: ['amount', '1'], ratio: ['ratio', '2'] } },
  maxTrade: 'max_trade',
  maxTotal: 'max_total',
  stopLoss: 'stop_loss',
  slippagePercent: 'slippage',
  sharePercent: 'share_percent',
  termsVersion: 'terms_version',
}
/** The same beside a position's names; its direction has the name `type` there. */
const { stopLoss: _, mode: __, ...copyNames } = copyOnWire
const copiedOnWire: WireNames = { ...contractOnWire, ...copyNames }

const leadId = idOf<LeadId>()
const relationId = idOf<RelationId>()
const positionId = idOf<PositionId>()

export const copyLeads = endpoint({
  area: 'follow',
  method: 'GET',
  path: '/follow/index',
  access: 'public',
  summary: 'Who leads: by what their followers got, with their drawdown and days; never by ROI alone',
  wire: copyOnWire,
  ...listOf(leadView, { filters: {} }),
})

export const copyLead = endpoint({
  area: 'follow',
  method: 'GET',
  path: '/follow/traderDetail',
  access: 'public',
  summary: 'One lead trader: the figures, their open result now, and their result day by day',
  input: { leadId },
  wire: copyOnWire,
  output: z.object({
    lead: leadView,
    openPositions: z.number(),
    /** Of open positions at the mark price; null without a price. */
    unrealizedPnl: z.nullable(decimalString),
    /** At the end of each day on which something was closed, oldest first: the closed result since the beginning. */
    days: z.array(z.object({ dayMs: timeMs, profit: decimalString })),
  }),
})

export const copyLeadHistory = endpoint({
  area: 'follow',
  method: 'GET',
  path: '/follow/historyTrade',
  access: 'public',
  summary: 'What a lead trader has closed of what they opened while they led, all of it, newest first',
  wire: copyOnWire,
  outputWire: copiedOnWire,
  ...listOf(leadTradeView, { filters: { leadId } }),
})

/** How somebody copies; each has a default when a relation begins and stays as it is when it is changed. */
const limits = {
  maxTrade: z.optional(decimalInput),
  maxTotal: z.optional(decimalInput),
  /** 0 for none. */
  stopLoss: z.optional(z.string().check(z.maxLength(42), z.refine(isDecimal, 'a plain decimal'))),
  slippagePercent: z.optional(decimalInput),
}

export const copyFollow = endpoint({
  area: 'follow',
  method: 'POST',
  path: '/follow/follow',
  access: 'user',
  money: true,
  rate: 'order',
  summary: 'Begin to copy a lead trader’s contracts: what they open from now on',
  input: {
    leadId,
    /** The margin of each copy, or copies to lead in lots. */
    number: decimalInput,
    mode: z.enum(copyModes),
    ...limits,
    /** The share that the customer saw; refused if it has changed. */
    sharePercent: z.optional(decimalInput),
    /** The version of the terms that the customer saw; refused if they have changed. */
    termsVersion: z.optional(whole(1, 999_999)),
  },
  wire: copyOnWire,
  output: relationView,
})

export const copyCancel = endpoint({
  area: 'follow',
  method: 'POST',
  path: '/follow/cancel',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  rate: 'order',
  summary: 'End a relation: close its copies, or keep them as own positions; the share due is paid',
  input: { relationId, stopMode: z.prefault(z.enum(stopModes), 'keep') },
  wire: { ...copyOnWire, stopMode: { name: 'mode', values: { close: ['close', '1'], keep: ['keep', '2'] } } },
  output: relationView,
})

export const copySettings = endpoint({
  area: 'copy',
  method: 'POST',
  path: '/follow/settings',
  access: 'user',
  money: true,
  rate: 'order',
  summary: 'Change a relation for what is copied from now on, pause it or go on',
  input: {
    relationId,
    number: z.optional(decimalInput),
    mode: z.optional(z.enum(copyModes)),
    ...limits,
    status: z.optional(z.enum(['active', 'paused'])),
  },
  wire: copyOnWire,
  output: relationView,
})

export const copySelfHolding = endpoint({
  area: 'follow',
  method: 'POST',
  path: '/follow/selfHolding',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  showsMoney: true,
  rate: 'order',
  summary: 'Take a copied position out of its relation; without one, the open positions that copy nobody',
  wire: copiedOnWire,
  ...listOf(positionView, { filters: { positionId: z.optional(positionId) } }),
})

export const copyTerms = endpoint({
  area: 'follow',
  method: 'GET',
  path: '/follow/terms',
  access: 'public',
  summary: 'The terms of copying for relations to come; a relation keeps those it began with',
  wire: copyOnWire,
  output: z.object({
    termsVersion: z.number(),
    currency: z.string(),
    /** The margin of each copy, where it is a fixed amount. */
    minAmount: decimalString,
    maxAmount: decimalString,
    maxSlippageBps: z.number(),
    /** Of the follower's equity, the margin of one copy at most. */
    equityBps: z.number(),
    /** Of a follower's profit, what a lead may ask for at most. */
    maxShareBps: z.number(),
    maxRelations: z.number(),
    maxFollowers: z.number(),
  }),
})

export const copyLossShare = lossShareEndpoint({
  ...{ area: 'follow', path: '/follow/loss_share', of: 'contracts that they copied' },
})

export const copyMine = endpoint({
  area: 'copy',
  method: 'GET',
  path: '/follow/my',
  access: 'user',
  showsMoney: true,
  summary: 'Whom the customer copies, newest first',
  wire: copyOnWire,
  ...listOf(relationView, {
    filters: {
      relationId: z.optional(relationId),
      leadId: z.optional(leadId),
      status: z.optional(z.enum(relationStatuses)),
    },
  }),
})

export const copyPositions = endpoint({
  area: 'copy',
  method: 'GET',
  path: '/follow/positions',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s copied positions, newest first',
  wire: { ...copiedOnWire, isOpen: 'is_open' },
  ...listOf(copiedPositionView, {
    filters: { relationId: z.optional(relationId), isOpen: z.optional(z.enum(['0', '1'])) },
  }),
})

export const copyOutcomes = endpoint({
  area: 'copy',
  method: 'GET',
  path: '/follow/outcomes',
  access: 'user',
  showsMoney: true,
  summary: 'What became of each action of a lead for the customer: copied, or skipped and why; newest first',
  wire: copiedOnWire,
  ...listOf(copyOutcomeView, {
    filters: { relationId: z.optional(relationId), which: z.optional(z.enum(copyResults)) },
  }),
})

/** The binding texts as a customer stands to them. */
export const copyAgreementView = z.object({
  version: z.number(),
  /** 0 before any was accepted. */
  acceptedVersion: z.number(),
  acceptedAtMs: z.nullable(timeMs),
})

export const copyAgreement = endpoint({
  area: 'copy',
  method: 'GET',
  path: '/follow/agreement',
  access: 'user',
  summary: 'Which version of the agreement is in force, and which the customer has accepted and when',
  output: copyAgreementView,
})

export const copyAcceptAgreement = endpoint({
  area: 'copy',
  method: 'POST',
  path: '/follow/agreement',
  access: 'user',
  rate: 'write',
  summary: 'Accept the agreement; refused if it is not the version in force',
  input: { version: whole(1, 999_999) },
  output: copyAgreementView,
})

/** A customer's own place as a lead. */
export const leadCentreView = z.object({
  status: z.enum(leadStatuses),
  /** What was applied with last; null before. */
  introduction: z.nullable(z.string()),
  sharePercent: z.nullable(percent),
  appliedAtMs: z.nullable(timeMs),
  decidedAtMs: z.nullable(timeMs),
  /** Why an application was refused, or a lead was stopped by an operator; null otherwise. */
  reason: z.nullable(z.string()),
  currency: z.string(),
  sharesEarned: decimalString,
  /** Of profits so far, not paid yet. */
  sharesReserved: decimalString,
  /** As everybody sees it; null before the first acceptance. */
  lead: z.nullable(leadView),
})
export type LeadCentreView = z.output<typeof leadCentreView>

export const copyCentre = endpoint({
  area: 'copy',
  method: 'GET',
  path: '/follow/centre',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s own place as a lead: the state of the review, the figures, the shares earned',
  wire: copyOnWire,
  output: leadCentreView,
})

export const copyApply = endpoint({
  area: 'copy',
  method: 'POST',
  path: '/follow/apply',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'write',
  summary: 'Apply to lead, with an introduction; an operator reviews it',
  input: {
    introduction: plainText(MAX_INTRODUCTION),
    /** 10 without it, at most 20. */
    sharePercent: z.optional(decimalInput),
  },
  wire: copyOnWire,
  output: leadCentreView,
})

export const copyStopLeading = endpoint({
  area: 'copy',
  method: 'POST',
  path: '/follow/stop',
  access: 'user',
  rate: 'write',
  summary: 'Stop leading: every relation ends, followers keep their positions; or take an application back',
  wire: copyOnWire,
  output: leadCentreView,
})

export const copyFollowers = endpoint({
  area: 'copy',
  method: 'GET',
  path: '/follow/followers',
  access: 'user',
  showsMoney: true,
  summary: 'Who follows the customer, newest first, without who they are',
  wire: copyOnWire,
  ...listOf(
    z.object({
      relationId: z.string(),
      nickname: z.nullable(z.string()),
      status: z.enum(relationStatuses),
      margin: decimalString,
      closedCopies: z.number(),
      realizedPnl: decimalString,
      sharePaid: decimalString,
      shareReserved: decimalString,
      startedAtMs: timeMs,
      endedAtMs: z.nullable(timeMs),
    }),
    { filters: { status: z.optional(z.enum(relationStatuses)) } },
  ),
})

export const ownCopiesChannel = channel({
  name: 'copy',
  event: 'copy',
  access: 'user',
  summary:
    'What became of a lead’s actions for the customer, and which of their relations changed: to be asked again',
  payload: z.object({ relationIds: z.array(z.string()), outcomes: z.array(copyOutcomeView) }),
  wire: copyOnWire,
})

export const copyChannels = [ownCopiesChannel] as const

/** Every call of copying. */
export const copyEndpoints = [
  copyTerms,
  copyLeads,
  copyLead,
  copyLeadHistory,
  copyFollow,
  copyCancel,
  copySettings,
  copySelfHolding,
  copyLossShare,
  copyMine,
  copyPositions,
  copyOutcomes,
  copyAgreement,
  copyAcceptAgreement,
  copyCentre,
  copyApply,
  copyStopLeading,
  copyFollowers,
] as const
