import type { DualProofFile, ProofFile } from './contract.ts'

/** Proofs of many ticks, each hash written once: those of neighbouring ticks are mostly the same. */

type Ticks = ProofFile['ticks']
type Shared = Pick<DualProofFile, 'ticks' | 'nodes'>

/** Writes each hash once. */
export function shareHashes(ticks: Ticks): Shared {
  const places = new Map<string, number>()
  const placeOf = (hash: string): number => {
    const place = places.get(hash) ?? places.size
    places.set(hash, place)
    return place
  }
  const shared = ticks.map(({ bytes, proof }) => ({ bytes, proof: proof.map(placeOf) }))
  return { nodes: [...places.keys()], ticks: shared }
}

/** Each tick with its own hashes; what no hash stands for is left as nothing, which is no proof. */
export const unshareHashes = ({ ticks, nodes }: Shared): Ticks =>
  ticks.map(({ bytes, proof }) => ({ bytes, proof: proof.map((place) => nodes[place] ?? '') }))
