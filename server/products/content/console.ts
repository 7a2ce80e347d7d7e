import { canViewContent, canWriteContent, hasRole } from '#domain/console/roles.ts'
import * as calls from '#domain/content/console.ts'
import { categoriesOf, isAddress, isLegal, type SettingKeyword, settingKinds } from '#domain/content/kinds.ts'
import { hostsIn, webUrl } from '#domain/content/markup.ts'
import { refusal } from '#domain/errors.ts'
import { type Language, languageNames, languages } from '#domain/language.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import {
  type ProposalAction,
  type Proposed,
  pendingBySubject,
  proposalView,
  reference,
} from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type Placement, publish, withdrawItem } from './service.ts'
import {
  countRatings,
  type ItemRow,
  insertItem,
  insertText,
  listItems,
  listVersions,
  lockChangeable,
  lockItem,
  numbersOf,
  requireItem,
  type TextRow,
  textsById,
  textsOfVersions,
  writtenTexts,
} from './store.ts'

/** What operators do with what the site says: one writes, two publish, one takes back at once. */

const subjects = subjectsOf('content')

/** How a proposal keeps which text is meant: what the checker read is what is published, whatever is written meanwhile. */
const textParam = (language: Language) => `text_${language}`

const textIds = (params: Texts): bigint[] =>
  languages.flatMap((language) => params[textParam(language)] ?? []).map(BigInt)

const placementIn = ({ category, pop_up, place }: Texts): Placement => ({
  category: category ?? null,
  isPopUp: pop_up === 'yes',
  place: Number(place ?? 0),
})

const publishing: ProposalAction = {
  kind: 'content-publish',
  roles: canWriteContent,
  viewers: canViewContent,
  async describe(db, { subject, params }) {
    const item = await requireItem(db, subjects.idOf(subject))
    const texts = await textsById(db, textIds(params))
    const shown = item.version_id === null ? [] : await textsOfVersions(db, [item.version_id])
    const { category, isPopUp, place } = placementIn(params)
    const missing = languages.filter((language) => !texts.some((text) => text.language === language))
    const isPublished = item.version_id !== null
    const before = (value: string) => (isPublished ? value : undefined)
    return {
      title: `Publish: ${texts.find(({ language }) => language === 'en')!.title}`,
      lines: [
        line('Where', item.key ?? item.kind),
        ...(category === null ? [] : [line('Category', category, before(item.category ?? 'none'))]),
        ...(item.kind === 'news'
          ? [line('Begins a visit', isPopUp ? 'yes' : 'no', before(item.is_pop_up ? 'yes' : 'no'))]
          : []),
        ...(item.kind === 'faq' ? [line('Place', String(place), before(String(item.place)))] : []),
        ...(missing.length > 0
          ? [line('Shown in English for', missing.map((language) => languageNames[language]).join(', '))]
          : []),
        ...languages.flatMap((language) => textLines(language, texts, shown, isPublished)),
      ],
    }
  },
  async apply(tx, { id, subject, params, maker, checker }, nowMs) {
    const item = await lockItem(tx, subjects.idOf(subject))
    const placement = placementIn(params)
    const by = { maker, checker, proposal: id }
    const isBinding = isLegal({ key: item.key, category: placement.category }) || isLegal(item)
    if (isBinding && !(await hasCompliance(tx, [maker, checker]))) throw refusal('OPERATOR_ROLE_REQUIRED')
    await publish(tx, item.id, { texts: await textsById(tx, textIds(params)), placement, by }, nowMs)
  },
}

/** Title and text of a language, beside what customers read now. */
function textLines(
  language: Language,
  texts: readonly TextRow[],
  shown: readonly TextRow[],
  isPublished: boolean,
) {
  const text = texts.find((one) => one.language === language)
  const old = shown.find((one) => one.language === language)
  if (!text) return []
  const before = (value: string | undefined) => (isPublished ? (value ?? 'none') : undefined)
  return [
    line(`Title, ${languageNames[language]}`, text.title, before(old?.title)),
    line(`Text, ${languageNames[language]}`, text.content, before(old?.content)),
  ]
}

async function hasCompliance(tx: Tx, operators: readonly bigint[]): Promise<boolean> {
  const rows = await tx
    .selectFrom('operator')
    .select('roles')
    .where('id', 'in', [...operators])
    .execute()
  return rows.some(({ roles }) => hasRole(roles, ['compliance']))
}

export const contentProposals: readonly ProposalAction[] = [publishing]

