/** An answer of the API, read. */
export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false
      readonly type: number
      readonly code: string
      readonly message: string
      /** The field that it is about, by its name on the wire or ours. */
      readonly field?: string
      /** A challenge to be solved. */
      readonly work?: string
    }

/**
 * Reads an answer by both readings of the specification: success is `type` "ok" or `code` 1, or HTTP 200
 * with `type` 1; the result is `data`, or `message` where an older server has no `data`.
 *
 * Refuses: anything that is not an object, as `BAD_ANSWER`: a proxy's error page is no answer of ours.
 * Source: specification section 7 and 8.
 */
export function readEnvelope(status: number, body: unknown): Answer {
  if (typeof body !== 'object' || body === null)
    return { ok: false, type: 0, code: 'BAD_ANSWER', message: '' }
  const { type, code, message, data, error, field, work } = body as Record<string, unknown>
  if (type === 'ok' || code === 1 || (status === 200 && type === 1)) {
    return { ok: true, data: data === undefined ? message : data }
  }
  return {
    ok: false,
    type: Number(type) || 0,
    code: typeof error === 'string' ? error : 'BAD_ANSWER',
    message: typeof message === 'string' ? message : '',
    ...(typeof field === 'string' && { field }),
    ...(typeof work === 'string' && { work }),
  }
}
