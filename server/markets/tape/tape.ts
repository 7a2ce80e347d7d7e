import type { Tick } from '#domain/market/tick.ts'
import { labelOfSource } from '#domain/market/tick.ts'
import { concat } from '#domain/proof/bytes.ts'
import {
  checkpointText,
  encodeTick,
  GENESIS,
  hashCheckpoint,
  hashTick,
  type SignedCheckpoint,
  verifySegment,
} from '#domain/proof/tape.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isFenced } from '#server/platform/db/errors.ts'
import { acquireFencingToken } from '#server/platform/db/fencing-token.ts'
import type { FeedLog, RawTick } from '../feeds/feed.ts'
import type { TapeKey } from './key.ts'
import { insertSegment, isPlaceTaken, newestSegments, ticksAfter } from './store.ts'

/** Ticks one row may hold; more wait for the next. */
const MAX_TICKS_PER_SEGMENT = 4_000
/** Ticks queued while the database is unavailable; beyond this they are dropped unused. */
const MAX_WAITING = 20_000

export interface Tape {
  /** Queues a tick for the next segment. It is not used before it is written. */
  append(tick: RawTick, isHeld: boolean): void
  /** Writes the queued ticks, then publishes them. Never overlaps itself. */
  flush(): Promise<void>
  /** The newest checkpoint; undefined while the tape is empty. */
  newest(): SignedCheckpoint | undefined
  /** Whether it can be written: the database is available and no other server has taken over. */
  isReady(): boolean
}

type Waiting = Omit<Tick, 'sequence'>
type Segment = ReturnType<typeof nextSegment>

/**
 * Opens the tape where it ended and takes over as its single writer.
 *
 * `publish` gets the ticks of each segment, in order, after its commit and never before.
 *
 * Refuses: (by throwing) a tape whose newest segment does not verify with this key: torn, altered, or
 * signed by another.
 */
export async function openTape(options: {
  db: Db
  key: TapeKey
  clock: Clock
  log: FeedLog
  publish: (ticks: readonly Tick[]) => void
}): Promise<Tape> {
  const { db, key, clock, log, publish } = options
  // Verified before taking over: a server with another key or an altered tape must not fence the writer.
  await verifiedEnd(db, key)
  const token = await acquireFencingToken(db, 'tape')
  let newest = await verifiedEnd(db, key)
  let lastAtMs = newest?.atMs ?? 0
  let waiting: Waiting[] = []
  /** In flight, or with unknown outcome: the same segment is retried, so that it cannot be written twice. */
  let unwritten: Segment | undefined
  let isDown = false
  let isFencedOff = false
  let writing: Promise<void> | undefined

  async function write() {
    while (unwritten !== undefined || waiting.length > 0) {
      unwritten ??= takeSegment()
      const { checkpoint, ticks } = unwritten
      try {
        await insertSegment(db, unwritten, token)
      } catch (error) {
        if (isFenced(error)) return fenced()
        if (!(await isWritten(checkpoint))) {
          lost(error as Error)
          return isPlaceTaken(error) ? chainAnew(ticks).catch(lost) : undefined
        }
      }
      if (isDown) log('price tape: the database is back, ticks are recorded again')
      isDown = false
      newest = checkpoint
      unwritten = undefined
      publish(ticks)
    }
  }

  function takeSegment(): Segment {
    const batch = waiting.slice(0, MAX_TICKS_PER_SEGMENT)
    waiting = waiting.slice(batch.length)
    const segment = nextSegment(newest, batch, key, Math.max(lastAtMs, clock.nowMs()))
    // Before the writing, not after: ticks that arrive meanwhile must not fall behind the checkpoint.
    lastAtMs = Math.max(lastAtMs, segment.checkpoint.atMs)
    return segment
  }

  /** A failed commit may have succeeded: the tape is read to find out. */
  async function isWritten(checkpoint: SignedCheckpoint): Promise<boolean> {
    const [end] = await newestSegments(db, 1).catch(() => [])
    return end?.checkpoint.signature === checkpoint.signature
  }

  function lost(error: Error) {
    if (!isDown) log(`price tape: cannot be written, prices stand still: ${error.message.split('\n')[0]}`)
    isDown = true
    if (waiting.length > MAX_WAITING) waiting = waiting.slice(-MAX_WAITING)
  }

  function fenced() {
    log('price tape: another server has taken it over; prices stand still here')
    isFencedOff = true
    unwritten = undefined
    waiting = []
  }

  /** Another writer added this segment: its ticks count, and ours follow them. */
  async function chainAnew(ours: readonly Tick[]) {
    const end = await verifiedEnd(db, key)
    if (end === undefined) return
    const theirs: Tick[] = []
    for await (const ticks of ticksAfter(db, newest?.sequence ?? 0)) theirs.push(...ticks)
    newest = end
    lastAtMs = Math.max(lastAtMs, end.atMs)
    waiting = [...ours, ...waiting].map((tick) => ({ ...tick, atMs: Math.max(tick.atMs, end.atMs) }))
    unwritten = undefined
    publish(theirs.filter(({ sequence }) => sequence <= end.sequence))
  }

  return {
    append(tick, isHeld) {
      if (isFencedOff) return
      // Simulated and recorded ticks carry our own clock's time already, and after a jump of that clock
      // they belong into the time jumped over.
      const atMs = labelOfSource(tick.source) === 'live' ? clock.nowMs() : tick.sourceAtMs
      lastAtMs = Math.max(lastAtMs, atMs)
      waiting.push({ ...tick, atMs: lastAtMs, isHeld })
    },

    flush() {
      writing ??= write().finally(() => {
        writing = undefined
      })
      return writing
    },

    newest: () => newest,
    isReady: () => !isDown && !isFencedOff,
  }
}

/** Chains the waiting ticks after the newest checkpoint and signs the next one. */
function nextSegment(
  before: SignedCheckpoint | undefined,
  batch: readonly Waiting[],
  key: TapeKey,
  nowMs: number,
) {
  const firstSequence = (before?.sequence ?? 0) + 1
  const ticks = batch.map((tick, index): Tick => ({ ...tick, sequence: firstSequence + index }))
  const encoded = ticks.map(encodeTick)
  const unsigned = {
    sequence: firstSequence + ticks.length - 1,
    head: encoded.reduce(hashTick, before?.head ?? GENESIS),
    previous: before ? hashCheckpoint(before) : GENESIS,
    atMs: batch.length < MAX_TICKS_PER_SEGMENT ? nowMs : (ticks.at(-1)?.atMs ?? nowMs),
  }
  const checkpoint: SignedCheckpoint = { ...unsigned, signature: key.sign(checkpointText(unsigned)) }
  return { firstSequence, ticks, bytes: concat(...encoded), checkpoint }
}

async function verifiedEnd(db: Db, key: TapeKey): Promise<SignedCheckpoint | undefined> {
  const [end, before] = await newestSegments(db, 2)
  if (end === undefined) return undefined
  const result = verifySegment(before?.checkpoint, end.bytes, end.checkpoint, key.publicKey)
  if (result.ok) return end.checkpoint
  const hint =
    result.error === 'SIGNATURE_WRONG'
      ? 'it was altered, or signed with another key than the one in keys/tape.key'
      : `its newest segment is damaged (${result.error})`
  throw new Error(`the price tape ends at tick ${end.checkpoint.sequence} but does not verify: ${hint}`)
}
