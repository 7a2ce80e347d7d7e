import * as calls from '#domain/privacy/contract.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { ProductDeps } from '../product.ts'
import { askDeletion, deletionState } from './deletion.ts'
import { confirmExport, createExports } from './export.ts'

/** The calls of a customer's own data. */
export function privacyRoutes(deps: ProductDeps): Route[] {
  const exportData = createExports(deps)
  return [
    route(calls.confirmExport, (given, ctx) => confirmExport(deps, ctx, given)),
    route(calls.exportData, (_, ctx) => exportData(ctx)),
    route(calls.accountDeletion, (_, ctx) => deletionState(deps, ctx)),
    route(calls.deleteAccount, (given, ctx) => askDeletion(deps, ctx, given)),
  ]
}
