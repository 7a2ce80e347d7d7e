import { sql } from 'kysely'
import { roles } from '#domain/console/roles.ts'
import {
  beyondLevelMs,
  type LevelHours,
  levelMsOf,
  type QueueName,
  queueOf,
  type ServiceLevel,
} from '#domain/queue/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type QueueSource, queueSizes } from './queue.ts'

/** The service levels of queues, and how far beyond them what waits is. */

/** Whoever may see every queue; nobody signs in as this one. */
export const everyRole: Operator = { id: 0n, sessionId: 0n, name: '', roles }

interface LevelRow extends ServiceLevel {
  readonly created_at: number
}

/** The level that counts of each queue. */
export async function newestLevels(db: Db | Tx): Promise<readonly LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    select distinct on (queue) queue, version, hours, created_at from queue_level
    order by queue, version desc`.execute(db)
  return rows
}

/** Hours by queue. */
export const levelHours = async (db: Db | Tx): Promise<LevelHours> =>
  new Map((await newestLevels(db)).map(({ queue, hours }) => [queue, hours]))

/** Hours of one queue, as its customers are told. */
export const levelHoursOf = async (db: Db | Tx, queue: QueueName): Promise<number> =>
  (await newestLevels(db)).find((one) => one.queue === queue)!.hours

/** Adds the next level of a queue. */
export async function insertLevel(
  tx: Tx,
  { queue, hours, proposal }: { queue: string; hours: number; proposal: bigint },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into queue_level (queue, version, hours, proposal, created_at)
    select ${queue}, max(version) + 1, ${hours}::int, ${proposal}::bigint, ${new Date(nowMs)}::timestamptz
    from queue_level where queue = ${queue}`.execute(tx)
}

/** How long beyond its level the oldest of each queue has waited; 0 within it. Units: milliseconds. */
export async function beyondLevels(
  db: Db,
  products: readonly QueueSource[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const levels = await levelHours(db)
  const beyond = new Map<string, number>([...levels.keys()].map((queue) => [queue, 0]))
  for (const part of await queueSizes(db, products, everyRole)) {
    const queue = queueOf(part)
    const waitedMs = nowMs - (part.oldestAtMs ?? nowMs)
    beyond.set(queue, Math.max(beyond.get(queue) ?? 0, beyondLevelMs(waitedMs, levelMsOf(levels, queue))))
  }
  return beyond
}
