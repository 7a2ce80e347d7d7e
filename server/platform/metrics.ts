import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** A figure to publish: read when asked for. */
export interface Metric {
  readonly name: string
  readonly help: string
  read(): number
}

/** Serves figures of the process and the given ones at `/metrics`, for the operator's listener only. */
export function serveMetrics(app: FastifyInstance, metrics: readonly Metric[]): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'plumb_' })
  for (const { name, help, read } of metrics) {
    new Gauge({
      name: `plumb_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}
