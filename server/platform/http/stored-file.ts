import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredReply } from './context.ts'

/** Stored files as answers: all of one, or the part that a player asks for; never more of it in memory than a piece. */

/** What a request's `Range` asks of a file. */
export type AskedRange = { readonly start: number; readonly end: number } | 'all' | 'unsatisfiable'

/**
 * Reads a `Range` header: one range of bytes. What is no such range, and more than one, is all of the file, as RFC 9110
 * allows.
 *
 * @example rangeOf('bytes=0-9', 100) // { start: 0, end: 9 }
 */
export function rangeOf(header: string | undefined, bytes: number): AskedRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'all'
  const [, first, last] = match as unknown as [string, string, string]
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'all'
  if (start >= bytes) return 'unsatisfiable'
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}

/** Sends a file. Its type is what we found in it, whatever its sender said, and a browser runs nothing in it. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, file: StoredReply): void {
  const { path, bytes, type, hash, cacheControl } = file
  const etag = `"${hash}"`
  reply.header('etag', etag)
  reply.header('cache-control', cacheControl)
  reply.header('accept-ranges', 'bytes')
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('cross-origin-resource-policy', 'same-origin')
  const known = String(request.headers['if-none-match'] ?? '')
  if (known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
    reply.code(304).send()
    return
  }
  const condition = request.headers['if-range']
  const isSame = condition === undefined || condition === etag
  const range = isSame ? rangeOf(request.headers.range, bytes) : 'all'
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes}`)
    reply.code(416).send()
    return
  }
  const { start, end } = range === 'all' ? { start: 0, end: bytes - 1 } : range
  reply.header('content-type', type)
  reply.header('content-length', String(end - start + 1))
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  reply.send(createReadStream(path, { start, end }))
}
