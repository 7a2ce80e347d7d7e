import { currencies } from '#domain/money/currencies.ts'
import { type AccountKind, platformAccount } from '#server/core/ledger/accounts.ts'
import type { SetAside } from '#server/core/ledger/set-aside.ts'
import { suspendedOfEach } from './store.ts'

/** What two operators took from customers and nobody has yet: the customers' own until it is given or returned. */
export const adjustmentAccounts = {
  suspense: { number: 9, name: 'suspense' },
} as const satisfies Record<string, AccountKind>

/** What of a currency is in suspense. */
export const suspenseOf = (currency: string) => platformAccount(adjustmentAccounts.suspense, currency)

/** Whose the money in suspense is: of whom it was taken, less what was given or returned of it. */
export const suspenseSetAside: SetAside = {
  accounts: () => currencies.map(({ code }) => suspenseOf(code)),
  async amounts(tx) {
    const suspended = await suspendedOfEach(tx)
    return suspended.map(({ customer, currency, amount }) => ({
      ...{ customer, account: suspenseOf(currency), amount },
    }))
  },
}
