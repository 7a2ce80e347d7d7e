import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint, InputOf, OutputOf } from '#domain/endpoint.ts'
import { keyedCall, whileKeyIsUsed, withIdempotency } from '#server/platform/idempotency.ts'
import type { Db, Tx } from '../db/database.ts'
import { isReadOnly, isSerializationFailure } from '../db/errors.ts'
import type { ANSWERED, Context } from './context.ts'
import { NothingDone } from './envelope.ts'

/** An endpoint with the function that answers it. */
export interface Route {
  readonly endpoint: Endpoint
  /** `input` is what the endpoint's schema made of the request. */
  readonly handle: (input: unknown, ctx: Context) => Promise<unknown>
}

type Answer<E extends Endpoint> = OutputOf<E> | typeof ANSWERED

/** Handles a call. The input is already renamed to our words and validated. */
export const route = <E extends Endpoint>(
  endpoint: E,
  handle: (input: InputOf<E>, ctx: Context) => Promise<Answer<E>> | Answer<E>,
): Route => ({
  endpoint,
  handle: async (input, ctx) => handle(input as InputOf<E>, ctx),
})

/**
 * Handles a call that moves money, or that takes a key all the same: in one transaction, and once per `Idempotency-Key`. `handle` may run
 * again when the database ended its transaction, so all it does it does in `tx`.
 *
 * Refuses: IDEMPOTENCY_KEY_REUSED when the key came before with other input.
 */
export const moneyRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (input: InputOf<E>, ctx: Context, tx: Tx) => Promise<OutputOf<E>>,
): Route => ({
  endpoint,
  handle(input, ctx) {
    const { customerOrUndefined: customer, idempotencyKey: key } = ctx
    const caller = customer ? { customer: customer.id } : { operator: ctx.operator.id }
    const { path } = endpoint
    return whileKeyIsUsed(keyedCall(caller, key, path, input as object), () =>
      inTransaction(ctx.db, (tx) =>
        withIdempotency(tx, { caller, key, path, input, nowMs: ctx.clock.nowMs() }, () =>
          handle(input as InputOf<E>, ctx, tx),
        ),
      ),
    )
  },
})

const MORE_TRIES = 3
const MAX_PAUSE_MS = 5

/**
 * Runs a transaction, and retries it after a deadlock or serialization failure.
 *
 * Refuses: as `NothingDone` where the database takes no writes: what was refused before its commit is not there.
 */
async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isRefused = false
  const noting = (tx: Tx) =>
    work(tx).catch((error: unknown) => {
      // To roll it back may fail as well: its connection is given up.
      isRefused = isReadOnly(error)
      throw error
    })
  for (let left = MORE_TRIES; ; left--) {
    try {
      return await db.transaction().execute(noting)
    } catch (error) {
      if (isRefused) throw new NothingDone(error)
      if (left === 0 || !isSerializationFailure(error)) throw error
      // Random, so that two conflicting transactions do not conflict again.
      await pause(Math.random() * MAX_PAUSE_MS)
    }
  }
}
