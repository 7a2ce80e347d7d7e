import { type Endpoint, type OutputOf, outputFromWire, toWire } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import type { Asker, Input } from '#server/testing/product-testing.ts'
import { pause } from '#server/testing/server-process.ts'

/** What a call answered: its payload, or why it was refused. */
export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false
      readonly error: RefusalCode
      readonly message: string
      readonly status: number
      /** How long the server asks its caller to wait. */
      readonly retryAfterSeconds: number
    }

export interface Caller {
  readonly url: string
  readonly token?: string | undefined
  readonly lang?: string
  /** The address it is to come from, by a server that has this machine as its trusted proxy. */
  readonly ip?: string
}

/**
 * Makes a call over the network, as the web client does.
 *
 * Returns: `undefined` when no answer came: nobody knows then whether it happened.
 */
export async function send(
  { url, token, lang, ip }: Caller,
  call: Endpoint,
  input: Input = {},
  key?: string,
): Promise<Answer | undefined> {
  const fields = new URLSearchParams({ ...toWire(call, input), ...(lang && { lang }) })
  const isGet = call.method === 'GET'
  try {
    const response = await fetch(`${url}/api${call.path}${isGet ? `?${fields}` : ''}`, {
      method: isGet ? 'GET' : 'POST',
      headers: {
        ...(token && { authorization: token }),
        ...(key && { 'idempotency-key': key }),
        ...(ip && { 'x-forwarded-for': ip }),
      },
      ...(isGet ? {} : { body: fields }),
    })
    const body = (await response.json()) as {
      code: number
      data: unknown
      message: string
      error: RefusalCode
    }
    if (body.code === 1) return { ok: true, data: outputFromWire(call, body.data) }
    const { error, message } = body
    const retryAfterSeconds = Number(response.headers.get('retry-after'))
    return { ok: false, error, message, status: response.status, retryAfterSeconds }
  } catch {
    return undefined
  }
}

/** Makes a call under its key, waiting as long as the server asks, until it is answered. */
export async function sendUntilAnswered(
  caller: Caller,
  call: Endpoint,
  input: Input,
  key: string,
): Promise<Answer> {
  for (;;) {
    const answer = await send(caller, call, input, key)
    if (answer && isAnswered(answer)) return answer
    await pause((answer && !answer.ok && answer.retryAfterSeconds * 1_000) || 100)
  }
}

/** Whether the call was done or refused for what it is, rather than for when it came. */
export const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined && (answer.ok || !COME_AGAIN.has(answer.error))

const COME_AGAIN: ReadonlySet<RefusalCode> = new Set([
  'SERVICE_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'SERVER_BUSY',
  'TOO_MANY_REQUESTS',
])

/** Asks for what must succeed; where it came too soon after others, as late as it may. */
export const askerAt = (caller: Caller): Asker => ({
  async ask<E extends Endpoint>(call: E, input: Input = {}): Promise<OutputOf<E>> {
    for (;;) {
      const answer = await send(caller, call, input)
      if (answer?.ok) return answer.data as OutputOf<E>
      if (answer?.error !== 'TOO_MANY_REQUESTS')
        throw new Error(`${call.path} answered ${JSON.stringify(answer ?? 'nothing')}`)
      await pause(answer.retryAfterSeconds * 1_000)
    }
  },
})
