/**
 * Gathers what may come without bound: `say` hears the first at once, and what came since at most every so many
 * milliseconds, as how many they were and the last of them.
 */
export function atMostEvery<Value>(
  ms: number,
  say: (count: number, last: Value) => void,
): (value: Value) => void {
  let count = 0
  let newest: Value
  let isWaiting = false
  function flush() {
    isWaiting = count > 0
    if (!isWaiting) return
    say(count, newest)
    count = 0
    setTimeout(flush, ms).unref()
  }
  return (value) => {
    count++
    newest = value
    if (!isWaiting) flush()
  }
}
