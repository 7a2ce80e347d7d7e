import { sql } from 'kysely'
import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import * as calls from '#domain/dual/console.ts'
import {
  invalidTemplate,
  type LadderTemplate,
  parseRungs,
  type Rung,
  rungsText,
} from '#domain/dual/ladder.ts'
import type { DualType } from '#domain/dual/outcomes.ts'
import { currencyOf, type DualDraft, invalidDual, isDualPair, settlementOf } from '#domain/dual/rules.ts'
import { unusualYield } from '#domain/dual/usual.ts'
import { refusal } from '#domain/errors.ts'
import { type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { labelOf } from '#domain/market/instruments.ts'
import type { Rate, Units } from '#domain/money/amount.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { startOfDayUtc } from '#domain/time.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { countText } from '#server/console/count-text.ts'
import {
  amountField,
  countField,
  fieldLines,
  line,
  type ProposalField,
  type ProposalFields,
  rateField,
  readFields,
  textField,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, type Proposed, pendingViews } from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { changedTerms, termLine } from '#server/console/terms-change.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import {
  coverage,
  dualCurrencies,
  fundsIn,
  insertProduct,
  insertTemplate,
  instrumentOf,
  isCovered,
  requireProduct,
  setProductStatus,
} from './products.ts'
import {
  currenciesOf,
  listUnsettled,
  lockProduct,
  newestTemplates,
  type ProductRow,
  pairOf,
  type TemplateRow,
} from './store.ts'
import { productView, showPrice } from './views.ts'

/** What operators do with dual investments: two together, or one alone in the safe direction. */

/** The types, as a checker reads them. */
const typeNames: Readonly<Record<DualType, string>> = { call: 'Sell high', put: 'Buy low' }

/** The size of a product and of those of a template, in the currency put in. */
interface Size {
  readonly unit: Units
  readonly capacity: number
  readonly maximum: number
}

const size: ProposalFields<Size> = {
  unit: amountField('One unit'),
  capacity: countField('Capacity', 'units'),
  // For others a maximum is an amount.
  maximum: { ...countField('Maximum per customer', 'units'), term: 'maxUnits' },
}

/** What is proposed of a product beside its instrument and type; the strike as a decimal, days as they are written. */
interface Draft extends Size {
  readonly strike: string
  readonly yieldRate: Rate
  readonly saleDay: string
  readonly startDay: string
  readonly termDays: number
}

const draftFields: ProposalFields<Draft> = {
  strike: textField('Strike'),
  yieldRate: rateField('Yield of the term', unusualYield),
  saleDay: textField('On sale from 00:00 UTC of'),
  startDay: textField('Starts at 08:00 UTC of'),
  termDays: countField('Term', 'days'),
  ...size,
}

const rungsField: ProposalField<readonly Rung[]> = {
  label: 'Products',
  read(text, _, field) {
    const rungs = parseRungs(text ?? '')
    if (!rungs) throw refusal('TERMS_INVALID', { field })
    return rungs
  },
  write: rungsText,
  show: (rungs) =>
    rungs
      .map(
        ({ termDays, offsetBps, yieldBps }) =>
          `${countText(termDays, 'day')} at ${percentOfBps(offsetBps)} % for ${percentOfBps(yieldBps)} %`,
      )
      .join(', ') || 'none',
  publicly: (rungs) =>
    rungs.length === 0
      ? { word: 'none' }
      : rungs
          .map(
            ({ termDays, offsetBps, yieldBps }) =>
              `${termDays} · ${percentOfBps(offsetBps)}% · ${percentOfBps(yieldBps)}%`,
          )
          .join(', '),
}

type Template = Size & { readonly rungs: readonly Rung[] }

const templateFields: ProposalFields<Template> = {
  rungs: rungsField,
  ...size,
}

const subjects = subjectsOf('dual')
const subjectOfTemplate = (symbol: string, type: DualType) => `dual-template:${symbol}:${type}`

/** Who decides on products, and who sees what is being decided. */
const roles = { roles: canManageProducts, viewers: canViewProducts }

const create: ProposalAction = {
  kind: 'dual-create',
  ...roles,
  async describe(_, { params }) {
    const { symbol, type, currency } = namedIn(params)
    return {
      title: `New: ${typeNames[type].toLowerCase()}, ${labelOf(symbol)}`,
      lines: [
        line('Instrument', labelOf(symbol)),
        line('Type', typeNames[type]),
        ...fieldLines(draftFields, readFields(draftFields, params, currency), currency),
      ],
    }
  },
  async announces(_, { params }) {
    const { symbol, type, currency } = namedIn(params)
    const lines = changedTerms<Draft>(draftFields, readFields(draftFields, params, currency), currency)
    return { what: `dual_${type}`, about: labelOf(symbol), happens: 'new', lines }
  },
  async apply(tx, { params }, nowMs) {
    const { symbol, type, currency } = namedIn(params)
    const draft = draftOf(symbol, type, readFields(draftFields, params, currency))
    // What was approved after its start is sold to nobody.
    if (nowMs >= draft.startsAtMs) throw refusal('PROPOSAL_OUTDATED')
    await insertProduct(tx, draft, null, nowMs)
  },
}

