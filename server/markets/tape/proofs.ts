import { bytesToHex } from '@noble/hashes/utils.js'
import type { Tick } from '#domain/market/tick.ts'
import type { ProofFile } from '#domain/proof/contract.ts'
import { stepBack } from '#domain/proof/links.ts'
import { leafIndex } from '#domain/proof/log.ts'
import { decodeTick } from '#domain/proof/tick-bytes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createHashReader, type KeptTiles } from './hashes.ts'
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
  /** Reads ticks of the log as it is now, with their proofs; undefined before the first. */
  reader(): Promise<ProofReader | undefined>
}

/** Reads ticks at one checkpoint, and keeps what was asked for with its proofs. */
export interface ProofReader {
  /** A tick; undefined where the log has none of that number. */
  at(sequence: number): Promise<Tick | undefined>
  /** The first tick of an instrument after another one of it, going back from a newer one; undefined without. */
  after(sequence: number, newest: Tick | undefined): Promise<Tick | undefined>
  /**
   * The first tick of an instrument of which something is true, going back from a newer one; undefined where it is not
   * true of that one. It must be true of all ticks behind the first.
   */
  first(newest: Tick | undefined, counts: (tick: Tick) => boolean): Promise<Tick | undefined>
  /** All that was asked for. */
  proof(): Promise<Pick<ProofFile, 'ticks' | 'checkpoint'>>
}

/** A way over more is one of a tape whose links are wrong. */
const MAX_STEPS = 1_000

/** Makes proofs from a tape; `tape` is asked each time. */
export function createProofs(db: Db, signer: TapeKey, tape: () => Tape | undefined): Proofs {
  const kept: KeptTiles = new Map()
  async function reader(): Promise<ProofReader | undefined> {
    const found = tape()
    const [newest, checkpoint] = [found?.newest()?.sequence ?? 0, found?.note()]
    if (!found || checkpoint === undefined) return undefined
    const { start } = found
    const hashes = createHashReader(db, start.sequence, newest, kept)
    const asked = new Map<number, Uint8Array>()
    async function read(sequence: number, isKept: boolean): Promise<Tick | undefined> {
      const bytes = await hashes.tick(sequence)
      if (bytes && isKept) asked.set(sequence, bytes)
      return bytes && decodeTick({ bytes, at: 0 })
    }
    /** The furthest tick that the links lead back to while they lead to one that counts. */
    async function furthest(from: Tick | undefined, counts: (sequence: number) => Promise<boolean>) {
      let tick = from && (await read(from.sequence, false))
      for (let step = 0; step < MAX_STEPS && tick?.links; step++) {
        const { previous, spans } = tick.links
        const to = await findLast([previous, ...spans.map(({ after }) => after)], counts)
        if (to === undefined) return tick
        tick = await read(to, false)
      }
      return undefined
    }
    return {
      at: (sequence) => read(sequence, true),
      async after(sequence, newer) {
        const tick = await furthest(newer, async (other) => other > sequence)
        return tick?.links?.previous === sequence ? read(tick.sequence, true) : undefined
      },
      async first(newer, counts) {
        if (!newer || !counts(newer)) return undefined
        const tick = await furthest(newer, async (other) => {
          const found = await read(other, false)
          return found !== undefined && counts(found)
        })
        return tick && read(tick.sequence, true)
      },
      async proof() {
        const ticks = []
        for (const [sequence, bytes] of asked) {
          const proof = await hashes.inclusion(leafIndex(found, sequence), newest - start.sequence)
          ticks.push({ bytes: bytesToHex(bytes), proof: proof.map(bytesToHex) })
        }
        return { ticks, checkpoint }
      },
    }
  }

  return {
    signer,
    reader,
    async wayBack(deciding, after) {
      const found = await reader()
      let at = deciding
      for (let steps = 0; at > after && steps < MAX_STEPS; steps++) {
        const tick = await found?.at(at)
        const step = tick && stepBack(tick, after, at === deciding)
        if (!step) return undefined
        at = step.to
      }
      // What leads over more steps than any way has is not a proof cut short.
      return at > after ? undefined : found?.proof()
    },
  }
}

async function findLast<T>(of: readonly T[], isIt: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of of.toReversed()) if (await isIt(one)) return one
  return undefined
}
