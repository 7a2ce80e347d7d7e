import * as calls from '#domain/liabilities/contract.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Liabilities } from './service.ts'

/** The calls of the published liabilities. A proof reads one tile of leaves, two at most, and the nodes of all. */
export const liabilitiesRoutes = (liabilities: Liabilities): Route[] => [
  route(calls.liabilities, () => liabilities.published()),
  route(calls.liabilitiesStatement, ({ number }) => liabilities.statement(number)),
  route(calls.liabilitiesConsistency, async ({ from, to }) => ({
    proof: await liabilities.consistency(from, to),
  })),
  route(calls.liabilitiesProof, ({ number }, { customer }) => liabilities.proofFor(customer.id, number)),
]
