import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import type { ContentKind } from '#domain/content/kinds.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null, Date | null>

interface ItemTable {
  id: Generated<bigint>
  kind: ContentKind
  key: string | null
  category: string | null
  is_pop_up: Generated<boolean>
  place: Generated<number>
  version_id: bigint | null
  published_at: TimeOrNull
  created_at: Time
  /** The proposal whose change of terms it announces: such an item is never changed or taken back. */
  announces: Generated<bigint | null>
}

interface TextTable {
  id: Generated<bigint>
  item_id: bigint
  language: Language
  title: string
  content: string
  writer: bigint | null
  saved_at: Time
}

interface VersionTable {
  id: Generated<bigint>
  item_id: bigint
  number: number
  maker: bigint | null
  checker: bigint | null
  proposal: bigint | null
  published_at: Time
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    content_item: ItemTable
    content_text: TextTable
    content_version: VersionTable
    content_version_text: { version_id: bigint; item_id: bigint; language: Language; text_id: bigint }
    content_rating: { item_id: bigint; customer_id: CustomerId; is_helpful: boolean }
  }
}

export type ItemRow = Selectable<ItemTable>
export type TextRow = Selectable<TextTable>

/** How many of a kind are listed at once; news by pages. */
export const MAX_LISTED = 200

/** A published item with its words in one language, or in English. */
export interface PublishedRow extends Pick<ItemRow, 'id' | 'kind' | 'key' | 'category'> {
  readonly language: Language
  readonly title: string
  readonly content: string
  readonly number: number
  /** When it was published first, and when its version was. */
  readonly published_at: number
  readonly version_at: number
}

/** What is published, each in a language; English stands in for what is not written in it. */
const published = (db: Db | Tx, language: Language) =>
  db
    .selectFrom('content_item as i')
    .innerJoin('content_version as v', 'v.id', 'i.version_id')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('content_version_text as vt')
          .innerJoin('content_text as t', 't.id', 'vt.text_id')
          .select(['t.language', 't.title', 't.content'])
          .whereRef('vt.version_id', '=', 'i.version_id')
          .where('vt.language', 'in', [language, 'en'])
          .orderBy(sql`t.language = ${language}`, 'desc')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .select([
      ...([
        'i.id',
        'i.kind',
        'i.key',
        'i.category',
        't.language',
        't.title',
        't.content',
        'v.number',
      ] as const),
      sql<number>`i.published_at`.as('published_at'),
      'v.published_at as version_at',
    ])

/** Published news, newest first: of one category, or of all but banners. */
export function listNews(
  db: Db,
  language: Language,
  { category, after, offset, limit }: PageSlice & { readonly category?: string | undefined },
): Promise<PublishedRow[]> {
  let query = published(db, language).where('i.kind', '=', 'news')
  query = category ? query.where('i.category', '=', category) : query.where('i.category', '<>', 'banners')
  // The key is the id: what is published later was not always begun later, so the row of the cursor says where it stands.
  if (after)
    query = query.where(
      sql<boolean>`(i.published_at, i.id) < (select published_at, id from content_item where id = ${after[0]})`,
    )
  return query.orderBy('i.published_at', 'desc').orderBy('i.id', 'desc').offset(offset).limit(limit).execute()
}

export const findNews = (db: Db, language: Language, id: bigint): Promise<PublishedRow | undefined> =>
  published(db, language).where('i.kind', '=', 'news').where('i.id', '=', id).executeTakeFirst()

/** The news that a visit begins with: the newest of those that are meant to. */
export const findPopUp = (db: Db, language: Language): Promise<PublishedRow | undefined> =>
  published(db, language)
    .where('i.kind', '=', 'news')
    .where('i.is_pop_up', '=', true)
    .orderBy('i.published_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listFaq = (db: Db, language: Language): Promise<PublishedRow[]> =>
  published(db, language)
    .where('i.kind', '=', 'faq')
    .orderBy('i.place')
    .orderBy('i.id')
    .limit(MAX_LISTED)
    .execute()

/** A page or a setting, as it is published. */
export const findPublished = (
  db: Db | Tx,
  language: Language,
  key: string,
): Promise<PublishedRow | undefined> => published(db, language).where('i.key', '=', key).executeTakeFirst()

/** What a customer said of questions. */
export async function ratingsBy(db: Db, customer: CustomerId): Promise<ReadonlyMap<bigint, boolean>> {
  const rows = await db
    .selectFrom('content_rating')
    .select(['item_id', 'is_helpful'])
    .where('customer_id', '=', customer)
    .execute()
  return new Map(rows.map((row) => [row.item_id, row.is_helpful]))
}

/** Keeps what a customer says of a published question. Refuses: NOT_FOUND. */
export async function saveRating(
  db: Db,
  customer: CustomerId,
  item: bigint,
  isHelpful: boolean,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('content_rating')
    .columns(['item_id', 'customer_id', 'is_helpful'])
    .expression((from) =>
      from
        .selectFrom('content_item')
        .select([
          'id',
          sql<CustomerId>`${customer}::bigint`.as('customer_id'),
          sql<boolean>`${isHelpful}::boolean`.as('is_helpful'),
        ])
        .where('id', '=', item)
        .where('kind', '=', 'faq')
        .where('version_id', 'is not', null),
    )
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'customer_id']).doUpdateSet({ is_helpful: isHelpful }),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw refusal('NOT_FOUND')
}

