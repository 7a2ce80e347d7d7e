import { type Call, toWire } from '#domain/call.ts'
import type { RefusalCode } from '#domain/errors.ts'

/** What a call answered: its payload, or why it was refused. */
export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: RefusalCode; readonly message: string; readonly status: number }

export interface Caller {
  readonly url: string
  readonly token?: string | undefined
  readonly lang?: string
}

/**
 * Makes a call over the network, as the web client does.
 *
 * Returns: `undefined` when no answer came: nobody knows then whether it happened.
 */
export async function send(
  { url, token, lang }: Caller,
  call: Call,
  input: Readonly<Record<string, unknown>> = {},
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
      },
      ...(isGet ? {} : { body: fields }),
    })
    const body = (await response.json()) as {
      code: number
      data: unknown
      message: string
      error: RefusalCode
    }
    if (body.code === 1) return { ok: true, data: body.data }
    return { ok: false, error: body.error, message: body.message, status: response.status }
  } catch {
    return undefined
  }
}

/** The payload of a call that must succeed. */
export async function ask<T>(
  caller: Caller,
  call: Call,
  input: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  const answer = await send(caller, call, input)
  if (!answer?.ok) throw new Error(`${call.path} answered ${JSON.stringify(answer ?? 'nothing')}`)
  return answer.data as T
}
