import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import type { Reason } from '#domain/reasons.ts'
import { type AmountRange, unitsWithin } from '#domain/statement/amounts.ts'
import type { StatementEntryView, StatementSumsView } from '#domain/statement/contract.ts'
import { type EventKind, eventRules } from '#domain/statement/events.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { csvFile, csvTime, MAX_CSV_ROWS } from '#server/core/csv.ts'
import { type AccountId, accountParts } from '#server/core/ledger/accounts.ts'
import { firstTransferSince, UNDER_WAY_MS } from '#server/core/ledger/history.ts'
import { listAccounts } from '#server/core/ledger/ledger.ts'
import { readableFromMs, type Sides } from '#server/core/ledger/moved/moved.ts'
import { walletOf } from '#server/core/ledger/wallets.ts'
import { type Page, type PageInput, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countEntries, statementRows, sumEntries } from './both.ts'
import { ALL_IDS, type IdRange, type StatementFilter, type StatementRow } from './store.ts'

/** The statement: every entry of a customer's accounts, each with its reason and the balance after it. */

const ROWS_A_PART = 1_000
/** Also where a filter lets little through. */
const MAX_CSV_PARTS = 50

/** Entries that are added up for one answer: some 35 ms of PostgreSQL's time. */
export const MAX_SUMMED_ENTRIES = 10_000

