import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Spans of what the server does, for whoever set `OTLP_URL`. Without it there is no tracer: nothing is loaded, and what is
 * traced costs one question whether there is one.
 */

/**
 * All that a span may say. None of it is of a person: no account, address, amount, token, input, statement or message of
 * an error, which may have any of these in it.
 */
export interface Attributes {
  readonly 'http.request.method'?: string
  /** The route, which has no parameters. */
  readonly 'http.route'?: string
  readonly 'http.response.status_code'?: number
  /** A code of ours, or an SQLSTATE. */
  readonly 'error.type'?: string
  readonly 'db.system.name'?: string
  /** How a transaction ended. */
  readonly 'plumb.outcome'?: 'committed' | 'rolled back'
  /** How many actions a batch decided. */
  readonly 'plumb.actions'?: number
}

/** Who asked whom: `server` answers a call of somebody else, `client` asks another process. */
export type SpanKind = 'internal' | 'server' | 'client'

/** Something that is being done. */
export interface Span {
  /** It as the W3C's Trace Context writes it, for another process. */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** Ends it; `failed` says that it did not do what it was to. */
  end(failed?: boolean): void
}

export interface SpanOptions {
  readonly kind?: SpanKind
  /** What it is a part of, here or in another process: what is under way where it begins without this, nothing with null. */
  readonly parent?: Span | string | null
  /** What else it works for. */
  readonly links?: readonly Span[]
  readonly attributes?: Attributes
}

/** Makes spans. */
export interface Tracer {
  begin(name: string, options: SpanOptions & { readonly parent: Span | string | null }): Span
}

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span>()

/** Has spans made from now on, or no more. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

export const isTracing = (): boolean => tracer !== undefined

/** What is under way here; undefined without a tracer. */
export const currentSpan = (): Span | undefined => (tracer ? current.getStore() : undefined)

/** Begins a span that whoever calls ends; undefined without a tracer. */
export function beginSpan(name: string, options: SpanOptions = {}): Span | undefined {
  return tracer?.begin(name, { ...options, parent: options.parent ?? parentOf(options) })
}

const parentOf = ({ parent }: SpanOptions): Span | null =>
  parent === null ? null : (current.getStore() ?? null)

/** Does work as a part of a span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? current.run(span, work) : work()

/** Does work in a span of its own, which ends with it. */
export function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = beginSpan(name, options)
  if (!span) return work(undefined)
  return current.run(span, async () => {
    try {
      const result = await work(span)
      span.end()
      return result
    } catch (error) {
      const type = errorTypeOf(error)
      if (type !== undefined) span.set({ 'error.type': type })
      span.end(true)
      throw error
    }
  })
}

/** Says of what is under way here that it failed, and goes on. */
export function noteError(error: unknown): void {
  const type = errorTypeOf(error)
  if (type !== undefined) currentSpan()?.set({ 'error.type': type })
}

/** The code of an error where it has one; never its message. */
export function errorTypeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : undefined
}
