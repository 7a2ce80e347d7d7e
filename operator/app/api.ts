import { type ArgumentsOf, type Endpoint, type OutputOf, toWire } from '#domain/endpoint.ts'
import { ApiError } from '#web/app/api-error.ts'
import { readEnvelope } from '#web/app/envelope.ts'
import { texts } from '../texts.ts'
import { endSession, useSession } from './session.ts'

const TIME_OUT_MS = 60_000

/**
 * Calls the console's API.
 *
 * Refuses: by throwing `ApiError` with the server's text; 999 also ends the session.
 */
export async function api<E extends Endpoint>(
  definition: E,
  input: ArgumentsOf<E>,
  options: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<OutputOf<E>> {
  const { token } = useSession.getState()
  const response = await send(definition, input as Record<string, unknown>, token, options)
  const answer = readEnvelope(response.status, await response.json().catch(() => undefined))
  if (answer.ok) return answer.data as OutputOf<E>
  throw refused(answer, token)
}

/** Fetches what a call answers as a file, such as a screenshot; the address is to be revoked after use. */
export async function fetchFile<E extends Endpoint>(definition: E, input: ArgumentsOf<E>): Promise<string> {
  const { token } = useSession.getState()
  const response = await send(definition, input as Record<string, unknown>, token)
  if (response.headers.get('content-type')?.startsWith('image/')) {
    return URL.createObjectURL(await response.blob())
  }
  const answer = readEnvelope(response.status, await response.json().catch(() => undefined))
  throw answer.ok ? new ApiError('BAD_ANSWER', texts.common.noAnswer) : refused(answer, token)
}

async function send(
  definition: Endpoint,
  input: Record<string, unknown>,
  token: string | undefined,
  options: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<Response> {
  const fields = new URLSearchParams({ ...toWire(definition, input), lang: 'en' })
  const isGet = definition.method === 'GET'
  const headers: Record<string, string> = {}
  if (token) headers.authorization = token
  if (definition.money) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  const timeOut = AbortSignal.timeout(TIME_OUT_MS)
  try {
    return await fetch(`/api${definition.path}${isGet ? `?${fields}` : ''}`, {
      method: isGet ? 'GET' : 'POST',
      body: isGet ? null : fields,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: options.signal ? AbortSignal.any([options.signal, timeOut]) : timeOut,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError('NETWORK', timeOut.aborted ? texts.common.noAnswer : texts.common.offline)
  }
}

/** The answer as an error. It ends the session it was given to, not one that has begun since. */
function refused(
  answer: { type: number; code: string; message: string },
  token: string | undefined,
): ApiError {
  if (answer.type === 999 && token !== undefined && token === useSession.getState().token) endSession(true)
  return new ApiError(answer.code, answer.message || texts.common.noAnswer, answer.type)
}
