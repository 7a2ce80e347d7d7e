import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * `node scripts/verify.mjs plumb-proof-123.json [KEY]`: computes again, without any server and with nothing of the
 * app's code, which tick triggered a stop. KEY is the public key that you know Plumb by; without it the key in the
 * file is used, and you compare it yourself.
 */

const fail = (why) => {
  throw new Error(why)
}
const hex = (text) =>
  /^([0-9a-f]{2})*$/.test(text) ? Buffer.from(text, 'hex') : fail('a text is not hexadecimal')
const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The lines of a signed note (C2SP signed-note, Ed25519) of this name. */
function openNote(note, kind, publicKey) {
  const name = `${kind}/${publicKey.slice(0, 16)}`
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const signature = note.slice(end + 2)
  const prefix = `— ${name} `
  if (!signature.startsWith(prefix) || !text.startsWith(`${name}\n`))
    fail(`the ${kind} is not signed by this key`)
  const encoded = signature.slice(prefix.length, -1)
  const signed = Buffer.from(encoded, 'base64')
  if (`${signed.toString('base64')}\n` !== signature.slice(prefix.length))
    fail(`the ${kind} has an odd signature`)
  const id = sha256(`${name}\n`, Buffer.of(1), hex(publicKey)).subarray(0, 4)
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), hex(publicKey)])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isSigned = verifySignature(null, Buffer.from(text), key, signed.subarray(4))
  if (!id.equals(signed.subarray(0, 4)) || !isSigned) fail(`the ${kind} is not signed by this key`)
  return text.trimEnd().split('\n').slice(1)
}

/** A tick of the tape from its bytes: numbers of seven bits a byte, texts with their length. */
function readTick(bytes) {
  let at = 0
  const number = () => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = bytes[at++] ?? fail('a tick ends too early')
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }
  const signed = (value = number()) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)
  const text = (length = number()) => {
    at += length
    return bytes.subarray(at - length, at).toString()
  }
  const version = number()
  if (version !== 2 && version !== 3) fail('a tick has no links')
  const [sequence, symbol, price] = [number(), text(), number()]
  const place = (back = number()) => (back === 0 ? 0 : sequence - back)
  // Bid, ask and volume decide nothing here.
  for (const skip of [signed, signed, number, text]) skip()
  const atMs = number()
  signed()
  const isHeld = number() === 1
  const previous = place()
  const spans = Array.from({ length: number() }, () => ({
    after: place(),
    low: price - number(),
    high: price + number(),
    // Of bids and asks, which decide nothing here.
    marks: version === 3 && [number(), number(), number(), number()],
  }))
  if (at !== bytes.length) fail('a tick has something behind its end')
  return { sequence, symbol, price, atMs, isHeld, previous, spans }
}

/** The root that a leaf's proof leads to (RFC 9162, 2.1.3.2). */
function rootBy(bytes, index, size, proof) {
  let [at, last, hash] = [index, size - 1, sha256(Buffer.of(0), bytes)]
  if (at < 0 || at > last) fail('a tick is not within the signed size of the tape')
  const up = () => {
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  for (const sibling of proof.map(hex)) {
    if (last === 0) fail('a proof is too long')
    if (at % 2 === 1 || at === last) {
      hash = sha256(Buffer.of(1), sibling, hash)
      while (at % 2 === 0 && at !== 0) up()
    } else hash = sha256(Buffer.of(1), hash, sibling)
    up()
  }
  return last === 0 ? hash : fail('a proof is too short')
}

/** A decimal as a whole number of 10^-15. */
function scaled(decimal) {
  const [, whole, part = ''] =
    /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(decimal ?? '') ?? fail(`${decimal} is no decimal`)
  return BigInt(whole + part.padEnd(15, '0'))
}

/**
 * Checks a proof step by step; returns what was checked, a sentence each.
 *
 * Refuses: (by throwing) at the first step that fails, and says which.
 */
export function verify(file, knownKey = file.publicKey) {
  const said = []
  if (file.version !== 1) fail('this file is of another version')
  if (file.publicKey !== knownKey) fail(`the file is of the key ${file.publicKey}, not of ${knownKey}`)

  const lines = openNote(file.receipt, 'plumb-receipt', file.publicKey).map((line) => line.split(' '))
  const receipt = Object.fromEntries(lines)
  if (Object.keys(receipt).length !== lines.length) fail('the receipt says something twice')
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

  const [size, root, start, time] = openNote(file.checkpoint, 'plumb-price-tape', file.publicKey)
  const first = Number(start.split(' ')[1]) + 1
  said.push(`Price tape: ${size} ticks, root ${root}, ${time.split(' ')[1]}`)

  const ticks = file.ticks.map(({ bytes, proof }) => {
    const tick = readTick(hex(bytes))
    const found = rootBy(hex(bytes), tick.sequence - first, Number(size), proof)
    return found.toString('base64') === root ? tick : fail(`tick #${tick.sequence} is not in the tape`)
  })
  said.push(`In the tape: ${ticks.length} ticks`)

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
