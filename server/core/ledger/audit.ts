import { sql } from 'kysely'
import { currencyOfNumber } from '#domain/money/currencies.ts'
import { GENESIS } from '#domain/proof/tape.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

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

/** What the balances alone say: each currency sums to zero, none is below zero. Reads no entry. */
export async function auditBalances(db: Db | Tx): Promise<Omit<Audit, 'drifted'>> {
  const sums = await sql<{ currency: number; sum: bigint; accounts: number }>`
    select account_currency(id) as currency, sum(balance)::bigint as sum, count(*)::int as accounts
    from account group by 1`.execute(db)
  const negative = await sql<{ account: bigint; balance: bigint }>`
    select id as account, balance from account where balance < 0 and not account_may_be_negative(id)`.execute(
    db,
  )
  return {
    unbalanced: sums.rows
      .filter((row) => row.sum !== 0n)
      .map((row) => ({ currency: currencyOfNumber(row.currency)?.code ?? '?', sum: row.sum })),
    negative: negative.rows,
    currencies: sums.rows.length,
    accounts: sums.rows.reduce((count, row) => count + row.accounts, 0),
  }
}

/**
 * Audits the ledger from the entries up: each currency sums to zero, each balance is the sum of its
 * entries (on top of what the last roll-up says, where older months have left), no account but the outside world is below zero. Cost grows with the number of entries; `isUnbounded` lets it take
 * as long as it takes.
 */
export async function auditLedger(db: Db, { isUnbounded = false } = {}): Promise<Audit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (isUnbounded) await sql`set local statement_timeout = 0`.execute(tx)
      const drifted = await sql<{ account: bigint; balance: bigint; entries: bigint }>`
      select a.id as account, a.balance, (coalesce(b.balance, 0) + coalesce(e.total, 0))::bigint as entries
      from account a
      left join ledger_base b on b.account_id = a.id
      left join (select account_id, sum(amount) as total, count(*) as n from entry group by 1) e on e.account_id = a.id
      where a.balance <> coalesce(b.balance, 0) + coalesce(e.total, 0)
        or a.version <> coalesce(b.version, 0) + coalesce(e.n, 0)`.execute(tx)
      return { ...(await auditBalances(tx)), drifted: drifted.rows }
    })
}

/** What is said of an account whose balance is not the sum of its entries. */
export const driftError = ({ account, balance, entries }: Audit['drifted'][number]): string =>
  `account ${account} has ${balance}, its entries say ${entries}`

/** Whether an audit found nothing wrong. */
export const isConsistent = (audit: Audit): boolean =>
  audit.unbalanced.length === 0 && audit.drifted.length === 0 && audit.negative.length === 0

export interface HistoryAudit {
  /** Transfers without the two entries that they must have. Empty when consistent. */
  readonly torn: { transfer: bigint }[]
  /** Entries whose balance or number does not follow from the one before. Empty when consistent. */
  readonly broken: { account: bigint; transfer: bigint }[]
  /** Accounts whose verified entries are not those that the checkpoints signed. Empty when consistent. */
  readonly rewritten: { account: bigint }[]
}

/** What is said of a transfer without its two entries. */
export const tornError = (transfer: bigint): string => `transfer ${transfer} does not have its two entries`

/** What an audit found wrong in the history, in words. */
export const errorsOfHistory = ({ torn, broken, rewritten }: HistoryAudit): string[] => [
  ...torn.map(({ transfer }) => tornError(transfer)),
  ...broken.map(
    ({ account, transfer }) =>
      `account ${account}: the entry of transfer ${transfer} does not follow from the one before`,
  ),
  ...rewritten.map(({ account }) => `account ${account}: entries were rewritten after they were verified`),
]

/** The most errors of one kind that an audit reports. */
export const MAX_REPORTED = 100

/**
 * Audits the history of the ledger: each transfer has its two entries, each entry's balance follows from the one
 * before, and what was verified before is as it was then. Several times the cost of `auditLedger`; to be asked for,
 * not for every few minutes.
 */
export async function auditHistory(db: Db, { isUnbounded = false } = {}): Promise<HistoryAudit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (isUnbounded) await sql`set local statement_timeout = 0`.execute(tx)
      const torn = await sql<{ transfer: bigint }>`
      select coalesce(t.id, e.id) as transfer
      from (select id, debit, -amount as amount, created_at from transfer
        union all select id, credit, amount, created_at from transfer) t (id, account, amount, created_at)
      full join (select transfer_id as id, account_id as account, amount, created_at from entry) e
        using (id, account, amount, created_at)
      where t.amount is null or e.amount is null limit ${MAX_REPORTED}`.execute(tx)
      const broken = await sql<{ account: bigint; transfer: bigint }>`
      select account_id as account, transfer_id as transfer from (
        select e.*, coalesce(lag(e.balance) over history, b.balance, 0) + e.amount as right_balance,
          coalesce(b.version, 0) + row_number() over history as n
        from entry e left join ledger_base b on b.account_id = e.account_id
        window history as (partition by e.account_id order by e.transfer_id)
      ) e where balance <> right_balance or version <> n limit ${MAX_REPORTED}`.execute(tx)
      const rewritten = await sql<{ account: bigint }>`
      select m.account_id as account from ledger_mark m left join ledger_base b on b.account_id = m.account_id
      left join lateral (
        select ledger_history(coalesce(b.history, decode(${GENESIS}, 'hex')),
          ledger_entry_bytes(transfer_id, version, amount, balance, created_at) order by transfer_id) as history
        from entry where account_id = m.account_id and version <= m.version
      ) e on true where m.history is distinct from coalesce(e.history, b.history) limit ${MAX_REPORTED}`.execute(
        tx,
      )
      return { torn: torn.rows, broken: broken.rows, rewritten: rewritten.rows }
    })
}

/** Whether an audit of the history found nothing wrong. */
export const isUnbroken = (audit: HistoryAudit): boolean =>
  audit.torn.length === 0 && audit.broken.length === 0 && audit.rewritten.length === 0
