import { setTimeout as pause } from 'node:timers/promises'
import type { Call, InputOf, OutputOf } from '#domain/call.ts'
import { withIdempotency } from '#server/core/idempotency.ts'
import type { Db, Tx } from '../db/database.ts'
import { isSerializationFailure } from '../db/errors.ts'
import type { ANSWERED, Context } from './context.ts'

/** A call with the function that answers it. */
export interface Route {
  readonly call: Call
  readonly handle: (input: never, ctx: Context) => Promise<unknown>
}

type Answer<C extends Call> = OutputOf<C> | typeof ANSWERED

/** Answers a call. The input is already renamed to our words and validated. */
export const route = <C extends Call>(
  call: C,
  handle: (input: InputOf<C>, ctx: Context) => Promise<Answer<C>> | Answer<C>,
): Route => ({
  call,
  handle: async (input, ctx) => handle(input, ctx),
})

/**
 * Answers a call that moves money: in one transaction, and once per `Idempotency-Key`. `handle` may run
 * again when the database ended its transaction, so all it does it does in `tx`.
 *
 * Refuses: IDEMPOTENCY_KEY_REUSED when the key came before with other input.
 */
export const moneyRoute = <C extends Call>(
  call: C,
  handle: (input: InputOf<C>, ctx: Context, tx: Tx) => Promise<OutputOf<C>>,
): Route => ({
  call,
  handle: (input, ctx) =>
    inTransaction(ctx.db, (tx) =>
      withIdempotency(
        tx,
        {
          caller: ctx.visitor ? { customer: ctx.visitor.id } : { operator: ctx.operator.id },
          key: ctx.idempotencyKey,
          path: call.path,
          input,
          nowMs: ctx.clock.nowMs(),
        },
        () => handle(input, ctx, tx),
      ),
    ),
})

const MORE_TRIES = 3
const LONGEST_PAUSE_MS = 5

/** Runs a transaction; again when the database chose it to end for another's sake, for then it did nothing. */
async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = MORE_TRIES; ; left--) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (left === 0 || !isSerializationFailure(error)) throw error
      // By chance, so that two who met do not meet again.
      await pause(Math.random() * LONGEST_PAUSE_MS)
    }
  }
}
