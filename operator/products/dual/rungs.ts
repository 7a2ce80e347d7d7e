import { NO_RUNGS, parseRungs } from '#domain/dual/ladder.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { bpsOf } from '../../ui/typed-amount.ts'

/** What a template makes, as operators read and write it: a line for each product, `days, distance %, yield %`. */

/** @example rungLines('7:400:84 1:200:18') // ['7 d, 4%, 0.84%', '1 d, 2%, 0.18%'] */
export const rungLines = (rungs: string): string[] =>
  (parseRungs(rungs) ?? []).map(
    ({ termDays, offsetBps, yieldBps }) =>
      `${termDays} d, ${plainPercent(offsetBps)}%, ${plainPercent(yieldBps)}%`,
  )

const LINE = /^(\d{1,3}) ?d?[,;\s]+([\d.]{1,5}) ?%?[,;\s]+([\d.]{1,5}) ?%?$/

/** The call's way of writing what was typed; none of them for a text without lines, undefined for one that cannot be read. */
export function readRungs(typed: string): string | undefined {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0) return NO_RUNGS
  const rungs = lines.map((line) => {
    const [, days, distance, yieldPercent] = LINE.exec(line) ?? []
    if (days === undefined) return undefined
    const [offsetBps, yieldBps] = [bpsOf(distance!), bpsOf(yieldPercent!)]
    return offsetBps === undefined || yieldBps === undefined ? undefined : `${days}:${offsetBps}:${yieldBps}`
  })
  const text = rungs.includes(undefined) ? undefined : rungs.join(' ')
  return text !== undefined && parseRungs(text) ? text : undefined
}
