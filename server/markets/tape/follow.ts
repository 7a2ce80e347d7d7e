import type { Tick } from '#domain/market/tick.ts'
import type { LogStart } from '#domain/proof/log.ts'
import { checkpointNote } from '#domain/proof/log.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { FeedLog } from '../feeds/feed.ts'
import { logCheckpointOf, verifiedEnd } from './end.ts'
import type { TapeKey } from './key.ts'
import { newestSegments, ticksAfter } from './store.ts'
import type { Tape } from './tape.ts'

/** The tape cannot be followed for so long before it counts as not there. */
const MAX_FAILURES = 5

/**
 * Follows a tape that another process writes: `flush` reads what was added since and publishes it, in order.
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
  /** The last tick that was published: a page that was read is not read again when the next one fails. */
  let published = newest?.sequence ?? 0
  let failures = 0
  let reading: Promise<void> | undefined

  async function read() {
    try {
      const [end] = await newestSegments(db, 1)
      if (end && end.checkpoint.sequence > published) {
        for await (const ticks of ticksAfter(db, published)) {
          const some = ticks.filter(({ sequence }) => sequence <= end.checkpoint.sequence)
          if (some.length === 0) break
          // Whoever is told asks for the newest place on the tape.
          if (some.at(-1)!.sequence === end.checkpoint.sequence) newest = end.checkpoint
          published = some.at(-1)!.sequence
          publish(some)
        }
      }
      if (failures >= MAX_FAILURES) log('price tape: the database is back, prices are followed again')
      failures = 0
    } catch (error) {
      if (++failures === MAX_FAILURES)
        log(`price tape: cannot be read, prices stand still: ${(error as Error).message.split('\n')[0]}`)
    }
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
    isReady: () => failures < MAX_FAILURES,
    isOver: () => false,
  }
}
