import * as z from 'zod/mini'
import { copyModes, relationStatuses, skipReasons, stopModes } from '../copy/rules.ts'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalInput, decimalString, idOf, symbolInput, timeMs } from '../fields.ts'
import type { LeadId, RelationId } from '../ids.ts'
import { wholeListOf } from '../list.ts'

/** Practice on the wire: the wallet that is no money. Contracts are practised by their own calls, with `account_type`. */

/** What a practice wallet opens with, and is filled up to. */
export const PRACTICE_START = '10000'

export const practiceWalletView = z.object({
  currency: z.string(),
  isOpen: z.boolean(),
  available: decimalString,
  /** Held as margin, and for orders that wait. */
  margin: decimalString,
  /** Staked on seconds options that are open. */
  stakes: decimalString,
  /** What it is filled up to, with what is held. */
  fillsTo: decimalString,
  /** From when on it can be filled up again; null where that is now. */
  fillsAtMs: z.nullable(timeMs),
})
export type PracticeWalletView = z.output<typeof practiceWalletView>

export const practiceWallet = endpoint({
  area: 'practice',
  method: 'GET',
  path: '/practice/wallet',
  access: 'user',
  showsMoney: true,
  summary: 'The practice wallet, which is no money, and when it can be filled up again',
  output: practiceWalletView,
})

export const practiceOpen = endpoint({
  area: 'practice',
  method: 'POST',
  path: '/practice/open',
  access: 'user',
  // No money: its keys are kept all the same.
  takesKey: true,
  rate: 'write',
  summary: 'Open the practice wallet with what everybody begins with; answers the one there is',
  output: practiceWalletView,
})

export const practiceFill = endpoint({
  area: 'practice',
  method: 'POST',
  path: '/practice/fill',
  access: 'user',
  // No money: its keys are kept all the same.
  takesKey: true,
  rate: 'write',
  summary: 'Fill the practice wallet up to what it began with, once a day of UTC',
  output: practiceWalletView,
})

/** Days that are offered to be played again: so many that have ended. */
export const REPLAY_DAYS = 30

export const practiceDays = endpoint({
  area: 'practice',
  method: 'GET',
  path: '/practice/days',
  access: 'user',
  rate: 'chart',
  summary:
    'The days of UTC that have ended and of which an instrument’s minutes are kept, the newest first: what can be played again',
  input: { symbol: symbolInput },
  wire: { symbol: 'match_id' },
  output: wholeListOf(
    z.object({
      dayMs: timeMs,
      /** How many minutes of it there are. */
      minutes: z.number(),
      /** As of candles: `generated` is the synthetic past of a simulated market. */
      origins: z.array(z.enum(['generated', 'simulated', 'recorded', 'live'])),
    }),
  ),
})

export const practiceFollowView = z.object({
  id: z.string(),
  leadId: z.string(),
  nickname: z.nullable(z.string()),
  /** A paused one opens nothing; what it has copied goes on following the lead. */
  status: z.enum(relationStatuses),
  endReason: z.nullable(z.enum(['user', 'lead-stopped'])),
  currency: z.string(),
  mode: z.enum(copyModes),
  /** The margin of each copy, or copies to lead in lots. */
  number: decimalString,
  /** The most margin of one copy, and of all open ones. */
  maxTrade: decimalString,
  maxTotal: decimalString,
  slippagePercent: decimalString,
  /** Of the terms of copying that it began with. */
  termsVersion: z.number(),
  /** How many of the lead's positions were copied, and how many were not. */
  copied: z.number(),
  skipped: z.number(),
  /** Why the newest that was not copied was not; null where all were. */
  skipReason: z.nullable(z.enum(skipReasons)),
  /** Which limit made the newest copy smaller than was wished; null where none did. */
  limitedBy: z.nullable(z.enum(skipReasons)),
  openCopies: z.number(),
  margin: decimalString,
  /** Of what was closed, after fees and financing; what open copies were charged is in it too. */
  realizedPnl: decimalString,
  /** Of open copies at their mark prices; null without a price. */
  unrealizedPnl: z.nullable(decimalString),
  sharePercent: decimalString,
  /** What the lead's share of that result would be with money; in practice nothing is paid. */
  shareWithMoney: decimalString,
  startedAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
})
export type PracticeFollowView = z.output<typeof practiceFollowView>

/** As following with money has it, but for a stop-loss. */
const limits = {
  mode: z.optional(z.enum(copyModes)),
  maxTrade: z.optional(decimalInput),
  maxTotal: z.optional(decimalInput),
  slippagePercent: z.optional(decimalInput),
}
const followOnWire: WireNames = {
  leadId: 'trader_user_id',
  followId: 'follow_user_id',
  mode: { name: 'type', values: { amount: ['amount', '1'], ratio: ['ratio', '2'] } },
  maxTrade: 'max_trade',
  maxTotal: 'max_total',
  slippagePercent: 'slippage',
}

export const practiceFollow = endpoint({
  area: 'practice',
  method: 'POST',
  path: '/practice/follow',
  access: 'user',
  // No money: its keys are kept all the same.
  takesKey: true,
  rate: 'write',
  summary: 'Begin to copy a lead trader with practice money: what they open from now on',
  input: {
    leadId: idOf<LeadId>(),
    /** The margin of each copy, or copies to lead in lots. */
    number: decimalInput,
    ...limits,
  },
  wire: followOnWire,
  output: practiceFollowView,
})

export const practiceFollowSettings = endpoint({
  area: 'practice',
  method: 'POST',
  path: '/practice/settings',
  access: 'user',
  rate: 'write',
  summary: 'Change following in practice for what is copied from now on, pause it or go on',
  input: {
    followId: idOf<RelationId>(),
    number: z.optional(decimalInput),
    ...limits,
    status: z.optional(z.enum(['active', 'paused'])),
  },
  wire: followOnWire,
  output: practiceFollowView,
})

export const practiceUnfollow = endpoint({
  area: 'practice',
  method: 'POST',
  path: '/practice/unfollow',
  access: 'user',
  rate: 'write',
  summary:
    'End following in practice: close its copies, or keep them as own practice positions; once it has ended, those that are still open',
  input: { followId: idOf<RelationId>(), stopMode: z.prefault(z.enum(stopModes), 'close') },
  wire: {
    followId: 'follow_user_id',
    stopMode: { name: 'mode', values: { close: ['close', '1'], keep: ['keep', '2'] } },
  },
  outputWire: followOnWire,
  output: practiceFollowView,
})

export const practiceFollows = endpoint({
  area: 'practice',
  method: 'GET',
  path: '/practice/follows',
  access: 'user',
  showsMoney: true,
  summary:
    'Whom the customer follows or followed in practice, 50 at most: who is followed now first, then the newest',
  wire: followOnWire,
  output: wholeListOf(practiceFollowView),
})

export const practiceEndpoints = [
  ...[practiceWallet, practiceOpen, practiceFill, practiceDays],
  ...[practiceFollow, practiceFollowSettings, practiceUnfollow, practiceFollows],
] as const
