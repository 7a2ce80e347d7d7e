import * as calls from '#domain/statement/contract.ts'
import type { ANSWERED } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type EventSources, eventEntries, eventPage } from './events.ts'
import { statementCsv, statementPage } from './service.ts'

/** The calls of the statement. */
export const statementRoutes = (sources: EventSources): Route[] => [
  route(calls.statementEvents, ({ cursor, page, limit, ...question }, { db, customer }) =>
    eventPage(db, sources, customer.id, question, { cursor, page, limit }),
  ),

  route(calls.statementEvent, ({ kind, id, ...page }, { db, customer }) =>
    eventEntries(db, sources, customer.id, { kind, request: id }, page),
  ),

  route(calls.statement, ({ cursor, page, limit, ...question }, { db, customer }) =>
    statementPage(db, customer.id, question, { cursor, page, limit }),
  ),

  route(calls.statementCsv, async (question, ctx): Promise<typeof ANSWERED> => {
    const bytes = await statementCsv(ctx.db, ctx.customer.id, question)
    return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName: 'plumb-statement.csv' })
  }),
]
