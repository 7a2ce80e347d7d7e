import * as z from 'zod/mini'
import { proposalView, reason, viewerActions } from '../console/contract.ts'
import { canReviewRecoveries } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { id, timeMs } from '../fields.ts'
import { missingParts, recoveryStatuses } from '../user/recovery.ts'
import { tiers } from '../user/tiers.ts'

/** Letting customers back in who lost what signs in: two operators grant it, one refuses. */

export const recoveryCheck = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(recoveryStatuses),
  missing: z.enum(missingParts),
  /** Whether the document's number was named; who was never verified has none, and waits longer. */
  byDocument: z.boolean(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  /** What the customer wrote. */
  note: z.string(),
  tier: z.enum(tiers),
  device: z.string(),
  ip: z.string(),
  /** Whether the customer had signed in from such a browser and network before. */
  isKnownDevice: z.boolean(),
  lastSeenAtMs: z.nullable(timeMs),
  securityChangedAtMs: z.nullable(timeMs),
  frozenSinceMs: z.nullable(timeMs),
  /** Of the same customer, before this one. */
  earlier: z.number(),
  askedAtMs: timeMs,
  /** Nothing happens before, also when it is approved. */
  opensAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
  proposal: z.nullable(proposalView),
  viewerAction: z.enum(viewerActions),
  /** Also after it was approved, until it takes effect. */
  canRefuse: z.boolean(),
})
export type RecoveryCheck = z.output<typeof recoveryCheck>

export const consoleRecovery = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/recovery',
  access: 'operator',
  roles: canReviewRecoveries,
  summary: 'One request of a customer who lost what signs in, with what is known of it',
  input: { id },
  output: recoveryCheck,
})

export const proposeRecovery = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/recovery/propose',
  access: 'operator',
  roles: canReviewRecoveries,
  rate: 'write',
  summary: 'Propose to let a customer back in, for another operator to check',
  input: { id, reason },
  output: recoveryCheck,
})

export const refuseRecovery = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/recovery/refuse',
  access: 'operator',
  roles: canReviewRecoveries,
  rate: 'write',
  summary: 'Refuse to let a customer back in, also after it was approved, until it takes effect',
  input: { id, reason },
  output: recoveryCheck,
})

export const recoveryConsoleEndpoints = [consoleRecovery, proposeRecovery, refuseRecovery]
