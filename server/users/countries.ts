import { type RawBuilder, sql } from 'kysely'
import { countriesOf, isOfferedIn, mayRegisterFrom, type Residence } from '#domain/eligibility/countries.ts'
import { type CountryProduct, countryProducts, isOpenAtFirst } from '#domain/eligibility/products.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Which products are open in which countries, and whether one is offered to a customer. */

const names = new Intl.DisplayNames('en', { type: 'region' })

/** A country as operators read it; what is no country stays as it is. */
export const countryNameOf = (code: string): string => names.of(code) ?? code

/** How a product stands in a country, by the newest change. */
export interface CountrySwitch {
  readonly id: bigint
  readonly country: string
  readonly product: CountryProduct
  readonly isOpen: boolean
  readonly changedAtMs: number
}

/** The newest of each country and product, or of these alone. */
export async function countrySwitches(
  db: Db | Tx,
  among: { readonly countries?: readonly string[]; readonly product?: CountryProduct } = {},
): Promise<CountrySwitch[]> {
  const { countries, product } = among
  const { rows } = await sql<CountrySwitch>`
    select distinct on (country, product) id, country, product, is_open as "isOpen",
      (extract(epoch from created_at) * 1000)::float8 as "changedAtMs"
    from country_switch
    where ${countries ? sql`country = any(${arrayLiteral(countries, (country) => country)}::text[])` : sql`true`}
      and ${product ? sql`product = ${product}` : sql`true`}
    order by country, product, id desc`.execute(db)
  return rows
}

type SwitchState = Pick<CountrySwitch, 'country' | 'product' | 'isOpen'>

const isOpenBy = (switches: readonly SwitchState[], product: CountryProduct) => (country: string) =>
  switches.find((one) => one.country === country && one.product === product)?.isOpen

/**
 * Where a customer lives, and how these products stand in what can be their country, in one statement: it is asked before every
 * order.
 */
async function standingFor(
  db: Db | Tx,
  customer: CustomerId,
  products: readonly CountryProduct[],
): Promise<{ countries: readonly string[]; switches: SwitchState[] }> {
  const { rows } = await sql<Residence & { state: SwitchState | null }>`
    select c.mobile, c.country, s.state
    from customer c left join lateral (
      select distinct on (w.country, w.product)
        jsonb_build_object('country', w.country, 'product', w.product, 'isOpen', w.is_open) as state
      from country_switch w
      where w.product = any(${arrayLiteral(products, (product) => product)}::text[])
        and (w.country = c.country or (c.country is null and c.mobile is not null))
      order by w.country, w.product, w.id desc) s on true
    where c.id = ${customer}`.execute(db)
  return {
    countries: rows[0] ? countriesOf(rows[0]) : [],
    switches: rows.flatMap(({ state }) => state ?? []),
  }
}

/** The products that are not offered to a customer now. */
export async function closedTo(
  db: Db | Tx,
  customer: CustomerId,
  { isDemo, products = countryProducts }: { isDemo: boolean; products?: readonly CountryProduct[] },
): Promise<CountryProduct[]> {
  const { countries, switches } = await standingFor(db, customer, products)
  return products.filter((product) => {
    const isOpen = isOpenBy(switches, product)
    return product === 'registration'
      ? !mayRegisterFrom(countries, isOpen)
      : !isOfferedIn(countries, isOpen, isOpenAtFirst(product, isDemo))
  })
}

/**
 * Checks that products are offered to a customer, who begins something new. What they have can always be ended: nothing that
 * closes, redeems, repays or withdraws asks here. `isDemo` matters to seconds options alone.
 *
 * Refuses: COUNTRY_NOT_OFFERED.
 */
export async function requireOffered(
  db: Db | Tx,
  customer: CustomerId,
  products: CountryProduct | readonly CountryProduct[],
  isDemo = false,
): Promise<void> {
  const asked = typeof products === 'string' ? [products] : products
  if ((await closedTo(db, customer, { isDemo, products: asked })).length > 0)
    throw refusal('COUNTRY_NOT_OFFERED')
}

/**
 * Of these customers, a query of one column, those to whom one of these products, open at first, is not offered now. They are
 * read only where something is closed.
 */
export async function customersOutside(
  db: Db,
  customers: RawBuilder<unknown>,
  products: readonly CountryProduct[],
): Promise<CustomerId[]> {
  const switches = (await countrySwitches(db)).filter(({ isOpen }) => !isOpen)
  if (!switches.some(({ product }) => products.includes(product))) return []
  const { rows } = await sql<Residence & { id: CustomerId }>`
    select id, mobile, country from customer
    where id in ${customers}`.execute(db)
  return rows
    .filter((row) =>
      products.some((product) => !isOfferedIn(countriesOf(row), isOpenBy(switches, product), true)),
    )
    .map(({ id }) => id)
}

/** Checks that who lives there may register, or be verified. Refuses: COUNTRY_NOT_OFFERED. */
export async function requireMayRegister(db: Db | Tx, residence: Residence): Promise<void> {
  if ((await closedForRegistration(db, residence)).length > 0) throw refusal('COUNTRY_NOT_OFFERED')
}

/** The countries that somebody may be of, where every one of them takes no registration and no verification; else none. */
export async function closedForRegistration(db: Db | Tx, residence: Residence): Promise<readonly string[]> {
  const countries = countriesOf(residence)
  if (countries.length === 0) return []
  const switches = await countrySwitches(db, { countries, product: 'registration' })
  return mayRegisterFrom(countries, isOpenBy(switches, 'registration')) ? [] : countries
}

/** Who changes a country now waits for the others: the newest change is that of whoever came last. */
export async function lockCountries(tx: Tx): Promise<void> {
  void (await sql`select pg_advisory_xact_lock(hashtextextended('country switches', 0))`.execute(tx))
}

/** Adds a change, from the next request on; to open it takes a proposal. The caller has locked the countries. */
export async function insertSwitch(
  tx: Tx,
  change: {
    readonly country: string
    readonly product: CountryProduct
    readonly isOpen: boolean
    readonly proposal: bigint | null
    readonly operator: bigint | null
    readonly reason: string | null
  },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into country_switch (country, product, is_open, proposal, operator_id, reason, created_at)
    values (${change.country}, ${change.product}, ${change.isOpen}, ${change.proposal}, ${change.operator},
      ${change.reason}, ${new Date(nowMs)})`.execute(tx)
}
