import { sql } from 'kysely'
import { type Refusal, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { HOUR_MS } from '#domain/time.ts'
import { MAX_PAY_PASSWORD_TRIES, PAY_PASSWORD_LOCK_MS } from '#domain/withdrawal/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PasswordHasher } from './password-hash.ts'

/**
 * Compares a pay password, which confirms that money leaves. Wrong ones are counted where a restart does not forget
 * them; the answer is known only after it was counted, so that many at once learn no more than five in a row.
 *
 * Refuses: PAY_PASSWORD_UNSET; PARAMETER_ERROR without one; PAY_PASSWORD_LOCKED after `MAX_PAY_PASSWORD_TRIES` wrong ones, for a day, the right one
 * too; PAY_PASSWORD_WRONG with the tries that are left; `anyway`, counted as a wrong one whatever was typed, where what it is to
 * confirm is refused without telling whether it is right.
 */
export async function provePayPassword(
  db: Db,
  hasher: PasswordHasher,
  customer: CustomerId,
  typed: string | undefined,
  nowMs: number,
  anyway?: Refusal,
): Promise<void> {
  const row = await db
    .selectFrom('customer')
    .select('pay_password_hash')
    .where('id', '=', customer)
    .executeTakeFirst()
  const hash = row?.pay_password_hash
  if (!hash) throw refusal('PAY_PASSWORD_UNSET')
  if (typed === undefined) throw refusal('PARAMETER_ERROR', { field: 'payPassword' })
  refuseLocked(await readTries(db, customer), nowMs)
  const isRight = (await hasher.verify(hash, typed)) && !anyway
  const tries = await count(db, customer, isRight, nowMs)
  refuseLocked(tries, nowMs)
  if (anyway) throw anyway
  if (!isRight) throw refusal('PAY_PASSWORD_WRONG', { left: MAX_PAY_PASSWORD_TRIES - tries.wrong })
}

/** Refuses: PAY_PASSWORD_UNSET, before anything that a pay password is to confirm later. */
export async function requirePayPassword(db: Db | Tx, customer: CustomerId): Promise<void> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customer)
    .where('pay_password_hash', 'is not', null)
    .executeTakeFirst()
  if (!row) throw refusal('PAY_PASSWORD_UNSET')
}

/** Wrong pay passwords in a row. */
interface Tries {
  readonly wrong: number
  readonly lockedUntilMs: number | null
}

/** How many wrong pay passwords a customer may still give. */
export const payPasswordTriesLeft = async (db: Db, customer: CustomerId, nowMs: number): Promise<number> =>
  MAX_PAY_PASSWORD_TRIES - (await payPasswordTries(db, customer, nowMs)).wrong

/** The wrong pay passwords in a row that count, and until when none is taken; a lock that is over begins anew. */
export async function payPasswordTries(db: Db, customer: CustomerId, nowMs: number): Promise<Tries> {
  const { wrong, lockedUntilMs } = await readTries(db, customer)
  if (lockedUntilMs === null) return { wrong, lockedUntilMs }
  return lockedUntilMs > nowMs
    ? { wrong: MAX_PAY_PASSWORD_TRIES, lockedUntilMs }
    : { wrong: 0, lockedUntilMs: null }
}

async function readTries(db: Db, customer: CustomerId): Promise<Tries> {
  const { rows } = await sql<Tries>`
    select wrong, locked_until as "lockedUntilMs" from pay_password_try where customer_id = ${customer}`.execute(
    db,
  )
  return rows[0] ?? { wrong: 0, lockedUntilMs: null }
}

/** Counts one answer; while it is locked nothing changes. A lock that is over begins anew. */
async function count(db: Db, customer: CustomerId, isRight: boolean, nowMs: number): Promise<Tries> {
  const now = new Date(nowMs)
  const until = new Date(nowMs + PAY_PASSWORD_LOCK_MS)
  // A right one is not counted, only what it ends.
  const counted = isRight
    ? sql<Tries>`
      update pay_password_try set
        wrong = case when locked_until > ${now} then wrong else 0 end,
        locked_until = case when locked_until > ${now} then locked_until end
      where customer_id = ${customer} returning wrong, locked_until as "lockedUntilMs"`
    : sql<Tries>`
      insert into pay_password_try as t (customer_id, wrong, locked_until) values (${customer}, 1, null)
      on conflict (customer_id) do update set
        wrong = case
          when t.locked_until > ${now} then t.wrong
          when t.locked_until is not null then 1
          else t.wrong + 1 end,
        locked_until = case
          when t.locked_until > ${now} then t.locked_until
          when t.locked_until is null and t.wrong + 1 >= ${MAX_PAY_PASSWORD_TRIES} then ${until}::timestamptz end
      returning wrong, locked_until as "lockedUntilMs"`
  const { rows } = await counted.execute(db)
  return rows[0] ?? { wrong: 0, lockedUntilMs: null }
}

function refuseLocked({ lockedUntilMs }: Tries, nowMs: number): void {
  if (lockedUntilMs !== null && lockedUntilMs > nowMs)
    throw refusal('PAY_PASSWORD_LOCKED', { hours: Math.ceil((lockedUntilMs - nowMs) / HOUR_MS) })
}
