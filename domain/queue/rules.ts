import { assert } from '../errors.ts'
import { HOUR_MS } from '../time.ts'

/**
 * How long what waits for operators may wait, for the dashboard, the alert and what customers are told alike. The exchange is
 * open day and night, so all hours count.
 */

/** What waits, by what it is about: requests by the word of their product, and all proposals together. */
export const queueNames = [
  'deposit',
  'withdrawal',
  'sale',
  'otc',
  'loan',
  'verification',
  'recovery',
  'copy',
  'support',
  'proposal',
] as const
export type QueueName = (typeof queueNames)[number]

/** As operators read them, in the console and in what they check. */
export const queueTitles: Readonly<Record<QueueName, string>> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  sale: 'Coins sold for dollars',
  otc: 'Over the counter',
  loan: 'Loans',
  verification: 'Verification',
  recovery: 'Recovery',
  copy: 'Lead traders',
  support: 'Customer chats',
  proposal: 'Proposals',
}

export const [MIN_LEVEL_HOURS, MAX_LEVEL_HOURS] = [1, 336] as const

/** A queue's service level. Units: whole hours, as customers are told them. */
export interface ServiceLevel {
  readonly queue: QueueName
  readonly version: number
  readonly hours: number
}

/** Hours by queue. */
export type LevelHours = ReadonlyMap<string, number>

/** Which queue something that waits is in. */
export const queueOf = ({ product, kind }: { product: string; kind: 'request' | 'proposal' }): string =>
  kind === 'proposal' ? 'proposal' : product

/** A queue's service level. Units: milliseconds. */
export function levelMsOf(levels: LevelHours, queue: string): number {
  const hours = levels.get(queue)
  assert(hours !== undefined, `the queue ${queue} has a service level`)
  return hours * HOUR_MS
}

export type LevelState = 'within' | 'due-soon' | 'late'

/**
 * How something that has waited so long stands: late beyond the level, due soon from three quarters of it on.
 *
 * Units: milliseconds.
 */
export function levelState(waitedMs: number, levelMs: number): LevelState {
  if (waitedMs > levelMs) return 'late'
  return waitedMs * 4 >= levelMs * 3 ? 'due-soon' : 'within'
}

/** How long beyond its level something has waited; 0 within it. Units: milliseconds. */
export const beyondLevelMs = (waitedMs: number, levelMs: number): number => Math.max(0, waitedMs - levelMs)
