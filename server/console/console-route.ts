import { callRoles, hasRole } from '#domain/console/roles.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { Route } from '#server/platform/http/route.ts'

/**
 * The only role check of the console's routes: each needs a role of `callRoles`.
 *
 * Refuses: at start, a call for operators that `callRoles` does not name; when called,
 * OPERATOR_ROLE_REQUIRED without one of the roles.
 */
export function guarded(routes: readonly Route[]): Route[] {
  return routes.map((route) => {
    const { endpoint, handle } = route
    if (endpoint.access === 'public') return route
    if (endpoint.access !== 'operator' || !isNamed(endpoint)) throw new Error(`${endpoint.path} has no roles`)
    const allowed = callRoles[endpoint.path]
    return {
      endpoint,
      handle: async (input, ctx) => {
        if (!hasRole(ctx.operator.roles, allowed)) throw refusal('OPERATOR_ROLE_REQUIRED')
        return handle(input, ctx)
      },
    }
  })
}

const isNamed = (endpoint: Endpoint): endpoint is Endpoint & { path: keyof typeof callRoles } =>
  Object.hasOwn(callRoles, endpoint.path)
