import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** A figure to publish: read when asked for. One that cannot be read is published as NaN, beside the others. */
export interface Metric {
  readonly name: string
  readonly help: string
  read(): number | Promise<number>
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
      async collect() {
        this.set(await figure(read))
      },
    })
  }
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}

async function figure(read: Metric['read']): Promise<number> {
  try {
    return await read()
  } catch {
    return Number.NaN
  }
}
