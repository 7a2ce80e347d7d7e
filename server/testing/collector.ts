import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector of OpenTelemetry got it. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  readonly failed: boolean
  readonly attributes: Readonly<Record<string, string | number>>
  readonly links: readonly string[]
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, string | number>>
}

/** A collector on loopback that keeps what it is sent. */
export interface Collector {
  readonly url: string
  /** Everything it was sent, as it came. */
  readonly bodies: readonly string[]
  readonly requests: readonly IncomingMessage[]
  spans(): readonly CollectedSpan[]
  /** Lets answers go out that were held. */
  answer(): void
  close(): Promise<void>
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status?: { readonly code?: number }
  readonly attributes: readonly Attribute[]
  readonly links?: readonly { readonly spanId: string }[]
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const KINDS = { 1: 'internal', 2: 'server', 3: 'client' } as const
const ERROR = 2

/** Starts one; with `holds` it answers nobody until it is told to. */
export async function startCollector({ holds = false } = {}): Promise<Collector> {
  const bodies: string[] = []
  const requests: IncomingMessage[] = []
  const held: ServerResponse[] = []
  let isHolding = holds
  const server = createServer((request, response) => {
    requests.push(request)
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      bodies.push(body)
      if (isHolding) held.push(response)
      else response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ bodies, requests },
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body) as Sent)),
    answer() {
      isHolding = false
      for (const response of held.splice(0)) response.setHeader('content-type', 'application/json').end('{}')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const spansOf = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, kind, status, attributes, links = [] }) => ({
        ...{ traceId, spanId, parentSpanId: parentSpanId || undefined, name },
        kind: KINDS[kind as keyof typeof KINDS],
        failed: status?.code === ERROR,
        attributes: valuesOf(attributes),
        links: links.map((link) => link.spanId),
        resource: valuesOf(resource.attributes),
      })),
  )

const valuesOf = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  )
