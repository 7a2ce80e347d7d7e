import type { CustomerId } from '#domain/ids.ts'
import type { Reason } from '#domain/reasons.ts'
import { startOfDayUtc } from '#domain/time.ts'
import { accountStates, firstTransferSince, movedSince } from '#server/core/ledger/history.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { availableOf, marginOf } from './accounts.ts'

const RESULTS: readonly Reason[] = ['contract-profit', 'contract-loss', 'contract-fee', 'contract-financing']

/**
 * What a customer has lost with contracts since midnight UTC, by the ledger: closed losses, fees and financing, less closed
 * profits; copies count. In units of the margin's currency; below zero is a gain.
 *
 * Cost: every entry of the day of the customer's two contract accounts is read.
 */
export async function lostToday(db: Db | Tx, customer: CustomerId, nowMs: number): Promise<bigint> {
  const own: readonly bigint[] = [availableOf(customer), marginOf(customer)]
  const accounts = (await accountStates(db, customer)).filter(({ id }) => own.includes(id))
  const atMs = startOfDayUtc(nowMs)
  const moved = await movedSince(db, accounts, { id: await firstTransferSince(db, atMs), atMs })
  return moved
    .filter(({ reason }) => RESULTS.includes(reason))
    .reduce((lost, { amount }) => lost - amount, 0n)
}

/** What transfers that are not posted yet take from a customer in the same way. */
export function lostIn(transfers: readonly Transfer[], customer: CustomerId): bigint {
  const own: readonly bigint[] = [availableOf(customer), marginOf(customer)]
  let lost = 0n
  for (const { debit, credit, amount, reason } of transfers) {
    if (!RESULTS.includes(reason)) continue
    if (own.includes(debit)) lost += amount
    if (own.includes(credit)) lost -= amount
  }
  return lost
}
