import type { AsOwner } from '#server/platform/http/context.ts'
import { originOf, type UserDeps } from './deps.ts'
import { changeProven, proveChange } from './proven-change.ts'

/**
 * Makes a change that only its owner may: with the password or what takes its place, and the second factor where one is set.
 *
 * Refuses: as `proveChange`; PASSWORD_WRONG where the password was changed meanwhile.
 */
export const asOwner =
  (deps: UserDeps): AsOwner =>
  async (ctx, given, change) =>
    changeProven(deps, await proveChange(deps, ctx.customer, given, originOf(ctx)), change)
