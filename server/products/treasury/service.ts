import { sql } from 'kysely'
import { currencies } from '#domain/money/currencies.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Reason } from '#domain/reasons.ts'
import { type AccountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balancesOfAccounts, post } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

/** Brings money in from outside, for a demonstration's first balances. Amounts are decimal strings. */
export async function fundFromOutside(
  tx: Tx,
  payments: readonly { account: AccountId; currency: string; amount: string }[],
  reason: Extract<Reason, 'treasury-funding' | 'demo-grant'>,
  nowMs: number,
): Promise<void> {
  const reference = nextId()
  const transfers = payments.map(({ account, currency, amount }) => ({
    debit: outsideAccount(currency),
    credit: account,
    amount: readAmount(amount, currency),
    reason,
    reference,
  }))
  await post(tx, transfers, nowMs)
}

/** What operators recorded as funding of the platform's own that came on a chain, by currency and in units. */
export async function fundedOnChain(db: Db | Tx, chain: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: string; amount: string }>`
    select params ->> 'currency' as currency, params ->> 'amount' as amount from proposal
    where kind = 'treasury-funding' and status = 'approved' and params ->> 'chain' = ${chain}`.execute(db)
  const funded = new Map<string, bigint>()
  for (const { currency, amount } of rows)
    funded.set(currency, (funded.get(currency) ?? 0n) + readAmount(amount, currency))
  return funded
}

/**
 * What came in from outside and has not left, by currency and in units, as far as the ledger recorded it: payments that
 * operators matched, funding, and what a demonstration began with. It is compared with no chain and no bank.
 */
export async function recordedReserves(db: Db | Tx): Promise<ReadonlyMap<string, bigint>> {
  const balances = await balancesOfAccounts(
    db,
    currencies.map(({ code }) => outsideAccount(code)),
  )
  return new Map(currencies.map(({ code }) => [code, -balances.get(outsideAccount(code))!]))
}
