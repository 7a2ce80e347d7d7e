import { limitOf } from '#domain/eligibility/limits.ts'
import { refusal } from '#domain/errors.ts'
import { isOpen, nextChange } from '#domain/market/session.ts'
import { formatDecimal, units } from '#domain/money/amount.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { cardKindOf, LIMIT_DECIMALS, REVIEWED_ABOVE } from '#domain/withdrawal/rules.ts'
import { levelHoursOf } from '#server/console/levels.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { pageOf } from '#server/core/page.ts'
import type { Context } from '#server/platform/http/context.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { releaseUpload } from '#server/platform/uploads/store.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import { type ConfirmationDeps, confirmedRoute } from '#server/users/confirmed-route.ts'
import { nightLockedUntilMs } from '#server/users/guard-rails.ts'
import { payPasswordTriesLeft } from '#server/users/pay-password.ts'
import { hasSecondFactor } from '#server/users/second-factor.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { requireTier } from '#server/users/tiers.ts'
import { withdrawalsHeldUntilMs } from '#server/users/withdrawal-hold.ts'
import { dollarInstrument } from '../wallet/service.ts'
import { listAddresses, removeAddress, saveAddress } from './address-book.ts'
import {
  cancelWithdrawal,
  confirmationsOf,
  payableDecimals,
  requestWithdrawal,
  requireReadable,
  valueIn,
  type WithdrawalRules,
} from './service.ts'
import { findWithdrawal, totalsOf, withdrawalsOf } from './store.ts'
import { areAllPaused, listWays } from './terms.ts'
import { addressView, withdrawalView } from './views.ts'

export interface WithdrawalDeps extends WithdrawalRules, ConfirmationDeps {
  readonly uploads: Pick<Uploads, 'readCodes'>
}

/** The calls of withdrawals and of saved addresses. */
export const withdrawalRoutes = (deps: WithdrawalDeps): Route[] => [
  confirmedRoute(
    calls.requestWithdrawal,
    deps,
    async (typed, { clock, customer }, tx) =>
      withdrawalView(await requestWithdrawal(tx, deps, customer.id, typed, clock.nowMs())),
    requireReadable,
  ),

  moneyRoute(calls.cancelWithdrawal, async ({ id }, { clock, customer }, tx) =>
    withdrawalView(await cancelWithdrawal(tx, customer.id, id, clock.nowMs())),
  ),

  route(calls.withdrawals, ({ status, currency, ...page }, { db, customer }) =>
    pageOf(
      page,
      ['id'],
      (slice) => withdrawalsOf(db, customer.id, { ...slice, status, currency }),
      withdrawalView,
    ),
  ),

  route(calls.withdrawalDetail, async ({ id }, { db, customer }) => {
    const withdrawal = await findWithdrawal(db, id)
    // Another customer's is refused like a missing one.
    if (withdrawal?.customerId !== customer.id) throw refusal('NOT_FOUND')
    return withdrawalView(withdrawal)
  }),

  route(calls.withdrawalTerms, (_, ctx) => termsView(deps, ctx)),

  route(calls.saveAddress, async ({ picture, ...typed }, { db, clock, customer }) => {
    await requireTier(db, customer.id, 'basic')
    const codes = picture === undefined ? undefined : await deps.uploads.readCodes(customer.id, picture)
    return addressView(
      await db.transaction().execute(async (tx) => {
        const saved = await saveAddress(tx, deps, customer.id, { ...typed, codes }, clock.nowMs())
        // It said what the address says; the address is all that is needed of it.
        if (picture !== undefined) await releaseUpload(tx, picture)
        return saved
      }),
    )
  }),

  route(calls.savedAddresses, async ({ currency }, { db, customer }) => ({
    items: (await listAddresses(db, customer.id, currency)).map(addressView),
  })),

  route(calls.deleteAddress, async ({ id }, { db, clock, customer }) => {
    await removeAddress(db, customer.id, id, clock.nowMs())
    return {}
  }),
]

/** When the closed market opens that says what a currency is worth. */
function opensAt(currency: string, nowMs: number): number | null {
  const instrument = dollarInstrument(currency)
  return instrument && !isOpen(instrument, nowMs) ? (nextChange(instrument, nowMs) ?? null) : null
}

/** How money can leave now, with the customer's own figures. */
async function termsView({ prices }: WithdrawalDeps, { db, clock, customer }: Context) {
  const nowMs = clock.nowMs()
  const row = await db
    .selectFrom('customer')
    .select(['tier', 'pay_password_hash'])
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  const { used, paid } = await totalsOf(db, customer.id, nowMs)
  const limit = limitOf(await newestTierLimits(db), 'withdrawal', row.tier)
  const areAll = await areAllPaused(db)
  const ways = await listWays(db)
  const accountOf = (currency: string) => accountId(customer.id, wallets.funding, 'available', currency)
  const balances = await balancesOfAccounts(
    db,
    ways.map(({ currency }) => accountOf(currency)),
  )
  const show = (value: bigint) => formatDecimal(value, LIMIT_DECIMALS)
  return {
    ways: ways.map((way) => {
      const { currency, network, fee, feeBps, minimum } = way
      const one = units(10n ** BigInt(requireCurrency(currency).decimals))
      const unitValue = valueIn(prices, one, currency)
      return {
        ...{ currency, network, feeBps, confirmationsNeeded: confirmationsOf(network) },
        cardKind: cardKindOf(network) ?? null,
        fee: formatAmount(fee, currency),
        minimum: formatAmount(minimum, currency),
        decimals: payableDecimals(currency, network),
        available: formatAmount(balances.get(accountOf(currency))!, currency),
        isPaused: areAll || way.isPaused,
        unitValue: unitValue === undefined ? null : show(unitValue),
        pricedFromMs: unitValue === undefined ? opensAt(currency, nowMs) : null,
      }
    }),
    areAllPaused: areAll,
    limit: show(limit),
    used: show(used),
    left: show(limit > used ? limit - used : 0n),
    reviewedAbove: show(REVIEWED_ABOVE),
    reviewHours: await levelHoursOf(db, 'withdrawal'),
    isFirst: paid === 0,
    isVerified: row.tier !== 'unverified',
    hasPayPassword: row.pay_password_hash !== null,
    hasSecondFactor: await hasSecondFactor(db, customer.id),
    triesLeft: await payPasswordTriesLeft(db, customer.id, nowMs),
    heldUntilMs: (await withdrawalsHeldUntilMs(db, customer.id, nowMs)) ?? null,
    nightLockedUntilMs: (await nightLockedUntilMs(db, customer.id, nowMs)) ?? null,
  }
}
