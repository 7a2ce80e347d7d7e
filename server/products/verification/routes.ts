import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/verification/contract.ts'
import { type VerificationTier, verificationTiers } from '#domain/verification/rules.ts'
import type { ANSWERED } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { VerificationDeps } from './details.ts'
import { findPhoto } from './photo-store.ts'
import { readPhoto } from './photos.ts'
import { erase, saveDraft, submit } from './service.ts'
import { verificationOf } from './standing.ts'

/** The calls of verification; a customer's own alone. */
export const verificationRoutes = (deps: VerificationDeps): Route[] => [
  ...verificationTiers.map((tier) => stateRoute(deps, tier)),
  route(calls.submitBasic, async (details, { clock, customer }) => {
    await submit(deps, customer.id, 'basic', details as object, clock.nowMs())
    return verificationOf(deps, customer.id, 'basic')
  }),
  route(calls.submitAdvanced, async (details, { clock, customer }) => {
    await submit(deps, customer.id, 'advanced', details as object, clock.nowMs())
    return verificationOf(deps, customer.id, 'advanced')
  }),
  route(calls.saveVerificationDraft, async ({ tier, ...details }, { clock, customer }) => {
    await saveDraft(deps, customer.id, tier, details as object, clock.nowMs())
    return verificationOf(deps, customer.id, tier)
  }),
  route(calls.verificationPicture, async ({ id }, ctx): Promise<typeof ANSWERED> => {
    const photo = await findPhoto(ctx.db, ctx.customer.id, id)
    // Another customer's is refused like a missing one.
    if (!photo) throw refusal('NOT_FOUND')
    return ctx.reply(await readPhoto(deps, photo.id))
  }),
  route(calls.eraseVerification, ({ password, factorCode }, ctx) =>
    erase(deps, ctx.customer.id, ctx.clock.nowMs(), (change) =>
      deps.asOwner(ctx, { password, factorCode }, change),
    ),
  ),
]

const stateRoute = (deps: VerificationDeps, tier: VerificationTier): Route =>
  route(calls.callsOf[tier].state, (_, { customer }) => verificationOf(deps, customer.id, tier))
