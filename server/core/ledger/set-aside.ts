import type { CustomerId } from '#domain/ids.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { AccountId } from './accounts.ts'

/** Money of customers that lies in an account of the platform's. */
export interface SetAside {
  readonly account: () => AccountId
  /** Whose it is, in units: together what the account has. */
  readonly amounts: (tx: Tx) => Promise<readonly { readonly customer: CustomerId; readonly amount: bigint }[]>
}
