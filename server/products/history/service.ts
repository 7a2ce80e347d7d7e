import { type EndedView, endedView } from '#domain/history/contract.ts'
import { allParts, csvOfItems } from '#server/core/csv.ts'
import type { EndedContent, EndedRecords } from '#server/core/ended.ts'
import { type PageInput, type PageSlice, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type EndedRow, endedQuery, type HistoryFilter } from './store.ts'

const ROWS_A_PART = 1_000

/** A page of everything of a customer's that ended, what ended last first. */
export async function historyPage(
  db: Db,
  sources: readonly EndedRecords[],
  filter: HistoryFilter,
  page: PageInput,
) {
  const { items, next } = await pageOf(
    page,
    ['ended_at', 'id'],
    (slice) => rowsOf(db, sources, { ...filter, ...slice }),
    (row: EndedRow) => row,
  )
  return { items: await viewsOf(db, sources, filter, items), next }
}

/** The same as a file. Refuses: EXPORT_TOO_LONG rather than leave rows out. */
export async function historyCsv(
  db: Db,
  sources: readonly EndedRecords[],
  filter: HistoryFilter,
): Promise<Buffer> {
  const rows = await allParts(async (after: readonly bigint[] | undefined) => {
    const part = await rowsOf(db, sources, { ...filter, after, offset: 0, limit: ROWS_A_PART })
    const last = part.length < ROWS_A_PART ? undefined : part.at(-1)
    return { rows: await viewsOf(db, sources, filter, part), next: last && [last.ended_at, last.id] }
  })
  return csvOfItems(Object.keys(endedView.shape), rows)
}

async function rowsOf(
  db: Db,
  sources: readonly EndedRecords[],
  filter: HistoryFilter & PageSlice,
): Promise<EndedRow[]> {
  const query = endedQuery(sources, filter)
  return query ? (await query.execute(db)).rows : []
}

async function viewsOf(
  db: Db,
  sources: readonly EndedRecords[],
  { customer }: HistoryFilter,
  rows: readonly EndedRow[],
): Promise<EndedView[]> {
  const views = new Map<bigint, EndedView>()
  for (const [product, own] of Map.groupBy(rows, (row) => row.product)) {
    const ids = own.map(({ id }) => id)
    const known = new Map<bigint, EndedContent>()
    const ofProduct = sources.filter((source) => source.product === product)
    for (const read of new Set(ofProduct.map((source) => source.read)))
      for (const [id, content] of await read(db, customer, ids)) known.set(id, content)
    for (const { id, ended_at } of own) {
      const content = known.get(id)
      if (content) {
        const own = { product, id: String(id), endedAtMs: Number(ended_at) }
        views.set(id, { ...own, relationId: null, leadName: null, ...content })
      }
    }
  }
  return rows.flatMap(({ id }) => views.get(id) ?? [])
}
