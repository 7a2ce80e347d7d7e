import { isAddress, type SettingKeyword } from '#domain/content/kinds.ts'
import { assert } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { findPublished, type ItemRow, lockItem, type TextRow } from './store.ts'

/** How an item stands among others of its kind. */
export interface Placement {
  readonly category: string | null
  readonly isPopUp: boolean
  readonly place: number
}

/** Whose decision a version is; nobody’s in a demonstration. */
export interface Deciders {
  readonly maker: bigint
  readonly checker: bigint
  readonly proposal: bigint
}

/** Publishes these texts as the next version of an item. Returns: the item as it was. */
export async function publish(
  tx: Tx,
  id: bigint,
  { texts, placement, by }: { texts: readonly TextRow[]; placement: Placement; by: Deciders | null },
  nowMs: number,
): Promise<ItemRow> {
  const item = await lockItem(tx, id)
  assert(
    texts.some(({ language }) => language === 'en'),
    'what is published is written in English, which stands in for other languages',
  )
  const at = new Date(nowMs)
  const newest = await tx
    .selectFrom('content_version')
    .select('number')
    .where('item_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const version = await tx
    .insertInto('content_version')
    .values({
      ...{ item_id: id, number: (newest?.number ?? 0) + 1, published_at: at },
      ...(by ?? { maker: null, checker: null, proposal: null }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('content_version_text')
    .values(
      texts.map((text) => ({
        ...{ version_id: version.id, item_id: id, language: text.language, text_id: text.id },
      })),
    )
    .execute()
  await tx
    .updateTable('content_item')
    .set({
      ...{ category: placement.category, is_pop_up: placement.isPopUp, place: placement.place },
      ...{
        version_id: version.id,
        published_at: item.published_at === null ? at : new Date(item.published_at),
      },
    })
    .where('id', '=', id)
    .execute()
  return item
}

/** Shows an item to nobody from now on. Returns: whether it was shown. Refuses: NOT_FOUND. */
export async function withdrawItem(tx: Tx, id: bigint): Promise<boolean> {
  const item = await lockItem(tx, id)
  await tx
    .updateTable('content_item')
    .set({ version_id: null, is_pop_up: false })
    .where('id', '=', id)
    .execute()
  return item.version_id !== null
}

/** A published setting, in a language or in English, addresses in English alone; empty where nothing is published. */
export async function settingOf(
  db: Db | Tx,
  keyword: SettingKeyword,
  language: Language = 'en',
): Promise<{ readonly value: string; readonly language: Language }> {
  const row = await findPublished(db, isAddress(keyword) ? 'en' : language, keyword)
  return { value: row?.content ?? '', language: row?.language ?? 'en' }
}
