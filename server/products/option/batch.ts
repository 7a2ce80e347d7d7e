import type { CustomerId } from '#domain/ids.ts'
import { units } from '#domain/money/amount.ts'
import { payoutOf } from '#domain/option/rules.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { stakeOf, walletOf } from './accounts.ts'
import type { OptionOrder, StoredResult } from './order.ts'
import { type OptionRealm, realOptions } from './realm.ts'
import type { Open } from './state.ts'

/** What a batch decides, collected until it is written in one transaction. */
export interface Batch {
  readonly realm: OptionRealm
  readonly atMs: number
  /** What may be spent, of every account that an order of this batch is paid from; locked in the database. */
  readonly available: Map<AccountId, bigint>
  readonly added: OptionOrder[]
  readonly settled: Settled[]
  readonly choices: Choice[]
  /** Orders whose entry came; told, not written: the tape has it. */
  readonly entered: Open[]
}

export interface Settled {
  readonly order: OptionOrder
  readonly result: StoredResult
  /** The customer's losses in a row with this one, and the end of their newest pause. */
  readonly losses: number
  readonly pausedUntilMs: number | null
}

/** What a customer chose for themselves. */
export interface Choice {
  readonly id: bigint
  readonly customer: CustomerId
  readonly kind: 'loss-limit' | 'exclusion'
  readonly amount: bigint | null
  readonly fromMs: number
  readonly untilMs: number | null
  readonly chosenMs: number
}

export const createBatch = (
  atMs: number,
  available: Map<AccountId, bigint>,
  realm: OptionRealm = realOptions,
): Batch => ({
  realm,
  ...{ atMs, available, added: [], settled: [], choices: [], entered: [] },
})

/**
 * What a batch moves (docs/recipes/option.md). Between the platform's accounts there is one transfer for all of it.
 *
 * The order is that no account is below zero at any step: stakes come in before they are lost or returned; what is lost
 * goes to the fund before it sets winnings aside; what is given back to it comes last.
 */
export function transfersOf({ added, settled, realm }: Batch): Transfer[] {
  const { fund, escrow } = realm
  const transfers: Transfer[] = []
  const paid: Transfer[] = []
  let aside = 0n
  for (const { id, customer, stake, winnings } of added) {
    aside += winnings
    transfers.push({
      ...{ debit: walletOf(customer), credit: stakeOf(customer), amount: stake },
      ...{ reason: 'option-stake', reference: id },
    })
  }
  for (const { order, result } of settled) {
    const { id: reference, customer, stake, winnings } = order
    const debit = stakeOf(customer)
    if (payoutOf(order, result.outcome) === 0n) {
      transfers.push({ debit, credit: fund(), amount: stake, reason: 'option-loss', reference })
    } else paid.push({ debit, credit: walletOf(customer), amount: stake, reason: 'option-return', reference })
    if (result.outcome !== 'won') aside -= winnings
    else if (winnings > 0n) {
      paid.push({
        ...{ debit: escrow(), credit: walletOf(customer), amount: winnings },
        ...{ reason: 'option-winnings', reference },
      })
    }
  }
  const reference = 0n
  if (aside > 0n) {
    transfers.push({
      debit: fund(),
      credit: escrow(),
      amount: units(aside),
      reason: 'option-escrow',
      reference,
    })
  }
  transfers.push(...paid)
  if (aside < 0n) {
    const back = { debit: escrow(), credit: fund(), amount: units(-aside) }
    transfers.push({ ...back, reason: 'option-escrow-return', reference })
  }
  return transfers
}
