import { create } from 'zustand'

const DELAY_MS = 800

/** Whether the loading overlay covers the page. */
export const useOverlay = create<{ isShown: boolean }>()(() => ({ isShown: false }))

let waiting = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Says that a post which blocks the person has begun; call what it returns when it has ended.
 *
 * The overlay appears only after 800 ms, so that a quick answer does not flicker. Several waits at
 * once share one overlay.
 */
export function beginBlocking(): () => void {
  waiting += 1
  timer ??= setTimeout(() => useOverlay.setState({ isShown: true }), DELAY_MS)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    waiting -= 1
    if (waiting > 0) return
    clearTimeout(timer)
    timer = undefined
    useOverlay.setState({ isShown: false })
  }
}
