import { sql } from 'kysely'
import { kindRules, type TermKind } from '#domain/earn/kinds.ts'
import { invalidField, type ProductTerms } from '#domain/earn/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type AccountId, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { broadcast } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { earnAccounts } from './accounts.ts'
import { termsNotice } from './notices.ts'
import {
  listProducts,
  lockProducts,
  type ProductRow,
  type ProductTag,
  rewardShift,
  termsOf,
} from './store.ts'

/** What the platform can do with its term products. Subscriptions keep the terms they were made under. */

export interface ProductDraft extends ProductTerms {
  readonly kind: TermKind
  readonly currency: string
  /** Another coin of lock-mining, and the same of other kinds. */
  readonly rewardCurrency: string
  readonly tag: ProductTag | null
}

/**
 * Adds a product, closed: opening it is a decision of its own.
 *
 * Refuses: CURRENCY_UNKNOWN; TERMS_INVALID with the first wrong field.
 */
export async function createProduct(tx: Tx, draft: ProductDraft, nowMs: number): Promise<ProductRow> {
  checkCurrencies(draft)
  checkTerms(draft.kind, { ...draft, rewardShift: rewardShift(draft.currency, draft.rewardCurrency) })
  return tx
    .insertInto('earn_product')
    .values({
      kind: draft.kind,
      currency: draft.currency,
      reward_currency: draft.rewardCurrency,
      term_days: draft.termDays,
      ...changeable(draft),
      status: 'closed',
      created_at: new Date(nowMs),
      updated_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What an operator may change of a product; its kind, currency and term make it another product. */
export type ProductChange = Omit<
  ProductDraft,
  'kind' | 'currency' | 'rewardCurrency' | 'rewardShift' | 'termDays'
>

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
  const product = (await lockProducts(tx, [id])).get(id)
  if (!product) throw refusal('NOT_FOUND')
  checkTerms(product.kind, { ...termsOf(product), ...change })
  if (change.cap < product.subscribed) {
    throw refusal('EARN_CAP_BELOW_TAKEN', {
      taken: formatAmount(product.subscribed, product.currency),
      currency: product.currency,
    })
  }
  const changed = await tx
    .updateTable('earn_product')
    .set({ ...changeable(change), terms_version: product.terms_version + 1, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const told = ['daily_rate', 'penalty_rate', 'notice_hours'] as const
  if (told.some((term) => changed[term] !== product[term])) await broadcast(tx, termsNotice(changed))
  return changed
}

/**
 * Opens or closes a product for new subscriptions. Those there are run on to their end; without a term, to the
 * end of what is set aside for them.
 *
 * Refuses: NOT_FOUND.
 */
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
  /** Set aside for interest not yet earned, by the ledger; and what the products say it must be. */
  readonly reserved: Units
  readonly unearned: Units
  /** What customers have in active subscriptions. */
  readonly owed: Units
  readonly active: number
}

/**
 * What the platform has set aside for term products beside what it must, by currency.
 *
 * Cost: reads the products and two accounts for each currency, however many customers there are. That their
 * accounts have what is owed, and the products' sums are right, is for `auditEarn`.
 */
export async function coverage(db: Db): Promise<Coverage[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const lines = new Map<string, Coverage>()
      const add = async (currency: string, more: Pick<Coverage, 'unearned' | 'owed' | 'active'>) => {
        const line = lines.get(currency) ?? {
          currency,
          ...(await fundOf(tx, currency)),
          ...{ unearned: units(0n), owed: units(0n), active: 0 },
        }
        lines.set(currency, {
          ...line,
          unearned: units(line.unearned + more.unearned),
          owed: units(line.owed + more.owed),
          active: line.active + more.active,
        })
      }
      for (const product of await listProducts(tx)) {
        await add(product.currency, { unearned: units(0n), owed: product.subscribed, active: product.active })
        await add(product.reward_currency, { unearned: product.unearned, owed: product.earned, active: 0 })
      }
      return [...lines.values()]
    })
}

/** The two parts of the interest fund in a currency, of one moment. */
export async function fundOf(db: Db | Tx, currency: string): Promise<{ free: Units; reserved: Units }> {
  const [interest, reserve] = [earnAccounts.interest, earnAccounts.reserve].map((kind) =>
    platformAccount(kind, currency),
  )
  const balances = await balancesOfAccounts(db, [interest!, reserve!])
  return { free: balances.get(interest!)!, reserved: balances.get(reserve!)! }
}

/** Whether the ledger has set aside exactly what the products say it must. */
export const isCovered = (line: Coverage): boolean => line.reserved === line.unearned

/**
 * Customers whose `earn` account is not what their active subscriptions say. Empty when consistent. Reads every
 * account.
 */
export async function earnDifferences(db: Db) {
  const { rows } = await sql<{ customer: CustomerId; currency: string; owed: bigint }>`
    select customer_id as customer, part.currency, sum(part.owed)::bigint as owed
    from earn_subscription s cross join lateral (values
      (s.currency, s.principal), (s.reward_currency, s.interest_per_day * s.days_earned - s.paid_daily)) part (currency, owed)
    where s.status = 'active' group by customer_id, part.currency`.execute(db)
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

/** Products whose sums are not those of their active subscriptions, in words. Empty when consistent. */
async function totalDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; what: string }>`
    select p.id, concat_ws(', ', p.subscribed, p.earned, p.unearned, p.active) || ' but '
      || concat_ws(', ', s.subscribed, s.earned, s.unearned, s.active) as what
    from earn_product p cross join lateral (
      select coalesce(sum(principal), 0) as subscribed,
        coalesce(sum(interest_per_day * days_earned - paid_daily), 0) as earned,
        coalesce(sum(interest_per_day * (days_covered - days_earned)), 0) as unearned, count(*) as active
      from earn_subscription where product_id = p.id and status = 'active') s
    where (p.subscribed, p.earned, p.unearned, p.active) is distinct from
      (s.subscribed, s.earned, s.unearned, s.active)`.execute(db)
  return rows.map(({ id, what }) => `product ${id} says ${what} are its subscriptions'`)
}

