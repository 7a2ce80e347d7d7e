import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { counterparty, insurance } from './accounts.ts'

/** Funds the platform's side of contracts in a demonstration, and the insurance. */
export const seedContracts = (tx: Tx, { nowMs }: { nowMs: number }): Promise<void> =>
  fundFromOutside(
    tx,
    [
      { account: counterparty(), currency: MARGIN_CURRENCY, amount: '1000000' },
      { account: insurance(), currency: MARGIN_CURRENCY, amount: '100000' },
    ],
    'treasury-funding',
    nowMs,
  )
