import * as calls from '#domain/history/contract.ts'
import type { EndedRecords } from '#server/core/ended.ts'
import type { ANSWERED } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { receiptOf, type SignedOrders } from './receipts.ts'
import { historyCsv, historyPage } from './service.ts'

export interface HistoryDeps {
  readonly ended: readonly EndedRecords[]
  /** The orders of which there are receipts. */
  readonly signed: readonly SignedOrders[]
  /** Of what signs them. */
  readonly publicKey: string
}

/** The calls of the history. */
export const historyRoutes = ({ ended: sources, signed, publicKey }: HistoryDeps): Route[] => [
  route(calls.historyList, ({ cursor, page, limit, ...filter }, { db, customer }) =>
    historyPage(db, sources, { ...filter, customer: customer.id }, { cursor, page, limit }),
  ),
  route(calls.historyCsv, async (filter, ctx): Promise<typeof ANSWERED> => {
    const bytes = await historyCsv(ctx.db, sources, { ...filter, customer: ctx.customer.id })
    return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName: 'plumb-history.csv' })
  }),
  route(calls.proofReceipt, async ({ id }, { db, customer }) => ({
    ...(await receiptOf(db, signed, customer.id, id)),
    ...{ id: String(id), publicKey },
  })),
]
