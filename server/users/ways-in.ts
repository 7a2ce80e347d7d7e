import type { Tx } from '#server/platform/db/database.ts'
import { passkeysOf } from './passkey-store.ts'
import type { CustomerRow } from './store.ts'
import { walletsOf } from './wallet-sign-in-store.ts'

/** Whether anything signs in to an account: a password with a contact, a wallet, or a passkey. Asked after one was removed. */
export async function hasOtherWayIn(tx: Tx, customer: CustomerRow): Promise<boolean> {
  const { password_hash, email, mobile } = customer
  if (password_hash !== null && (email ?? mobile) !== null) return true
  if ((await walletsOf(tx, customer.id)).length > 0) return true
  return (await passkeysOf(tx, customer.id)).length > 0
}
