import { bytesToHex } from '@noble/hashes/utils.js'
import type { ProofFile } from '#domain/proof/contract.ts'
import { stepBack } from '#domain/proof/links.ts'
import { leafIndex } from '#domain/proof/log.ts'
import { decodeTick } from '#domain/proof/tape.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createHashReader } from './hashes.ts'
import type { TapeKey } from './key.ts'
import type { Tape } from './tape.ts'

/** What products need to prove how the price tape decided. */
export interface Proofs {
  /** Signs receipts: the holder of the tape's key. */
  readonly signer: TapeKey
  /**
   * The tick that decided something, and those that its links lead back to as far as `after`, each with its proof in
   * the newest checkpoint. Undefined where the log has no such tick.
   */
  wayBack(deciding: number, after: number): Promise<Pick<ProofFile, 'ticks' | 'checkpoint'> | undefined>
}

/** A way over more is one of a tape whose links are wrong. */
const MAX_STEPS = 1_000

/** Makes proofs from a tape; `tape` is asked each time. */
export const createProofs = (db: Db, signer: TapeKey, tape: () => Tape | undefined): Proofs => ({
  signer,
  async wayBack(deciding, after) {
    const found = tape()
    const [newest, checkpoint] = [found?.newest()?.sequence ?? 0, found?.note()]
    if (!found || checkpoint === undefined) return undefined
    const { start } = found
    const reader = createHashReader(db, start.sequence, newest)
    const ticks: { bytes: string; proof: string[] }[] = []
    for (let at = deciding; at > after && ticks.length < MAX_STEPS; ) {
      const bytes = await reader.tick(at)
      const step = bytes && stepBack(decodeTick({ bytes, at: 0 }), after, at === deciding)
      if (!bytes || !step) return undefined
      const proof = await reader.inclusion(leafIndex(found, at), newest - start.sequence)
      ticks.push({ bytes: bytesToHex(bytes), proof: proof.map(bytesToHex) })
      at = step.to
    }
    return { ticks, checkpoint }
  },
})
