/** What a throttle needs of a browser, so that a test can step it. */
export interface Scheduler {
  nowMs(): number
  after(ms: number, run: () => void): void
  frame(run: () => void): void
}

/**
 * Throttles runs to one animation frame per `everyMs`; after a pause the first runs in the next frame.
 * Shared by everything that should repaint together: four repaints a second of a whole list cost less than
 * sixty of single rows. A pace that changes is asked for with each run.
 */
export function createThrottle(
  everyMs: number | (() => number),
  { nowMs, after, frame }: Scheduler = browser,
) {
  let lastMs = Number.NEGATIVE_INFINITY
  return (run: () => void): void => {
    const paceMs = typeof everyMs === 'number' ? everyMs : everyMs()
    const waitMs = lastMs + paceMs - nowMs()
    const start = () =>
      frame(() => {
        lastMs = nowMs()
        run()
      })
    if (waitMs > 0) after(waitMs, start)
    else start()
  }
}

const browser: Scheduler = {
  nowMs: () => performance.now(),
  after: (ms, run) => void setTimeout(run, ms),
  /** A frame when the page is seen, a slow timer when it is not: a hidden tab gets no frames. */
  frame(run) {
    if (document.visibilityState === 'visible') requestAnimationFrame(run)
    else setTimeout(run, 1_000)
  },
}
