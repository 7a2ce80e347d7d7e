import { fail } from '../verify.mjs'
import { scaled } from './parts.mjs'

/** Computes again which tick triggered a stop. */
export function verifyStop({ outcome }, [receipt], ticks) {
  if (receipt.order !== outcome.order) fail('the receipt is of another order')
  const after = receipt.tape
  const tickSize = scaled(receipt['tick-size'])
  const rises = receipt['trigger-direction'] === 'rises'
  if (!rises && receipt['trigger-direction'] !== 'falls') fail('the receipt is not of a stop')
  const trigger = scaled(receipt['trigger-price'])
  const reaches = (price) =>
    rises ? BigInt(price) * tickSize >= trigger : BigInt(price) * tickSize <= trigger

  const deciding = ticks[0] ?? fail('the file has no tick')
  const decides = !deciding.isHeld && deciding.symbol === receipt.symbol && deciding.sequence > after
  if (!decides || !reaches(deciding.price)) fail(`tick #${deciding.sequence} does not trigger this order`)

  let expected = deciding.sequence
  for (const [n, { sequence, symbol, price, previous, spans }] of ticks.entries()) {
    if (expected <= after || sequence !== expected || symbol !== receipt.symbol)
      fail(`tick #${expected} is missing`)
    // Only ticks before the deciding one must not have reached the trigger: it is passed alone.
    const span = n === 0 ? undefined : spans.findLast((each) => each.after >= after)
    const { low, high } = span ?? { low: price, high: price }
    if (n > 0 && (reaches(low) || reaches(high)))
      fail(`the trigger was reached at or before tick #${sequence}`)
    expected = span ? span.after : previous
    if (expected >= sequence) fail(`tick #${sequence} leads forward`)
  }
  if (expected > after) fail(`tick #${expected} is missing`)

  const isSame = scaled(outcome.price) === BigInt(deciding.price) * tickSize
  if (outcome.sequence !== deciding.sequence || !isSame) fail('the order names another tick or price')
  return [`Outcome: triggered by tick #${outcome.sequence} at ${outcome.price}`]
}
