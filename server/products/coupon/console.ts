import { sql } from 'kysely'
import { canManageProducts, canViewProducts, hasRole } from '#domain/console/roles.ts'
import * as calls from '#domain/coupon/console.ts'
import {
  type CampaignDraft,
  campaignState,
  invalidCampaign,
  MAX_NAMED,
  mostOf,
  showCode,
} from '#domain/coupon/rules.ts'
import type { CouponKind } from '#domain/coupon/words.ts'
import type { TermKind } from '#domain/earn/kinds.ts'
import { refusal } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { type Rate, rate } from '#domain/money/amount.ts'
import { formatPercent, plainPercent } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import {
  amountField,
  countField,
  fieldLines,
  line,
  type ProposalField,
  type ProposalFields,
  readFields,
  textField,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, type Proposed, pendingViews } from '#server/console/proposals.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireTier } from '#server/users/tiers.ts'
import { fundOf, reserveOf } from './accounts.ts'
import type { Savings } from './savings.ts'
import { give, makeCode } from './service.ts'
import { type CampaignRow, insertCampaign, listCampaigns, lockCampaign, stopCampaign } from './store.ts'

/** What operators do with coupons: two together give them, one alone stops giving. */

const kindNames: Readonly<Record<CouponKind, string>> = {
  boost: 'Interest boost',
  trial: 'Trial principal',
  discount: 'Spot fee discount',
}
const savingsNames: Readonly<Record<TermKind, string>> = {
  locked: 'Locked deposit',
  quantization: 'Quantitative savings',
  mining: 'Lock-mining',
}

const momentField = (label: string): ProposalField<number> => ({
  label,
  read: (text) => Number(text),
  write: String,
  show: (atMs) => `${utcMinute(atMs)} UTC`,
})
const dailyRateField: ProposalField<Rate> = {
  label: 'Daily rate of the trial',
  read: (text) => rate(BigInt(text ?? '0')),
  write: String,
  show: (value) => (value === 0n ? 'none' : `${formatPercent(value)}%`),
}

const fields: ProposalFields<CampaignDraft> = {
  name: textField('Name'),
  kind: textField('Kind', (kind) => kindNames[kind]),
  currency: textField('Currency'),
  shareBps: {
    label: 'Points a year, or share of the fee',
    read: (text) => Number(text ?? 0),
    write: String,
    show: (bps) => (bps === 0 ? 'none' : `${plainPercent(bps)}%`),
  },
  cap: amountField('Principal, or most that one pays of fees'),
  termDays: countField('Term of the trial', 'days'),
  dailyRate: dailyRateField,
  budget: amountField('Budget'),
  quantity: countField('Coupons', 'coupons'),
  validDays: countField('Valid for', 'days'),
  opensAtMs: momentField('Claims open'),
  closesAtMs: momentField('Claims close'),
}

const subjects = subjectsOf('coupon-campaign')
const roles = { roles: canManageProducts, viewers: canViewProducts }

const draftOf = ({ params }: Pick<Proposed, 'params'>): CampaignDraft =>
  readFields(fields, params, params.currency!)

const namedIn = (params: Proposed['params']): CustomerId[] =>
  (params.customers ?? '').split(' ').flatMap((id) => (id === '' ? [] : [customerId(BigInt(id))]))

