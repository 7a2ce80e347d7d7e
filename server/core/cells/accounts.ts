import { MAX_CELL } from '#domain/cells/rules.ts'
import { assert } from '#domain/errors.ts'
import type { HoldState } from '#domain/wallet/wallet-types.ts'
import { type AccountId, type AccountKind, accountId, PLATFORM } from '#server/core/ledger/accounts.ts'

const FIRST_KIND = 600

/** The kinds of settlement accounts: one for each other cell, 601 to 663. */
export const settlementKinds: readonly AccountKind[] = Array.from({ length: MAX_CELL }, (_, n) => ({
  number: FIRST_KIND + n + 1,
  name: `settlement${n + 1}`,
}))

/**
 * The settlement account that this cell keeps for another: one of the platform's, in each currency. Available is what the
 * other cell's transfers are paid from; held is what this one has sent and has no answer to.
 */
export function settlementAccount(cell: number, currency: string, state: HoldState): AccountId {
  const kind = settlementKinds[cell - 1]
  assert(kind, `there is no cell ${cell}`)
  return accountId(PLATFORM, kind, state, currency)
}

/** Which cell a settlement account of this kind is for. */
export const cellOfKind = (kind: number): number => kind - FIRST_KIND
