import type { InputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { unitsWithin } from '#domain/statement/amounts.ts'
import { type ConsoleEntry, consoleEntries, consolePlatformEntries } from '#domain/statement/console.ts'
import { isNumber, tableRoutes } from '#server/console/table.ts'
import { type AccountId, accountParts, PLATFORM } from '#server/core/ledger/accounts.ts'
import { listAccounts } from '#server/core/ledger/ledger.ts'
import { type PageSlice, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import { customerById } from '#server/users/store.ts'
import type { Product } from '../product.ts'
import { entriesOfNumber, statementRows } from './both.ts'
import { idsWithin } from './service.ts'
import type { StatementFilter, StatementRow } from './store.ts'

/** The ledger's entries in the console: those of a customer, and those of the platform's own accounts. */

/** The entries of customers and of the platform, for operators. */
export function statementConsoleRoutes(products: readonly Product[]): Route[] {
  const nameOf = kindNames(products)
  return [
    ...tableRoutes(consoleEntries, async (input, ctx) => {
      const accounts = input.customer === undefined ? [] : await accountsOf(ctx.db, input.customer)
      return entries(ctx, accounts, input, nameOf)
    }),
    ...tableRoutes(consolePlatformEntries, async (input, ctx) => {
      const accounts = (await listAccounts(ctx.db, PLATFORM)).filter(
        (id) => input.account === undefined || nameOf(id) === input.account,
      )
      return entries(ctx, accounts, input, nameOf)
    }),
  ]
}

/** A customer's accounts; none of a number that is no customer's: the platform and its traders have numbers too. */
const accountsOf = async (db: Db, customer: CustomerId): Promise<AccountId[]> =>
  (await customerById(db, customer)) ? listAccounts(db, customer) : []

/** What each kind of account is called. */
function kindNames(products: readonly Product[]) {
  const kinds = products.flatMap(({ accounts }) => Object.values(accounts ?? {}))
  const names = new Map(kinds.map(({ number, name }) => [number, name]))
  return (account: AccountId): string => {
    const { kind } = accountParts(account)
    return names.get(kind) ?? `kind ${kind}`
  }
}

type Question = Omit<InputOf<typeof consolePlatformEntries>, 'account'>

async function entries(
  { db, history }: Context,
  accounts: readonly AccountId[],
  { search, currency, minimum, maximum, entryReason, fromMs, toMs, paidBy, ...page }: Question,
  nameOf: (account: AccountId) => string,
) {
  const own = accounts.filter((id) => currency === undefined || accountParts(id).currency === currency)
  const range = { minAmount: minimum, maxAmount: maximum }
  const hasRange = minimum !== undefined || maximum !== undefined
  if (hasRange && currency === undefined) throw refusal('PARAMETER_ERROR', { field: 'currency' })
  const filter: Omit<StatementFilter, keyof PageSlice> = {
    accounts: own,
    reasons: entryReason && [entryReason],
    isPaidByCustomers: paidBy === 'customers',
    amounts: hasRange
      ? own.map((id) => unitsWithin(range, requireCurrency(accountParts(id).currency).decimals))
      : undefined,
    fromMs,
    toMs,
    ids: await idsWithin(db, { fromMs, toMs }),
  }
  let resumeAt: readonly bigint[] | undefined
  const { items, next } = await pageOf(
    page,
    ['transfer_id', 'account_id'],
    async (slice) => {
      if (search !== undefined)
        return isNumber(search)
          ? entriesOfNumber({ db, history }, BigInt(search), { ...filter, ...slice })
          : []
      const found = await statementRows({ db, history }, { ...filter, ...slice })
      resumeAt = found.resumeAt
      return found.rows
    },
    (row: StatementRow): ConsoleEntry => {
      const parts = accountParts(row.account_id)
      return {
        atMs: row.created_at,
        transferId: String(row.transfer_id),
        reason: row.reason,
        currency: parts.currency,
        account: nameOf(row.account_id),
        state: parts.state,
        amount: formatAmount(row.amount, parts.currency),
        balance: formatAmount(row.balance, parts.currency),
        reference: String(row.reference),
      }
    },
  )
  return { items, next: next ?? resumeAt?.join('.') ?? null }
}
