import * as calls from '#domain/statement/contract.ts'
import type { ANSWERED } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type EventSources, eventEntries, eventPage } from './events.ts'
import { periodOf } from './period.ts'
import { statementCsv, statementPage } from './service.ts'
import { statementPdf } from './statement-pdf.ts'

/** The calls of the statement. */
export const statementRoutes = (sources: EventSources, platform: string): Route[] => [
  route(calls.statementEvents, ({ cursor, page, limit, ...question }, { db, history, customer }) =>
    eventPage({ db, history }, sources, customer.id, question, { cursor, page, limit }),
  ),

  route(calls.statementEvent, ({ kind, id, ...page }, { db, history, customer }) =>
    eventEntries({ db, history }, sources, customer.id, { kind, request: id }, page),
  ),

  route(calls.statement, ({ cursor, page, limit, ...question }, { db, history, customer }) =>
    statementPage({ db, history }, customer.id, question, { cursor, page, limit }),
  ),

  route(calls.statementCsv, async (question, ctx): Promise<typeof ANSWERED> => {
    const bytes = await statementCsv(ctx, ctx.customer.id, question)
    return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName: 'plumb-statement.csv' })
  }),

  route(calls.statementPdf, async (period, ctx): Promise<typeof ANSWERED> => {
    const { clock, customer, lang } = ctx
    const about = { customer: customer.id, platform, lang, nowMs: clock.nowMs() }
    const bytes = await statementPdf(await periodOf(ctx, customer.id, period), about)
    const fileName = `plumb-statement-${isoDay(period.fromMs)}-${lang}.pdf`
    return ctx.reply({ bytes, type: 'application/pdf', fileName })
  }),
]

/** @example isoDay(0) // '1970-01-01' */
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
