import { createHmac, timingSafeEqual } from 'node:crypto'

/** How a request is signed: HMAC SHA-256 of its query and body, in hexadecimal, as its last parameter. */

/** What is signed of a request, and the signature; undefined where there is none, or two. */
export function signedParts(query: string, body: string): { signed: string; signature: string } | undefined {
  const found = [...`${query}\n${body}`.matchAll(/(?:^|&|\n)signature=([^&\n]*)/g)]
  if (found.length !== 1) return undefined
  const without = (part: string) => part.replace(/^signature=[^&]*&?|&signature=[^&]*/, '')
  return { signed: without(query) + without(body), signature: found[0]![1]! }
}

/** The signature of a text. */
export const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Whether a text was signed so, in a time that does not tell how much of it is right. */
export function isSignatureOf(secret: string, text: string, signature: string): boolean {
  const [right, given] = [Buffer.from(signatureOf(secret, text)), Buffer.from(signature.toLowerCase())]
  return right.length === given.length && timingSafeEqual(right, given)
}

/** How far ahead of ours a client's clock may be. */
export const MAX_AHEAD_MS = 1_000
export const DEFAULT_WINDOW_MS = 5_000
export const MAX_WINDOW_MS = 60_000

/** Whether a request comes in its time. */
export const isInTime = (timestampMs: number, windowMs: number, nowMs: number): boolean =>
  timestampMs <= nowMs + MAX_AHEAD_MS && nowMs - timestampMs <= windowMs

/** Remembers each signature for as long as its request would be in time. */
export interface SeenSignatures {
  /** Whether it comes for the first time; `full` where too many are remembered to tell. */
  take(signature: string, untilMs: number, nowMs: number): 'first' | 'again' | 'full'
  readonly size: number
}

/** More than what all limits together let through in the longest window is never remembered. */
const MAX_SEEN = 500_000

/** Makes the memory of one process. Whoever checks takes no request of before it began. */
export function createSeenSignatures(maximum = MAX_SEEN): SeenSignatures {
  // By the second in which they may be forgotten, so that forgetting looks at nothing that stays.
  const bySecond = new Map<number, Set<string>>()
  let size = 0
  function forget(nowMs: number) {
    const now = Math.floor(nowMs / 1_000)
    for (const [second, signatures] of bySecond) {
      if (second >= now) continue
      size -= signatures.size
      bySecond.delete(second)
    }
  }
  return {
    get size() {
      return size
    },
    take(signature, untilMs, nowMs) {
      forget(nowMs)
      const second = Math.floor(untilMs / 1_000)
      const signatures = bySecond.get(second) ?? new Set()
      if (signatures.has(signature)) return 'again'
      if (size >= maximum) return 'full'
      bySecond.set(second, signatures.add(signature))
      size++
      return 'first'
    },
  }
}
