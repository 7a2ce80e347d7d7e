const WITHIN_MS = 3_000
/** Where the browser does not say when it is idle. */
const INSTEAD_MS = 500

/** Runs what can wait when the browser has nothing more urgent to do, and within 3 s even if it always has. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: WITHIN_MS })
  else setTimeout(run, INSTEAD_MS)
}
