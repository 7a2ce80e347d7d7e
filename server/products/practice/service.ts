import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { PRACTICE_START, type PracticeWalletView } from '#domain/practice/contract.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { type AccountId, accountId, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { balancesOfAccounts, lockBalances, post } from '#server/core/ledger/ledger.ts'
import { practiceAccounts, practiceOwnerOf } from '#server/core/ledger/practice.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

/** Practice wallets: what is in them is given, and given again, out of nothing; it is no money. */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    practice_account: { customer_id: CustomerId; opened_at: number | Date; filled_at: number | Date | null }
  }
}

/** What the platform's side of practice is filled up to: far more than all of practice could win in a move. */
const FUNDS = '1000000000'

const start = () => readAmount(PRACTICE_START, PRACTICE_CURRENCY)

/** What a practice wallet has available, what it holds as margin, and what is staked on seconds options. */
const sidesOf = (customer: CustomerId): [AccountId, AccountId, AccountId] => {
  const owner = practiceOwnerOf(customer)
  return [
    accountId(owner, practiceAccounts.contract, 'available', PRACTICE_CURRENCY),
    accountId(owner, practiceAccounts.contract, 'held', PRACTICE_CURRENCY),
    accountId(owner, practiceAccounts.optionStakes, 'held', PRACTICE_CURRENCY),
  ]
}

/** Gives an account practice money. Only accounts of practice can have it: the database refuses all others. */
const grant = (tx: Tx, account: AccountId, amount: bigint, nowMs: number) =>
  post(
    tx,
    [
      {
        ...{ debit: outsideAccount(PRACTICE_CURRENCY), credit: account, amount: units(amount) },
        ...{ reason: 'practice-grant', reference: nextId() },
      },
    ],
    nowMs,
  )

/** Opens a customer's practice wallet, unless it is open. */
export const openPractice = (db: Db, customer: CustomerId, nowMs: number): Promise<void> =>
  db.transaction().execute((tx) => openPracticeIn(tx, customer, nowMs))

/** The same in the caller's transaction. Who comes at the same time waits, and finds it open. */
export async function openPracticeIn(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  const { rows } = await sql`
    insert into practice_account (customer_id, opened_at) values (${customer}, ${new Date(nowMs)}::timestamptz)
    on conflict (customer_id) do nothing returning customer_id`.execute(tx)
  if (rows.length > 0) await grant(tx, sidesOf(customer)[0], start(), nowMs)
}

/** Forgets that a customer practised; what they did is in the ledger and stays, of an owner that is not them. */
export async function forgetPractice(tx: Tx, customer: CustomerId): Promise<void> {
  await sql`delete from practice_account where customer_id = ${customer}`.execute(tx)
}

/**
 * Fills a practice wallet up to what it began with, what it holds included.
 *
 * Refuses: PRACTICE_FILLED where that was done on this day of UTC; PRACTICE_ENOUGH where it has as much.
 */
export async function fillPracticeIn(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await openPracticeIn(tx, customer, nowMs)
  const { filled_at } = await tx
    .selectFrom('practice_account')
    .select('filled_at')
    .where('customer_id', '=', customer)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (filled_at !== null && Number(filled_at) >= startOfDayUtc(nowMs)) throw refusal('PRACTICE_FILLED')
  const sides = sidesOf(customer)
  const balances = await lockBalances(tx, sides)
  const missing = start() - sides.reduce((sum, side) => sum + balances.get(side)!, 0n)
  if (missing <= 0n) {
    throw refusal('PRACTICE_ENOUGH', { amount: PRACTICE_START, currency: PRACTICE_CURRENCY })
  }
  await grant(tx, sides[0], missing, nowMs)
  await tx
    .updateTable('practice_account')
    .set({ filled_at: new Date(nowMs) })
    .where('customer_id', '=', customer)
    .execute()
}

/** A customer's practice wallet; one that nobody has opened is empty. */
export async function practiceWalletOf(
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
): Promise<PracticeWalletView> {
  const row = await db
    .selectFrom('practice_account')
    .select('filled_at')
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  const [available, margin, stakes] = sidesOf(customer)
  const balances = await balancesOfAccounts(db, [available, margin, stakes])
  const show = (amount: bigint) => formatAmount(amount, PRACTICE_CURRENCY)
  const midnight = startOfDayUtc(nowMs)
  const isFilled = row?.filled_at != null && Number(row.filled_at) >= midnight
  return {
    ...{ currency: PRACTICE_CURRENCY, isOpen: row !== undefined, fillsTo: show(start()) },
    ...{ available: show(balances.get(available)!), margin: show(balances.get(margin)!) },
    stakes: show(balances.get(stakes)!),
    fillsAtMs: isFilled ? midnight + DAY_MS : null,
  }
}

/** Fills the platform's side of practice, so that it always covers what is practised. Done again, it does nothing. */
export const fundPractice = (db: Db, nowMs: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const accounts = [
      practiceAccounts.counterparty,
      practiceAccounts.insurance,
      practiceAccounts.optionFund,
    ].map((kind) => platformAccount(kind, PRACTICE_CURRENCY))
    // Two starts at once: an account that is not there yet has no row to lock.
    await sql`select from practice_progress for update`.execute(tx)
    const balances = await balancesOfAccounts(tx, accounts)
    for (const account of accounts) {
      const missing = readAmount(FUNDS, PRACTICE_CURRENCY) - balances.get(account)!
      // Its ups and downs of a day need no posting.
      if (missing > readAmount(FUNDS, PRACTICE_CURRENCY) / 2n) await grant(tx, account, missing, nowMs)
    }
  })