/** The routes for the calls of `domain/content/console.ts`. */
export const contentConsoleRoutes: Route[] = [
  route(calls.consoleContent, async (_, { db, operator }) => ({
    items: await itemViews(db, await listItems(db), operator),
  })),
  route(calls.consoleContentItem, async ({ id }, { db, operator }) => {
    const row = await requireItem(db, id)
    const [item] = await itemViews(db, [row], operator)
    const names = await namesOf(db)
    const written = await writtenTexts(db, [id])
    const published = row.version_id === null ? [] : await textsOfVersions(db, [row.version_id])
    const view = (text: TextRow) => ({
      ...{ language: text.language, title: text.title, content: text.content },
      ...{ writer: text.writer === null ? null : (names.get(text.writer) ?? null), savedAtMs: text.saved_at },
    })
    const versions = await listVersions(db, id)
    return {
      item: item!,
      written: written.map(view),
      published: published.map(view),
      versions: versions.map(({ published_at, ...version }) => ({ ...version, publishedAtMs: published_at })),
      ...(await countRatings(db, id)),
    }
  }),
  route(calls.createContent, ({ kind, title, content }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const nowMs = clock.nowMs()
      const item = await insertItem(tx, { kind }, nowMs)
      await write(tx, item, { language: 'en', title, content }, operator, nowMs)
      return { id: String(item.id) }
    }),
  ),
  route(calls.saveContent, ({ id, ...text }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      await write(tx, await lockChangeable(tx, id), text, operator, clock.nowMs())
      return {}
    }),
  ),
  proposalRoute(calls.proposeContent, publishing, (tx, input) => proposed(tx, input)),
  route(calls.withdrawContent, ({ id, reason }, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      await lockChangeable(tx, id)
      if (!(await withdrawItem(tx, id))) throw refusal('CONTENT_NOT_PUBLISHED')
      const entry = {
        operator: operator.id,
        action: 'withdrew',
        subject: subjects.of(id),
        detail: { reason },
      } as const
      await appendAuditLog(tx, entry, clock.nowMs())
      return {}
    }),
  ),
]

/** Writes a text down. Refuses: CONTENT_INVALID for a setting that is not of its kind, or an address not in English. */
async function write(
  tx: Tx,
  item: ItemRow,
  text: Pick<TextRow, 'language' | 'title' | 'content'>,
  operator: Operator,
  nowMs: number,
): Promise<void> {
  checkSetting(item, text)
  const { id } = await insertText(tx, { item_id: item.id, ...text, writer: operator.id }, nowMs)
  const detail = { language: text.language, text: String(id) }
  await appendAuditLog(
    tx,
    { operator: operator.id, action: 'wrote', subject: subjects.of(item.id), detail },
    nowMs,
  )
}

/** Refuses: CONTENT_INVALID. */
function checkSetting(
  { kind, key }: ItemRow,
  { language, content }: Pick<TextRow, 'language' | 'content'>,
): void {
  if (kind !== 'setting') return
  const keyword = key as SettingKeyword
  if (!isAddress(keyword)) return
  const isRight = settingKinds[keyword] === 'url' ? webUrl(content) : hostsIn(content)
  if (language !== 'en' || !isRight) throw refusal('CONTENT_INVALID')
}

/** What an operator proposes to publish. Refuses: CONTENT_NOT_WRITTEN without English; PARAMETER_ERROR. */
async function proposed(
  tx: Tx,
  {
    id,
    category,
    isPopUp,
    place,
  }: { id: bigint; category?: string | undefined; isPopUp?: boolean | undefined; place?: number | undefined },
): Promise<Proposed> {
  const item = await lockChangeable(tx, id)
  const categories = categoriesOf(item.kind)
  if (categories.length === 0 ? category !== undefined : !categories.includes(category ?? ''))
    throw refusal('PARAMETER_ERROR', { field: 'category' })
  if (isPopUp && item.kind !== 'news') throw refusal('PARAMETER_ERROR', { field: 'isPopUp' })
  const texts = await writtenTexts(tx, [id])
  if (!texts.some(({ language }) => language === 'en')) throw refusal('CONTENT_NOT_WRITTEN')
  return {
    subject: subjects.of(id),
    params: {
      ...(category !== undefined && { category }),
      pop_up: isPopUp ? 'yes' : 'no',
      place: String(place ?? item.place),
      ...Object.fromEntries(texts.map((text) => [textParam(text.language), String(text.id)])),
    },
  }
}

async function itemViews(
  db: Db,
  rows: readonly ItemRow[],
  viewer: Operator,
): Promise<calls.ConsoleContentItem[]> {
  const ids = rows.map(({ id }) => id)
  const versions = rows.flatMap(({ version_id }) => version_id ?? [])
  const written = Map.groupBy(await writtenTexts(db, ids), ({ item_id }) => item_id)
  const published = Map.groupBy(await textsOfVersions(db, versions), ({ item_id }) => item_id)
  const numbers = await numbersOf(db, versions)
  const pending = await pendingBySubject(db, ids.map(subjects.of))
  return Promise.all(
    rows.map(async (row) => {
      const texts = written.get(row.id) ?? []
      const shown = new Set(published.get(row.id)?.map(({ id }) => id))
      const proposal = pending.get(subjects.of(row.id))
      return {
        ...{ id: String(row.id), kind: row.kind, key: row.key },
        category: row.category as calls.ConsoleContentItem['category'],
        ...{ isPopUp: row.is_pop_up, place: row.place },
        title: (texts.find(({ language }) => language === 'en') ?? texts[0])?.title ?? '',
        languages: languages.filter((language) => texts.some((text) => text.language === language)),
        version: row.version_id === null ? null : numbers.get(row.version_id)!,
        publishedAtMs: row.version_id === null ? null : row.published_at,
        isChanged: texts.some(({ id }) => !shown.has(id)),
        isLegal: isLegal(row),
        announces: row.announces === null ? null : reference({ id: row.announces }),
        pending: proposal ? await proposalView(db, [publishing], proposal, viewer) : null,
      }
    }),
  )
}

async function namesOf(db: Db): Promise<ReadonlyMap<bigint, string>> {
  const rows = await db.selectFrom('operator').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
