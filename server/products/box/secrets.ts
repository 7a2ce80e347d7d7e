import { randomBytes } from 'node:crypto'
import { commitmentOf } from '#domain/box/draw.ts'
import {
  append,
  emptyEdge,
  hashOfRange,
  inclusionRanges,
  leafHash,
  nodeHash,
  rootOf,
  type Subtree,
} from '#domain/proof/merkle.ts'
import type { Sealer } from '#server/platform/sealer.ts'

/**
 * The secrets of a series: one for each number that a box can have, made with the series, sealed with the key of personal
 * data, and read by the drawing alone, one at a time.
 */

/** A secret as it is kept, and its place among the commitments. */
export interface KeptSecret {
  readonly number: number
  readonly sealed: Buffer
  /** The hashes of its proof, hex, one behind the other. */
  readonly proof: string
}

const HASH_CHARACTERS = 64

const boundTo = (series: string, number: number): string => `box ${series} ${number}`

/** Makes the secrets of a series. Returns: how they are kept, and the root of their commitments, hex. */
export function makeSecrets(
  sealer: Sealer,
  series: string,
  boxes: number,
): { readonly kept: readonly KeptSecret[]; readonly commitment: string } {
  const secrets = Array.from({ length: boxes }, () => randomBytes(32))
  // Every node once: proofs are kept, so that no request computes the tree again.
  const nodes = new Map<string, Uint8Array>()
  const edge = emptyEdge()
  for (const [n, secret] of secrets.entries())
    append(edge, leafHash(commitmentOf(series, n + 1, secret)), (height, index, hash) =>
      nodes.set(`${height} ${index}`, hash),
    )
  const hashOf = ({ height, index }: Subtree): Uint8Array => {
    const known = nodes.get(`${height} ${index}`)
    return (
      known ??
      nodeHash(
        hashOf({ height: height - 1, index: 2 * index }),
        hashOf({ height: height - 1, index: 2 * index + 1 }),
      )
    )
  }
  const kept = secrets.map((secret, n) => ({
    number: n + 1,
    sealed: sealer.seal(secret, boundTo(series, n + 1)),
    proof: inclusionRanges(n, boxes)
      .map((range) => Buffer.from(hashOfRange(range, hashOf)).toString('hex'))
      .join(''),
  }))
  return { kept, commitment: Buffer.from(rootOf(edge)).toString('hex') }
}

/** The hashes of a kept proof. */
export const hashesOf = (proof: string): string[] =>
  Array.from({ length: proof.length / HASH_CHARACTERS }, (_, n) =>
    proof.slice(n * HASH_CHARACTERS, (n + 1) * HASH_CHARACTERS),
  )

/** Reads one secret. Returns: undefined where the key does not fit, or it was altered. */
export function revealSecret(
  sealer: Sealer,
  series: string,
  { number, sealed }: { readonly number: number; readonly sealed: Uint8Array },
): Uint8Array | undefined {
  try {
    return sealer.unseal(Buffer.from(sealed), boundTo(series, number))
  } catch {
    return undefined
  }
}