const template: ProposalAction = {
  kind: 'dual-template',
  ...roles,
  async describe(db, { params }) {
    const { symbol, type, currency } = namedIn(params)
    const present = await templateNow(db, symbol, type)
    return {
      title: `Products of each start: ${typeNames[type].toLowerCase()}, ${labelOf(symbol)}`,
      lines: fieldLines(templateFields, readFields(templateFields, params, currency), currency, present),
    }
  },
  async announces(tx, { params }) {
    const { symbol, type, currency } = namedIn(params)
    const values = readFields(templateFields, params, currency)
    const lines = changedTerms<Template>(
      templateFields,
      values,
      currency,
      await templateNow(tx, symbol, type),
    )
    if (lines.length === 0) return undefined
    return { what: `dual_${type}`, about: labelOf(symbol), happens: 'changed', lines }
  },
  async apply(tx, { params }, nowMs) {
    const { symbol, type, currency } = namedIn(params)
    // What the checker saw was compared with a version that may be another by now.
    const present = await templateNow(tx, symbol, type)
    if (String(present?.version ?? 0) !== params.version) throw refusal('PROPOSAL_OUTDATED')
    await insertTemplate(tx, { symbol, type, ...readFields(templateFields, params, currency) }, nowMs)
  },
}

const opening: ProposalAction = {
  kind: 'dual-open',
  ...roles,
  async describe(db, proposal) {
    const row = await productOf(db, proposal)
    return {
      title: `Open ${nameOf(row)}`,
      lines: [line('Status', 'open', row.status)],
    }
  },
  async announces(tx, proposal) {
    const row = await productOf(tx, proposal)
    return {
      ...{ what: `dual_${row.type}`, about: labelOf(row.symbol), happens: 'open' },
      lines: [
        termLine('strike', showPrice(row.symbol, row.strike)),
        termLine('termDays', String(row.term_days)),
      ],
    }
  },
  async apply(tx, proposal, nowMs) {
    const row = await lockProduct(tx, subjects.idOf(proposal.subject))
    // It may have been closed since, for a reason that the maker did not know.
    if (!row || stateOf(row) !== proposal.params.state) throw refusal('PROPOSAL_OUTDATED')
    await setProductStatus(tx, row.id, 'open', nowMs)
  },
}

export const dualProposals: readonly ProposalAction[] = [create, template, opening]

/** The routes for the calls of `domain/dual/console.ts`. */
export const dualConsoleRoutes: Route[] = [
  route(calls.consoleDual, (_, { db, clock, operator }) => overview(db, operator, clock.nowMs())),
  proposalRoute(calls.proposeDualProduct, create, (_, { symbol, type, reason: __, ...typed }) => {
    const currency = investedIn(symbol, type)
    const draft = readFields(draftFields, typed, currency)
    const field = invalidDual(draftOf(symbol, type, draft))
    if (field) throw refusal('TERMS_INVALID', { field })
    return {
      subject: `dual:new:${nextId()}`,
      params: { symbol, type, ...writeFields(draftFields, draft, currency) },
    }
  }),
  proposalRoute(calls.proposeDualTemplate, template, async (tx, { symbol, type, reason: _, ...typed }) => {
    const currency = investedIn(symbol, type)
    const values = readFields(templateFields, typed, currency)
    const field = invalidTemplate({ symbol, type, ...values }, instrumentOf(symbol))
    if (field) throw refusal('TERMS_INVALID', { field })
    const version = String((await templateNow(tx, symbol, type))?.version ?? 0)
    return {
      subject: subjectOfTemplate(symbol, type),
      params: { symbol, type, version, ...writeFields(templateFields, values, currency) },
    }
  }),
  proposalRoute(calls.proposeDualOpening, opening, async (tx, { id }) => {
    const row = await requireProduct(tx, id)
    return { subject: subjects.of(row.id), params: { state: stateOf(row) } }
  }),
  route(calls.closeDualProduct, async ({ id, reason }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await setProductStatus(tx, id, 'closed', nowMs)
      const entry = {
        operator: operator.id,
        action: 'closed',
        subject: subjects.of(id),
        detail: { reason },
      } as const
      await appendAuditLog(tx, entry, nowMs)
    })
    return {}
  }),
]

/** The currency that is put in. Refuses: TERMS_INVALID of an instrument that no product can be of. */
function investedIn(symbol: string, type: DualType): string {
  if (!isDualPair(symbol)) throw refusal('TERMS_INVALID', { field: 'symbol' })
  return currencyOf(type, pairOf(symbol))
}

/** What a proposal names: it was checked when it was made. */
function namedIn(params: Texts) {
  const [symbol, type] = [params.symbol!, params.type as DualType]
  return { symbol, type, currency: currencyOf(type, pairOf(symbol)) }
}

