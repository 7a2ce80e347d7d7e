import * as calls from '#domain/copy/contract.ts'
import { hourlyLossShare } from '#server/core/ledger/customer-results.ts'
import { pageOf } from '#server/core/page.ts'
import type { Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Contracts } from '../contract/service.ts'
import { leadOfCustomer } from './lead-store.ts'
import { apply, centreOf, leadDetail, leadHistory, leadPage, stopLeading, syncLead } from './leading.ts'
import { listRelations } from './relation-store.ts'
import { copyResults } from './results.ts'
import {
  acceptAgreement,
  agreementOf,
  type Caller,
  cancel,
  changeRelation,
  copyPage,
  detach,
  follow,
  offeredTerms,
  outcomePage,
  ownPositions,
  relationPage,
} from './service.ts'
import { followerView } from './views.ts'

/** The calls of copying. Plain routes: the engine keeps the idempotency keys in its batch's transaction. */
export const copyRoutes = (
  contracts: () => Contracts,
  lossShare = hourlyLossShare(copyResults.product),
): Route[] => [
  route(calls.copyTerms, (_, { db }) => offeredTerms(db)),
  route(calls.copyLossShare, (_, { db, clock }) => lossShare(db, clock.nowMs())),
  route(calls.copyLeads, (page) => leadPage(contracts(), page)),
  route(calls.copyLead, ({ leadId }) => leadDetail(contracts(), leadId)),
  route(calls.copyLeadHistory, ({ leadId, ...page }) => leadHistory(contracts(), leadId, page)),
  route(calls.copyFollow, (draft, ctx) => follow(contracts(), callerOf(ctx), draft)),
  route(calls.copyCancel, ({ relationId, stopMode }, ctx) =>
    cancel(contracts(), callerOf(ctx), relationId, stopMode),
  ),
  route(calls.copySettings, (draft, ctx) => changeRelation(contracts(), callerOf(ctx), draft)),
  route(calls.copySelfHolding, ({ positionId, ...page }, ctx) =>
    positionId === undefined
      ? ownPositions(contracts(), ctx.customer.id, page)
      : detach(contracts(), callerOf(ctx), positionId),
  ),
  route(calls.copyMine, (question, ctx) => relationPage(contracts(), ctx.customer.id, question)),
  route(calls.copyPositions, (question, ctx) => copyPage(contracts(), ctx.customer.id, question)),
  route(calls.copyOutcomes, (question, ctx) => outcomePage(contracts(), ctx.customer.id, question)),
  route(calls.copyAgreement, (_, { db, customer }) => agreementOf(db, customer.id)),
  route(calls.copyAcceptAgreement, ({ version }, { db, clock, customer }) =>
    db.transaction().execute((tx) => acceptAgreement(tx, customer.id, version, clock.nowMs())),
  ),
  route(calls.copyCentre, (_, { clock, customer }) => centreOf(contracts(), customer.id, clock.nowMs())),
  route(calls.copyApply, async (draft, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute((tx) => apply(tx, customer.id, draft, nowMs))
    return centreOf(contracts(), customer.id, nowMs)
  }),
  route(calls.copyStopLeading, async (_, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    const stopped = await db.transaction().execute((tx) => stopLeading(tx, customer.id, nowMs))
    if (stopped !== undefined) await syncLead(contracts(), stopped)
    return centreOf(contracts(), customer.id, nowMs)
  }),
  route(calls.copyFollowers, async ({ status, ...page }, { db, customer }) => {
    const lead = await leadOfCustomer(db, customer.id)
    if (!lead) return { items: [], next: null }
    return pageOf(
      page,
      ['id'],
      (slice) => listRelations(db, { lead: lead.id, status, names: 'follower', ...slice }),
      followerView,
    )
  }),
]

const callerOf = (ctx: Context): Caller => ({ customer: ctx.customer.id, key: ctx.idempotencyKey })
