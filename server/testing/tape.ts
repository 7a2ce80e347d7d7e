import type { Tick } from '#domain/market/tick.ts'
import { extendLog, type LogStart, logText } from '#domain/proof/log.ts'
import { emptyEdge } from '#domain/proof/merkle.ts'
import { GENESIS, isSignature } from '#domain/proof/tape.ts'
import { logCheckpointOf } from '#server/markets/tape/end.ts'
import type { Segment } from '#server/markets/tape/store.ts'

/**
 * The ticks of all segments of a log, from its first on.
 *
 * Refuses: (by throwing) a segment whose ticks do not lead to its checkpoint, or that nobody signed with this key.
 */
export function verifiedTicks(
  segments: readonly Segment[],
  publicKey: string,
  start: LogStart = { sequence: 0, head: GENESIS },
): Tick[] {
  const edge = emptyEdge()
  let atMs = 0
  return segments.flatMap(({ bytes, checkpoint }) => {
    const log = logCheckpointOf(start, checkpoint)
    const extended = extendLog(edge, atMs, bytes, log)
    if (!extended.ok) throw new Error(`the segment up to ${checkpoint.sequence}: ${extended.error}`)
    if (!isSignature(publicKey, logText(publicKey, log), checkpoint.signature))
      throw new Error(`the segment up to ${checkpoint.sequence}: SIGNATURE_WRONG`)
    atMs = checkpoint.atMs
    return extended.ticks
  })
}
