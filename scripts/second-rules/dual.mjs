import { fail, need } from '../verify.mjs'

const MINUTE_MS = 60_000
const WINDOW_MS = 30 * MINUTE_MS
const DAY_MS = 86_400_000

/**
 * Computes again what a dual investment paid: the average of all ticks of its instrument in the half hour before its
 * settlement, each by how long it held, and whether that is at or above the strike. Fewer than 15 minutes with a tick put
 * it off to the same time of the next day, and then it is paid back in what was put in.
 */
export function verifyDual({ result }, [r], all) {
  need(r.product === 'dual' && r.order === result.order, 'the receipt is of another order')
  need(r.type === 'call' || r.type === 'put', 'the receipt says no type')
  const ticks = all
    .filter(({ symbol, isHeld }) => symbol === r.symbol && !isHeld)
    .sort((one, other) => one.sequence - other.sequence)
  let [atMs, average] = [Date.parse(r.settles), undefined]
  const said = []
  for (const isLast of [false, true]) {
    average = averageOf(ticks, atMs)
    said.push(
      `Half hour to ${new Date(atMs).toISOString()}: ${average.ticks} ticks in ${average.minutes} minutes`,
    )
    if (average.minutes >= 15 || isLast) break
    atMs += DAY_MS
  }
  const isReached = average.sum >= BigInt(r.strike) * average.weight
  const outcome = average.minutes < 15 ? 'unpriced' : isReached ? 'above' : 'below'
  const isInQuote = outcome === 'above' || (outcome === 'unpriced' && r.type === 'put')
  const price = average.minutes < 15 ? null : Number(average.sum / average.weight)
  const expected = {
    ...{ outcome, atMs, price, minutes: average.minutes, ticks: average.ticks },
    paid: isInQuote ? r.above : r.below,
    currency: isInQuote ? r['above-currency'] : r['below-currency'],
  }
  for (const [name, value] of Object.entries(expected))
    need(result[name] === value, `the order says ${name} ${result[name]}, computed ${value}`)
  return [...said, `Outcome: ${outcome}, ${expected.paid} ${expected.currency}`]
}

/** The sum of price times milliseconds in the half hour before a moment; all its ticks must be there, one naming the next. */
function averageOf(ticks, toMs) {
  const fromMs = toMs - WINDOW_MS
  const end = ticks.findIndex(({ atMs }) => atMs >= toMs)
  if (end < 0) fail('a tick after the half hour is missing')
  const minutes = new Set()
  let [sum, weight, count, untilMs] = [0n, 0n, 0, toMs]
  for (let at = end; ; at--) {
    const { previous } = ticks[at]
    if (previous === 0) break
    const before = ticks[at - 1]
    need(before?.sequence === previous && before.atMs <= ticks[at].atMs, 'a tick of the half hour is missing')
    if (before.atMs < fromMs) break
    sum += BigInt(before.price) * BigInt(untilMs - before.atMs)
    weight += BigInt(untilMs - before.atMs)
    minutes.add(Math.floor((before.atMs - fromMs) / MINUTE_MS))
    count++
    untilMs = before.atMs
  }
  return { sum, weight, minutes: minutes.size, ticks: count }
}