const create: ProposalAction = {
  kind: 'coupon-create',
  ...roles,
  customersOf: ({ params }) => sql`select unnest(${namedIn(params)}::bigint[])`,
  async describe(_, { params }) {
    const draft = draftOf({ params })
    const named = namedIn(params)
    return {
      title: `Coupons: ${draft.name}`,
      lines: [
        ...fieldLines(fields, draft, draft.currency),
        named.length === 0
          ? line('Code', 'made once it is approved')
          : line('Given to customers', named.map(String).join(', ')),
        // What it would come to if every coupon were used: of boosts, each in an order of a year.
        line(
          'At most, if each is used',
          `${formatAmount(mostOf(draft, YEAR) * BigInt(draft.quantity), draft.currency)} ${draft.currency}`,
        ),
      ],
    }
  },
  async apply(tx, { params }, nowMs) {
    const draft = draftOf({ params })
    if (nowMs >= draft.closesAtMs) throw refusal('PROPOSAL_OUTDATED')
    const { name, kind, currency, cap, budget, quantity } = draft
    const id = nextId()
    const named = namedIn(params)
    // Neither the proposal nor the log has it: more people read these than give coupons.
    const code = named.length === 0 ? makeCode() : null
    await insertCampaign(tx, {
      ...{ id, name, kind, currency, cap, budget, quantity, code },
      ...{ share_bps: draft.shareBps, term_days: draft.termDays, daily_rate: draft.dailyRate },
      ...{ valid_days: draft.validDays, opens_at: draft.opensAtMs, closes_at: draft.closesAtMs },
    })
    if (named.length === 0) return
    const campaign = (await lockCampaign(tx, { id }))!
    for (const customer of named) {
      await requireTier(tx, customer, 'basic')
      await give(tx, campaign, customer, nowMs)
    }
  },
}
const YEAR = 365

export const couponProposals: readonly ProposalAction[] = [create]

/** The routes for the calls of `domain/coupon/console.ts`. */
export const couponConsoleRoutes = (savings: Savings): Route[] => [
  route(calls.consoleCoupons, ({ before }, { db, clock, operator }) =>
    overview(db, savings, operator, before, clock.nowMs()),
  ),
  proposalRoute(calls.proposeCampaign, create, async (tx, { reason: _, productId, customers, ...typed }) => {
    const trial = await trialTerms(tx, savings, typed, productId)
    const draft = readFields(fields, { ...typed, ...trial }, typed.currency)
    const named = await readNamed(tx, customers)
    const field = named.length > draft.quantity ? 'quantity' : invalidCampaign(draft)
    if (field) throw refusal('TERMS_INVALID', { field })
    const whom = named.length > 0 ? { customers: named.join(' ') } : {}
    return {
      subject: `coupon-campaign:new:${nextId()}`,
      params: { ...writeFields(fields, draft, typed.currency), ...whom },
    }
  }),
  route(calls.stopCampaign, async ({ id, reason }, { db, clock, operator }) => {
    await db.transaction().execute(async (tx) => {
      const campaign = await lockCampaign(tx, { id })
      if (!campaign) throw refusal('NOT_FOUND')
      // Twice is once: it is stopped.
      if (campaign.is_stopped) return
      await stopCampaign(tx, id)
      const entry = {
        operator: operator.id,
        action: 'stopped',
        subject: subjects.of(id),
        detail: { reason },
      } as const
      await appendAuditLog(tx, entry, clock.nowMs())
    })
    return {}
  }),
]

/** The term and rate of the savings that a trial is of, as they are now. Refuses: TERMS_INVALID where there are none. */
async function trialTerms(
  tx: Tx,
  savings: Savings,
  { kind, currency }: { readonly kind: CouponKind; readonly currency: string },
  productId: bigint | undefined,
) {
  if (kind !== 'trial') return { termDays: '0', dailyRate: '0' }
  const found = (await savings.trialProducts(tx)).find(
    (one) => one.id === productId && one.currency === currency,
  )
  if (!found) throw refusal('TERMS_INVALID', { field: 'productId' })
  return { termDays: String(found.termDays), dailyRate: String(found.dailyRate) }
}

/** The customers that were typed, each once. Refuses: TERMS_INVALID for what is no customer's id; KYC_REQUIRED. */
async function readNamed(tx: Tx, typed: string | undefined): Promise<CustomerId[]> {
  const ids = (typed ?? '').split(/[\s,]+/).filter((id) => id !== '')
  if (ids.length > MAX_NAMED || ids.some((id) => !/^\d{1,18}$/.test(id)))
    throw refusal('TERMS_INVALID', { field: 'customers' })
  const named = [...new Set(ids)].map((id) => customerId(BigInt(id)))
  for (const customer of named) await requireTier(tx, customer, 'basic')
  return named
}

