import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { History } from '#server/platform/db/history.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ledger_moved: { number: bigint; newest: bigint; moved_at: number | Date }
  }
}

/** Where the ledger's entries are: in its own database, and of months that left in the history's, where there is one. */
export interface Sides {
  readonly db: Db
  readonly history?: History | undefined
}

/** The months that are read in the history. */
export interface Moved {
  readonly begins: number
  readonly ends: number
  /** The newest transfer of them: what is newer is in the ledger. */
  readonly newest: bigint
}

/** What a reader is told of the months that left. */
interface Left {
  /** Undefined where none is in the history. */
  readonly moved: Moved | undefined
  /** The newest roll-up of months that are in files alone; 0 where there is none. */
  readonly unmoved: bigint
  /** From when on entries can be read; undefined where all can. */
  readonly keptFromMs: number | undefined
}

async function left(db: Db): Promise<Left> {
  const { rows } = await sql<{
    unmoved: bigint
    kept_from: number | null
    begins: number | null
    ends: number | null
    newest: bigint | null
  }>`
    with lost as (
      select coalesce(max(number), 0)::bigint as number, max(ends) as ends from ledger_rollup r
      where not exists (select from ledger_moved m where m.number = r.number)
    )
    select lost.number as unmoved, lost.ends as kept_from, found.begins, found.ends, found.newest
    from lost cross join (
      select min(r.begins) as begins, max(r.ends) as ends, max(m.newest) as newest
      from ledger_moved m join ledger_rollup r using (number), lost where m.number > lost.number
    ) found`.execute(db)
  const { unmoved, kept_from, begins, ends, newest } = rows[0]!
  const isMoved = begins !== null && ends !== null && newest !== null
  return {
    ...{ unmoved, keptFromMs: kept_from ?? undefined },
    moved: isMoved ? { begins, ends, newest } : undefined,
  }
}

/** From when on every entry can be read, on either side; undefined where none is in a file alone. */
export const readableFromMs = async (sides: Sides): Promise<number | undefined> =>
  sides.history ? (await left(sides.db)).keptFromMs : entriesKeptFromMs(sides.db)

/** The same of the ledger's own database: the end of the newest month that left it. */
export async function entriesKeptFromMs(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ends: number }>`
    select ends from ledger_rollup order by number desc limit 1`.execute(db)
  return rows[0]?.ends
}

/** What the ledger's own database answered, with what was in the history meanwhile. */
export interface AtRest<T> extends Omit<Left, 'keptFromMs'> {
  readonly own: T
}

/**
 * Reads the ledger's own database, and tells which months are in the history that it does not have. While a month moves
 * it reads again: by the second look no row was on both sides, or on none.
 *
 * Cost: nothing more where there is no history.
 */
export async function readAtRest<T>(sides: Sides, read: () => Promise<T>): Promise<AtRest<T>> {
  if (!sides.history) return { own: await read(), moved: undefined, unmoved: 0n }
  for (;;) {
    const before = await left(sides.db)
    const own = await read()
    const after = await left(sides.db)
    if (before.moved?.ends === after.moved?.ends && before.unmoved === after.unmoved)
      return { own, moved: after.moved, unmoved: after.unmoved }
  }
}

/** Says that the months of a roll-up are in the history, in the transaction that drops them. */
export async function markMoved(tx: Tx, number: bigint, nowMs: number): Promise<void> {
  await sql`
    insert into ledger_moved (number, newest, moved_at)
    select ${number}::bigint, coalesce(max(last_transfer), 0), ${new Date(nowMs)}::timestamptz
    from ledger_rollup_account where number = ${number}::bigint`.execute(tx)
}
