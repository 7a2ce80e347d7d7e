import type { CountryProduct } from '#domain/eligibility/products.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openingIn } from '#server/products/eligibility/countries.ts'
import { countrySwitches, insertSwitch, lockCountries } from '#server/users/countries.ts'
import { agree } from './agree.ts'

/** Opens or closes a product in a country: two operators open, also while others propose the same, and one closes. */
export async function switchCountry(
  db: Db,
  { country, product, isOpen }: { country: string; product: CountryProduct; isOpen: boolean },
): Promise<void> {
  if (isOpen)
    return agree(
      db,
      openingIn(false),
      async (tx) => {
        const [newest] = await countrySwitches(tx, { countries: [country], product })
        const params = { country, product, before: String(newest?.id ?? 0) }
        return { subject: `country:${country}:${product}:others`, params }
      },
      0,
    )
  const closed = { country, product, isOpen, proposal: null, operator: null, reason: 'a test' }
  await db.transaction().execute(async (tx) => {
    await lockCountries(tx)
    await insertSwitch(tx, closed, 0)
  })
}

/** Says where a customer lives, as a verification or a number does. */
export const liveIn = (
  db: Db,
  customer: CustomerId,
  residence: { readonly country?: string | null; readonly mobile?: string | null },
) => db.updateTable('customer').set(residence).where('id', '=', customer).execute()
