import { sql } from 'kysely'
import { currencyOfNumber } from '#domain/money/currencies.ts'
import type { Db } from '#server/platform/db/database.ts'

export interface Audit {
  /** Currencies whose balances do not sum to zero, with the difference. Empty when consistent. */
  readonly unbalanced: { currency: string; sum: bigint }[]
  /** Accounts whose balance is not the sum of their entries. Empty when consistent. */
  readonly drifted: { account: bigint; balance: bigint; entries: bigint }[]
  /** Accounts below zero that may not be. Empty when consistent. */
  readonly negative: { account: bigint; balance: bigint }[]
  readonly currencies: number
  readonly accounts: number
}

/**
 * Audits the ledger from the entries up: each currency sums to zero, each balance is the sum of its
 * entries, no account but the outside world is below zero. Cost grows with the number of entries.
 */
export async function auditLedger(db: Db): Promise<Audit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const sums = await sql<{ currency: number; sum: bigint }>`
      select account_currency(id) as currency, sum(balance)::bigint as sum from account group by 1`.execute(
        tx,
      )
      const drifted = await sql<{ account: bigint; balance: bigint; entries: bigint }>`
      select a.id as account, a.balance, coalesce(e.total, 0)::bigint as entries
      from account a
      left join (select account_id, sum(amount) as total, count(*) as n from entry group by 1) e on e.account_id = a.id
      where a.balance <> coalesce(e.total, 0) or a.version <> coalesce(e.n, 0)`.execute(tx)
      const negative = await sql<{ account: bigint; balance: bigint }>`
      select id as account, balance from account where balance < 0 and not account_may_be_negative(id)`.execute(
        tx,
      )
      const count = await sql<{ n: number }>`select count(*)::int as n from account`.execute(tx)
      return {
        unbalanced: sums.rows
          .filter((row) => row.sum !== 0n)
          .map((row) => ({
            currency: currencyOfNumber(row.currency)?.code ?? '?',
            sum: row.sum,
          })),
        drifted: drifted.rows,
        negative: negative.rows,
        currencies: sums.rows.length,
        accounts: count.rows[0]?.n ?? 0,
      }
    })
}

/** Whether an audit found nothing wrong. */
export const isConsistent = (audit: Audit): boolean =>
  audit.unbalanced.length === 0 && audit.drifted.length === 0 && audit.negative.length === 0

export interface HistoryAudit {
  /** Transfers without the two entries that they must have. Empty when consistent. */
  readonly torn: { transfer: bigint }[]
  /** Entries whose balance or number does not follow from the one before. Empty when consistent. */
  readonly broken: { account: bigint; transfer: bigint }[]
}

/** The most errors of one kind that an audit reports. */
const MAX_REPORTED = 100

/**
 * Audits the history of the ledger: each transfer has its two entries, and each entry's balance follows from
 * the one before. Several times the cost of `auditLedger`; to be asked for, not for every few minutes.
 */
export async function auditHistory(db: Db): Promise<HistoryAudit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const torn = await sql<{ transfer: bigint }>`
      select coalesce(t.id, e.id) as transfer
      from (select id, debit, -amount as amount, created_at from transfer
        union all select id, credit, amount, created_at from transfer) t (id, account, amount, created_at)
      full join (select transfer_id as id, account_id as account, amount, created_at from entry) e
        using (id, account, amount, created_at)
      where t.amount is null or e.amount is null limit ${MAX_REPORTED}`.execute(tx)
      const broken = await sql<{ account: bigint; transfer: bigint }>`
      select account_id as account, transfer_id as transfer from (
        select *, coalesce(lag(balance) over history, 0) + amount as right_balance, row_number() over history as n
        from entry window history as (partition by account_id order by transfer_id)
      ) e where balance <> right_balance or version <> n limit ${MAX_REPORTED}`.execute(tx)
      return { torn: torn.rows, broken: broken.rows }
    })
}

/** Whether an audit of the history found nothing wrong. */
export const isUnbroken = (audit: HistoryAudit): boolean =>
  audit.torn.length === 0 && audit.broken.length === 0
