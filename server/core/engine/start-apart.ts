import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** What a product runs beside itself and can do without: whatever becomes of it, the product goes on. */
export interface Apart {
  /** Comes after the first attempt, whether it was started or not. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Whether its engine takes requests. */
  isReady(): boolean
  /** Comes when the engine has taken, or failed on, all that it was fed so far. */
  settled(): Promise<unknown>
}

interface Feeder {
  start(): void
  stop(): void
  settled(): Promise<unknown>
}

const FIRST_PAUSE_MS = 5 * SECOND_MS
const LAST_PAUSE_MS = 10 * MINUTE_MS
/** How often it is looked whether it still runs. */
const LOOK_EVERY_MS = 5 * SECOND_MS

/**
 * An engine that its product can do without, and what feeds it. Where it cannot start, or has failed since, both are stopped again,
 * its calls are refused, and it is tried again after growing pauses: what kept it from running may be mended meanwhile.
 */
export function runApart({
  engine,
  createFeeder,
  onError,
  firstPauseMs = FIRST_PAUSE_MS,
}: {
  readonly engine: {
    start(): Promise<void>
    stop(): Promise<void>
    isReady(): boolean
    /** Whether it has failed for good: it takes no more requests until it is stopped and started. */
    isOver(): boolean
  }
  /** A feeder serves one attempt. */
  readonly createFeeder: () => Feeder
  readonly onError: (error: unknown) => void
  readonly firstPauseMs?: number
}): Apart {
  let feeder: Feeder | undefined
  let attempt = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  let look: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let isStopped = false

  async function tryToStart(): Promise<void> {
    feeder = createFeeder()
    feeder.start()
    try {
      await engine.start()
      if (!isStopped) watch()
    } catch (error) {
      await tryAgain(error)
    }
  }

  async function tryAgain(error: unknown): Promise<void> {
    onError(error)
    feeder?.stop()
    feeder = undefined
    await engine.stop()
    if (isStopped) return
    again = setTimeout(() => {
      attempt = tryToStart()
    }, pauseMs)
    // Nothing else is held up by it.
    again.unref()
    pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)
  }

  /** Looks whether it still runs; once it has for as long as the longest pause, the next pause is the first again. */
  function watch(): void {
    let ranMs = 0
    look = setInterval(() => {
      ranMs += LOOK_EVERY_MS
      if (engine.isOver()) {
        clearInterval(look)
        attempt = tryAgain(new Error('it has failed since it was started'))
      } else if (ranMs >= LAST_PAUSE_MS) pauseMs = firstPauseMs
    }, LOOK_EVERY_MS)
    look.unref()
  }

  return {
    start() {
      attempt = tryToStart()
      return attempt
    },
    async stop() {
      isStopped = true
      clearTimeout(again)
      clearInterval(look)
      feeder?.stop()
      await engine.stop()
      await attempt
    },
    isReady: () => engine.isReady(),
    settled: async () => feeder?.settled(),
  }
}