/** Forgets what a customer said of questions. Returns: of how many. */
export async function eraseRatings(tx: Tx, customer: CustomerId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('content_rating')
    .where('customer_id', '=', customer)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** How often a question helped and how often not. */
export async function countRatings(db: Db, item: bigint): Promise<{ helpful: number; unhelpful: number }> {
  const { rows } = await sql<{ helpful: number; unhelpful: number }>`
    select count(*) filter (where is_helpful)::int as helpful,
      count(*) filter (where not is_helpful)::int as unhelpful
    from content_rating where item_id = ${item}`.execute(db)
  return rows[0]!
}

/** Refuses: NOT_FOUND. */
export async function requireItem(db: Db | Tx, id: bigint): Promise<ItemRow> {
  const row = await db.selectFrom('content_item').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The same, locked until the transaction ends. */
export async function lockItem(tx: Tx, id: bigint): Promise<ItemRow> {
  const row = await tx
    .selectFrom('content_item')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The same of an item that operators may change. Refuses: NOT_FOUND; CONTENT_ANNOUNCES_TERMS. */
export async function lockChangeable(tx: Tx, id: bigint): Promise<ItemRow> {
  const item = await lockItem(tx, id)
  if (item.announces !== null) throw refusal('CONTENT_ANNOUNCES_TERMS')
  return item
}

/** Pages, settings and questions, and the newest news, for operators. */
export const listItems = async (db: Db): Promise<ItemRow[]> => [
  ...(await db
    .selectFrom('content_item')
    .selectAll()
    .where('kind', 'in', ['page', 'setting'])
    .orderBy('id')
    .execute()),
  ...(await db
    .selectFrom('content_item')
    .selectAll()
    .where('kind', '=', 'faq')
    .orderBy('place')
    .orderBy('id')
    .limit(2 * MAX_LISTED)
    .execute()),
  ...(await db
    .selectFrom('content_item')
    .selectAll()
    .where('kind', '=', 'news')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()),
]

export const insertItem = (
  tx: Tx,
  item: { readonly kind: ContentKind; readonly place?: number; readonly announces?: bigint },
  nowMs: number,
): Promise<ItemRow> =>
  tx
    .insertInto('content_item')
    .values({ ...item, created_at: new Date(nowMs) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertText = (
  tx: Tx,
  text: Pick<TextRow, 'item_id' | 'language' | 'title' | 'content' | 'writer'>,
  nowMs: number,
): Promise<TextRow> =>
  tx
    .insertInto('content_text')
    .values({ ...text, saved_at: new Date(nowMs) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest text of each language of these items: what is written. */
export const writtenTexts = (db: Db | Tx, items: readonly bigint[]): Promise<TextRow[]> =>
  items.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('content_text')
        .selectAll()
        .distinctOn(['item_id', 'language'])
        .where('item_id', 'in', [...items])
        .orderBy('item_id')
        .orderBy('language')
        .orderBy('id', 'desc')
        .execute()

/** The texts of published versions. */
export const textsOfVersions = (
  db: Db | Tx,
  versions: readonly bigint[],
): Promise<(TextRow & { version_id: bigint })[]> =>
  versions.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('content_version_text as vt')
        .innerJoin('content_text as t', 't.id', 'vt.text_id')
        .selectAll('t')
        .select('vt.version_id')
        .where('vt.version_id', 'in', [...versions])
        .execute()

/** Texts by their ids, as a proposal names them. */
export async function textsById(db: Db | Tx, ids: readonly bigint[]): Promise<TextRow[]> {
  const rows = await db
    .selectFrom('content_text')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  assert(rows.length === ids.length, 'a text is never removed')
  return rows
}

/** Who published what, newest first. */
export const listVersions = (db: Db, item: bigint) =>
  db
    .selectFrom('content_version as v')
    .leftJoin('operator as m', 'm.id', 'v.maker')
    .leftJoin('operator as c', 'c.id', 'v.checker')
    .select(['v.number', 'v.published_at', 'm.name as maker', 'c.name as checker'])
    .where('v.item_id', '=', item)
    .orderBy('v.number', 'desc')
    .limit(20)
    .execute()

/** Version numbers by their ids. */
export async function numbersOf(db: Db, versions: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  if (versions.length === 0) return new Map()
  const rows = await db
    .selectFrom('content_version')
    .select(['id', 'number'])
    .where('id', 'in', [...versions])
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
