import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, startOfDayUtc } from '#domain/time.ts'
import type { Contact } from '#domain/user/contact.ts'
import { ownPurposes, type Purpose } from '#domain/user/purposes.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { limitKey } from '#server/platform/http/client-ip.ts'

export const CODE_LIFE_MS = 10 * MINUTE_MS
export const CODE_WAIT_MS = 60 * SECOND_MS
const TRIES = 5
/** How many codes one requester may have sent to a contact. A mobile message costs money. */
const PER_DAY: Record<Contact['kind'], number> = { email: 10, mobile: 5 }
/** And all requesters together, so that nobody is sent a flood from many addresses. */
const PER_CONTACT_A_DAY: Record<Contact['kind'], number> = { email: 40, mobile: 15 }

/**
 * What a code is for, and who asked for it. Each requester has a code of their own, with its own tries, so
 * that what a stranger asks and guesses leaves the customer's own code alone.
 */
export interface CodeKey {
  readonly contact: Contact
  readonly purpose: Purpose
  /** See `requesterOf`. */
  readonly requester: string
}

/** Who asks for a code or uses it: the customer signed in, for what is theirs; else the address. */
export const requesterOf = (purpose: Purpose, customer: bigint | undefined, ip: string): string =>
  customer !== undefined && (ownPurposes as readonly Purpose[]).includes(purpose)
    ? `customer ${customer}`
    : limitKey(ip)

/**
 * Issues a code for a contact, a purpose and a requester; their earlier one becomes invalid.
 *
 * The limits count by requester first. That of the contact, which many strangers together can use up, does
 * not hold for a requester whom `isKnown` knows.
 *
 * Refuses: TOO_MANY_REQUESTS within 60 s of the last, or when the day's number is used up.
 */
export async function issueCode(
  tx: Tx,
  key: CodeKey,
  nowMs: number,
  isKnown: () => Promise<boolean>,
): Promise<string> {
  const { contact, purpose, requester } = key
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const salt = randomBytes(16).toString('base64url')
  const day = new Date(startOfDayUtc(nowMs))
  const { rows } = await sql`
    insert into contact_code as c
      (contact, purpose, requester, salt, code_hash, tries_left, expires_at, sent_at, day, sent_in_day)
    values (${contact.value}, ${purpose}, ${requester}, ${salt}, ${hashCode(salt, code)}, ${TRIES},
      ${new Date(nowMs + CODE_LIFE_MS)}, ${new Date(nowMs)}, ${day}, 1)
    on conflict (contact, purpose, requester) do update set
      salt = excluded.salt, code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at, sent_at = excluded.sent_at, day = excluded.day,
      sent_in_day = case when c.day = excluded.day then c.sent_in_day + 1 else 1 end
    where c.sent_at <= ${new Date(nowMs - CODE_WAIT_MS)}
      and (c.day <> excluded.day or c.sent_in_day < ${PER_DAY[contact.kind]})
    returning 1`.execute(tx)
  if (rows.length === 0) throw refusal('TOO_MANY_REQUESTS', { seconds: await secondsToWait(tx, key, nowMs) })
  if ((await sentTo(tx, contact, day)) > PER_CONTACT_A_DAY[contact.kind] && !(await isKnown()))
    throw refusal('TOO_MANY_REQUESTS', { seconds: secondsUntilTomorrow(nowMs) })
  return code
}

/** How many codes a contact was sent on a day, whoever asked and whatever for. */
async function sentTo(tx: Tx, contact: Contact, day: Date): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select coalesce(sum(sent_in_day), 0)::int as sent from contact_code
    where contact = ${contact.value} and day = ${day}`.execute(tx)
  return rows[0]!.sent
}

const secondsUntilTomorrow = (nowMs: number) => Math.ceil((startOfDayUtc(nowMs) + DAY_MS - nowMs) / SECOND_MS)

async function secondsToWait(tx: Tx, key: CodeKey, nowMs: number): Promise<number> {
  const { contact, purpose, requester } = key
  const { sent_at, sent_in_day } = await tx
    .selectFrom('contact_code')
    .select(['sent_at', 'sent_in_day'])
    .where('contact', '=', contact.value)
    .where('purpose', '=', purpose)
    .where('requester', '=', requester)
    .executeTakeFirstOrThrow()
  if (sent_in_day >= PER_DAY[contact.kind]) return secondsUntilTomorrow(nowMs)
  return Math.max(1, Math.ceil((Number(sent_at) + CODE_WAIT_MS - nowMs) / SECOND_MS))
}

/** A verified code that has not been consumed yet. */
export interface RightCode extends CodeKey {
  readonly codeHash: string
}

/**
 * Verifies a code that this requester asked for; each attempt spends one of its five tries.
 *
 * Runs outside the caller's transaction: a rollback must not restore the try.
 *
 * Refuses: CODE_WRONG, the same for a wrong, a used, an old and a missing code.
 */
export async function tryCode(db: Db, key: CodeKey, code: string, nowMs: number): Promise<RightCode> {
  const row = await db
    .updateTable('contact_code')
    .set((column) => ({ tries_left: column('tries_left', '-', 1) }))
    .where('contact', '=', key.contact.value)
    .where('purpose', '=', key.purpose)
    .where('requester', '=', key.requester)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date(nowMs))
    .returning(['salt', 'code_hash'])
    .executeTakeFirst()
  const tried = hashCode(row?.salt ?? 'no code was sent', code)
  const sent = row?.code_hash ?? hashCode('', '')
  const isRight = timingSafeEqual(Buffer.from(tried), Buffer.from(sent))
  if (!isRight || !row) throw refusal('CODE_WRONG')
  return { ...key, codeHash: row.code_hash }
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
    .where('contact', '=', code.contact.value)
    .where('purpose', '=', code.purpose)
    .where('requester', '=', code.requester)
    .where('code_hash', '=', code.codeHash)
    .where('expires_at', '>', new Date(nowMs))
    .returning('contact')
    .executeTakeFirst()
  if (!used) throw refusal('CODE_WRONG')
}

const hashCode = (salt: string, code: string) =>
  createHash('sha256').update(`${salt}|${code}`).digest('base64url')
