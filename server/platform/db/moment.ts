import { type RawBuilder, sql } from 'kysely'

/** A moment as the database compares and keeps it. Units: milliseconds. */
export const moment = (ms: number): RawBuilder<number> => sql<number>`${new Date(ms)}::timestamptz`
