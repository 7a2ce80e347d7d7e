import { refusal } from '#domain/errors.ts'

/** What a client asks of a list: the inputs of `listOf` in `domain/list.ts`. */
export interface PageInput {
  readonly cursor?: string | undefined
  readonly page: number
  readonly limit: number
}

/** The rows of a list to load. */
export interface PageSlice {
  /** The key of the last row of the page before; undefined for the first page and for a page number. */
  readonly after?: readonly bigint[] | undefined
  readonly offset: number
  /** One more than is shown: whether it is there tells whether there is a next page. */
  readonly limit: number
}

/** A page as its customer gets it. */
export interface Page<Item> {
  readonly items: Item[]
  readonly next: string | null
}

const MAX_LIMIT = 200
/** Counting to a page costs all rows before it; the cursor costs none. */
const MAX_OFFSET = 2_000
/** What the database's columns hold; nineteen digits can say more. */
const MAX_KEY = 2n ** 63n - 1n

/** The columns of a row that can be part of its key. */
type KeyOf<Row> = { [Name in keyof Row]: Row[Name] extends bigint ? Name : never }[keyof Row]

/**
 * One page of a list that is ordered by `key`, one column or several; `load` gives the rows of a slice.
 *
 * Refuses: PARAMETER_ERROR for a page number too deep to count to, and for a cursor that is not this list's.
 * Returns: the items and the next page's cursor; null on the last.
 */
export async function pageOf<Row extends object, Item>(
  input: PageInput,
  key: readonly KeyOf<Row>[],
  load: (slice: PageSlice) => Promise<readonly Row[]>,
  show: (row: Row) => Item | Promise<Item>,
): Promise<Page<Item>> {
  const limit = Math.min(input.limit, MAX_LIMIT)
  const after = input.cursor === undefined ? undefined : parseCursor(input.cursor, key.length)
  const offset = after ? 0 : (input.page - 1) * limit
  if (offset > MAX_OFFSET) throw refusal('PARAMETER_ERROR', { field: 'page' })

  const rows = await load({ after, offset, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1]! : undefined
  const items: Item[] = []
  for (const row of rows.slice(0, limit)) items.push(await show(row))
  return { items, next: last ? key.map((column) => String(last[column])).join('.') : null }
}

function parseCursor(cursor: string, parts: number): readonly bigint[] {
  const values = cursor.split('.').map(BigInt)
  if (values.length !== parts) throw refusal('PARAMETER_ERROR', { field: 'cursor' })
  return values.map((value) => (value > MAX_KEY ? MAX_KEY : value))
}
