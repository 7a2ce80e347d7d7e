import * as calls from '#domain/contract/contract.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { LOSS_SHARE_MIN_ACCOUNTS } from '#domain/user/loss-share.ts'
import { hourly } from '#server/core/hourly.ts'
import { hourlyLossShare } from '#server/core/ledger/customer-results.ts'
import type { ANSWERED, Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { disclosureRoutes } from '#server/users/disclosures.ts'
import { contractMonths } from './months.ts'
import { contractQuiz } from './quiz.ts'
import { contractResults } from './results.ts'
import {
  addMargin,
  type Caller,
  type Contracts,
  cancelOrder,
  closeAll,
  closePosition,
  deal,
  offer,
  positionDetail,
  positionPage,
  positionProof,
  positionsCsv,
  setStops,
  submit,
  walletOf,
} from './service.ts'
import { changeView, positionView } from './views.ts'

/** The calls of contracts. Plain routes: the engine keeps the idempotency keys in its batch's transaction. */
export const contractRoutes = (contracts: Contracts): Route[] => {
  const lossShare = hourlyLossShare(contractResults.product)
  const publishedMonths = hourly(contractMonths)
  const { lastTick } = contracts
  return [
    route(calls.contractTerms, ({ symbol }) => offer(contracts, symbol)),
    route(calls.contractDeal, ({ symbol, marginCurrency }, ctx) =>
      deal(contracts, ctx.customer.id, symbol, marginCurrency),
    ),
    route(calls.contractSubmit, async (order, ctx) =>
      positionView(await submit(contracts, callerOf(ctx), order), lastTick),
    ),
    route(calls.contractOpen, async ({ marginCurrency: _, ...question }, ctx) => {
      const customer = ctx.customer.id
      const page = await positionPage(contracts, { ...question, status: 'open', customer })
      const { account } = await walletOf(contracts, customer)
      return { ...page, account }
    }),
    route(calls.contractList, (question, ctx) =>
      positionPage(contracts, { ...question, customer: ctx.customer.id }),
    ),
    route(calls.contractCsv, async (question, ctx): Promise<typeof ANSWERED> => {
      const bytes = await positionsCsv(contracts, ctx.customer.id, question)
      return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName: 'plumb-contracts.csv' })
    }),
    route(calls.contractClose, async ({ id, lots }, ctx) =>
      positionView(await closePosition(contracts, callerOf(ctx), id, lots), lastTick),
    ),
    route(calls.contractSetStops, async ({ id, ...stops }, ctx) =>
      positionView(await setStops(contracts, callerOf(ctx), id, stops), lastTick),
    ),
    route(calls.contractCloseAll, async ({ which }, ctx) => ({
      outcomes: (await closeAll(contracts, callerOf(ctx), which)).map(({ position, refusal }) => ({
        id: String(position.id),
        isClosed: refusal === null,
        refusal,
        position: positionView(position, lastTick),
      })),
    })),
    route(calls.contractCancel, async ({ id }, ctx) =>
      positionView(await cancelOrder(contracts, callerOf(ctx), id), lastTick),
    ),
    route(calls.contractAddMargin, async ({ id, amount }, ctx) =>
      positionView(await addMargin(contracts, callerOf(ctx), id, amount), lastTick),
    ),
    ...disclosureRoutes(contractQuiz, { read: calls.contractRisk, accept: calls.contractAcceptRisk }),
    route(calls.contractLossShare, (_, { db, clock }) => lossShare(db, clock.nowMs())),
    route(calls.contractOutcomeMonths, async (_, { db, clock }) => ({
      currency: MARGIN_CURRENCY,
      minimumAccounts: LOSS_SHARE_MIN_ACCOUNTS,
      months: await publishedMonths(db, clock.nowMs()),
    })),
    route(calls.contractProof, ({ id }, ctx) => positionProof(contracts, ctx.customer.id, id)),
    route(calls.contractDetail, async ({ id }, ctx) => {
      const { position, changes } = await positionDetail(contracts, ctx.customer.id, id)
      return {
        position: positionView(position, lastTick),
        changes: changes.map((change) => changeView(position, change)),
      }
    }),
  ]
}

const callerOf = (ctx: Context): Caller => ({ customer: ctx.customer.id, key: ctx.idempotencyKey })
