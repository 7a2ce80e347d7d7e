import * as calls from '#domain/apikey/contract.ts'
import { MAX_KEYS } from '#domain/apikey/rules.ts'
import type { AsOwner } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { addKey, type KeyDeps, listKeys, removeKey } from './service.ts'

/** The calls of keys. */
export const apiKeyRoutes = (deps: KeyDeps & { readonly asOwner: AsOwner }): Route[] => [
  route(calls.apiKeys, async (_, { customer }) => ({
    maximum: MAX_KEYS,
    items: await listKeys(deps, customer.id),
  })),
  route(calls.addApiKey, ({ code, password, ...wanted }, ctx) =>
    deps.asOwner(ctx, { password, factorCode: code }, (tx) => addKey(deps, tx, ctx.customer.id, wanted)),
  ),
  route(calls.removeApiKey, async ({ id }, { customer }) => {
    await removeKey(deps, customer.id, id)
    return {}
  }),
]
