import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'

/** What every proof is made of: signed notes, ticks of the price tape, that they are in it, and arithmetic. */

/** Ends the verification, and says why. */
export const fail = (why) => {
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
export function openNote(note, kind, publicKey) {
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
  const [bid, ask] = [price - signed(), price + signed()]
  for (const skip of [number, text]) skip()
  const atMs = number()
  signed()
  const isHeld = number() === 1
  const previous = place()
  const spans = Array.from({ length: number() }, () => ({
    after: place(),
    low: price - number(),
    high: price + number(),
    ...(version === 3 && {
      ...{ lowMark: bid + ask - number(), highMark: bid + ask + number() },
      ...{ lowAsk: ask - number(), highBid: bid + number() },
    }),
  }))
  if (at !== bytes.length) fail('a tick has something behind its end')
  return { sequence, symbol, price, bid, ask, atMs, isHeld, previous, spans }
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
export function scaled(decimal) {
  const [, whole, part = ''] =
    /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(decimal ?? '') ?? fail(`${decimal} is no decimal`)
  return BigInt(whole + part.padEnd(15, '0'))
}

/** The values of a signed receipt, by name. */
export function readReceipt(note, publicKey) {
  const lines = openNote(note, 'plumb-receipt', publicKey).map((line) => line.split(' '))
  const receipt = Object.fromEntries(lines)
  if (Object.keys(receipt).length !== lines.length) fail('a receipt says something twice')
  return receipt
}

/** The ticks of a file, each found in the tape that its checkpoint signs; says how many ticks that has. */
export function readTicks(file, say) {
  const [size, root, start, time] = openNote(file.checkpoint, 'plumb-price-tape', file.publicKey)
  const first = Number(start.split(' ')[1]) + 1
  say(`Price tape: ${size} ticks, root ${root}, ${time.split(' ')[1]}`)
  const ticks = file.ticks.map(({ bytes, proof }) => {
    const tick = readTick(hex(bytes))
    const found = rootBy(hex(bytes), tick.sequence - first, Number(size), proof)
    return found.toString('base64') === root ? tick : fail(`tick #${tick.sequence} is not in the tape`)
  })
  say(`In the tape: ${ticks.length} ticks`)
  return ticks
}

/** Whole numbers: divided and rounded down, or up; the lesser of two. */
export const floor = (x, d) => x / d - (x % d < 0n ? 1n : 0n)
export const ceiling = (x, d) => -floor(-x, d)
export function least(a, b) {
  if (a < b) return a
  return b
}
/** The number of a UTC day; a price in ticks; an amount in 10^-7. */
export const dayOf = (ms) => Math.floor(ms / 86_400_000)
export const ticksOf = (price, tick) => (price === undefined ? null : Number(scaled(price) / scaled(tick)))
export const unitsOf = (amount) => scaled(amount) / 10n ** 8n
/** Ends the verification where something is not so. */
export const need = (isTrue, why) => isTrue || fail(why)

/** What a tick of the price is worth for a hundredth of a lot, as a fraction; `pair` converts the quote. */
export function tickValue(r, pair) {
  // A tick in 10^-15, in units of 10^-7, for a hundredth.
  const [n, d] = [scaled(r['tick-size']) * BigInt(r['lot-size']), 10n ** 10n]
  if (!pair) return [n, d]
  const [rate, one] = [BigInt(pair.bid + pair.ask) * scaled(r['conversion-tick-size']), 2n * 10n ** 15n]
  return r['conversion-way'] === 'divide' ? [n * one, d * rate] : [n * rate, d * one]
}

/** What lots are worth at a price in half ticks. */
export const notional = ([n, d], lots, halfTicks) => ceiling(BigInt(lots) * BigInt(halfTicks) * n, 2n * d)

/** Where the equity is down to the maintenance, away from the entry and after the closing fee; null where nowhere. */
export function liquidationPrice(r, { isLong, value: [n, d], lots, entry, spread, margin, maintenance }) {
  const sign = isLong ? 1n : -1n
  const round = isLong ? floor : ceiling
  const perTick = BigInt(lots) * n
  const rest = sign * (maintenance - margin) * d + BigInt(entry) * perTick
  const closing = round(rest * 20_000n, (10_000n - sign * BigInt(r['fee-bps'])) * perTick)
  const at = round(closing + sign * spread, 2n)
  return at > 0n ? Number(at) : null
}

/** Why a mark price in half ticks ends a position; undefined where it does not. */
export function endAt({ isLong, profit, stop, liquidation }, mark) {
  const against = (at) => at !== null && (isLong ? mark <= 2 * at : mark >= 2 * at)
  if (profit !== null && (isLong ? mark >= 2 * profit : mark <= 2 * profit)) return 'take-profit'
  const stopIsFirst = liquidation === null || (isLong ? stop > liquidation : stop < liquidation)
  if (stop !== null && stopIsFirst && against(stop)) return 'stop-loss'
  if (against(liquidation)) return 'liquidation'
  return against(stop) ? 'stop-loss' : undefined
}