/** How many campaigns a page shows. */
const MAX_SHOWN = 100

async function overview(
  db: Db,
  savings: Savings,
  viewer: Operator,
  before: bigint | undefined,
  nowMs: number,
) {
  const rows = await listCampaigns(db, before, MAX_SHOWN + 1)
  const shown = rows.slice(0, MAX_SHOWN)
  const showsCodes = hasRole(viewer.roles, canManageProducts)
  return {
    campaigns: shown.map((row) => campaignView(row, showsCodes, nowMs)),
    next: rows.length > MAX_SHOWN ? String(shown.at(-1)!.id) : null,
    coverage: await coverageOf(db, nowMs),
    drafts: await pendingViews(db, couponProposals, viewer),
    savings: (await savings.trialProducts(db)).map(({ id, kind, currency, termDays, dailyRate }) => ({
      id: String(id),
      name: `${savingsNames[kind]}: ${currency}, ${termDays} days, ${formatPercent(dailyRate)}% a day`,
    })),
  }
}

/** A code is worth money to whoever knows it: who does not give coupons sees where it begins. */
const codeFor = (code: string, isShown: boolean): string =>
  isShown ? showCode(code) : `${code.slice(0, 4)}…`

const campaignView = (row: CampaignRow, showsCodes: boolean, nowMs: number): calls.ConsoleCampaign => {
  const show = (amount: bigint) => formatAmount(amount, row.currency)
  const { id, name, kind, code, currency, quantity, claimed } = row
  return {
    ...{ id: String(id), name, kind, audience: code === null ? 'named' : 'code' },
    code: code === null ? null : codeFor(code, showsCodes),
    ...{ currency, sharePercent: plainPercent(row.share_bps), cap: show(row.cap), termDays: row.term_days },
    ...{ dailyPercent: formatPercent(row.daily_rate), budget: show(row.budget), spent: show(row.spent) },
    ...{ quantity, claimed, validDays: row.valid_days, opensAtMs: row.opens_at, closesAtMs: row.closes_at },
    status: campaignState(
      { isStopped: row.is_stopped, opensAtMs: row.opens_at, closesAtMs: row.closes_at },
      nowMs,
    ),
  }
}

/**
 * Whether the fund covers what coupons may still take: the rest of the budget of every campaign that gives coupons or has
 * given some that are still good, and the principal of as many trials. Of others than trials it
 * matters only whether there is one; and campaigns whose last coupon ended more than a day ago are not looked at.
 */
async function coverageOf(db: Db, nowMs: number) {
  const now = sql`${new Date(nowMs)}::timestamptz`
  const { rows } = await sql<{ currency: string; promised: bigint }>`
    select currency, sum(budget - spent + case kind when 'trial' then cap * coupons else 0 end)::bigint as promised
    from (
      select t.*, open.count + case when not t.is_stopped and t.closes_at > ${now}
        then t.quantity - t.claimed else 0 end as coupons
      from coupon_campaign t cross join lateral (
        select count(*) as count from (
          select 1 from coupon c where c.campaign_id = t.id and c.status = 'usable'
          limit case t.kind when 'trial' then t.quantity else 1 end) good) open
      where t.closes_at + (t.valid_days + 1) * interval '1 day' > ${now}) each
    where coupons > 0 group by 1`.execute(db)
  const promised = new Map(rows.map((row) => [row.currency, row.promised]))
  const { rows: known } = await sql<{ currency: string }>`
    select distinct currency from coupon_campaign order by 1`.execute(db)
  const balances = await balancesOfAccounts(
    db,
    known.flatMap(({ currency }) => [fundOf(currency), reserveOf(currency)]),
  )
  return known.map(({ currency }) => {
    const [free, wanted] = [balances.get(fundOf(currency)) ?? 0n, promised.get(currency) ?? 0n]
    const show = (amount: bigint) => formatAmount(amount, currency)
    return {
      ...{ currency, free: show(free), reserved: show(balances.get(reserveOf(currency)) ?? 0n) },
      ...{ promised: show(wanted), isCovered: free >= wanted },
    }
  })
}
