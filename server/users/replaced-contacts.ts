import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { REPLACED_CONTACTS_MS } from '#server/platform/retention.ts'

/** The SQL of contacts that customers replaced: their owner may be whom the account was taken from. */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    replaced_contact: {
      customer_id: CustomerId
      contact: string
      replaced_at: number | Date
    }
  }
}

/** Keeps a contact that was replaced; one that is replaced again is kept from then on. */
export async function keepReplaced(
  tx: Tx,
  customer: CustomerId,
  contact: string,
  nowMs: number,
): Promise<void> {
  const replaced_at = new Date(nowMs)
  await tx
    .insertInto('replaced_contact')
    .values({ customer_id: customer, contact, replaced_at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'contact']).doUpdateSet({ replaced_at }))
    .execute()
}

/** The contacts that a customer replaced within `REPLACED_CONTACTS_MS`, also those that they have again. */
export async function replacedContactsOf(tx: Tx, customer: CustomerId, nowMs: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('replaced_contact')
    .select('contact')
    .where('customer_id', '=', customer)
    .where('replaced_at', '>', new Date(nowMs - REPLACED_CONTACTS_MS))
    .orderBy('contact')
    .execute()
  return rows.map(({ contact }) => contact)
}

/** Forgets the contacts whose time is over. */
export async function sweepReplaced(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('replaced_contact')
    .where('replaced_at', '<=', new Date(nowMs - REPLACED_CONTACTS_MS))
    .execute()
}
