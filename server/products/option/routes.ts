import * as calls from '#domain/option/contract.ts'
import { NEUTRALITY_MIN_ACCOUNTS, NEUTRALITY_MIN_ORDERS } from '#domain/option/neutrality.ts'
import { OPTION_RULES_VERSION } from '#domain/option/rules.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { hourly } from '#server/core/hourly.ts'
import { hourlyLossShare } from '#server/core/ledger/customer-results.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
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
  options: Options,
  lossShare = hourlyLossShare(optionResults.product),
  publishedMonths = hourly(outcomeMonths),
): Route[] => [
  route(calls.optionCurrencies, async (_, { db, customer }) => {
    const { minimum, maximum } = await newestTerms(db)
    const available = await balanceOf(db, walletOf(customer.id))
    return {
      items: [
        { code: STAKE_CURRENCY, available: show(available), minimum: show(minimum), maximum: show(maximum) },
      ],
    }
  }),
  route(calls.optionPeriods, async ({ symbol }, { db, clock }) => {
    const terms = await newestTerms(db)
    const closedUntilMs = symbol === undefined ? 0 : options.engine.closedUntilMs(symbol)
    return {
      items: periodViews(terms),
      currency: STAKE_CURRENCY,
      termsVersion: terms.version,
      rulesVersion: OPTION_RULES_VERSION,
      market:
        symbol === undefined
          ? null
          : { symbol, closedUntilMs: closedUntilMs > clock.nowMs() ? closedUntilMs : null },
    }
  }),
  route(calls.optionSubmit, async ({ clientKey, ...request }, { customer, idempotencyKey }) =>
    optionView(
      await placeOption(options, { customer: customer.id, key: idempotencyKey ?? clientKey }, request),
    ),
  ),
  route(calls.optionList, (question, { customer }) => optionPage(options, customer.id, question)),
  route(calls.optionResult, async ({ id }, { customer }) =>
    resultView(await optionOf(options, customer.id, id)),
  ),
  route(calls.optionDetail, async ({ id }, { customer }) => ({
    ...optionView(await optionOf(options, customer.id, id)),
    receipt: (await noteOfOption(options.db, id)) ?? null,
  })),
  route(calls.optionProof, ({ id }, { customer }) => proofOf(options, customer.id, id)),
  route(calls.optionPrices, async ({ id }, { db, customer }) => ({
    items: await pricesAround(db, await optionOf(options, customer.id, id)),
  })),
  route(calls.optionRecentPrices, async ({ symbol }, { db, clock }) => ({
    items: await recentPrices(db, symbol, clock.nowMs()),
  })),
  route(calls.optionLimits, (_, { customer }) => limitsOf(options, customer.id)),
  route(calls.optionSetLimits, (wish, { customer }) => setLimits(options, customer.id, wish)),
  route(calls.optionLossShare, (_, { db, clock }) => lossShare(db, clock.nowMs())),
  route(calls.optionOutcomeMonths, async (_, { db, clock }) => ({
    currency: STAKE_CURRENCY,
    minimumOrders: NEUTRALITY_MIN_ORDERS,
    minimumAccounts: NEUTRALITY_MIN_ACCOUNTS,
    months: await publishedMonths(db, clock.nowMs()),
  })),
  ...disclosureRoutes(optionQuiz, { read: calls.optionRisk, accept: calls.optionAcceptRisk }),
]
