import * as calls from '#domain/box/console.ts'
import { inventoryRoot } from '#domain/box/draw.ts'
import { BOX_CURRENCY, phaseOf, sealedIn } from '#domain/box/rules.ts'
import { type BoxRarity, boxRarities } from '#domain/box/words.ts'
import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
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
import { changedTerms, type PublicFields } from '#server/console/terms-change.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import {
  type Content,
  checkDraft,
  insertSeries,
  readContents,
  type SeriesTerms,
  setSeriesOpen,
} from './series.ts'
import {
  contentsOf,
  listSeries,
  lockSeries,
  requireSeriesById,
  type SeriesRow,
  seriesOfRow,
  unopenedOf,
} from './store.ts'
import { showMoney } from './views.ts'

/** What operators do with blind boxes: two together, or one alone in the safe direction. */

const momentField = (label: string): ProposalField<number> => ({
  label,
  read: (text) => Number(text),
  write: String,
  show: (atMs) => `${utcMinute(atMs)} UTC`,
})

/** Artworks with their rarities. Refuses: TERMS_INVALID for a word that is no rarity. */
const contentsField: ProposalField<readonly Content[]> = {
  label: 'Contents',
  read: (text, _, field) =>
    (text ?? '').split(', ').map((each) => {
      const [artwork = '', rarity] = each.split(' ')
      if (!boxRarities.includes(rarity as BoxRarity)) throw refusal('TERMS_INVALID', { field })
      return { artwork, rarity: rarity as BoxRarity }
    }),
  write: (contents) => contents.map(({ artwork, rarity }) => `${artwork} ${rarity}`).join(', '),
  show: (contents) => contents.map(({ artwork, rarity }) => `${artwork} ${rarity}`).join(', '),
}

type Typed = SeriesTerms & { readonly contents: readonly Content[] }

const fields: ProposalFields<Typed> = {
  code: textField('Code'),
  name: textField('Name'),
  description: textField('Description'),
  price: amountField('Price of a box'),
  perCustomer: countField('Boxes per customer', 'boxes'),
  opensAtMs: momentField('Opens'),
  endsAtMs: momentField('Ends'),
  contents: contentsField,
}

/** Those of them that are terms. */
type PublicTerms = Pick<Typed, 'price' | 'perCustomer' | 'opensAtMs' | 'endsAtMs'>
const publicFields: PublicFields<PublicTerms> = (() => {
  const { price, perCustomer, opensAtMs, endsAtMs } = fields
  return { price, perCustomer, opensAtMs, endsAtMs }
})()

const subjects = subjectsOf('box')
const roles = { roles: canManageProducts, viewers: canViewProducts }
const typedIn = (params: Proposed['params']): Typed => readFields(fields, params, BOX_CURRENCY)

/** A new series. What is approved is its contents to the last digest: `inventory` among the parameters. */
const create = (sealer: Sealer): ProposalAction => ({
  kind: 'box-create',
  ...roles,
  async describe(_, { params }) {
    const typed = typedIn(params)
    const counts = boxRarities.flatMap((rarity) => {
      const count = typed.contents.filter((each) => each.rarity === rarity).length
      return count === 0 ? [] : [`${count} ${rarity}`]
    })
    return {
      title: `Blind boxes ${params.code}`,
      lines: [
        ...fieldLines(fields, typed, BOX_CURRENCY),
        line('Items', `${typed.contents.length}: ${counts.join(', ')}`),
        line('Digest of the contents', params.inventory!),
      ],
    }
  },
  async announces(_, { params }) {
    const lines = changedTerms<PublicTerms>(publicFields, typedIn(params), BOX_CURRENCY)
    return { what: 'box', about: params.code!, happens: 'new', lines }
  },
  async apply(tx, { id, params }, nowMs) {
    const { contents, ...terms } = typedIn(params)
    // What was approved after its beginning would be on sale without having been announced.
    if (nowMs >= terms.opensAtMs) throw refusal('PROPOSAL_OUTDATED')
    await insertSeries(tx, sealer, terms, contents, { inventory: params.inventory!, proposal: id }, nowMs)
  },
})

