import * as calls from '#domain/option/contract.ts'
import { NEUTRALITY_MIN_ACCOUNTS, NEUTRALITY_MIN_ORDERS } from '#domain/option/neutrality.ts'
import { OPTION_RULES_VERSION } from '#domain/option/rules.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { AccountType } from '#domain/practice/account-type.ts'
import { hourly } from '#server/core/hourly.ts'
import { hourlyLossShare } from '#server/core/ledger/customer-results.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { practiceOwnerOf } from '#server/core/ledger/practice.ts'
import type { Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { disclosureRoutes } from '#server/users/disclosures.ts'
import { walletOf } from './accounts.ts'
import { outcomeMonths } from './outcomes.ts'
import { pricesAround, recentPrices } from './prices.ts'
import { optionQuiz } from './quiz.ts'
import { noteOfOption } from './receipts.ts'
import { optionResults } from './results.ts'
import { limitsOf, type Options, optionOf, optionPage, placeOption, proofOf, setLimits } from './service.ts'
import { newestTerms } from './store.ts'
import { optionView, periodViews, resultView, show } from './views.ts'

/**
 * The calls of seconds options. The engine keeps the idempotency keys itself, in the transaction of its batch, so these
 * are plain routes.
 */
export const optionRoutes = (
  real: Options,
  practice: Options,
  lossShare = hourlyLossShare(optionResults.product),
  publishedMonths = hourly(outcomeMonths),
): Route[] => {
  /** The options that a call means, and whose they are: practice has an owner of its own. */
  const of = (accountType: AccountType, { customer }: Context) =>
    accountType === 'practice'
      ? { options: practice, customer: practiceOwnerOf(customer.id) }
      : { options: real, customer: customer.id }
  return [
    route(calls.optionCurrencies, async ({ accountType }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      const { db } = ctx
      const { minimum, maximum } = await newestTerms(db)
      const available = await balanceOf(db, walletOf(customer))
      return {
        items: [
          {
            code: options.realm.currency,
            available: show(available),
            minimum: show(minimum),
            maximum: show(maximum),
          },
        ],
      }
    }),
    route(calls.optionPeriods, async ({ accountType, symbol }, { db, clock }) => {
      const { realm } = accountType === 'practice' ? practice : real
      const terms = await newestTerms(db)
      const closedUntilMs = symbol === undefined ? 0 : real.engine.closedUntilMs(symbol)
      return {
        items: periodViews(terms),
        currency: realm.currency,
        termsVersion: terms.version,
        rulesVersion: OPTION_RULES_VERSION,
        market:
          symbol === undefined
            ? null
            : { symbol, closedUntilMs: closedUntilMs > clock.nowMs() ? closedUntilMs : null },
      }
    }),
    route(calls.optionSubmit, async ({ accountType, clientKey, ...request }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      return optionView(
        await placeOption(options, { customer, key: ctx.idempotencyKey ?? clientKey }, request),
      )
    }),
    route(calls.optionList, ({ accountType, ...question }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      return optionPage(options, customer, question)
    }),
    route(calls.optionResult, async ({ accountType, id }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      return resultView(await optionOf(options, customer, id))
    }),
    route(calls.optionDetail, async ({ accountType, id }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      return {
        ...optionView(await optionOf(options, customer, id)),
        receipt: (await noteOfOption(options.db, id)) ?? null,
      }
    }),
    route(calls.optionProof, ({ accountType, id }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      return proofOf(options, customer, id)
    }),
    route(calls.optionPrices, async ({ accountType, id }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      return { items: await pricesAround(ctx.db, await optionOf(options, customer, id)) }
    }),
    route(calls.optionRecentPrices, async ({ symbol }, { db, clock }) => ({
      items: await recentPrices(db, symbol, clock.nowMs()),
    })),
    route(calls.optionLimits, ({ accountType }, ctx) => {
      const { options, customer } = of(accountType, ctx)
      return limitsOf(options, customer)
    }),
    route(calls.optionSetLimits, async ({ accountType, ...wish }, ctx) => {
      await setLimits(real, ctx.customer.id, wish)
      const { options, customer } = of(accountType, ctx)
      return limitsOf(options, customer)
    }),
    route(calls.optionLossShare, (_, { db, clock }) => lossShare(db, clock.nowMs())),
    route(calls.optionOutcomeMonths, async (_, { db, clock }) => ({
      currency: STAKE_CURRENCY,
      minimumOrders: NEUTRALITY_MIN_ORDERS,
      minimumAccounts: NEUTRALITY_MIN_ACCOUNTS,
      months: await publishedMonths(db, clock.nowMs()),
    })),
    ...disclosureRoutes(optionQuiz, { read: calls.optionRisk, accept: calls.optionAcceptRisk }),
  ]
}
