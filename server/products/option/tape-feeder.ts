import type { WrittenSegment } from '#server/markets/service.ts'
import type { OptionEngine } from './engine.ts'
import type { Written } from './state.ts'
import { isUsed } from './store.ts'

/**
 * Tells the engine of everything that is written to the tape, in its order, and has it write what that decided.
 *
 * What the engine could not take is sent again, before anything newer. What it knows already changes nothing.
 */
export interface TapeFeeder {
  start(): void
  stop(): void
  /** Comes when the engine has taken, or failed on, all that was written so far, and what that decided is committed. */
  settled(): Promise<void>
}

const RETRY_FIRST_MS = 250
const RETRY_LAST_MS = 10_000
/** Beyond this the oldest are forgotten: the engine finds that they are missing, and reads the tape. */
const MAX_UNSENT = 10_000

/** Makes a feeder; it does nothing before `start`. */
export function createTapeFeeder(options: {
  readonly engine: Pick<OptionEngine, 'written' | 'settle'>
  readonly onWritten: (listener: (segment: WrittenSegment) => void) => () => void
  readonly onError: (error: unknown) => void
}): TapeFeeder {
  const { engine, onWritten, onError } = options
  let unsent: Written[] = []
  let isRunning = false
  let running = Promise.resolve()
  let retryMs = RETRY_FIRST_MS
  let retry: NodeJS.Timeout | undefined
  let stopListening = () => {}

  function take({ ticks, sequence, atMs }: WrittenSegment) {
    unsent.push({
      ...{ sequence, atMs, firstSequence: ticks[0]?.sequence ?? sequence + 1, ticks: ticks.filter(isUsed) },
    })
    if (unsent.length > MAX_UNSENT) unsent = unsent.slice(-MAX_UNSENT)
    if (!isRunning) running = run()
  }

  async function run() {
    isRunning = true
    try {
      for (let next = unsent[0]; next !== undefined; next = unsent[0]) {
        let due = await engine.written(next)
        if (unsent[0] === next) unsent.shift()
        while (due > 0) due = await engine.settle()
      }
      retryMs = RETRY_FIRST_MS
      isRunning = false
    } catch (error) {
      onError(error)
      retry = setTimeout(() => {
        running = run()
      }, retryMs)
      retryMs = Math.min(2 * retryMs, RETRY_LAST_MS)
    }
  }

  return {
    start() {
      stopListening = onWritten(take)
    },
    stop() {
      stopListening()
      clearTimeout(retry)
      isRunning = true
      unsent = []
    },
    settled: () => running,
  }
}
