/**
 * Does at once what is asked for after a pause, and what is asked for within `everyMs` of that once, at its end: the last of
 * them is never left out.
 */
export function createGather(everyMs: number): { soon(work: () => void): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next: (() => void) | undefined
  function wait(): void {
    timer = setTimeout(() => {
      timer = undefined
      const work = next
      next = undefined
      if (!work) return
      work()
      wait()
    }, everyMs)
  }
  return {
    soon(work) {
      if (timer !== undefined) {
        next = work
        return
      }
      work()
      wait()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      next = undefined
    },
  }
}
