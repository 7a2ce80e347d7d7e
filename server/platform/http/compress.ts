import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#domain/endpoint.ts'

/** A shorter answer fits the packets it would travel in anyway. */
const MIN_LENGTH = 2_000
/** Quotes shrink to a sixth already; more effort would cost time on every answer. */
const LEVEL = 4

const gzipped = promisify(gzip)

/**
 * Whether a call's answers may be compressed: what everybody may read, asked for by GET. An answer that
 * held a secret beside something a stranger typed would betray it by its compressed length.
 */
export const isCompressible = (endpoint: Endpoint): boolean =>
  endpoint.access === 'public' && endpoint.method === 'GET'

/** Fastify's `onSend`: a long text is sent as gzip to whoever accepts that. */
export async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return payload
  reply.removeHeader('content-length')
  reply.header('content-encoding', 'gzip')
  return gzipped(payload, { level: LEVEL })
}
