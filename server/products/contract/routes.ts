import * as calls from '#domain/contract/contract.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { AccountType } from '#domain/practice/account-type.ts'
import { LOSS_SHARE_MIN_ACCOUNTS } from '#domain/user/loss-share.ts'
import { hourly } from '#server/core/hourly.ts'
import { hourlyLossShare } from '#server/core/ledger/customer-results.ts'
import { practiceOwnerOf } from '#server/core/ledger/practice.ts'
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

/**
 * The calls of contracts, real or in practice. Plain routes: the engine keeps the idempotency keys in its batch's
 * transaction.
 */
export const contractRoutes = (real: Contracts, practice: Contracts): Route[] => {
  const lossShare = hourlyLossShare(contractResults.product)
  const publishedMonths = hourly(contractMonths)
  const { lastTick } = real
  return [
    route(calls.contractTerms, ({ symbol }) => offer(real, symbol)),
    route(calls.contractDeal, ({ accountType, symbol, marginCurrency }, ctx) => {
      const { contracts, customer } = of(accountType, ctx)
      return deal(contracts, customer, symbol, marginCurrency)
    }),
    route(calls.contractSubmit, async ({ accountType, ...order }, ctx) => {
      const { contracts, caller } = of(accountType, ctx)
      return positionView(await submit(contracts, caller, order), lastTick)
    }),
    route(calls.contractOpen, async ({ accountType, marginCurrency: _, ...question }, ctx) => {
      const { contracts, customer } = of(accountType, ctx)
      const page = await positionPage(contracts, { ...question, status: 'open', customer })
      const { account } = await walletOf(contracts, customer)
      return { ...page, account }
    }),
    route(calls.contractList, ({ accountType, ...question }, ctx) => {
      const { contracts, customer } = of(accountType, ctx)
      return positionPage(contracts, { ...question, customer })
    }),
    route(calls.contractCsv, async ({ accountType, ...question }, ctx): Promise<typeof ANSWERED> => {
      const { contracts, customer } = of(accountType, ctx)
      const bytes = await positionsCsv(contracts, customer, question)
      const fileName = accountType === 'real' ? 'plumb-contracts.csv' : 'plumb-practice-contracts.csv'
      return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName })
    }),
    route(calls.contractClose, async ({ accountType, id, lots }, ctx) => {
      const { contracts, caller } = of(accountType, ctx)
      return positionView(await closePosition(contracts, caller, id, lots), lastTick)
    }),
    route(calls.contractSetStops, async ({ accountType, id, ...stops }, ctx) => {
      const { contracts, caller } = of(accountType, ctx)
      return positionView(await setStops(contracts, caller, id, stops), lastTick)
    }),
    route(calls.contractCloseAll, async ({ accountType, which }, ctx) => {
      const { contracts, caller } = of(accountType, ctx)
      return {
        outcomes: (await closeAll(contracts, caller, which)).map(({ position, refusal }) => ({
          id: String(position.id),
          isClosed: refusal === null,
          refusal,
          position: positionView(position, lastTick),
        })),
      }
    }),
    route(calls.contractCancel, async ({ accountType, id }, ctx) => {
      const { contracts, caller } = of(accountType, ctx)
      return positionView(await cancelOrder(contracts, caller, id), lastTick)
    }),
    route(calls.contractAddMargin, async ({ accountType, id, amount }, ctx) => {
      const { contracts, caller } = of(accountType, ctx)
      return positionView(await addMargin(contracts, caller, id, amount), lastTick)
    }),
    ...disclosureRoutes(contractQuiz, { read: calls.contractRisk, accept: calls.contractAcceptRisk }),
    route(calls.contractLossShare, (_, { db, clock }) => lossShare(db, clock.nowMs())),
    route(calls.contractOutcomeMonths, async (_, { db, clock }) => ({
      currency: MARGIN_CURRENCY,
      minimumAccounts: LOSS_SHARE_MIN_ACCOUNTS,
      months: await publishedMonths(db, clock.nowMs()),
    })),
    route(calls.contractProof, ({ accountType, id }, ctx) => {
      const { contracts, customer } = of(accountType, ctx)
      return positionProof(contracts, customer, id)
    }),
    route(calls.contractDetail, async ({ accountType, id }, ctx) => {
      const { contracts, customer } = of(accountType, ctx)
      const { position, changes } = await positionDetail(contracts, customer, id)
      return {
        position: positionView(position, lastTick),
        changes: changes.map((change) => changeView(position, change)),
      }
    }),
  ]

  /** The contracts that a call means, and whose they are: practice has an owner of its own. */
  function of(accountType: AccountType, ctx: Context) {
    const isPractice = accountType === 'practice'
    const customer = isPractice ? practiceOwnerOf(ctx.customer.id) : ctx.customer.id
    const caller: Caller = { customer, key: ctx.idempotencyKey }
    return { contracts: isPractice ? practice : real, customer, caller }
  }
}
