import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, type Span, within } from '#server/platform/tracing.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/**
 * Makes a span of every call of a listener, by its route. What a request says of a trace it is part of is not read: whoever
 * may call could begin traces of theirs here.
 */
export function traceCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url
    // Of a path that no route has, the path is what somebody typed.
    const span = beginSpan(route === undefined ? method : `${method} ${route}`, {
      ...{ kind: 'server', parent: null },
      attributes: { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) },
    })
    if (span) spans.set(request, span)
    done()
  })
  // Behind the body's events, which are no part of the call's own course.
  app.addHook('preHandler', (request, _, done) => within(spans.get(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500)
    done()
  })
}

/** Says why a call was refused: its code. */
export const traceRefusal = (request: FastifyRequest, code: string): void =>
  spans.get(request)?.set({ 'error.type': code })
