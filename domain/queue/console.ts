import * as z from 'zod/mini'
import { proposalView, reason } from '../console/contract.ts'
import { canManageQueues, canReview } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { timeMs, whole } from '../fields.ts'
import { MAX_LEVEL_HOURS, MIN_LEVEL_HOURS, queueNames } from './rules.ts'

/** The service levels of what waits for operators: two of them change one together. */

const levelView = z.object({
  queue: z.enum(queueNames),
  version: z.number(),
  hours: z.number(),
  /** Since when it is that many. */
  sinceMs: timeMs,
})
export type LevelView = z.output<typeof levelView>

export const consoleLevels = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/queue/levels',
  access: 'operator',
  roles: canReview,
  summary: 'How long each queue may wait, and what is proposed of it',
  output: z.object({ levels: z.array(levelView), pending: z.array(proposalView) }),
})

export const proposeLevel = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/queue/propose_level',
  access: 'operator',
  roles: canManageQueues,
  rate: 'write',
  summary: 'Propose how long a queue may wait; where customers are told, they are told this',
  input: { queue: z.enum(queueNames), hours: whole(MIN_LEVEL_HOURS, MAX_LEVEL_HOURS), reason },
  output: proposalView,
})

export const queueConsoleEndpoints = [consoleLevels, proposeLevel] as const
