import type { Endpoint, InputOf, OutputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { leaveOutIfReadOnly } from '#server/platform/db/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { moneyRoute, type Route } from '#server/platform/http/route.ts'
import { usedBefore } from '#server/platform/idempotency.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import type { PasswordHasher } from './password-hash.ts'
import { provePayPassword } from './pay-password.ts'
import { consumeSecondFactor, forgiveTries, requireSecondFactor } from './second-factor.ts'
import { requireTier } from './tiers.ts'

export interface ConfirmationDeps {
  readonly hasher: PasswordHasher
  readonly privateData: PrivateData
}

/** What confirms that money leaves. */
interface Confirmation {
  readonly payPassword?: string | undefined
  readonly code?: string | undefined
}

/**
 * A call by which money leaves, with what confirms it: the pay password, and a code of the second factor where one is set.
 * Both are proved before anything else and outside its transaction: a wrong one counts although the call is refused. They
 * come with what they confirm, and so confirm nothing else (safety T63).
 *
 * `requireReadable`: refuses what can be told wrong from the input alone, so that nobody proves anything for it.
 *
 * Refuses: KYC_REQUIRED first; what `requireReadable` refuses; what `provePayPassword` and `requireSecondFactor` refuse.
 */
export const confirmedRoute = <E extends Endpoint>(
  endpoint: E,
  deps: ConfirmationDeps,
  handle: (input: Omit<InputOf<E>, keyof Confirmation>, ctx: Context, tx: Tx) => Promise<OutputOf<E>>,
  requireReadable?: (input: Omit<InputOf<E>, keyof Confirmation>) => void,
): Route => ({
  endpoint,
  async handle(input, ctx) {
    const { db, clock, customer, idempotencyKey: key } = ctx
    await requireTier(db, customer.id, 'basic')
    // What is kept to recognize a repeated call by has neither in it.
    const { payPassword, code, ...rest } = input as InputOf<E> & Confirmation
    requireReadable?.(rest)
    await provePayPassword(db, deps.hasher, customer.id, payPassword, clock.nowMs())
    // A repeated call is answered from what is kept: its code was used up by the first.
    const isRepeated = await usedBefore(db, { customer: customer.id }, key)
    const right = isRepeated
      ? undefined
      : await requireSecondFactor({ ...deps, db, clock }, customer.id, code)
    const { handle: once } = moneyRoute(endpoint, async (typed, _, tx) => {
      // Its key was forgotten in this moment.
      if (isRepeated) throw refusal('SECOND_FACTOR_NEEDED')
      await consumeSecondFactor(tx, right, clock.nowMs())
      return handle(typed as Omit<InputOf<E>, keyof Confirmation>, ctx, tx)
    })
    try {
      return await once(rest, ctx)
    } catch (error) {
      // Why it was not done is what counts, not that its tries cannot be taken back.
      await forgiveTries(db, right).catch(leaveOutIfReadOnly)
      throw error
    }
  },
})
