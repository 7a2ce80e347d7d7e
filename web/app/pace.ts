/** What a pace needs of a browser, so that a test can step it. */
export interface Stepping {
  nowMs(): number
  after(ms: number, run: () => void): void
  frame(run: () => void): void
}

/**
 * Schedules runs with the browser's frames, at most one every `everyMs`; after a pause the first comes
 * with the very next frame. One for all that shall change together: four repaints a second of a whole
 * list cost a phone a fraction of what sixty repaints of one row each do.
 */
export function createPace(everyMs: number, { nowMs, after, frame }: Stepping = browser) {
  let lastMs = Number.NEGATIVE_INFINITY
  return (run: () => void): void => {
    const waitMs = lastMs + everyMs - nowMs()
    const start = () =>
      frame(() => {
        lastMs = nowMs()
        run()
      })
    if (waitMs > 0) after(waitMs, start)
    else start()
  }
}

const browser: Stepping = {
  nowMs: () => performance.now(),
  after: (ms, run) => void setTimeout(run, ms),
  /** A frame when the page is seen, a slow timer when it is not: a hidden tab gets no frames. */
  frame(run) {
    if (document.visibilityState === 'visible') requestAnimationFrame(run)
    else setTimeout(run, 1_000)
  },
}
