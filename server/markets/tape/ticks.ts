import type { Tick } from '#domain/market/tick.ts'
import { decodeTicks } from '#domain/proof/tick-bytes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createRecent } from '#server/platform/recent.ts'
import { bytesBetween, newestSegments } from './store.ts'

/** Reads ticks of the tape here and there, and keeps some thousand of them, however long the tape is. */
export interface TickReader {
  /** A tick by its number; undefined where the tape had none when the reader was made. */
  at(sequence: number): Promise<Tick | undefined>
  /** The first tick of an instrument that counts and comes after a number. */
  after(sequence: number, symbol: string): Promise<Tick | undefined>
  /** How many blocks it keeps. */
  kept(): number
}

const TICKS_A_BLOCK = 512
const MAX_BLOCKS = 64
/** Of what came after a tick: over a weekend all ask for the same one, and it is far. */
const MAX_NEXT = 1_000

/** A reader of the tape as far as it goes now, which keeps at most so many blocks of 512 ticks. */
export async function createTickReader(db: Db, maxBlocks = MAX_BLOCKS): Promise<TickReader> {
  const [end] = await newestSegments(db, 1)
  const newest = end?.checkpoint.sequence ?? 0

  const blocks = createRecent(maxBlocks, async (first: number): Promise<readonly Tick[]> => {
    const last = Math.min(first + TICKS_A_BLOCK - 1, newest)
    const ticks = (await bytesBetween(db, first, last)).flatMap(decodeTicks)
    return ticks.filter(({ sequence }) => sequence >= first && sequence <= last)
  })
  const blockWith = (sequence: number) => blocks.get(sequence - ((sequence - 1) % TICKS_A_BLOCK))

  const next = createRecent(MAX_NEXT, async (key: string): Promise<Tick | undefined> => {
    const [symbol, after] = JSON.parse(key) as [string, number]
    for (let from = after + 1; from <= newest; from += TICKS_A_BLOCK - ((from - 1) % TICKS_A_BLOCK)) {
      const found = (await blockWith(from)).find(
        (tick) => tick.sequence > after && tick.symbol === symbol && !tick.isHeld,
      )
      if (found) return found
    }
    return undefined
  })

  return {
    at: async (sequence) =>
      sequence < 1 || sequence > newest
        ? undefined
        : (await blockWith(sequence)).find((tick) => tick.sequence === sequence),
    after: (sequence, symbol) => next.get(JSON.stringify([symbol, sequence])),
    kept: blocks.size,
  }
}
