import { hexToBytes } from '@noble/hashes/utils.js'
import { tapeCheckpoint, tapeConsistency } from '#domain/proof/contract.ts'
import { hasGrown, type LogCheckpoint, openCheckpoint } from '#domain/proof/log.ts'
import { ApiError } from '#web/app/api-error.ts'
import type { HttpClient } from '#web/app/http-client.ts'
import type { KeptTape, TapeMismatch } from './kept.ts'

type Asker = Pick<HttpClient, 'request'>

/** The proof between two sizes; undefined where the server has not as many ticks. */
async function proofBetween(http: Asker, from: number, to: number): Promise<Uint8Array[] | undefined> {
  try {
    const { proof } = await http.request(tapeConsistency, { from: String(from), to: String(to) })
    return proof.map(hexToBytes)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/**
 * Whether two checkpoints are of one log, whichever is older: what is wrong, or undefined.
 *
 * Refuses: (by throwing) when the server cannot be asked.
 */
export async function faultBetween(
  http: Asker,
  one: LogCheckpoint,
  other: LogCheckpoint,
): Promise<TapeMismatch | undefined> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one]
  const proof = await proofBetween(http, older.size, newer.size)
  if (proof === undefined) return 'shorter'
  try {
    return hasGrown(older, newer, proof) ? undefined : 'forked'
  } catch {
    return 'forked'
  }
}

/**
 * Asks for the newest checkpoint, and for the proof that it follows the one kept; returns what to keep.
 *
 * Refuses: (by throwing) when the server cannot be asked: nothing is known then.
 */
export async function checkTape(http: Asker, kept: KeptTape, nowMs: number): Promise<KeptTape> {
  if (kept.alarm) return kept
  const { publicKey, note } = await http.request(tapeCheckpoint, {})
  const older = kept.publicKey && kept.note ? openCheckpoint(kept.note, kept.publicKey) : undefined
  if (!kept.publicKey || !older) {
    return note !== null && openCheckpoint(note, publicKey) ? { publicKey, note, alarm: undefined } : kept
  }
  const alarm = (fault: TapeMismatch): KeptTape => ({
    ...kept,
    alarm: { fault, note, publicKey, seenAtMs: nowMs },
  })
  if (publicKey !== kept.publicKey) return alarm('other-key')
  if (note === kept.note) return kept
  if (note === null) return alarm('shorter')
  const newer = openCheckpoint(note, publicKey)
  if (!newer) return alarm('other-key')
  const fault = await faultBetween(http, older, newer)
  if (fault) return alarm(fault)
  // An answer that was long under way is no fault, and no news.
  return newer.size < older.size ? kept : { publicKey, note, alarm: undefined }
}
