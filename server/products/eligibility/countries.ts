import { sql } from 'kysely'
import { canManageEligibility, canViewEligibility } from '#domain/console/roles.ts'
import * as calls from '#domain/eligibility/console.ts'
import {
  type CountryProduct,
  countryProductNames,
  countryProducts,
  isOpenAtFirst,
} from '#domain/eligibility/products.ts'
import { refusal } from '#domain/errors.ts'
import { isCountry } from '#domain/user/calling-codes.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import {
  type CountrySwitch,
  countryNameOf,
  countrySwitches,
  insertSwitch,
  lockCountries,
} from '#server/users/countries.ts'

/** What is open in which country: two operators open, one closes. */

interface Place {
  readonly country: string
  readonly product: CountryProduct
}
const subjectOf = ({ country, product }: Place) => `country:${country}:${product}`

async function standingOf(db: Db | Tx, { country, product }: Place): Promise<CountrySwitch | undefined> {
  return (await countrySwitches(db, { countries: [country], product }))[0]
}

/** Refuses: TERMS_INVALID for what is no country. */
function requireCountry({ country }: Place): void {
  if (!isCountry(country)) throw refusal('TERMS_INVALID', { field: 'country' })
}

const isOpen = ({ product }: Place, standing: CountrySwitch | undefined, isDemo: boolean): boolean =>
  standing?.isOpen ?? isOpenAtFirst(product, isDemo)

const placeOf = (params: Readonly<Record<string, string>>) => params as unknown as Place
const yesNo = (is: boolean) => (is ? 'yes' : 'no')

export const openingIn = (isDemo: boolean): ProposalAction => ({
  kind: 'country-open',
  roles: canManageEligibility,
  viewers: canViewEligibility,
  async describe(db, { params }) {
    const place = placeOf(params)
    const now = isOpen(place, await standingOf(db, place), isDemo)
    return {
      title: `Open ${countryProductNames[place.product]} in ${countryNameOf(place.country)}`,
      lines: [line('Open', 'yes', yesNo(now))],
    }
  },
  async announces(_, { params }) {
    const { country, product } = placeOf(params)
    return { what: product, about: { country }, happens: 'open', lines: [] }
  },
  async apply(tx, { id, params }, nowMs) {
    const place = placeOf(params)
    await lockCountries(tx)
    // Who closed it meanwhile had a reason that this proposal did not know.
    if (String((await standingOf(tx, place))?.id ?? 0) !== params.before) throw refusal('PROPOSAL_OUTDATED')
    const { country, product } = place
    const opened = { country, product, isOpen: true, proposal: id, operator: null, reason: null }
    await insertSwitch(tx, opened, nowMs)
  },
})

/** The routes for the calls about countries in `domain/eligibility/console.ts`. */
export const countryRoutes = (isDemo: boolean): Route[] => [
  route(calls.consoleCountries, async (_, { db, operator }) => ({
    openAtFirst: countryProducts.filter((product) => isOpenAtFirst(product, isDemo)),
    switches: (await countrySwitches(db)).map(({ id: _, ...rest }) => rest),
    pending: await pendingViews(db, [openingIn(isDemo)], operator),
  })),
  route(calls.consoleCountryChanges, async (place, { db }) => ({ items: await changesOf(db, place) })),
  proposalRoute(calls.proposeCountry, openingIn(isDemo), async (tx, { country, product }) => {
    const place = { country, product }
    requireCountry(place)
    const standing = await standingOf(tx, place)
    if (isOpen(place, standing, isDemo)) throw refusal('TERMS_INVALID', { field: 'country' })
    return { subject: subjectOf(place), params: { ...place, before: String(standing?.id ?? 0) } }
  }),
  route(calls.closeCountry, async ({ reason, ...place }, { db, clock, operator }) => {
    requireCountry(place)
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await lockCountries(tx)
      // Also where it is closed already: whoever waits to open it has not seen this reason.
      const closed = { ...place, isOpen: false, proposal: null, operator: operator.id, reason }
      await insertSwitch(tx, closed, nowMs)
      await appendAuditLog(
        tx,
        { operator: operator.id, action: 'closed', subject: subjectOf(place), detail: { reason } },
        nowMs,
      )
    })
    return {}
  }),
]

/** How many changes of a product in a country are shown. */
const MAX_CHANGES = 200

async function changesOf(db: Db, { country, product }: Place) {
  const { rows } = await sql<{
    isOpen: boolean
    atMs: number
    maker: string | null
    checker: string | null
    reason: string | null
  }>`
    select s.is_open as "isOpen", (extract(epoch from s.created_at) * 1000)::float8 as "atMs",
      coalesce(m.name, o.name) as maker, c.name as checker, coalesce(p.reason, s.reason) as reason
    from country_switch s
    left join proposal p on p.id = s.proposal
    left join operator m on m.id = p.maker
    left join operator c on c.id = p.checker
    left join operator o on o.id = s.operator_id
    where s.country = ${country} and s.product = ${product}
    order by s.id desc limit ${MAX_CHANGES}`.execute(db)
  return rows
}