/** Refuses: CURRENCY_UNKNOWN; TERMS_INVALID where the kind earns another coin and this is none, or the other way. */
export function checkCurrencies({
  kind,
  currency,
  rewardCurrency,
}: Pick<ProductDraft, 'kind' | 'currency' | 'rewardCurrency'>): void {
  if (!findCurrency(currency) || !findCurrency(rewardCurrency)) throw refusal('CURRENCY_UNKNOWN')
  if (kindRules[kind].earnsAnotherCoin !== (rewardCurrency !== currency))
    throw refusal('TERMS_INVALID', { field: 'rewardCurrency' })
}

function checkTerms(kind: TermKind, terms: ProductTerms): void {
  const field = invalidField(kind, terms)
  if (field) throw refusal('TERMS_INVALID', { field })
}

const changeable = ({ dailyRate, penaltyRate, noticeHours, minimum, maximum, cap, tag }: ProductChange) => ({
  daily_rate: dailyRate,
  penalty_rate: penaltyRate,
  notice_hours: noticeHours,
  minimum,
  maximum,
  cap,
  tag,
})

/** What differs between the subscriptions and the ledger, or the products, in words. */
export async function auditEarn(db: Db): Promise<string[]> {
  const differences = await earnDifferences(db)
  const uncovered = (await coverage(db)).filter((line) => !isCovered(line))
  return [
    ...differences.map(
      ({ account, balance, owed }) => `account ${account} has ${balance}, its subscriptions say ${owed}`,
    ),
    ...uncovered.map(
      ({ currency, reserved, unearned }) => `${currency}: ${reserved} reserved, ${unearned} to be earned`,
    ),
    ...(await totalDifferences(db)),
  ]
}
