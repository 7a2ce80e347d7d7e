import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { currencies } from '#domain/money/currencies.ts'
import { type AccountKind, platformAccount } from '#server/core/ledger/accounts.ts'
import type { SetAside } from '#server/core/ledger/set-aside.ts'

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
    const { rows } = await sql<{ customer: CustomerId; currency: string; amount: bigint }>`
      select t.customer_id as customer, t.currency, sum(t.amount - coalesce(d.drawn, 0))::bigint as amount
      from adjustment t
      left join (select take, sum(amount) as drawn from adjustment where take is not null group by take) d on d.take = t.id
      where t.direction = 'take' group by 1, 2`.execute(tx)
    return rows.map(({ customer, currency, amount }) => ({ customer, account: suspenseOf(currency), amount }))
  },
}
