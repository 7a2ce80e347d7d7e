import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type Endpoint, outputFromWire, toWire } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import { createRateLimiter, type RateLimits, rateLimits } from '#server/platform/http/rate-limits.ts'

/** What a call answered. */
export interface Answer {
  readonly status: number
  readonly body: string
  readonly type: number
  /** The refusal's code, or `undefined`. */
  readonly error: RefusalCode | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly data: any
}

export interface CallOptions {
  readonly token?: string | undefined
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
  /** The idempotency key. */
  readonly key?: string | undefined
  /** More fields, by their wire names. */
  readonly extra?: Readonly<Record<string, string>> | undefined
}

/** Makes a call as a client does, by the wire's names, without a network; returns the answer as it came. */
export const requestOf = (
  app: FastifyInstance,
  call: Endpoint,
  input: Readonly<Record<string, unknown>> = {},
  { extra, ...options }: CallOptions = {},
): Promise<LightMyRequestResponse> => {
  const method = call.method === 'GET' ? 'GET' : 'POST'
  return sendFields(app, method, call.path, { ...toWire(call, input), ...extra }, options)
}

/** Sends these fields, whether or not there is such a call: in the address, or as a form. */
export function sendFields(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  path: string,
  record: Readonly<Record<string, string>>,
  { token, ip, userAgent, key }: Omit<CallOptions, 'extra'> = {},
): Promise<LightMyRequestResponse> {
  const fields = new URLSearchParams(record).toString()
  const isGet = method === 'GET'
  return app.inject({
    method,
    url: `/api${path}${isGet && fields ? `?${fields}` : ''}`,
    ...(ip && { remoteAddress: ip }),
    headers: {
      ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(token && { authorization: token }),
      ...(userAgent && { 'user-agent': userAgent }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(isGet ? {} : { payload: fields }),
  })
}

/** Makes a call and returns what its envelope says, in our names. */
export async function callOn(
  app: FastifyInstance,
  call: Endpoint,
  input?: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<Answer> {
  const response = await requestOf(app, call, input, options)
  const isEnvelope = response.headers['content-type']?.includes('json')
  const { type, error, data } = isEnvelope ? response.json() : {}
  const inOurNames = outputFromWire(call, data)
  return { status: response.statusCode, body: response.body, type, error, data: inOurNames }
}

/** Every limit there is, so high that no test meets it: limits have tests of their own. */
export const noRateLimits = () =>
  createRateLimiter(
    Object.fromEntries(
      Object.keys(rateLimits).map((name) => [name, { calls: 1e6, seconds: 1 }]),
    ) as RateLimits,
  )

/** Sends one file as the multipart field `file`, under a name of the sender's choice. */
export function sendFile(
  app: FastifyInstance,
  path: string,
  bytes: Buffer,
  { token, fileName = 'photo.png' }: { token: string; fileName?: string },
): Promise<LightMyRequestResponse> {
  const boundary = 'plumb-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: image/png\r\n\r\n`
  return app.inject({
    ...{ method: 'POST', url: `/api${path}` },
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
