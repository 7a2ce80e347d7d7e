import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ProofFile } from '#domain/proof/contract.ts'
import { openCheckpoint, splitTicks } from '#domain/proof/log.ts'
import { type CheckedProof, checkProof } from '#domain/proof/proof-file.ts'
import { encodeTick } from '#domain/proof/tape.ts'
import type { HttpClient } from '#web/app/http-client.ts'
import { faultBetween } from './check-tape.ts'
import type { KeptTape, TapeMismatch } from './kept.ts'

export interface ProofRun extends CheckedProof {
  /** How long all of it took. */
  readonly ms: number
}

/** Computes a proof again, here. */
export function runProof(file: ProofFile): ProofRun {
  const beganAt = performance.now()
  const checked = checkProof(file, () => performance.now())
  return { ...checked, ms: performance.now() - beganAt }
}

/**
 * Whether the proof is of the tape that this browser has seen: what is wrong, or undefined. A browser that has seen
 * none has nothing to compare.
 */
export async function faultAgainstKept(
  http: Pick<HttpClient, 'request'>,
  file: ProofFile,
  { publicKey, note }: KeptTape,
): Promise<TapeMismatch | undefined> {
  if (!publicKey || !note) return undefined
  const [kept, shown] = [openCheckpoint(note, publicKey), openCheckpoint(file.checkpoint, publicKey)]
  if (!kept) return undefined
  return shown ? faultBetween(http, kept, shown) : 'other-key'
}

/** The same proof with one digit of the deciding price changed, as if the price had been another. */
export function alteredProof(file: ProofFile): ProofFile {
  const [deciding, ...others] = file.ticks
  const [read] = splitTicks(hexToBytes(deciding!.bytes))
  const price = read!.tick.price + (read!.tick.price % 10 === 9 ? -1 : 1)
  return {
    ...file,
    ticks: [{ ...deciding!, bytes: bytesToHex(encodeTick({ ...read!.tick, price })) }, ...others],
  }
}
