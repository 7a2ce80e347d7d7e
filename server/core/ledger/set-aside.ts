import type { CustomerId } from '#domain/ids.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { AccountId } from './accounts.ts'

/** Money of customers that lies in accounts of the platform's. */
export interface SetAside {
  readonly accounts: () => readonly AccountId[]
  /** Whose it is, in units: together what the accounts have. */
  readonly amounts: (
    tx: Tx,
  ) => Promise<
    readonly { readonly customer: CustomerId; readonly account: AccountId; readonly amount: bigint }[]
  >
}
