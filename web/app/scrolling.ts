/** Two events of one scroll are closer than this; a wheel's steps are the slowest. */
const PAUSE_MS = 150

let lastMs = Number.NEGATIVE_INFINITY

// In the capture phase, where those of panes are seen too.
if (typeof document !== 'undefined')
  document.addEventListener(
    'scroll',
    () => {
      lastMs = performance.now()
    },
    { capture: true, passive: true },
  )

/** Whether something on the page is being scrolled. */
export const isScrolling = (): boolean => performance.now() - lastMs < PAUSE_MS
