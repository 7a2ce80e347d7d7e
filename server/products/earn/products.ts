import { sql } from 'kysely'
import { invalidField, type ProductTerms } from '#domain/earn/rules.ts'
import { refusal } from '#domain/errors.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type AccountId, accountId, accountParts, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { earnAccounts } from './accounts.ts'
import { listProducts, lockProduct, type ProductRow, type ProductTag } from './store.ts'

/** What the platform can do with its locked-deposit products. Orders keep the terms they were made under. */

export interface ProductDraft extends ProductTerms {
  readonly currency: string
  readonly tag: ProductTag | null
}

/**
 * Adds a product, closed: opening it is a decision of its own.
 *
 * Refuses: CURRENCY_UNKNOWN; TERMS_INVALID with the first wrong field.
 */
export async function createProduct(tx: Tx, draft: ProductDraft, nowMs: number): Promise<ProductRow> {
  if (!findCurrency(draft.currency)) throw refusal('CURRENCY_UNKNOWN')
  checkTerms(draft)
  return tx
    .insertInto('earn_product')
    .values({
      kind: 'locked',
      currency: draft.currency,
      term_days: draft.termDays,
      ...changeable(draft),
      status: 'closed',
      created_at: new Date(nowMs),
      updated_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What an operator may change of a product; its currency and term make it another product. */
export type ProductChange = Omit<ProductDraft, 'currency' | 'termDays'>

/**
 * Changes a product for future subscriptions, and raises its terms version.
 *
 * Refuses: NOT_FOUND, TERMS_INVALID, EARN_CAP_BELOW_TAKEN.
 */
export async function editProduct(
  tx: Tx,
  id: bigint,
  change: ProductChange,
  nowMs: number,
): Promise<ProductRow> {
  const product = await lockProduct(tx, id)
  if (!product) throw refusal('NOT_FOUND')
  checkTerms({ ...change, termDays: product.term_days })
  if (change.cap < product.subscribed) {
    throw refusal('EARN_CAP_BELOW_TAKEN', {
      taken: formatAmount(product.subscribed, product.currency),
      currency: product.currency,
    })
  }
  return tx
    .updateTable('earn_product')
    .set({ ...changeable(change), terms_version: product.terms_version + 1, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Opens or closes a product for new subscriptions; the ones there are run on. Refuses: NOT_FOUND. */
export async function setProductStatus(
  tx: Tx,
  id: bigint,
  status: ProductRow['status'],
  nowMs: number,
): Promise<ProductRow> {
  const product = await tx
    .updateTable('earn_product')
    .set({ status, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!product) throw refusal('NOT_FOUND')
  return product
}

export interface Coverage {
  readonly currency: string
  /** Free part of the interest fund. */
  readonly free: Units
  /** Set aside for interest not yet earned, by the ledger; and what the subscriptions say it must be. */
  readonly reserved: Units
  readonly unearned: Units
  /** What customers own in active subscriptions, by the ledger; and what the subscriptions say it must be. */
  readonly balance: Units
  readonly owed: Units
  readonly active: number
}

/** What the platform holds for locked deposits beside what it owes, by currency. The pairs must be equal. */
export async function coverage(db: Db): Promise<Coverage[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ currency: string; owed: Units; unearned: Units; active: number }>`
        select currency, count(*)::int as "active",
          sum(principal + interest_per_day * days_earned)::bigint as owed,
          sum(interest_per_day * (term_days - days_earned))::bigint as unearned
        from earn_subscription where status = 'active' group by currency`.execute(tx)
      const balances = await totalsByCurrency(tx)
      const products = await listProducts(tx)
      const codes = new Set([...products, ...rows].map(({ currency }) => currency))
      const lines: Coverage[] = []
      for (const currency of [...codes].sort()) {
        const due = rows.find((row) => row.currency === currency)
        lines.push({
          currency,
          free: await balanceOf(tx, platformAccount(earnAccounts.interest, currency)),
          reserved: await balanceOf(tx, platformAccount(earnAccounts.reserve, currency)),
          unearned: due?.unearned ?? units(0n),
          balance: balances.get(currency) ?? units(0n),
          owed: due?.owed ?? units(0n),
          active: due?.active ?? 0,
        })
      }
      return lines
    })
}

/** What all customers together have in their `earn` accounts. Reads every account. */
async function totalsByCurrency(db: Db | Tx): Promise<Map<string, Units>> {
  const { rows } = await sql<{ account: AccountId; balance: Units }>`
    select min(id) as account, sum(balance)::bigint as balance from account
    where account_kind(id) = ${earnAccounts.earn.number} group by account_currency(id)`.execute(db)
  return new Map(rows.map(({ account, balance }) => [accountParts(account).currency, balance]))
}

/** Customers whose `earn` account is not what their active subscriptions say. Empty when consistent. */
export async function earnDifferences(db: Db) {
  const { rows } = await sql<{ customer: bigint; currency: string; owed: bigint }>`
    select customer_id as customer, currency, sum(principal + interest_per_day * days_earned)::bigint as owed
    from earn_subscription where status = 'active' group by customer_id, currency`.execute(db)
  const owed = new Map<AccountId, bigint>(
    rows.map(({ customer, currency, owed }) => [
      accountId(customer, earnAccounts.earn, 'available', currency),
      owed,
    ]),
  )
  const { rows: accounts } = await sql<{ id: AccountId; balance: bigint }>`
    select id, balance from account where account_kind(id) = ${earnAccounts.earn.number} and balance <> 0`.execute(
    db,
  )
  const balances = new Map(accounts.map(({ id, balance }) => [id, balance]))
  return [...new Set([...owed.keys(), ...balances.keys()])]
    .map((account) => ({ account, balance: balances.get(account) ?? 0n, owed: owed.get(account) ?? 0n }))
    .filter((line) => line.balance !== line.owed)
}

/** Whether the ledger holds exactly what the subscriptions say it must. */
export const isCovered = (line: Coverage): boolean =>
  line.reserved === line.unearned && line.balance === line.owed

function checkTerms(terms: ProductTerms): void {
  const field = invalidField(terms)
  if (field) throw refusal('TERMS_INVALID', { field })
}

const changeable = ({ dailyRate, penaltyRate, minimum, maximum, cap, tag }: ProductChange) => ({
  daily_rate: dailyRate,
  penalty_rate: penaltyRate,
  minimum,
  maximum,
  cap,
  tag,
})

/** What differs between the orders and the ledger, in words. */
export async function auditEarn(db: Db): Promise<string[]> {
  const differences = await earnDifferences(db)
  const uncovered = (await coverage(db)).filter((line) => !isCovered(line))
  return [
    ...differences.map(
      ({ account, balance, owed }) => `account ${account} has ${balance}, its subscriptions say ${owed}`,
    ),
    ...uncovered.map(
      ({ currency, balance, owed, reserved, unearned }) =>
        `${currency}: ${balance} of ${owed} owed, ${reserved} of ${unearned} reserved`,
    ),
  ]
}
