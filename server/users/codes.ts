import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, startOfDayUtc } from '#domain/time.ts'
import type { Contact } from '#domain/user/contact.ts'
import type { Purpose } from '#domain/user/purposes.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

export const CODE_LIFE_MS = 10 * MINUTE_MS
export const CODE_WAIT_MS = 60 * SECOND_MS
const TRIES = 5
/** A mobile message costs money, and is what fraudsters make us send. */
const PER_DAY: Record<Contact['kind'], number> = { email: 10, mobile: 5 }

/**
 * Issues a code for a contact and purpose; an earlier one becomes invalid.
 *
 * Refuses: TOO_MANY_REQUESTS within 60 s of the last, or when the day's number is used up.
 */
export async function issueCode(tx: Tx, contact: Contact, purpose: Purpose, nowMs: number): Promise<string> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const salt = randomBytes(16).toString('base64url')
  const day = new Date(startOfDayUtc(nowMs))
  const { rows } = await sql`
    insert into contact_code as c
      (contact, purpose, salt, code_hash, tries_left, expires_at, sent_at, day, sent_in_day)
    values (${contact.value}, ${purpose}, ${salt}, ${hashCode(salt, code)}, ${TRIES},
      ${new Date(nowMs + CODE_LIFE_MS)}, ${new Date(nowMs)}, ${day}, 1)
    on conflict (contact, purpose) do update set
      salt = excluded.salt, code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at, sent_at = excluded.sent_at, day = excluded.day,
      sent_in_day = case when c.day = excluded.day then c.sent_in_day + 1 else 1 end
    where c.sent_at <= ${new Date(nowMs - CODE_WAIT_MS)}
      and (c.day <> excluded.day or c.sent_in_day < ${PER_DAY[contact.kind]})
    returning 1`.execute(tx)
  if (rows.length === 0)
    throw refusal('TOO_MANY_REQUESTS', { seconds: await secondsToWait(tx, contact, purpose, nowMs) })
  return code
}

async function secondsToWait(tx: Tx, contact: Contact, purpose: Purpose, nowMs: number): Promise<number> {
  const { sent_at, sent_in_day } = await tx
    .selectFrom('contact_code')
    .select(['sent_at', 'sent_in_day'])
    .where('contact', '=', contact.value)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  const untilMs =
    sent_in_day >= PER_DAY[contact.kind] ? startOfDayUtc(nowMs) + DAY_MS : Number(sent_at) + CODE_WAIT_MS
  return Math.max(1, Math.ceil((untilMs - nowMs) / SECOND_MS))
}

/** A verified code that has not been consumed yet. */
export interface RightCode {
  readonly contact: string
  readonly purpose: Purpose
  readonly codeHash: string
}

/**
 * Verifies a code; each attempt spends one of five tries.
 *
 * Runs outside the caller's transaction: a rollback must not restore the try.
 *
 * Refuses: CODE_WRONG, the same for a wrong, a used, an old and a missing code.
 */
export async function tryCode(
  db: Db,
  contact: Contact,
  purpose: Purpose,
  code: string,
  nowMs: number,
): Promise<RightCode> {
  const row = await db
    .updateTable('contact_code')
    .set((column) => ({ tries_left: column('tries_left', '-', 1) }))
    .where('contact', '=', contact.value)
    .where('purpose', '=', purpose)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date(nowMs))
    .returning(['salt', 'code_hash'])
    .executeTakeFirst()
  const tried = hashCode(row?.salt ?? 'no code was sent', code)
  const sent = row?.code_hash ?? hashCode('', '')
  const isRight = timingSafeEqual(Buffer.from(tried), Buffer.from(sent))
  if (!isRight || !row) throw refusal('CODE_WRONG')
  return { contact: contact.value, purpose, codeHash: row.code_hash }
}

/**
 * Consumes a verified code in the transaction of what it allows.
 *
 * Refuses: CODE_WRONG when somebody else used it first.
 */
export async function consumeCode(tx: Tx, code: RightCode, nowMs: number): Promise<void> {
  const used = await tx
    .updateTable('contact_code')
    .set((column) => ({ expires_at: column.ref('sent_at') }))
    .where('contact', '=', code.contact)
    .where('purpose', '=', code.purpose)
    .where('code_hash', '=', code.codeHash)
    .where('expires_at', '>', new Date(nowMs))
    .returning('contact')
    .executeTakeFirst()
  if (!used) throw refusal('CODE_WRONG')
}

const hashCode = (salt: string, code: string) =>
  createHash('sha256').update(`${salt}|${code}`).digest('base64url')
