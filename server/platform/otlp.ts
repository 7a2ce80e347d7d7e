import { randomUUID } from 'node:crypto'
import {
  type Context,
  type Link,
  type Span as OtlpSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { atMostEvery } from './bus/at-most-every.ts'
import type { Attributes, Span, SpanOptions, Tracer } from './tracing.ts'

/** Loaded only where traces are sent: see `tracing.ts`. */

/** What waits to be sent, at most; what comes beyond is left out. */
const MAX_WAITING = 2_048
const MAX_AT_ONCE = 512
/** At its end all that waits is sent at once. */
const AT_A_TIME = MAX_WAITING / MAX_AT_ONCE + 1
const SEND_EVERY_MS = SECOND_MS
/** A collector that takes longer is given up for these spans. */
const SEND_WITHIN_MS = 5 * SECOND_MS
/** How long the end of the server waits for the last of them. */
const CLOSE_WITHIN_MS = 2 * SECOND_MS

/** Traces that are sent to a collector. */
export interface Traces {
  readonly tracer: Tracer
  /** Sends what waits, as far as that is soon done. */
  close(): Promise<void>
}

/** Sends spans to a collector of OpenTelemetry, by HTTP. */
export function openTraces(options: {
  readonly url: string
  readonly version: string
  readonly role: string
  readonly log: Logger
  readonly sendEveryMs?: number
}): Traces {
  const { url, version, role, log, sendEveryMs = SEND_EVERY_MS } = options
  const exporter = saying(
    new OTLPTraceExporter({ ...endpointOf(url), timeoutMillis: SEND_WITHIN_MS, concurrencyLimit: AT_A_TIME }),
    log,
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'plumb',
      'service.version': version,
      'service.instance.id': randomUUID(),
      'plumb.role': role,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: MAX_AT_ONCE,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  })
  const made = provider.getTracer('plumb', version)
  return {
    tracer: {
      begin: (name, { kind = 'internal', parent, links = [], attributes = {} }) =>
        spanOf(
          made.startSpan(
            name,
            {
              kind: KINDS[kind],
              links: links.flatMap((link): Link[] =>
                link instanceof Sent ? [{ context: link.context }] : [],
              ),
              attributes: { ...attributes },
            },
            contextOf(parent),
          ),
        ),
    },
    async close() {
      const late = AbortSignal.timeout(CLOSE_WITHIN_MS)
      const gaveUp = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))
      await Promise.race([provider.shutdown().catch(() => {}), gaveUp])
    },
  }
}

const KINDS: Readonly<Record<NonNullable<SpanOptions['kind']>, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
}

class Sent implements Span {
  readonly #span: OtlpSpan
  constructor(span: OtlpSpan) {
    this.#span = span
  }

  get context(): SpanContext {
    return this.#span.spanContext()
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.context
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes({ ...attributes })
  }

  end(failed = false): void {
    if (failed) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}

const spanOf = (span: OtlpSpan): Span => new Sent(span)

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** What a span is a part of; nothing where another process says what is no traceparent. */
function contextOf(parent: Span | string | null): Context {
  if (parent instanceof Sent) return trace.setSpanContext(ROOT_CONTEXT, parent.context)
  const [, traceId, spanId, flags] = (typeof parent === 'string' && TRACEPARENT.exec(parent)) || []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...{ traceId, spanId, isRemote: true },
    traceFlags: Number.parseInt(flags!, 16),
  })
}

/** The collector's address without a user and a password, which go into a header. */
function endpointOf(text: string): { url: string; headers?: Record<string, string> } {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  if (username === '' && password === '') return { url: url.href }
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } }
}

/** Has the log say, once a minute at most, that spans could not be sent. */
function saying(exporter: SpanExporter, log: Logger): SpanExporter {
  const say = atMostEvery<string>(MINUTE_MS, (count, why) =>
    log.warn(`traces could not be sent (${count === 1 ? '' : `${count} times, the last: `}${why})`),
  )
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) say(result.error?.message ?? 'no reason given')
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
