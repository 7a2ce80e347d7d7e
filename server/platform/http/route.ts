import type { Call, InputOf, OutputOf } from '#domain/call.ts'
import { once } from '#server/core/idempotency.ts'
import type { Tx } from '../db/database.ts'
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
 * Answers a call that moves money: in one transaction, and once per `Idempotency-Key`.
 *
 * Refuses: IDEMPOTENCY_KEY_REUSED when the key came before with other input.
 */
export const moneyRoute = <C extends Call>(
  call: C,
  handle: (input: InputOf<C>, ctx: Context, tx: Tx) => Promise<OutputOf<C>>,
): Route => ({
  call,
  handle: (input, ctx) =>
    ctx.db.transaction().execute((tx) =>
      once(
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
