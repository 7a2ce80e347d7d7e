import type { AsOwner } from '#server/platform/http/context.ts'
import { mustBeAsProven } from './credentials.ts'
import { getOrThrow, originOf, type UserDeps } from './deps.ts'
import { proveOwner } from './owner-proof.ts'
import { consumeSecondFactor, forgiveTries, requireSecondFactor } from './second-factor.ts'

/**
 * Makes a change that only its owner may: with the password or what takes its place, and the second factor where one is set.
 *
 * Refuses: as `proveOwner` and `requireSecondFactor`; PASSWORD_WRONG where the password was changed meanwhile.
 */
export const asOwner =
  (deps: UserDeps): AsOwner =>
  async (ctx, given, change) => {
    const current = ctx.customer
    const customer = await getOrThrow(deps.db, current.id)
    await proveOwner(deps, customer, current, given.password, originOf(ctx))
    const factor = await requireSecondFactor(deps, current.id, given.factorCode)
    const nowMs = deps.clock.nowMs()
    try {
      return await deps.db.transaction().execute(async (tx) => {
        await mustBeAsProven(tx, customer, undefined, nowMs)
        await consumeSecondFactor(tx, factor, nowMs)
        return change(tx)
      })
    } catch (error) {
      await forgiveTries(deps.db, factor)
      throw error
    }
  }
