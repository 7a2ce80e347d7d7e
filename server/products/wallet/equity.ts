import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { centsOfSum, type ExactUsd, exactUsd } from '#domain/wallet/rules.ts'
import type { Debt } from '#server/core/debts.ts'
import { listNamedHolds } from '#server/core/ledger/holds.ts'
import { balancesOf } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { ofEach } from '#server/platform/of-each.ts'
import type { MarketData, Product } from '../product.ts'
import { formatCents, usdPrices } from './balances.ts'

/** Checks that money may leave, with what a customer owes. Called before any balance is locked. */
export type RequireEquity = (
  tx: Tx,
  leaving: { readonly customer: CustomerId; readonly currency: string; readonly amount: bigint },
  nowMs: number,
) => Promise<void>

/**
 * Makes the check that money leaves only beyond what a customer owes: what they have in wallets and products, by fresh
 * prices and with the losses of open positions, less what is set aside under a name or in an account that it may leave from
 * (`mayLeave`). What has no fresh price counts as nothing. Who owes nothing is not asked for anything.
 *
 * Refuses: (the check) EQUITY_OWED, with what may leave; PRICE_STALE where nobody knows what the amount is worth.
 */
export function equityCheck(
  products: readonly Pick<Product, 'debts' | 'unrealized' | 'accounts'>[],
  markets: Pick<MarketData, 'lastPrice' | 'lastTick' | 'isFresh' | 'closesBefore'>,
): RequireEquity {
  const prices = usdPrices((symbol) => (markets.isFresh(symbol) ? markets.lastPrice(symbol) : undefined))
  const worth = (amount: bigint, currency: string): ExactUsd | undefined => {
    const price = prices(currency)
    return price && exactUsd(amount, currency, price)
  }
  const worthKnown = (amount: bigint, currency: string): ExactUsd => worth(amount, currency) ?? 0n

  const kinds = products.flatMap(({ accounts }) => Object.values(accounts ?? {}))
  const leaving = new Set(kinds.filter(({ mayLeave }) => mayLeave).map(({ number }) => number))

  async function equityOf(tx: Tx, customer: CustomerId): Promise<ExactUsd> {
    let sum: ExactUsd = 0n
    for (const { kind, available, held, currency } of await balancesOf(tx, customer))
      if (!leaving.has(kind)) sum += worthKnown(available + held, currency)
    for (const { amount, currency } of await listNamedHolds(tx, customer)) sum -= worthKnown(amount, currency)
    for (const { unrealized } of products) {
      if (!unrealized) continue
      const { amount } = await unrealized.now(tx, customer, markets)
      if (amount < 0n) sum += worthKnown(amount, unrealized.currency)
    }
    return sum
  }

  return async (tx, { customer, currency, amount }, nowMs) => {
    const debts: readonly Debt[] = await ofEach(products, (product) => product.debts?.(tx, customer, nowMs))
    const owed = debts.filter((debt) => debt.amount > 0n)
    if (owed.length === 0) return
    const value = worth(amount, currency)
    if (value === undefined) throw refusal('PRICE_STALE', { symbol: currency })
    const owedValue = owed.reduce((sum, debt) => sum + worthKnown(debt.amount, debt.currency), 0n)
    const free = (await equityOf(tx, customer)) - owedValue
    if (value <= free) return
    throw refusal('EQUITY_OWED', {
      owed: formatCents(centsOfSum([owedValue])),
      left: formatCents(free > 0n ? centsOfSum([free]) : 0n),
    })
  }
}
