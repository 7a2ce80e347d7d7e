import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

const MARK = '/* prepared */'

/**
 * Begins a statement that PostgreSQL is to parse and plan once for a connection rather than every time it is
 * sent. For statements of a few fixed texts only, whatever they are about: each text is kept for ever. The
 * embedded database takes it for a comment.
 */
export const prepared: RawBuilder<unknown> = sql.raw(MARK)

const names = new Map<string, string>()

/** A connection that gives the statements marked so a name, by which the driver knows what is prepared. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: it has as many signatures as ways to be called
  override query(text: any, ...rest: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: the same
    const query = super.query as (...args: any[]) => any
    if (typeof text !== 'string' || !text.startsWith(MARK)) return query.call(this, text, ...rest)
    const name = names.get(text) ?? `prepared_${names.size}`
    names.set(text, name)
    return query.call(this, { name, text }, ...rest)
  }
}
