import { VALUE_CURRENCY } from '#domain/convert/rules.ts'
import { limitOf } from '#domain/eligibility/limits.ts'
import { refusal } from '#domain/errors.ts'
import { currencies } from '#domain/money/currencies.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/sale/contract.ts'
import { type CardTerms, isSellable, SALE_WINDOW_MS, termsOf } from '#domain/sale/rules.ts'
import { levelHoursOf } from '#server/console/levels.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { pageOf } from '#server/core/page.ts'
import type { Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type ConfirmationDeps, confirmedRoute } from '#server/users/confirmed-route.ts'
import { nightLockedUntilMs } from '#server/users/guard-rails.ts'
import { payPasswordTriesLeft } from '#server/users/pay-password.ts'
import { hasSecondFactor } from '#server/users/second-factor.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { withdrawalsHeldUntilMs } from '#server/users/withdrawal-hold.ts'
import { areWithdrawalsPaused } from '../withdrawal/service.ts'
import { fundingOf } from './accounts.ts'
import { quoteSale, type SaleDeps, submitSale } from './service.ts'
import { newestTerms, salesById, salesOf, soldSince } from './store.ts'
import { figuresView, saleView } from './views.ts'

/** The routes for the calls of `domain/sale/contract.ts`. */
export const saleRoutes = (deps: SaleDeps & ConfirmationDeps): Route[] => [
  route(calls.saleTerms, (_, ctx) => termsView(ctx)),

  route(calls.quoteSale, async (input, { db, clock, customer }) => {
    const quote = await db
      .transaction()
      .execute((tx) => quoteSale(tx, deps, { customer: customer.id, ...input }, clock.nowMs()))
    return { quoteId: String(quote.id), ...figuresView(quote), validUntilMs: quote.valid_until }
  }),

  confirmedRoute(calls.submitSale, deps, async (input, { clock, customer }, tx) =>
    saleView(await submitSale(tx, deps, { customer: customer.id, ...input }, clock.nowMs())),
  ),

  route(calls.sales, ({ status, ...page }, { db, customer }) =>
    pageOf(page, ['id'], (slice) => salesOf(db, customer.id, { ...slice, status }), saleView),
  ),

  route(calls.saleDetail, async ({ id }, { db, customer }) => {
    const [sale] = await salesById(db, customer.id, [id])
    if (!sale) throw refusal('NOT_FOUND')
    return saleView(sale)
  }),
]

/** What can be sold now, with the customer's own figures. */
async function termsView({ db, clock, customer }: Context) {
  const nowMs = clock.nowMs()
  const row = await db
    .selectFrom('customer')
    .select(['tier', 'pay_password_hash'])
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  const terms = await newestTerms(db)
  const { maxPerCustomer, quoteSeconds } = terms
  const codes = currencies.map(({ code }) => code).filter(isSellable)
  const accountOf = (code: string) => fundingOf(customer.id, code)
  const balances = await balancesOfAccounts(db, codes.map(accountOf))
  const sold = await soldSince(db, customer.id, nowMs - SALE_WINDOW_MS)
  const show = (value: bigint) => formatAmount(value, VALUE_CURRENCY)
  const costs = ({ feeBps, minimumFee, minimum }: CardTerms) => ({
    feePercent: percentOfBps(feeBps),
    ...{ minimumFee: show(minimumFee), minimum: show(minimum) },
  })
  return {
    coins: codes.map((code) => ({ code, available: formatAmount(balances.get(accountOf(code))!, code) })),
    limitCurrency: VALUE_CURRENCY,
    byCard: {
      domestic: costs(termsOf('domestic', terms)),
      international: costs(termsOf('international', terms)),
    },
    maximum: show(limitOf(await newestTierLimits(db), 'otc', row.tier)),
    maxPerCustomer: show(maxPerCustomer),
    left: show(maxPerCustomer > sold ? maxPerCustomer - sold : 0n),
    quoteSeconds,
    payHours: await levelHoursOf(db, 'sale'),
    isPaused: await areWithdrawalsPaused(db),
    isVerified: row.tier !== 'unverified',
    hasPayPassword: row.pay_password_hash !== null,
    hasSecondFactor: await hasSecondFactor(db, customer.id),
    triesLeft: await payPasswordTriesLeft(db, customer.id, nowMs),
    heldUntilMs: (await withdrawalsHeldUntilMs(db, customer.id, nowMs)) ?? null,
    nightLockedUntilMs: (await nightLockedUntilMs(db, customer.id, nowMs)) ?? null,
  }
}
