import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canManageProducts, canReviewLeads, canViewLeads, canViewProducts } from '../console/roles.ts'
import { customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, idOf, symbol, timeMs, whole } from '../fields.ts'
import type { LeadId } from '../ids.ts'
import { copyOutcomeView, leadView } from './contract.ts'
import { copyResults, leadStatuses, relationStatuses } from './rules.ts'

/** What operators see and decide of leads. No call opens, changes or closes a position, and none moves money but the shares that are due. */

const leadLine = z.object({
  id: z.string(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  nickname: z.nullable(z.string()),
  status: z.enum(leadStatuses),
  /** As everybody reads them, since they were accepted. */
  introduction: z.string(),
  sharePercent: decimalString,
  /** What waits for review; null of who has no application under review. */
  applied: z.nullable(z.object({ introduction: z.string(), sharePercent: decimalString })),
  followers: z.number(),
  profit: decimalString,
  followersProfit: decimalString,
  appliedAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
  /** Of the last decision; null without one. */
  reason: z.nullable(z.string()),
})
export type LeadLine = z.output<typeof leadLine>

export const consoleLeads = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/copy/leads',
  access: 'operator',
  roles: canViewLeads,
  summary: 'Who leads, has led or applied to, newest first; what waits for review oldest first',
  ...tableOf(leadLine, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      status: z.optional(z.enum(leadStatuses)),
    },
  }),
})

export const consoleLead = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/copy/lead',
  access: 'operator',
  roles: canViewLeads,
  summary: 'One lead: the figures, what was decided about them, and their open positions',
  input: { id: idOf<LeadId>() },
  output: z.object({
    line: leadLine,
    /** Null before the first acceptance. */
    lead: z.nullable(leadView),
    history: z.array(
      z.object({
        action: z.enum(['applied', 'accepted', 'refused', 'stopped', 'withdrawn']),
        /** Null where the customer did it. */
        operator: z.nullable(z.string()),
        reason: z.nullable(z.string()),
        atMs: timeMs,
      }),
    ),
  }),
})

const followerLine = z.object({
  relationId: z.string(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  status: z.enum(relationStatuses),
  margin: decimalString,
  openCopies: z.number(),
  closedCopies: z.number(),
  realizedPnl: decimalString,
  sharePaid: decimalString,
  startedAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
})
export type FollowerLine = z.output<typeof followerLine>

export const consoleFollowers = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/copy/followers',
  access: 'operator',
  roles: canViewLeads,
  summary: 'The followers of a lead, newest first',
  ...tableOf(followerLine, {
    sorts: ['time'],
    filters: {
      id: idOf<LeadId>(),
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      status: z.optional(z.enum(relationStatuses)),
    },
  }),
})

export const consoleOutcomes = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/copy/actions',
  access: 'operator',
  roles: canViewLeads,
  summary: 'What became of a lead’s actions for each follower, newest first',
  ...tableOf(copyOutcomeView, {
    sorts: ['time'],
    filters: {
      id: idOf<LeadId>(),
      ...searchFilter,
      ...timeFilter,
      which: z.optional(z.enum(copyResults)),
      symbol: z.optional(symbol),
    },
  }),
})

const decision = { id: idOf<LeadId>(), reason }

export const acceptLead = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/copy/accept',
  access: 'operator',
  roles: canReviewLeads,
  rate: 'write',
  summary: 'Accept an application to lead: it moves no money, so one operator decides it',
  input: decision,
  output: nothing,
})

export const refuseLead = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/copy/refuse',
  access: 'operator',
  roles: canReviewLeads,
  rate: 'write',
  summary: 'Refuse an application to lead, with a reason that the customer reads',
  input: decision,
  output: nothing,
})

export const stopLead = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/copy/stop',
  access: 'operator',
  roles: canReviewLeads,
  rate: 'write',
  summary:
    'Stop a lead at once, with a reason that the customer reads: relations end, followers keep their positions',
  input: decision,
  output: nothing,
})

export const consoleCopyTerms = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/copy/terms',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The terms of copying for relations to come, and what is proposed to change in them',
  output: z.object({
    currency: z.string(),
    terms: z.object({
      version: z.number(),
      minAmount: decimalString,
      maxAmount: decimalString,
      maxSlippageBps: z.number(),
      equityBps: z.number(),
      maxShareBps: z.number(),
      maxRelations: z.number(),
      maxFollowers: z.number(),
    }),
    pending: z.array(proposalView),
  }),
})

export const proposeCopyTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/copy/propose',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary:
    'Propose other terms for relations to come, within what the agreement says; those there are keep theirs',
  input: {
    minAmount: decimalInput,
    maxAmount: decimalInput,
    maxSlippageBps: whole(1, 10_000),
    equityBps: whole(1, 10_000),
    maxShareBps: whole(0, 10_000),
    maxRelations: whole(1, 1_000),
    maxFollowers: whole(1, 100_000),
    reason,
  },
  wire: {
    minAmount: 'min_amount',
    maxAmount: 'max_amount',
    maxSlippageBps: 'max_slippage_bps',
    equityBps: 'equity_bps',
    maxShareBps: 'max_share_bps',
    maxRelations: 'max_relations',
    maxFollowers: 'max_followers',
  },
  output: proposalView,
})

export const copyConsoleEndpoints = [
  consoleCopyTerms,
  proposeCopyTerms,
  ...withCsv(consoleLeads),
  consoleLead,
  ...withCsv(consoleFollowers),
  ...withCsv(consoleOutcomes),
  acceptLead,
  refuseLead,
  stopLead,
] as const