export interface StatementQuery extends AmountRange {
  readonly currency?: string | undefined
  readonly walletType?: WalletType | undefined
  readonly reason?: Reason | undefined
  readonly kind?: EventKind | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/**
 * One page of the statement, newest first, and with the first one the sums of the whole filter.
 *
 * With a cursor the page begins right after the entry it names, however many rows arrived since.
 *
 * Refuses: PARAMETER_ERROR for a page number too deep to count to; the cursor goes any depth.
 */
export async function statementPage(
  on: Sides,
  customerId: CustomerId,
  question: StatementQuery,
  page: PageInput,
  maxSummedEntries = MAX_SUMMED_ENTRIES,
) {
  const entries = await entryPage(on, customerId, question, page, false, entryView)
  const isFirst = page.cursor === undefined && page.page === 1
  const sums = isFirst ? await statementSums(on, customerId, question, maxSummedEntries) : null
  return { ...entries, sums, keptFromMs: (await readableFromMs(on)) ?? null }
}

/** What the filter lets through, added up by currency; null where that would be more than `most` entries. */
export async function statementSums(
  on: Sides,
  customerId: CustomerId,
  question: StatementQuery,
  most: number,
): Promise<StatementSumsView[] | null> {
  const { accounts, ids, ...filter } = await filterOf(on.db, customerId, question)
  if ((await countEntries(on, accounts, { ...filter, ids }, most)) > most) return null
  const named = accounts.map((id) => ({ id, currency: accountParts(id).currency }))
  const rows = await sumEntries(on, { ...filter, accounts: named, ids })
  return rows.map(({ currency, credits, debits, entries }) => ({
    currency,
    in: formatAmount(credits, currency),
    out: formatAmount(debits, currency),
    net: formatAmount(credits + debits, currency),
    entries,
  }))
}

/** A question as the tables are asked it. */
export async function filterOf(
  db: Db,
  customerId: CustomerId,
  { currency, walletType, reason, kind, fromMs, toMs, ...range }: StatementQuery,
) {
  const ofKind = kind && eventRules(kind).reasons
  const accounts = await accountsOf(db, customerId, currency, walletType)
  const hasRange = range.minAmount !== undefined || range.maxAmount !== undefined
  return {
    accounts,
    amounts: hasRange ? accounts.map((id) => unitsWithin(range, decimalsAt(id))) : undefined,
    ids: await idsWithin(db, { fromMs, toMs }),
    reasons: reason === undefined ? ofKind : (ofKind ?? [reason]).filter((one) => one === reason),
    fromMs,
    toMs,
  }
}

const decimalsAt = (id: AccountId): number => requireCurrency(accountParts(id).currency).decimals

/** Ids that hold every transfer of a period, and few others. */
export async function idsWithin(
  db: Db,
  { fromMs, toMs }: Pick<StatementQuery, 'fromMs' | 'toMs'>,
): Promise<IdRange> {
  return [
    fromMs === undefined ? ALL_IDS[0] : await firstTransferSince(db, fromMs - UNDER_WAY_MS),
    toMs === undefined ? ALL_IDS[1] : await firstTransferSince(db, toMs + UNDER_WAY_MS),
  ]
}

/** Past transfers between a customer's own wallets, newest first. */
export function transferPage(
  on: Sides,
  customerId: CustomerId,
  currency: string | undefined,
  page: PageInput,
) {
  const question = { currency, reason: 'account-transfer' } as const
  return entryPage(on, customerId, question, page, true, (row) => {
    const from = accountParts(row.account_id)
    return {
      id: String(row.reference),
      currency: from.currency,
      amount: formatAmount(-row.amount, from.currency),
      from: walletAt(row.account_id),
      to: walletAt(row.credit),
      atMs: row.created_at,
    }
  })
}

/**
 * The statement as a CSV file: times in UTC, amounts with all their decimals.
 *
 * Refuses: BILL_TOO_LONG rather than leave rows out, and rather than look through a very long past for few.
 */
export async function statementCsv(
  on: Sides,
  customerId: CustomerId,
  question: StatementQuery,
): Promise<Buffer> {
  const rows = await allRows(on, await filterOf(on.db, customerId, question))
  const lines = rows
    .map(entryView)
    .map((entry) => [
      csvTime(entry.atMs),
      entry.transferId,
      entry.reason,
      entry.currency,
      entry.walletType,
      entry.state,
      entry.amount,
      entry.balance,
      entry.reference,
    ])
  const head = [
    'time_utc',
    'transfer',
    'reason',
    'currency',
    'account',
    'state',
    'amount',
    'balance',
    'reference',
  ]
  return csvFile(head, lines)
}

/**
 * Everything a filter lets through, newest first, a part at a time: others have their turns in between.
 *
 * Refuses: BILL_TOO_LONG.
 */
async function allRows(
  on: Sides,
  filter: Omit<StatementFilter, 'offset' | 'limit' | 'after'>,
): Promise<StatementRow[]> {
  const rows: StatementRow[] = []
  let after: readonly bigint[] | undefined
  for (let part = 0; part < MAX_CSV_PARTS; part++) {
    const found = await statementRows(on, { ...filter, after, offset: 0, limit: ROWS_A_PART })
    rows.push(...found.rows)
    if (rows.length > MAX_CSV_ROWS) break
    const last = found.rows.at(-1)
    const isWhole = found.rows.length < ROWS_A_PART
    after = isWhole || !last ? found.resumeAt : [last.transfer_id, last.account_id]
    if (!after) return rows
  }
  throw refusal('BILL_TOO_LONG', { maximum: MAX_CSV_ROWS })
}

/** One page of the entries, or of the debits alone. */
async function entryPage<Item>(
  on: Sides,
  customerId: CustomerId,
  question: StatementQuery,
  page: PageInput,
  isDebit: boolean,
  show: (row: StatementRow) => Item,
): Promise<Page<Item>> {
  const filter = await filterOf(on.db, customerId, question)
  let resumeAt: readonly bigint[] | undefined
  const { items, next } = await pageOf(
    page,
    ['transfer_id', 'account_id'],
    async (slice) => {
      const found = await statementRows(on, { ...filter, isDebit, ...slice })
      resumeAt = found.resumeAt
      return found.rows
    },
    show,
  )
  return { items, next: next ?? resumeAt?.join('.') ?? null }
}

/** The accounts of the customer's wallets that were ever used, in one currency or of one type if so asked. */
export async function accountsOf(
  db: Db,
  customerId: CustomerId,
  currency: string | undefined,
  walletType: WalletType | undefined,
): Promise<AccountId[]> {
  return (await listAccounts(db, customerId)).filter((id) => {
    const parts = accountParts(id)
    const wallet = walletOf(parts.kind)
    return wallet && (!currency || parts.currency === currency) && (!walletType || wallet === walletType)
  })
}

/** The wallet type of a customer's account. */
export function walletAt(account: AccountId): WalletType {
  const wallet = walletOf(accountParts(account).kind)
  assert(wallet, `account ${account} is a wallet`)
  return wallet
}

/** An entry as its customer sees it. */
export function entryView(row: StatementRow): StatementEntryView {
  const { currency, state } = accountParts(row.account_id)
  return {
    transferId: String(row.transfer_id),
    reason: row.reason,
    currency,
    walletType: walletAt(row.account_id),
    state,
    amount: formatAmount(row.amount, currency),
    balance: formatAmount(row.balance, currency),
    atMs: row.created_at,
    reference: String(row.reference),
  }
}
