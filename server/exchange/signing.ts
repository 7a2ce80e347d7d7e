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

/**
 * Whether a text is signed as requests on a connection are: it names its key, which calls have in a header. Whoever reads along
 * there is not to ask a call by it.
 */
export const isOfConnection = (signed: string): boolean => /(?:^|&)apiKey=/.test(signed)

/**
 * Until when a signature is remembered: for the longest window. What is signed may be cut anywhere between query and body, which
 * can hide its window or take digits off it, so the one that a request is read with says nothing of when it may come again. Its
 * timestamp is the same in each request that is in time: with digits less it is long past.
 */
export const rememberedUntil = (timestampMs: number): number => timestampMs + MAX_WINDOW_MS

/** Remembers each signature for as long as its request could be in time. */
export interface SeenSignatures {
  /** Whether it comes for the first time from its key; `full` where too many are remembered to tell. */
  take(keyId: bigint, signature: string, untilMs: number, nowMs: number): 'first' | 'again' | 'full'
  readonly size: number
}

export const SEEN = {
  /** Of all keys. */
  all: 500_000,
  /** Of one key: what its customer's weight lets through in a minute, of reading by two calls each. */
  ofKey: 12_000,
}

/** Makes the memory of one process. Whoever checks takes no request of before it began. */
export function createSeenSignatures(maximum: typeof SEEN = SEEN): SeenSignatures {
  // By the second in which they may be forgotten, so that forgetting looks at nothing that stays.
  const bySecond = new Map<number, Map<bigint, Set<string>>>()
  const ofKey = new Map<bigint, number>()
  let size = 0
  function count(keyId: bigint, more: number) {
    size += more
    const left = (ofKey.get(keyId) ?? 0) + more
    if (left > 0) ofKey.set(keyId, left)
    else ofKey.delete(keyId)
  }
  function forget(nowMs: number) {
    const now = Math.floor(nowMs / 1_000)
    for (const [second, keys] of bySecond) {
      if (second >= now) continue
      for (const [keyId, signatures] of keys) count(keyId, -signatures.size)
      bySecond.delete(second)
    }
  }
  return {
    get size() {
      return size
    },
    take(keyId, signature, untilMs, nowMs) {
      forget(nowMs)
      // Wherever its text is cut, a signature is remembered until the same moment: see `rememberedUntil`.
      const second = Math.floor(untilMs / 1_000)
      const keys = bySecond.get(second) ?? new Map<bigint, Set<string>>()
      const signatures = keys.get(keyId) ?? new Set()
      if (signatures.has(signature)) return 'again'
      if (size >= maximum.all || (ofKey.get(keyId) ?? 0) >= maximum.ofKey) return 'full'
      bySecond.set(second, keys.set(keyId, signatures.add(signature)))
      count(keyId, 1)
      return 'first'
    },
  }
}