const opening: ProposalAction = {
  kind: 'box-open',
  ...roles,
  async describe(db, { subject }) {
    const row = await requireSeriesById(db, subjects.idOf(subject))
    return { title: `Sell blind boxes ${row.code} again`, lines: [line('Boxes', 'sold', 'not sold')] }
  },
  async announces(tx, { subject }) {
    const row = await requireSeriesById(tx, subjects.idOf(subject))
    return { what: 'box', about: row.code, happens: 'open', lines: [] }
  },
  async apply(tx, { subject, params }, nowMs) {
    const row = await lockSeries(tx, { id: subjects.idOf(subject) })
    if (stateOf(row) !== params.state) throw refusal('PROPOSAL_OUTDATED')
    await setSeriesOpen(tx, row.id, true, nowMs)
  },
}

/** What an opening was proposed for: a series that was closed since, for a reason the maker did not know, is not opened. */
const stateOf = ({ status, is_open, closed_at }: SeriesRow): string =>
  `${status} ${is_open ? 'open' : `closed since ${closed_at}`}`

/** What two operators decide of blind boxes. */
export const boxProposals = (sealer: Sealer): readonly ProposalAction[] => [create(sealer), opening]

/** The routes for the calls of `domain/box/console.ts`. */
export const boxConsoleRoutes = (sealer: Sealer): Route[] => {
  const actions = boxProposals(sealer)
  return [
    route(calls.consoleBoxes, (_, { db, clock, operator }) => overview(db, actions, operator, clock.nowMs())),
    proposalRoute(calls.proposeBox, actions[0]!, prepareSeries),
    proposalRoute(calls.proposeBoxOpening, opening, async (tx, { id }) => {
      const row = await requireSeriesById(tx, id)
      return { subject: subjects.of(id), params: { state: stateOf(row) } }
    }),
    route(calls.closeBox, async ({ id, reason }, { db, clock, operator }) => {
      const nowMs = clock.nowMs()
      await db.transaction().execute(async (tx) => {
        await setSeriesOpen(tx, id, false, nowMs)
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
}

async function prepareSeries(
  tx: Tx,
  { reason: _, ...input }: Readonly<Record<string, string | number>>,
): Promise<Proposed> {
  const texts = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const typed = typedIn(texts)
  const { items } = await readContents(tx, typed.contents)
  await checkDraft(tx, { ...typed, items })
  const params = { ...writeFields(fields, typed, BOX_CURRENCY), inventory: inventoryRoot(items) }
  return { subject: `box:new:${nextId()}`, params }
}

const MAX_SHOWN = 100

/** Everything the page shows. */
async function overview(db: Db, actions: readonly ProposalAction[], viewer: Operator, nowMs: number) {
  const pending = await pendingViews(db, actions, viewer)
  const rows = await listSeries(db, { listed: 'all', nowMs, after: undefined, offset: 0, limit: MAX_SHOWN })
  const ids = rows.map(({ id }) => id)
  const [contents, unopened] = [await contentsOf(db, ids), await unopenedOf(db, ids)]
  const known = new Set(ids.map(subjects.of))
  return {
    series: rows.map((row) => {
      const series = seriesOfRow(row)
      const sealed = sealedIn(series)
      return {
        ...{ id: String(row.id), code: row.code, name: row.name, currency: BOX_CURRENCY },
        ...{ price: showMoney(row.price), phase: phaseOf(series, nowMs), isOpen: row.is_open },
        ...{ items: row.items, issued: row.issued, drawn: row.drawn, sealed, refunded: row.refunded },
        ...{ unopened: unopened.get(row.id) ?? 0, perCustomer: row.per_customer },
        held: showMoney(BigInt(sealed) * row.price),
        ...{ inventory: row.inventory, commitment: row.commitment },
        ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at },
        rarities: boxRarities.flatMap((rarity) => {
          const found = contents.get(row.id)!.find((each) => each.rarity === rarity)
          return found ? [{ rarity, items: found.items, left: found.left }] : []
        }),
        pending: pending.find(({ subject }) => subject === subjects.of(row.id)) ?? null,
      }
    }),
    drafts: pending.filter(({ subject }) => !known.has(subject)),
  }
}
