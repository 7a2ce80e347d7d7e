import type { CustomerId } from '#domain/ids.ts'
import type { Reason } from '#domain/reasons.ts'
import { startOfDayUtc } from '#domain/time.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { firstTransferSince, sumsSince } from '#server/core/ledger/history.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { availableOf, marginOf } from './accounts.ts'
import type { Batch } from './batch.ts'

const RESULTS: readonly Reason[] = ['contract-profit', 'contract-loss', 'contract-fee', 'contract-financing']

/**
 * What each of some customers has lost with contracts since midnight UTC, by the ledger: closed losses, fees and financing,
 * less closed profits; copies count. In units of the margin's currency; below zero is a gain.
 *
 * Cost: the same queries however many customers; every entry of the day of their contract accounts is read.
 */
export async function lostTodayOf(
  db: Db | Tx,
  customers: readonly CustomerId[],
  nowMs: number,
): Promise<ReadonlyMap<CustomerId, bigint>> {
  if (customers.length === 0) return new Map()
  const atMs = startOfDayUtc(nowMs)
  const accounts = customers.flatMap((customer) => [availableOf(customer), marginOf(customer)])
  const won = await sumsSince(db, accounts, RESULTS, { id: await firstTransferSince(db, atMs), atMs })
  return new Map(customers.map((customer) => [customer, -ofBoth(won, customer)]))
}

/** The same of one customer. */
export const lostToday = async (db: Db | Tx, customer: CustomerId, nowMs: number): Promise<bigint> =>
  (await lostTodayOf(db, [customer], nowMs)).get(customer)!

const ofBoth = (sums: ReadonlyMap<AccountId, bigint>, customer: CustomerId): bigint =>
  (sums.get(availableOf(customer)) ?? 0n) + (sums.get(marginOf(customer)) ?? 0n)

/** What the transfers of a batch, which are not posted yet, take from a customer in the same way; each is counted once. */
export function lostIn(batch: Batch, customer: CustomerId): bigint {
  const { transfers, lost } = batch
  const count = (account: AccountId, amount: bigint) => lost.set(account, (lost.get(account) ?? 0n) + amount)
  for (; batch.lostThrough < transfers.length; batch.lostThrough++) {
    const { debit, credit, amount, reason } = transfers[batch.lostThrough]!
    if (!RESULTS.includes(reason)) continue
    count(debit, amount)
    count(credit, -amount)
  }
  return ofBoth(lost, customer)
}
