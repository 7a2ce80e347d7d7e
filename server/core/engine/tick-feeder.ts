import type { Tick } from '#domain/market/tick.ts'

/**
 * Sends every tick of the tape that an engine uses to it, in the tape's order, those of one segment together.
 *
 * What the engine could not take is sent again before anything newer: it may have read its state anew without them.
 */
export interface TickFeeder {
  start(): void
  stop(): void
  /** Comes when the engine has taken, or failed on, all ticks so far. */
  settled(): Promise<unknown>
}

const RETRY_FIRST_MS = 250
/** A tick that the engine fails on costs it a reading of its state each time. */
const RETRY_LAST_MS = 10_000
/** Beyond this the oldest are forgotten: an engine that takes none for so long is started anew, and reads the tape. */
const MAX_UNSENT = 100_000

/** Makes a feeder; it does nothing before `start`. */
export function createTickFeeder(options: {
  /** Gives ticks to the engine. Returns: whether it has more to do, and is to be called again, with none. */
  readonly send: (ticks: readonly Tick[]) => Promise<boolean>
  readonly isUsed: (symbol: string) => boolean
  readonly onTick: (symbol: string, listener: (tick: Tick) => void) => () => void
  readonly onError: (error: unknown) => void
}): TickFeeder {
  const { isUsed, onTick, onError } = options
  let unsent: Tick[] = []
  let isScheduled = false
  let isResending = false
  let retryMs = RETRY_FIRST_MS
  let stopListening = () => {}
  let retry: NodeJS.Timeout | undefined
  let delivered: Promise<unknown> = Promise.resolve()

  function take(tick: Tick) {
    if (!isUsed(tick.symbol)) return
    unsent.push(tick)
    if (unsent.length > MAX_UNSENT) unsent = unsent.slice(-MAX_UNSENT)
    if (isScheduled || isResending) return
    isScheduled = true
    // All that are published together come in one turn.
    queueMicrotask(send)
  }

  function send() {
    isScheduled = false
    isResending = false
    const ticks = unsent
    unsent = []
    delivered = Promise.all([delivered, deliver(ticks)])
  }

  async function deliver(ticks: readonly Tick[]) {
    try {
      let hasMore = await options.send(ticks)
      while (hasMore) hasMore = await options.send([])
      retryMs = RETRY_FIRST_MS
    } catch (error) {
      unsent = [...ticks, ...unsent].sort((a, b) => a.sequence - b.sequence)
      if (isResending) return
      onError(error)
      isResending = true
      retry = setTimeout(send, retryMs)
      retryMs = Math.min(2 * retryMs, RETRY_LAST_MS)
    }
  }

  return {
    start() {
      stopListening = onTick('*', take)
    },
    stop() {
      stopListening()
      clearTimeout(retry)
      isResending = true
      unsent = []
    },
    async settled() {
      // What is published in this turn is sent at its end.
      await Promise.resolve()
      await delivered
    },
  }
}
