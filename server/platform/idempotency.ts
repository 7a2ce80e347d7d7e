import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

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

/** Who calls. Customers and operators have separate number ranges. */
export type Caller = { readonly customer: CustomerId } | { readonly operator: bigint }

/**
 * The actor of a key: customers by their number, operators as negative numbers, so that the two cannot
 * collide.
 */
const actorOf = (caller: Caller): bigint => ('customer' in caller ? caller.customer : -caller.operator)

/** A call with its idempotency key. */
export interface KeyedCall {
  readonly actor: bigint
  readonly key: string
  readonly path: string
  readonly inputHash: string
}

/** What a key was first used for, and what was answered. */
export interface AnsweredCall extends KeyedCall {
  readonly answer: unknown
}

/** Names a call by its caller's key; undefined without one. */
export const keyedCall = (
  caller: Caller,
  key: string | undefined,
  path: string,
  input: object,
): KeyedCall | undefined =>
  key === undefined ? undefined : { actor: actorOf(caller), key, path, inputHash: hashInput(input) }

/** A key's name among all callers' keys. */
export const keyName = ({ actor, key }: Pick<KeyedCall, 'actor' | 'key'>): string => `${actor} ${key}`

/**
 * Finds what the same call answered before, among everything its key was used for.
 *
 * Refuses: IDEMPOTENCY_KEY_REUSED when the key was used for another call or another input.
 * Returns: undefined when the key is new.
 */
export function answerBefore(
  call: KeyedCall,
  earlier: readonly AnsweredCall[] | undefined,
): AnsweredCall | undefined {
  if (earlier === undefined || earlier.length === 0) return undefined
  const same = earlier.find(({ path, inputHash }) => path === call.path && inputHash === call.inputHash)
  if (!same) throw refusal('IDEMPOTENCY_KEY_REUSED')
  return same
}

/** The statement that keeps a batch's answers under their keys. */
export const insertAnswers = (answered: readonly AnsweredCall[], at: Date): RawBuilder<unknown> => sql`
  insert into idempotent_call (actor, key, path, input_hash, answer, created_at)
  select k.*, ${at}::timestamptz from unnest(
    ${arrayLiteral(answered, ({ actor }) => actor)}::bigint[], ${textArrayLiteral(answered, ({ key }) => key)}::text[],
    ${arrayLiteral(answered, ({ path }) => path)}::text[],
    ${arrayLiteral(answered, ({ inputHash }) => inputHash)}::text[],
    ${textArrayLiteral(answered, ({ answer }) => JSON.stringify(answer))}::jsonb[]) k`

/** What the keys of this process's calls under way are used for, and by how many calls. */
const underWay = new Map<string, { readonly path: string; readonly calls: number }>()

/**
 * Does a call's work while no other call uses its key: what is under way is not in the database yet, where
 * `answerBefore` would find it. Attempts of the same call may be under way together.
 *
 * Refuses: IDEMPOTENCY_KEY_REUSED while the key is used for another call.
 */
export async function whileKeyIsUsed<T>(call: KeyedCall | undefined, work: () => Promise<T>): Promise<T> {
  if (call === undefined) return work()
  const name = keyName(call)
  const { path, calls } = underWay.get(name) ?? { path: call.path, calls: 0 }
  if (path !== call.path) throw refusal('IDEMPOTENCY_KEY_REUSED')
  underWay.set(name, { path, calls: calls + 1 })
  try {
    return await work()
  } finally {
    const left = underWay.get(name)!.calls - 1
    if (left > 0) underWay.set(name, { path, calls: left })
    else underWay.delete(name)
  }
}

/** Whether a caller's key was used for a call that is done: the same call is answered from what is kept. */
export async function usedBefore(db: Db, caller: Caller, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false
  const row = await db
    .selectFrom('idempotent_call')
    .select('key')
    .where('actor', '=', actorOf(caller))
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** The same in a statement, of an actor and a key that are parts of it. */
export const isKeyUsed = (actor: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from idempotent_call where actor = ${actor} and key = ${key})`

export interface Attempt {
  readonly caller: Caller
  /** The caller's key; without one the effect simply runs. */
  readonly key: string | undefined
  readonly path: string
  readonly input: unknown
  readonly nowMs: number
}

/**
 * Runs an effect once per key: a retry with the same key and input returns the first result.
 *
 * The key is written in the effect's own transaction, so both happen or neither. A concurrent attempt
 * waits on the key until the first has committed. A refused effect rolls back and leaves no key: it may be
 * tried again. Keys are kept for two days (see
 * retention.ts): a retry after that is a new call.
 *
 * Refuses: IDEMPOTENCY_KEY_REUSED for the same key with another call or input.
 */
export async function withIdempotency<T>(tx: Tx, attempt: Attempt, effect: () => Promise<T>): Promise<T> {
  const call = keyedCall(attempt.caller, attempt.key, attempt.path, attempt.input as object)
  if (call === undefined) return effect()
  const { actor, key, path, inputHash } = call
  const { rows: added } = await sql`
    insert into idempotent_call (actor, key, path, input_hash, created_at)
    values (${actor}, ${key}, ${path}, ${inputHash}, ${new Date(attempt.nowMs)})
    on conflict do nothing returning key`.execute(tx)
  if (added.length === 0) {
    const earlier = await tx
      .selectFrom('idempotent_call')
      .select(['actor', 'key', 'path', 'input_hash as inputHash', 'answer'])
      .where('actor', '=', actor)
      .where('key', '=', key)
      // A lock is written down, so that the commit waits for a second machine where there is one: what the first attempt wrote
      // may be on this one alone, and whoever is told of it must never lose it.
      .forKeyShare()
      .execute()
    const before = answerBefore(call, earlier)
    if (!before) throw refusal('IDEMPOTENCY_KEY_REUSED')
    return before.answer as T
  }
  const answer = await effect()
  await tx
    .updateTable('idempotent_call')
    .set({ answer: JSON.stringify(answer) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
  return answer
}

/** The same for inputs that are equal field by field, in whatever order they came. */
function hashInput(input: object): string {
  const fields = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash(
    'sha256',
    JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    'base64url',
  )
}