/** Refuses: TERMS_INVALID of a strike between two ticks. */
function draftOf(symbol: string, type: DualType, draft: Draft): DualDraft {
  const { strike, saleDay, startDay, ...rest } = draft
  const ticks = parsePrice(instrumentOf(symbol) as Instrument, strike)
  if (ticks === undefined) throw refusal('TERMS_INVALID', { field: 'strike' })
  return {
    ...{ symbol, type, ...rest, strike: Number(ticks) },
    saleFromMs: startOfDayUtc(Date.parse(saleDay)),
    startsAtMs: settlementOf(Date.parse(startDay)),
  }
}

const templateNow = async (db: Db | Tx, symbol: string, type: DualType): Promise<TemplateRow | undefined> =>
  (await newestTemplates(db)).find((each) => each.symbol === symbol && each.type === type)

/** The product a proposal is about; it cannot be gone, since nothing deletes one. */
const productOf = (db: Db | Tx, { subject }: Proposed): Promise<ProductRow> =>
  requireProduct(db, subjects.idOf(subject))

/** What an opening was proposed for: changes with every change of the product. */
const stateOf = ({ status, updated_at }: ProductRow): string => `${status} since ${updated_at}`

const nameOf = ({ symbol, type, strike, term_days }: ProductRow): string =>
  `${typeNames[type].toLowerCase()}, ${labelOf(symbol)} at ${showPrice(symbol, strike)}, ${term_days} days`

/** How many products the page shows at most. */
const MAX_SHOWN = 200

/** Everything the page shows. */
async function overview(db: Db, viewer: Operator, nowMs: number) {
  const pending = await pendingViews(db, dualProposals, viewer)
  const { free } = await fundsIn(db, dualCurrencies())
  const rows = await listUnsettled(db, nowMs, MAX_SHOWN)
  const templates = await newestTemplates(db)
  const pendingOf = (subject: string) => pending.find((each) => each.subject === subject) ?? null
  const known = new Set([
    ...templates.map(({ symbol, type }) => subjectOfTemplate(symbol, type)),
    ...rows.map(({ id }) => subjects.of(id)),
  ])
  return {
    products: rows.map((row) => {
      const { own: _, aprPercent: __, ...view } = productView(row, free, nowMs)
      const { own, other } = currenciesOf(row)
      return {
        ...view,
        ...{ status: row.status, sold: row.sold, active: row.active, otherCurrency: other },
        escrowOwn: formatAmount(row.escrow_own, own),
        escrowOther: formatAmount(row.escrow_other, other),
        templateVersion: row.template_version,
        pending: pendingOf(subjects.of(row.id)),
      }
    }),
    templates: templates.map((row) => templateView(row, pendingOf(subjectOfTemplate(row.symbol, row.type)))),
    drafts: pending.filter(({ subject }) => !known.has(subject)),
    coverage: (await coverage(db)).map((line) => {
      const show = (amount: bigint) => formatAmount(amount, line.currency)
      return {
        currency: line.currency,
        ...{ free: show(line.free), escrow: show(line.escrow), owed: show(line.owed) },
        isCovered: isCovered(line),
      }
    }),
    exposure: await exposures(db),
  }
}

function templateView<Pending>(row: LadderTemplate & { version: number }, pending: Pending) {
  const currency = currencyOf(row.type, pairOf(row.symbol))
  return {
    ...{ symbol: row.symbol, type: row.type, version: row.version, rungs: rungsText(row.rungs), currency },
    unit: formatAmount(row.unit, currency),
    ...{ capacity: row.capacity, maximum: row.maximum, pending },
  }
}

/** What active orders put in and may be paid, by instrument and settlement. */
async function exposures(db: Db) {
  const { rows } = await sql<{
    symbol: string
    settles_at: number
    orders: number
    base_in: bigint
    quote_in: bigint
    quote_out: bigint
    base_out: bigint
  }>`
    select symbol, settles_at, sum(active)::int as orders,
      coalesce(sum(principal) filter (where type = 'call'), 0)::bigint as base_in,
      coalesce(sum(principal) filter (where type = 'put'), 0)::bigint as quote_in,
      sum(case type when 'call' then escrow_other else principal + escrow_own end)::bigint as quote_out,
      sum(case type when 'call' then principal + escrow_own else escrow_other end)::bigint as base_out
    from dual_product where active > 0 group by 1, 2 order by 2, 1 limit ${MAX_SHOWN}`.execute(db)
  return rows.map((row) => {
    const { base, quote } = pairOf(row.symbol)
    return {
      ...{ symbol: row.symbol, settlesAtMs: row.settles_at, orders: row.orders, base, quote },
      baseIn: formatAmount(row.base_in, base),
      quoteIn: formatAmount(row.quote_in, quote),
      quoteOut: formatAmount(row.quote_out, quote),
      baseOut: formatAmount(row.base_out, base),
    }
  })
}
