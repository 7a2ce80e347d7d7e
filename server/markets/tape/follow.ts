import type { Tick } from '#domain/market/tick.ts'
import { concat } from '#domain/proof/bytes.ts'
import type { LogStart } from '#domain/proof/log.ts'
import { checkpointNote, extendLog, logText } from '#domain/proof/log.ts'
import { copyOfEdge, type Edge } from '#domain/proof/merkle.ts'
import { isSignature, type TapeError } from '#domain/proof/tape.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { FeedLog } from '../feeds/feed.ts'
import { logCheckpointOf, verifiedEnd } from './end.ts'
import type { TapeKey } from './key.ts'
import { newestSegments, type Segment, segmentsAfter } from './store.ts'
import type { Tape } from './tape.ts'

/** The tape cannot be followed for so long before it counts as not there. */
const MAX_FAILURES = 5

/**
 * Follows a tape that another process writes: `flush` reads what was added since and publishes it, in order, once it is
 * verified to follow from all that was published before. A tape that was changed behind that is not followed any further.
 *
 * Refuses: (by throwing) a tape that has not begun, or whose newest segment does not verify with this key.
 */
export async function followTape(options: {
  db: Db
  key: TapeKey
  log: FeedLog
  publish: (ticks: readonly Tick[]) => void
}): Promise<Tape> {
  const { db, key, log, publish } = options
  const found = await verifiedEnd(db, key)
  if (!found.start) throw new Error('the price tape has not begun: start the process that writes it first')
  const start: LogStart = found.start
  let newest = found.newest
  /** Of the log as far as it was published. */
  let edge: Edge = found.edge
  let failures = 0
  let isForked = false
  let reading: Promise<void> | undefined

  async function read() {
    if (isForked) return
    try {
      const [end] = await newestSegments(db, 1)
      if (end && end.checkpoint.sequence > published()) {
        for await (const page of segmentsAfter(db, published())) if (!take(page)) return
      } else if (end && end.checkpoint.head !== newest?.head) forked('HEAD_DIFFERS')
      if (failures >= MAX_FAILURES) log('price tape: the database is back, prices are followed again')
      failures = 0
    } catch (error) {
      if (++failures === MAX_FAILURES)
        log(`price tape: cannot be read, prices stand still: ${(error as Error).message.split('\n')[0]}`)
    }
  }

  const published = () => newest?.sequence ?? 0

  /** Publishes what follows from all that was published before, and nothing else. Returns: whether it does. */
  function take(page: readonly Segment[]): boolean {
    const { checkpoint } = page.at(-1)!
    const after = logCheckpointOf(start, checkpoint)
    if (!isSignature(key.publicKey, logText(key.publicKey, after), checkpoint.signature))
      return forked('SIGNATURE_WRONG')
    const longer = copyOfEdge(edge)
    const extended = extendLog(longer, newest?.atMs ?? 0, concat(...page.map(({ bytes }) => bytes)), after)
    if (!extended.ok) return forked(extended.error)
    edge = longer
    // Whoever is told asks for the newest place on the tape.
    newest = checkpoint
    try {
      publish(extended.ticks)
    } catch (error) {
      // Published again, it would throw again, and whoever was told would be told twice.
      log(
        `price tape: what follows was not told to everybody, up to tick ${checkpoint.sequence}: ${(error as Error).message.split('\n')[0]}`,
      )
    }
    return true
  }

  function forked(why: TapeError): false {
    isForked = true
    log(
      `price tape: what follows tick ${published()} is not of the same tape (${why}): prices stand still here; ` +
        'find out who changed it before this process is started again',
    )
    return false
  }

  return {
    append() {},
    flush() {
      reading ??= read().finally(() => {
        reading = undefined
      })
      return reading
    },
    start,
    newest: () => newest,
    note() {
      if (newest === undefined || newest.sequence <= start.sequence) return undefined
      return checkpointNote(key.publicKey, logCheckpointOf(start, newest), newest.signature)
    },
    isReady: () => failures < MAX_FAILURES && !isForked,
    isOver: () => isForked,
  }
}
