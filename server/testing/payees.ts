import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import { tronAddress } from './addresses.ts'

/** The pay password of every customer here. */
export const PAY_PASSWORD = '493817'
/** Where they may withdraw USDT to. */
export const PAYEE_ADDRESS = tronAddress(700)

let payPasswordHash: Promise<string> | undefined

/** Gives a customer a pay password, and an address that was saved long ago. */
export async function makeReadyToWithdraw(db: Db, customer: CustomerId): Promise<void> {
  payPasswordHash ??= createPasswordHasher().hash(PAY_PASSWORD)
  await db
    .updateTable('customer')
    .set({ pay_password_hash: await payPasswordHash })
    .where('id', '=', customer)
    .execute()
  await sql`
    insert into withdrawal_address (customer_id, currency, network, name, address, saved_at)
    values (${customer}, 'USDT', 'TRC20', 'Ledger cold', ${PAYEE_ADDRESS}, ${new Date(0)})`.execute(db)
}
