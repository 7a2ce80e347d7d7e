import * as calls from '#domain/convert/contract.ts'
import { pathOf, VALUE_CURRENCY } from '#domain/convert/rules.ts'
import { refusal } from '#domain/errors.ts'
import { currencies } from '#domain/money/currencies.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { pageOf } from '#server/core/page.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { convert, type Prices, quoteConversion, rateOfNow } from './service.ts'
import { conversionsById, listConversions, newestTerms } from './store.ts'
import { conversionView, figuresView, rateView } from './views.ts'

/** The routes for the calls of `domain/convert/contract.ts`. */
export const convertRoutes = (prices: Prices): Route[] => [
  route(calls.convertTerms, async (_, { db }) => {
    const { feeBps, minimum, maximum, maxPerCustomer, quoteSeconds } = await newestTerms(db)
    const codes = currencies.map(({ code }) => code)
    return {
      feePercent: percentOfBps(feeBps),
      limitCurrency: VALUE_CURRENCY,
      minimum: formatAmount(minimum, VALUE_CURRENCY),
      maximum: formatAmount(maximum, VALUE_CURRENCY),
      maxPerCustomer: formatAmount(maxPerCustomer, VALUE_CURRENCY),
      quoteSeconds,
      currencies: codes
        .map((code) => ({ code, to: codes.filter((other) => pathOf(code, other) !== undefined) }))
        .filter(({ to }) => to.length > 0),
    }
  }),

  route(calls.quoteConversion, async ({ amount, ...pair }, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    if (amount === undefined) return rateView(pair.from, pair.to, await rateOfNow(db, prices, pair, nowMs))
    const quote = await db
      .transaction()
      .execute((tx) => quoteConversion(tx, prices, { customer: customer.id, ...pair, amount }, nowMs))
    return { quoteId: String(quote.id), ...figuresView(quote), validUntilMs: quote.valid_until }
  }),

  moneyRoute(calls.convert, async (input, { clock, customer }, tx) =>
    conversionView(
      await convert(tx, prices, { customer: customer.id, quoteId: undefined, ...input }, clock.nowMs()),
    ),
  ),

  route(calls.conversions, (page, { db, customer }) =>
    pageOf(page, ['id'], (slice) => listConversions(db, customer.id, slice), conversionView),
  ),

  route(calls.conversion, async ({ id }, { db, customer }) => {
    const [row] = await conversionsById(db, customer.id, [id])
    if (!row) throw refusal('ORDER_NOT_FOUND')
    return conversionView(row)
  }),
]
