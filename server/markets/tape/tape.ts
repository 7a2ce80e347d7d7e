import { bytesToHex } from '@noble/hashes/utils.js'
import type { Tick } from '#domain/market/tick.ts'
import { labelOfSource } from '#domain/market/tick.ts'
import { concat } from '#domain/proof/bytes.ts'
import { type Chain, nextLinks, noChain } from '#domain/proof/links.ts'
import { checkpointNote, type LogStart, logText } from '#domain/proof/log.ts'
import { copyOfEdge, type Edge, rootOf } from '#domain/proof/merkle.ts'
import { GENESIS, type SignedCheckpoint } from '#domain/proof/tape.ts'
import { encodeTick } from '#domain/proof/tick-bytes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isFenced } from '#server/platform/db/errors.ts'
import { acquireFencingToken, lockFencingToken } from '#server/platform/db/fencing-token.ts'
import type { FeedLog, RawTick } from '../feeds/feed.ts'
import { chainsAt, logCheckpointOf, verifiedEnd } from './end.ts'
import { appendTicks } from './hashes.ts'
import type { TapeKey } from './key.ts'
import { insertLogStart, insertSegment, isPlaceTaken, newestSegments, ticksAfter } from './store.ts'

/** Ticks one row may hold; more wait for the next. */
const MAX_TICKS_PER_SEGMENT = 4_000
/** Segments after which the writer's chains are stored: a start reads as many at most. */
const STORE_CHAINS_EVERY = 256
/** Ticks queued while the database is unavailable; beyond this they are dropped unused. */
const MAX_WAITING = 20_000

export interface Tape {
  /** Queues a tick for the next segment. It is not used before it is written. */
  append(tick: RawTick, isHeld: boolean): void
  /** Writes the queued ticks, then publishes them. Never overlaps itself. */
  flush(): Promise<void>
  /** Where the tape ends; undefined while it is empty. */
  newest(): TapeEnd | undefined
  /** The newest checkpoint of the log, as the note that is given to everybody; undefined while the log is empty. */
  note(): string | undefined
  /** Where the log begins. */
  readonly start: LogStart
  /** Whether it can be written: the database is available and no other server has taken over. */
  isReady(): boolean
  /** Whether only a new start of the process helps. */
  isOver(): boolean
}

export interface TapeEnd {
  readonly sequence: number
  readonly atMs: number
}

type Waiting = Omit<Tick, 'sequence'>
type Segment = ReturnType<typeof nextSegment>

/** What the next segment follows. */
interface End {
  readonly newest: SignedCheckpoint | undefined
  readonly edge: Edge
  readonly chains: ReadonlyMap<string, Chain>
}

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
  const found = await verifiedEnd(db, key)
  const start = found.start ?? { sequence: found.newest?.sequence ?? 0, head: found.newest?.head ?? GENESIS }
  if (!found.start) await insertLogStart(db, start, token)
  /** What is written. */
  let newest = found.newest
  /** What is written or in flight. */
  let end: End = { newest, edge: found.edge, chains: await chainsAt(db, start) }
  let segments = 0
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
        await insertSegment(db, unwritten, token, unwritten)
      } catch (error) {
        if (isFenced(error)) return fenced()
        const isThere = await isWritten(checkpoint).catch(() => undefined)
        if (!isThere) {
          lost(error as Error)
          return isThere === false && isPlaceTaken(error) ? chainAnew(ticks).catch(lost) : undefined
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
    const next = nextSegment(start, end, batch, key, Math.max(lastAtMs, clock.nowMs()))
    end = next.end
    const segment = { ...next, chains: ++segments % STORE_CHAINS_EVERY === 0 ? end.chains : undefined }
    // Before the writing, not after: ticks that arrive meanwhile must not fall behind the checkpoint.
    lastAtMs = Math.max(lastAtMs, segment.checkpoint.atMs)
    return segment
  }

  /**
   * A failed commit may have succeeded: the tape is read to find out. Where commits wait for a second machine, so does the one
   * of this lock, and what is found before it then lasts: a tick that was published must not be lost.
   */
  async function isWritten(checkpoint: SignedCheckpoint): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      await lockFencingToken(tx, 'tape', token)
      const [end] = await newestSegments(tx, 1)
      return end?.checkpoint.signature === checkpoint.signature
    })
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
    const written = await verifiedEnd(db, key)
    const last = written.newest
    if (last === undefined) return
    const theirs: Tick[] = []
    for await (const ticks of ticksAfter(db, newest?.sequence ?? 0)) theirs.push(...ticks)
    end = { newest: last, edge: written.edge, chains: await chainsAt(db, start) }
    newest = last
    lastAtMs = Math.max(lastAtMs, last.atMs)
    waiting = [...ours, ...waiting].map((tick) => ({ ...tick, atMs: Math.max(tick.atMs, last.atMs) }))
    unwritten = undefined
    publish(theirs.filter(({ sequence }) => sequence <= last.sequence))
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

    start,
    newest: () => newest,
    note() {
      if (newest === undefined || newest.sequence <= start.sequence) return undefined
      return checkpointNote(key.publicKey, logCheckpointOf(start, newest), newest.signature)
    },
    isReady: () => !isDown && !isFencedOff,
    isOver: () => isFencedOff,
  }
}

/** Links the waiting ticks, adds them to the log behind its end, and signs the next checkpoint. */
function nextSegment(start: LogStart, before: End, batch: readonly Waiting[], key: TapeKey, nowMs: number) {
  const firstSequence = (before.newest?.sequence ?? 0) + 1
  const chains = new Map(before.chains)
  const ticks = batch.map((waiting, index): Tick => {
    const tick = { ...waiting, sequence: firstSequence + index }
    if (tick.isHeld) return tick
    const { links, chain } = nextLinks(chains.get(tick.symbol) ?? noChain, tick)
    chains.set(tick.symbol, chain)
    return { ...tick, links }
  })
  const encoded = ticks.map(encodeTick)
  const edge = copyOfEdge(before.edge)
  const nodes = appendTicks(edge, encoded)
  const unsigned = {
    sequence: firstSequence + ticks.length - 1,
    head: bytesToHex(rootOf(edge)),
    previous: before.newest?.head ?? start.head,
    atMs: batch.length < MAX_TICKS_PER_SEGMENT ? nowMs : (ticks.at(-1)?.atMs ?? nowMs),
  }
  const signature = key.sign(logText(key.publicKey, logCheckpointOf(start, unsigned)))
  const checkpoint: SignedCheckpoint = { ...unsigned, signature }
  const end: End = { newest: checkpoint, edge, chains }
  return { firstSequence, ticks, bytes: concat(...encoded), checkpoint, nodes, end }
}
