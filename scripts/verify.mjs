import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { verifyContract } from './verify-contract.mjs'
import { verifyOption } from './verify-option.mjs'
import { fail, readReceipt, readTicks, scaled } from './verify-parts.mjs'

/**
 * `node scripts/verify.mjs plumb-proof-123.json [KEY]`: computes again, without any server and with nothing of the
 * app's code, which tick triggered a stop, or what became of a contract or of a seconds option. KEY is the public key that
 * you know Plumb by; without it the key in the file is used, and you compare it yourself.
 */

/**
 * Checks a proof step by step; returns what was checked, a sentence each.
 *
 * Refuses: (by throwing) at the first step that fails, and says which.
 */
export function verify(file, knownKey = file.publicKey) {
  const said = []
  if (file.version !== 1) fail('this file is of another version')
  if (file.publicKey !== knownKey) fail(`the file is of the key ${file.publicKey}, not of ${knownKey}`)

  if (file.product === 'contract') return verifyContract(file)
  if (file.product === 'option') return verifyOption(file)
  const receipt = readReceipt(file.receipt, file.publicKey)
  if (receipt.order !== file.outcome.order) fail('the receipt is of another order')
  const after = Number(receipt.tape)
  const tickSize = scaled(receipt['tick-size'])
  const rises = receipt['trigger-direction'] === 'rises'
  if (!rises && receipt['trigger-direction'] !== 'falls') fail('the receipt is not of a stop')
  const trigger = scaled(receipt['trigger-price'])
  const reaches = (price) =>
    rises ? BigInt(price) * tickSize >= trigger : BigInt(price) * tickSize <= trigger
  const rule = `${rises ? '>=' : '<='} ${receipt['trigger-price']}`
  said.push(
    `Receipt: order ${receipt.order}, ${receipt.symbol}, trigger ${rule}, ticks after #${after} count`,
  )

  const ticks = readTicks(file, (line) => said.push(line))

  const deciding = ticks[0] ?? fail('the file has no tick')
  const decides = !deciding.isHeld && deciding.symbol === receipt.symbol && deciding.sequence > after
  if (!decides || !reaches(deciding.price)) fail(`tick #${deciding.sequence} does not trigger this order`)
  said.push(`Deciding tick: #${deciding.sequence}, ${new Date(deciding.atMs).toISOString()}`)

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
  said.push('No earlier tick reached the trigger')

  const isSame = scaled(file.outcome.price) === BigInt(deciding.price) * tickSize
  if (file.outcome.sequence !== deciding.sequence || !isSame) fail('the order names another tick or price')
  said.push(`Outcome: triggered by tick #${file.outcome.sequence} at ${file.outcome.price}`)
  return said
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const [, , path = fail('say which file to verify'), key] = process.argv
    const file = JSON.parse(readFileSync(path, 'utf8'))
    for (const line of verify(file, key)) console.log(line)
    console.log(`It checks out. Signed with the key ${file.publicKey}`)
  } catch (error) {
    console.error(`Out of plumb: ${error.message}`)
    process.exitCode = 1
  }
}
