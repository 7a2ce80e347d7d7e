import { hasRole } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import type { Route } from '#server/platform/http/route.ts'

/**
 * The only role check of the console's routes: each needs a role of its endpoint.
 *
 * Refuses: at start, a call that is for operators and names no role, or that is for customers; when
 * called, OPERATOR_ROLE_REQUIRED without one of the roles.
 */
export function guarded(routes: readonly Route[]): Route[] {
  return routes.map((route) => {
    const { endpoint, handle } = route
    if (endpoint.access === 'public') return route
    if (endpoint.access !== 'operator' || endpoint.roles.length === 0) {
      throw new Error(`${endpoint.path} has no roles`)
    }
    return {
      endpoint,
      handle: async (input, ctx) => {
        if (!hasRole(ctx.operator.roles, endpoint.roles)) throw refusal('OPERATOR_ROLE_REQUIRED')
        return handle(input, ctx)
      },
    }
  })
}
