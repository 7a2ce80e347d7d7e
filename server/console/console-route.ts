import type { Call, InputOf } from '#domain/call.ts'
import { callRoles, hasRole } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import type { Route } from '#server/platform/http/route.ts'

/**
 * Guards the console's routes: each asks for a role of `callRoles`, here and nowhere else.
 *
 * Refuses: at start, a call for operators that `callRoles` does not name; when called,
 * OPERATOR_ROLE_REQUIRED without one of the roles.
 */
export function guarded(routes: readonly Route[]): Route[] {
  return routes.map((route) => {
    const { call, handle } = route
    if (call.access === 'public') return route
    if (call.access !== 'operator' || !isNamed(call)) throw new Error(`${call.path} has no roles`)
    const allowed = callRoles[call.path]
    return {
      call,
      handle: async (input: never, ctx) => {
        if (!hasRole(ctx.operator.roles, allowed)) throw refusal('OPERATOR_ROLE_REQUIRED')
        return handle(input as InputOf<typeof call> as never, ctx)
      },
    }
  })
}

const isNamed = (call: Call): call is Call & { path: keyof typeof callRoles } =>
  Object.hasOwn(callRoles, call.path)
