import { type ArgumentsOf, type Endpoint, type OutputOf, toWire } from '#domain/endpoint.ts'
import { currentLanguage, texts } from '#web/texts/texts.ts'
import { ApiError, type TransportFault } from './api-error.ts'
import { signOut, useClient } from './client-state.ts'
import { readEnvelope } from './envelope.ts'
import { goTo, REDIRECT_DELAY_MS } from './navigate.ts'
import { beginBlocking } from './overlay.ts'
import { toast } from './toast.ts'

const TIME_OUT_MS = 60_000

export interface ApiOptions {
  /** Waiting shows the overlay after 800 ms: for posts the person has to wait for. */
  readonly isBlocking?: boolean
  /** Shows a refusal's text as a toast. Not for money: those stay in their sheet until closed. */
  readonly toastsRefusal?: boolean
  /** For money calls: the same key for the same intention, also when trying again. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/**
 * Calls the API: our names become the wire's, the answer's envelope is opened.
 *
 * Refuses: by throwing `ApiError`; 999 also signs out and leads to sign-in, 998 to verification, each
 * 1.2 s after showing the server's text.
 * Source: specification sections 7 and 8.
 * @example const order = await api(spotTrade, { base: 'BTC', quote: 'USDT', side: 'buy', ... })
 */
export async function api<E extends Endpoint>(
  definition: E,
  input: ArgumentsOf<E>,
  options: ApiOptions = {},
): Promise<OutputOf<E>> {
  const { token, user } = useClient.getState()
  const fields = new URLSearchParams({
    ...toWire(definition, input as Record<string, unknown>),
    lang: currentLanguage(),
  })
  if (user) fields.set('uid', user.uid)
  const headers: Record<string, string> = {}
  if (token) headers.authorization = token
  if (definition.money) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()

  const endBlocking = options.isBlocking ? beginBlocking() : undefined
  try {
    const answer = await send(definition, fields, headers, options.signal)
    if (answer.ok) return answer.data as OutputOf<E>
    if (answer.type === 999) expireSession(token)
    if (answer.type === 998)
      setTimeout(() => goTo('pages/StartVerification/StartVerification'), REDIRECT_DELAY_MS)
    const message = answer.message || faultText('BAD_ANSWER')
    if (answer.type !== 0 || options.toastsRefusal) toast(message)
    throw new ApiError(answer.code, message, answer.type)
  } finally {
    endBlocking?.()
  }
}

/**
 * Forgets the customer and leads to sign-in and back, once the message has been read; not who has gone to
 * another page or signed in again by then, nor for an answer to a session that ended before.
 */
function expireSession(token: string | undefined): void {
  if (token !== useClient.getState().token) return
  signOut()
  const { hash } = location
  setTimeout(() => {
    if (location.hash === hash && useClient.getState().token === undefined)
      goTo('pages/common/login', { from: hash.slice(1) })
  }, REDIRECT_DELAY_MS)
}

async function send(
  definition: Endpoint,
  fields: URLSearchParams,
  headers: Record<string, string>,
  signal?: AbortSignal,
) {
  const isGet = definition.method === 'GET'
  const timeOut = AbortSignal.timeout(TIME_OUT_MS)
  try {
    const response = await fetch(`${API_BASE}${definition.path}${isGet ? `?${fields}` : ''}`, {
      method: isGet ? 'GET' : 'POST',
      // URLSearchParams makes the browser send it form-encoded.
      body: isGet ? null : fields,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
    })
    return readEnvelope(response.status, await response.json().catch(() => undefined))
  } catch (error) {
    if (signal?.aborted) throw error
    throw fault(timeOut.aborted ? 'TIMED_OUT' : 'NETWORK')
  }
}

/** Sends one file to a multipart call and answers its result; the field is `file`. */
export async function upload<Output>(path: string, file: Blob): Promise<Output> {
  const { token } = useClient.getState()
  const form = new FormData()
  form.set('file', file)
  const endBlocking = beginBlocking()
  try {
    const response = await fetch(`${API_BASE}${path}?lang=${currentLanguage()}`, {
      method: 'POST',
      body: form,
      headers: token ? { authorization: token } : {},
      credentials: 'omit',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    }).catch(() => {
      throw fault('NETWORK')
    })
    const answer = readEnvelope(response.status, await response.json().catch(() => undefined))
    if (answer.ok) return answer.data as Output
    if (answer.type === 999) expireSession(token)
    throw new ApiError(answer.code, answer.message || faultText('BAD_ANSWER'), answer.type)
  } finally {
    endBlocking()
  }
}

/** The API is always on the origin that served the page, whatever path the page itself has. */
const API_BASE = '/api'

const fault = (code: TransportFault): ApiError => new ApiError(code, faultText(code))

function faultText(code: TransportFault): string {
  const t = texts()
  if (code === 'NETWORK') return t('common.fault_network')
  if (code === 'TIMED_OUT') return t('common.fault_timed_out')
  return t('common.fault_bad_answer')
}
