import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** A figure, or one for each value of a metric's label. */
export type Figure = number | ReadonlyMap<string, number>

/** A figure to publish: read when asked for. One that cannot be read is published as NaN, beside the others. */
export interface Metric {
  /** Ends in `_total` where it only grows while the process runs. */
  readonly name: string
  readonly help: string
  /** What the values of a map are of. */
  readonly label?: string
  read(): Figure | Promise<Figure>
}

/** Serves figures of the process and the given ones at `/metrics`, for the operator's listener only. */
export function serveMetrics(app: FastifyInstance, metrics: readonly Metric[]): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'plumb_' })
  /** What could not be read when it was asked for last: an alert on a figure that is not there says nothing. */
  const unread = new Set<string>()

  async function figure({ name, read }: Metric): Promise<Figure> {
    try {
      const found = await read()
      unread.delete(name)
      return found
    } catch {
      unread.add(name)
      return Number.NaN
    }
  }

  const own: Metric = {
    name: 'figures_unread',
    help: 'Figures here that could not be read when they were asked for before',
    read: () => unread.size,
  }
  for (const metric of [...metrics, own]) {
    const { name, help, label } = metric
    const options = {
      ...{ name: `plumb_${name}`, help, registers: [registry], labelNames: label ? [label] : [] },
    }
    const pairsOf = (found: Figure): [Record<string, string>, number][] =>
      typeof found === 'number'
        ? [[{}, found]]
        : [...found].map(([value, each]) => [{ [label!]: value }, each])
    if (name.endsWith('_total')) {
      new Counter({
        ...options,
        async collect() {
          const found = await figure(metric)
          this.reset()
          for (const [labels, value] of pairsOf(found)) this.inc(labels, Number.isNaN(value) ? 0 : value)
        },
      })
    } else {
      new Gauge({
        ...options,
        async collect() {
          const found = await figure(metric)
          // What a label had before and has no more is gone.
          this.reset()
          for (const [labels, value] of pairsOf(found)) this.set(labels, value)
        },
      })
    }
  }
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}
