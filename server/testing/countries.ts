import type { CountryProduct } from '#domain/eligibility/products.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { insertSwitch, lockCountries } from '#server/users/countries.ts'

/** Opens or closes a product in a country, without the operators. */
export const switchCountry = (
  db: Db,
  change: { readonly country: string; readonly product: CountryProduct; readonly isOpen: boolean },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockCountries(tx)
    await insertSwitch(tx, { ...change, proposal: 1n, operator: null, reason: 'a test' }, 0)
  })

/** Says where a customer lives, as a verification or a number does. */
export const liveIn = (
  db: Db,
  customer: CustomerId,
  residence: { readonly country?: string | null; readonly mobile?: string | null },
) => db.updateTable('customer').set(residence).where('id', '=', customer).execute()
