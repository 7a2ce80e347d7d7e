import { findInstrument } from '#domain/market/instruments.ts'
import { payCurrency } from '#domain/spot/rules.ts'
import { type AccountId, accountId } from '#server/core/ledger/accounts.ts'
import type { HoldDifference } from '#server/core/ledger/holds.ts'
import type { Db } from '#server/platform/db/database.ts'
import { spotAccounts } from './accounts.ts'
import { heldFor } from './books.ts'
import { heldBalances, openOrders } from './store.ts'

/**
 * Compares what is held for spot orders with what the open orders need, account by account. Empty when
 * consistent.
 */
export async function auditHolds(db: Db): Promise<HoldDifference[]> {
  const [held, open] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => [await heldBalances(tx), await openOrders(tx)] as const)
  const needed = new Map<AccountId, bigint>()
  for (const order of open) {
    const instrument = findInstrument(order.symbol)!
    const account = accountId(order.customer, spotAccounts.spot, 'held', payCurrency(instrument, order.side))
    needed.set(account, (needed.get(account) ?? 0n) + heldFor(instrument, order))
  }
  return [...new Set([...held.keys(), ...needed.keys()])]
    .map((account) => ({ account, held: held.get(account) ?? 0n, needed: needed.get(account) ?? 0n }))
    .filter((line) => line.held !== line.needed)
}
