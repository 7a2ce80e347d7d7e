import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    idempotent_call: {
      /** Whose key it is: see `actorOf`. */
      actor: bigint
      key: string
      path: string
      input_hash: string
      answer: unknown
      created_at: number | Date
    }
  }
}

/** Who calls. Customers and operators are numbered apart: a number alone names nobody. */
export type Caller = { readonly customer: bigint } | { readonly operator: bigint }

/** Whose a key is: customers by their number, operators counted below zero, so that none meets another's. */
const actorOf = (caller: Caller): bigint => ('customer' in caller ? caller.customer : -caller.operator)

export interface Attempt {
  readonly caller: Caller
  /** The caller's key; without one the effect simply runs. */
  readonly key: string | undefined
  readonly path: string
  readonly input: unknown
  readonly nowMs: number
}

/**
 * Runs an effect once per key: the same key with the same input answers what the first time answered.
 *
 * The key is written in the effect's own transaction, so both happen or neither. A second attempt that
 * arrives meanwhile waits at the key until the first has committed. A refused effect rolls back and
 * leaves no key: it may be tried again. Keys are kept for ever.
 *
 * Refuses: IDEMPOTENCY_KEY_REUSED for the same key with another call or input.
 */
export async function once<T>(tx: Tx, attempt: Attempt, effect: () => Promise<T>): Promise<T> {
  if (attempt.key === undefined) return effect()
  const { key, path } = attempt
  const actor = actorOf(attempt.caller)
  const inputHash = hashInput(attempt.input)
  const { rows: added } = await sql`
    insert into idempotent_call (actor, key, path, input_hash, created_at)
    select ${actor}::bigint, ${key}, ${path}, ${inputHash}, ${new Date(attempt.nowMs)}::timestamptz
    where not exists (select from idempotent_call where actor = ${actor} and key = ${key} and path <> ${path})
    on conflict do nothing returning key`.execute(tx)
  if (added.length === 0) {
    const kept = await tx
      .selectFrom('idempotent_call')
      .select(['path', 'input_hash', 'answer'])
      .where('actor', '=', actor)
      .where('key', '=', key)
      .execute()
    const first = kept.find((each) => each.path === path)
    if (first?.input_hash !== inputHash) throw refusal('IDEMPOTENCY_KEY_REUSED')
    return first.answer as T
  }
  const answer = await effect()
  await tx
    .updateTable('idempotent_call')
    .set({ answer: JSON.stringify(answer) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .where('path', '=', path)
    .execute()
  return answer
}

/** The same for inputs that are equal field by field, in whatever order they came. */
export function hashInput(input: unknown): string {
  const fields = Object.entries(input as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest('hex')
}
