import {
  type ArgumentsOf,
  type Endpoint,
  fieldFromWire,
  type OutputOf,
  outputFromWire,
  toWire,
} from '#domain/endpoint.ts'
import { ApiError, type TransportError } from './api-error.ts'
import { readEnvelope } from './envelope.ts'

const TIME_OUT_MS = 60_000

/** What differs between the customer app and the console: the session, and what is shown to the person. */
export interface HttpClientOptions {
  /** @example '/api' */
  readonly basePath: string
  token(): string | undefined
  /** Goes along with every request: the language, and what else the server wants to know. */
  commonFields(): Readonly<Record<string, string>>
  /** The same of whose money is meant, where a call does not say that itself. */
  accountFields?(): Readonly<Record<string, string>>
  /** The text of a failure that the server did not word. */
  transportText(code: TransportError): string
  /** Called once for each refusal, and for what was not sent for want of a network, before it is thrown. */
  onRefusal?(error: ApiError, options: RequestOptions): void
  /** An answer that was asked for before the app had loaded, if there is one. */
  takeEarlyAnswer?(path: string): Promise<Response> | undefined
  /** Called when the session that a request was sent with has ended, unless another has begun since. */
  onSessionEnd(): void
  /** Shows that a request is under way; the returned function ends that. */
  showProgress?(): () => void
}

export interface RequestOptions {
  /** The person waits for the answer: progress is shown. */
  readonly isBlocking?: boolean
  /** Shows its text as a toast. Not for money: those stay in their sheet until closed. */
  readonly toastsRefusal?: boolean
  /** For money endpoints: the same key for the same intention, also when trying again. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Asks the API. Every function refuses by throwing `ApiError`. */
export interface HttpClient {
  /** Our names become the wire's, the answer's envelope is opened. */
  request<E extends Endpoint>(
    endpoint: E,
    input: ArgumentsOf<E>,
    options?: RequestOptions,
  ): Promise<OutputOf<E>>
  /** For an endpoint that answers a file instead of the envelope: an image, a CSV. */
  requestFile<E extends Endpoint>(endpoint: E, input: ArgumentsOf<E>): Promise<Blob>
  /** Sends one file, as multipart field `file`. */
  upload<E extends Endpoint>(endpoint: E, file: Blob): Promise<OutputOf<E>>
}

/**
 * The HTTP client of one app.
 *
 * Source: specification sections 7 and 8.
 */
export function createHttpClient(client: HttpClientOptions): HttpClient {
  async function send(
    endpoint: Endpoint,
    fields: Readonly<Record<string, string>>,
    file: Blob | undefined,
    options: RequestOptions,
  ): Promise<Response> {
    const { idempotencyKey, signal } = options
    const all = new URLSearchParams({ ...client.accountFields?.(), ...fields, ...client.commonFields() })
    const isInUrl = endpoint.method === 'GET' || file !== undefined
    const token = client.token()
    const headers: Record<string, string> = token ? { authorization: token } : {}
    if (endpoint.takesKey) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
    // Known before anything leaves: the outcome is certain, unlike that of a request that is lost on its way.
    if (navigator.onLine === false) {
      const error = transportError('OFFLINE')
      client.onRefusal?.(error, options)
      throw error
    }
    const timeOut = AbortSignal.timeout(TIME_OUT_MS)
    const end = signal ? AbortSignal.any([signal, timeOut]) : timeOut
    try {
      const path = `${client.basePath}${endpoint.path}`
      const early = client.takeEarlyAnswer?.(path)
      if (early) return await Promise.race([early, rejectedAt(end)])
      return await fetch(isInUrl ? `${path}?${all}` : path, {
        method: endpoint.method === 'GET' ? 'GET' : 'POST',
        // URLSearchParams makes the browser send it form-encoded.
        body: file ? multipart(file) : isInUrl ? null : all,
        headers,
        cache: 'no-store',
        credentials: 'omit',
        signal: end,
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw transportError(timeOut.aborted ? 'TIMED_OUT' : 'NETWORK')
    }
  }

  /** Opens the envelope of an answer to a request that was sent with `token`. */
  async function open<E extends Endpoint>(
    endpoint: E,
    response: Response,
    token: string | undefined,
    options: RequestOptions,
  ): Promise<OutputOf<E>> {
    const answer = readEnvelope(response.status, await response.json().catch(() => undefined))
    if (answer.ok) return outputFromWire(endpoint, answer.data) as OutputOf<E>
    const text = answer.message || client.transportText('BAD_ANSWER')
    const field = answer.field && fieldFromWire(endpoint, answer.field)
    const error = new ApiError(answer.code, text, answer.type, field, answer.work)
    if (error.type === 999 && token === client.token()) client.onSessionEnd()
    client.onRefusal?.(error, options)
    throw error
  }

  const transportError = (code: TransportError) => new ApiError(code, client.transportText(code))

  async function withProgress<T>(isShown: boolean | undefined, work: () => Promise<T>): Promise<T> {
    const end = isShown ? client.showProgress?.() : undefined
    try {
      return await work()
    } finally {
      end?.()
    }
  }

  return {
    request: (endpoint, input, options = {}) =>
      withProgress(options.isBlocking, async () => {
        const token = client.token()
        return open(
          endpoint,
          await send(endpoint, toWire(endpoint, input as object), undefined, options),
          token,
          options,
        )
      }),

    async requestFile(endpoint, input) {
      const token = client.token()
      const response = await send(endpoint, toWire(endpoint, input as object), undefined, {})
      const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
      if (response.ok && !isEnvelope) return response.blob()
      await open(endpoint, response, token, {})
      throw transportError('BAD_ANSWER')
    },

    upload: (endpoint, file) =>
      withProgress(true, async () => {
        const token = client.token()
        return open(endpoint, await send(endpoint, {}, file, {}), token, {})
      }),
  }
}

function multipart(file: Blob): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

/** For an answer that was asked for without this signal. */
const rejectedAt = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
