import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { callingCodeIn, callingCodes } from '#domain/user/calling-codes.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

/** In which countries seconds options are offered: nowhere, until two operators say so. */

/**
 * Whether they are offered to a customer: by the country of their verification, before that by the calling code of
 * their mobile number, where all countries with that code are on. Unknown is off.
 */
export async function isOfferedTo(db: Db | Tx, customer: CustomerId): Promise<boolean> {
  const { rows } = await sql<{ mobile: string | null; country: string | null }>`
    select mobile, country from customer where id = ${customer}`.execute(db)
  const verified = rows[0]?.country
  if (verified) return (await offeredCountries(db, [verified])).length > 0
  const code = callingCodeIn(rows[0]?.mobile?.replace('+', '') ?? '')
  const countries = callingCodes.filter((each) => each.code === code).map(({ country }) => country)
  if (countries.length === 0) return false
  const offered = new Set(await offeredCountries(db, countries))
  return countries.every((country) => offered.has(country))
}

/** Which of these countries, or of all, it is offered in. */
export async function offeredCountries(db: Db | Tx, among?: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select country from (
      select distinct on (country) country, is_offered from option_country
      ${among ? sql`where country = any(${arrayLiteral(among, (country) => country)}::text[])` : sql``}
      order by country, id desc) newest
    where is_offered order by country`.execute(db)
  return rows.map(({ country }) => country)
}

/** Switches a country on or off, from the next order on; on by a proposal alone. */
export const setCountry = (
  tx: Tx,
  change: { readonly country: string; readonly isOffered: boolean; readonly proposal: bigint | null },
  nowMs: number,
) =>
  sql`insert into option_country (id, country, is_offered, proposal, created_at)
    values (${nextId()}, ${change.country}, ${change.isOffered}, ${change.proposal}, ${new Date(nowMs)})`.execute(
    tx,
  )
