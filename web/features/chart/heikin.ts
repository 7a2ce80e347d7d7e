/** What a bar has of prices. */
interface Bar {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/**
 * Heikin-Ashi bars, which follow from the bar and the Heikin-Ashi bar before it; the first begins in the middle of
 * its own. Pixels only.
 *
 * @param before the Heikin-Ashi bar that the first one follows
 */
export function heikinAshi<One extends Bar>(bars: readonly One[], before?: Bar): One[] {
  let previous = before
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4
    const open = previous ? (previous.open + previous.close) / 2 : (bar.open + bar.close) / 2
    const smooth = {
      ...bar,
      open,
      close,
      high: Math.max(bar.high, open, close),
      low: Math.min(bar.low, open, close),
    }
    previous = smooth
    return smooth
  })
}
