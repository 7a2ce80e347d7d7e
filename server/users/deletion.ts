import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { releasePortrait } from '#server/platform/uploads/store.ts'
import { openDeletion, stepDeletion } from './deletion-store.ts'
import { notify } from './notices.ts'
import { deletePasskeys } from './passkey-store.ts'
import { removeFactor } from './second-factor-store.ts'
import type { CustomerRow } from './store.ts'

/** What a deletion of an account does to who signs in; `products/privacy` decides on it. */

/**
 * Whoever signs in wants the account: a deletion that waits is cancelled, in the transaction of the sign-in.
 *
 * Refuses: LOGIN_FAILED where the account is being erased.
 */
export async function cancelDeletionBySignIn(tx: Tx, customer: CustomerRow, nowMs: number): Promise<void> {
  const deletion = await openDeletion(tx, customer.id)
  if (!deletion) return
  if (deletion.status !== 'asked' || !(await stepDeletion(tx, deletion, 'cancelled', nowMs)))
    throw refusal('LOGIN_FAILED')
  await notify(tx, customer, { kind: 'deletionCancelled' }, nowMs)
}

/**
 * Removes whom an account belongs to and everything that signs in to it. The number stays, because the ledger and what law
 * keeps name it; nothing of ours leads from it to a person any more but the sealed verification.
 */
export async function eraseSignIns(tx: Tx, customer: CustomerRow): Promise<void> {
  const { id, email, mobile, portrait } = customer
  await removeFactor(tx, id)
  await deletePasskeys(tx, id)
  for (const table of [
    'sign_in_wallet',
    'trusted_device',
    'mail_phrase',
    'replaced_contact',
    'watched_instrument',
  ])
    await eraseRows(tx, table, id)
  await tx
    .deleteFrom('contact_code')
    .where('contact', 'in', [email ?? '', mobile ?? ''])
    .execute()
  await sql`
    update customer set email = null, mobile = null, password_hash = null, pay_password_hash = null,
      nickname = null, signature = null, portrait = null where id = ${id}`.execute(tx)
  if (portrait !== null) await releasePortrait(tx, portrait)
}

/** Sessions name browsers and addresses: removed when nothing refers to them any more. */
export const eraseSessions = (tx: Tx, customer: CustomerId) => eraseRows(tx, 'customer_session', customer)

const eraseRows = (tx: Tx, table: string, customer: CustomerId) =>
  sql`delete from ${sql.table(table)} where customer_id = ${customer}`.execute(tx)
