import { fail, need } from '../verify.mjs'
import { unitsOf } from './parts.mjs'

/**
 * Computes again what became of a seconds option: from its receipt, the ticks that decided it, and those beside them by
 * which no other counts. Each tick names the one before it of its instrument, and time never goes back along the tape.
 */
export function verifyOption({ result }, [r], all) {
  const said = []
  need(r.product === 'option' && r.order === result.order, 'the receipt is of another order')
  const isRise = r.direction === 'rise'
  need(isRise || r.direction === 'fall', 'the receipt says no direction')
  const ticks = all
    .filter(({ symbol, isHeld }) => symbol === r.symbol && !isHeld)
    .sort((one, other) => one.sequence - other.sequence)
  need(
    ticks.every(({ atMs }, n) => n === 0 || ticks[n - 1].atMs <= atMs),
    'the time of the tape goes back',
  )

  const [after, stale] = [r.tape, Number(r['stale-after-ms'])]
  const earliestMs = r.acceptedAtMs + Number(r['entry-after-ms'])
  const mayBeEntry = ({ sequence, atMs }) => sequence > after && atMs >= earliestMs
  const entry = ticks.find(mayBeEntry) ?? fail('the file has no entry')
  const before = ticks.find(({ sequence }) => sequence === entry.previous)
  need(entry.previous <= after || (before && !mayBeEntry(before)), 'a tick before the entry is missing')
  const isLate = entry.atMs > earliestMs + stale
  const expiresAtMs = entry.atMs + Number(r.seconds) * 1_000
  const exit = ticks.findLast(({ sequence, atMs }) => sequence >= entry.sequence && atMs <= expiresAtMs)
  const isExit = ({ previous, atMs }) => previous === exit.sequence && atMs > expiresAtMs
  need(isLate || ticks.some(isExit), 'a tick after the exit is missing')
  said.push(isLate ? 'No tick came in time for an entry' : 'No other tick counts as entry or exit')

  const reason = isLate ? 'no-entry' : exit.atMs < expiresAtMs - stale ? 'no-exit' : null
  const moved = exit.price === entry.price ? 'tie' : exit.price > entry.price === isRise ? 'won' : 'lost'
  const outcome = reason === null ? moved : 'void'
  const paid = { won: unitsOf(r.stake) + unitsOf(r.winnings), lost: 0n }[outcome] ?? unitsOf(r.stake)
  const same = (tick, claimed) =>
    ['sequence', 'price', 'atMs'].every((name) => tick[name] === claimed?.[name])
  const isNamed = isLate
    ? [result.entry, result.exit, result.expiresAtMs].every((each) => each === null)
    : same(entry, result.entry) && same(exit, result.exit) && result.expiresAtMs === expiresAtMs
  need(isNamed, 'the order names other ticks')
  const isSame = result.outcome === outcome && result.reason === reason && result.paid === String(paid)
  need(isSame, `the order says ${result.outcome}, computed ${outcome}`)
  const by = isLate ? '' : `, tick #${entry.sequence} to #${exit.sequence}`
  said.push(`Outcome: ${outcome}${by}`)
  return said
}
