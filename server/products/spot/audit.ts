import { baseAmountOf, unitsPerTickStep } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { quantity } from '#domain/money/amount.ts'
import { boughtOf } from '#domain/spot/attached.ts'
import { payCurrency } from '#domain/spot/rules.ts'
import { type AccountId, accountId } from '#server/core/ledger/accounts.ts'
import type { HoldDifference } from '#server/core/ledger/holds.ts'
import type { Db } from '#server/platform/db/database.ts'
import { spotAccounts } from './accounts.ts'
import { heldBalances, type OpenSum, openSums } from './store.ts'

/**
 * Compares what is held in spot's accounts with what the open orders need, account by account; the fees' held
 * side needs nothing. Empty when consistent.
 */
export async function auditHolds(db: Db): Promise<HoldDifference[]> {
  const [held, open] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => [await heldBalances(tx), await openSums(tx)] as const)
  const needed = new Map<AccountId, bigint>()
  for (const sum of open) {
    for (const { account, amount } of neededFor(sum))
      needed.set(account, (needed.get(account) ?? 0n) + amount)
  }
  return [...new Set([...held.keys(), ...needed.keys()])]
    .map((account) => ({ account, held: held.get(account) ?? 0n, needed: needed.get(account) ?? 0n }))
    .filter((line) => line.held !== line.needed)
}

/** What `heldFor` and `keptFor` come to over several orders: exact, so that the sum can be taken before the product. */
function neededFor({ customer, symbol, side, remaining, atPrice, kept, keptFees }: OpenSum) {
  const instrument = findInstrument(symbol)!
  const heldOf = (currency: string) => accountId(customer, spotAccounts.spot, 'held', currency)
  return [
    {
      account: heldOf(payCurrency(instrument, side)),
      amount:
        side === 'buy'
          ? atPrice * unitsPerTickStep(instrument)
          : baseAmountOf(instrument, quantity(remaining)),
    },
    {
      account: heldOf(instrument.base),
      amount: boughtOf(instrument, quantity(kept), keptFees),
    },
  ]
}
