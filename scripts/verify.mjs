import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { replayFailure } from '../domain/contract/replay.ts'
import { dualOfReceipt } from '../domain/dual/receipt.ts'
import { claimOf as claimOfDual, isSameClaim as isSameDual, proveDual } from '../domain/dual/replay.ts'
import { roundFailure } from '../domain/game/replay.ts'
import { isOfSources } from '../domain/market/sources.ts'
import { adoptCurrencies, findCurrency } from '../domain/money/currencies.ts'
import { optionOfReceipt } from '../domain/option/receipt.ts'
import { claimOf, isSameClaim, proveOption } from '../domain/option/replay.ts'
import { isSameDecimal, priceOf, settleStop, stopTermsOf } from '../domain/proof/stop.ts'
import { decodeTick } from '../domain/proof/tick-bytes.ts'
import { addUpFills } from '../domain/spot/fills.ts'

/**
 * `node scripts/verify.mjs plumb-proof-123.json [KEY]`: computes again, without any server, what became of an order.
 * This file is the verifier: signatures, the tree of the price tape and receipts, by Node's cryptography alone. How ticks
 * are read and the rules of the products are the imports above from `domain/`: the very files that the exchange runs. KEY is the
 * public key that you know Plumb by; without it the key in the file is used, and you compare it yourself. Needs Node
 * 22.18 or newer, which reads TypeScript.
 */

/** Ends the verification, and says why. */
export const fail = (why) => {
  throw new Error(why)
}
export const need = (isTrue, why) => isTrue || fail(why)

export const hex = (text) => (/^([0-9a-f]{2})*$/.test(text) ? Buffer.from(text, 'hex') : fail('not hex'))
export const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** The lines of a signed note of this kind, without its name (C2SP signed-note). */
export function openNote(note, kind, publicKey) {
  const name = `${kind}/${publicKey.slice(0, 16)}`
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const prefix = `— ${name} `
  need(note.startsWith(prefix, end + 2) && text.startsWith(`${name}\n`), `the ${kind} is of another key`)
  const encoded = note.slice(end + 2 + prefix.length)
  const signed = Buffer.from(encoded, 'base64')
  need(encoded === `${signed.toString('base64')}\n`, `the ${kind} has an odd signature`)
  const id = sha256(Buffer.from(`${name}\n`), Buffer.of(1), hex(publicKey)).subarray(0, 4)
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), hex(publicKey)])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isSigned = verifySignature(null, Buffer.from(text), key, signed.subarray(4))
  need(isSigned && id.equals(signed.subarray(0, 4)), `the ${kind} is not signed by this key`)
  return text.trimEnd().split('\n').slice(1)
}

/** A signed receipt: whose it is, how far the tape was, and by name what else was agreed. */
function openReceipt(note, publicKey) {
  const lines = openNote(note, 'plumb-receipt', publicKey).map((line) => line.split(' '))
  const { product, order, symbol, accepted, tape, rules, ...terms } = Object.fromEntries(lines)
  need(new Set(lines.map(([name]) => name)).size === lines.length, 'a receipt says something twice')
  const place = { acceptedAtMs: Date.parse(accepted), tapeSize: Number(tape), rulesVersion: Number(rules) }
  return { product, order, symbol, ...place, terms }
}

/** A tick of the tape from its bytes, with the links by which one leads to another. */
function readTick(bytes) {
  const from = { bytes, at: 0 }
  const tick = decodeTick(from)
  need(from.at === bytes.length, 'a tick has something behind its end')
  need(tick.links, 'a tick has no links')
  return tick
}

/** The root of a tree of this size that a leaf and its proof lead to (RFC 9162, 2.1.3.2; hashes as in RFC 6962). */
export function rootBy(bytes, index, size, proof) {
  let [at, last, hash] = [index, size - 1, sha256(Buffer.of(0), bytes)]
  need(at >= 0 && at <= last, 'a leaf is not within the signed size of its log')
  const up = () => {
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  for (const sibling of proof.map(hex)) {
    need(last > 0, 'a proof is too long')
    if (at % 2 === 1 || at === last) {
      hash = sha256(Buffer.of(1), sibling, hash)
      while (at % 2 === 0 && at !== 0) up()
    } else hash = sha256(Buffer.of(1), hash, sibling)
    up()
  }
  return last === 0 ? hash : fail('a proof is too short')
}

/** The hashes of a tick's proof; a file that writes each hash once says by its place which one is meant. */
const hashesOf = (proof, nodes) =>
  nodes ? proof.map((place) => nodes[place] ?? fail('a hash is missing')) : proof

/** The ticks of a file, each found in the signed tape. */
function openTicks({ checkpoint, publicKey, ticks, nodes }, say) {
  const [size, root, start, time] = openNote(checkpoint, 'plumb-price-tape', publicKey)
  const before = Number(start.split(' ')[1])
  say(`Price tape: ${size} ticks, root ${root}, ${time.split(' ')[1]}`)
  const found = ticks.map(({ bytes, proof }) => {
    const tick = readTick(hex(bytes))
    const rootOfTick = rootBy(hex(bytes), tick.sequence - before - 1, Number(size), hashesOf(proof, nodes))
    return rootOfTick.toString('base64') === root ? tick : fail(`tick #${tick.sequence} is not in the tape`)
  })
  say(`In the tape: ${found.length} ticks`)
  return found
}

const reasons = {
  tick: 'the tick that is named does not decide it, or is missing',
  earlier: 'an earlier tick decides it, or something between is missing or not allowed',
  outcome: 'another outcome follows',
  receipt: 'the receipt is of another order',
}
// Amounts of contracts and options are in units of 10^-7 USDT.
if (!findCurrency('USDT')) adoptCurrencies([{ code: 'USDT', decimals: 7 }])

const outcomes = Object.assign(Object.create(null), {
  stop({ outcome }, [receipt], ticks) {
    need(receipt.order === outcome.order, reasons.receipt)
    const way = settleStop(stopTermsOf(receipt) ?? fail(reasons.receipt), ticks)
    need(way.ok, reasons[way.error === 'NOT_TRIGGERED' ? 'tick' : 'earlier'])
    const [{ sequence, price }] = ticks
    const isSame = isSameDecimal(priceOf(price, receipt.terms['tick-size']), outcome.price)
    need(isSame && sequence === outcome.sequence, 'the order names another tick or price')
    return [`Outcome: triggered by tick #${sequence} at ${outcome.price}`]
  },
  contract({ position, changes }, receipts, ticks) {
    need(receipts[0]?.order === position, reasons.receipt)
    const failure = replayFailure(receipts, changes, ticks)
    need(failure === undefined, reasons[failure?.error] ?? failure)
    const why = ({ reason, sequence }) => `${reason ? ` (${reason})` : ''} by tick #${sequence ?? '-'}`
    return changes.map((change) => `${change.kind}${why(change)}, margin then ${change.margin}`)
  },
  spot({ order }, receipts, ticks) {
    need(receipts[0]?.order === order, reasons.receipt)
    const added = addUpFills(receipts, ticks)
    need(added.ok, reasons[added.error])
    return [`Outcome: ${added.order.fills} fills, as signed`]
  },
  dual({ result }, [receipt], ticks) {
    const order = (receipt.order === result.order && dualOfReceipt(receipt)) || fail(reasons.receipt)
    const proven = proveDual(order, ticks)
    need(proven.ok, reasons[proven.error])
    need(isSameDual(result, claimOfDual(receipt.order, order, proven.result)), reasons.outcome)
    const { outcome, paid, currency, minutes, ticks: count } = result
    return [`Average: ${count} ticks in ${minutes} of 30 minutes`, `Outcome: ${outcome}, ${paid} ${currency}`]
  },
  game({ round }, _, ticks) {
    const failure = roundFailure(round, ticks)
    need(failure === undefined, reasons[failure])
    return [`Outcome: ${round.tick ? `tick #${round.tick.sequence}` : 'void, no price was young enough'}`]
  },
  option({ result }, [receipt], ticks) {
    const order = (receipt.order === result.order && optionOfReceipt(receipt)) || fail(reasons.receipt)
    const proven = proveOption(order, ticks)
    need(proven.ok, reasons[proven.error])
    need(isSameClaim(result, claimOf(receipt.order, order, proven.result)), reasons.outcome)
    const { entry, exit, outcome } = result
    return [`Outcome: ${outcome}${entry ? `, tick #${entry.sequence} to #${exit.sequence}` : ''}`]
  },
})

/** Everything in a file that is signed. */
export function open(file, knownKey = file.publicKey, say = () => {}) {
  need(file.version === 1, 'this file is of another version')
  need(file.publicKey === knownKey, `the file is of the key ${file.publicKey}, not of ${knownKey}`)
  const receipts = (file.receipts ?? [file.receipt].filter((note) => note !== undefined)).map((note) =>
    openReceipt(note, knownKey),
  )
  for (const { product, order, symbol } of receipts) say(`Receipt: ${product} ${order}, ${symbol}`)
  return { receipts, ticks: openTicks(file, say) }
}

/** Checks a proof; returns what was checked, a sentence each. Throws at the first step that fails. */
export function verify(file, knownKey) {
  const said = []
  const { receipts, ticks } = open(file, knownKey, (line) => said.push(line))
  const odd = ticks.find((tick) => !tick.isHeld && !isOfSources(tick))
  need(!odd, `the price of tick #${odd?.sequence} is not the median of the sources that it names`)
  const live = ticks.filter(({ sources }) => sources).length
  if (live > 0) said.push(`Median of the sources that they name: ${live} ticks`)
  const outcome = outcomes[file.product ?? 'stop'] ?? fail(`nothing is known of ${file.product}`)
  return [...said, ...outcome(file, receipts, ticks)]
}

/** What the command line does, with this or another `check`. */
export function main(check, [path, key] = process.argv.slice(2)) {
  try {
    const file = JSON.parse(readFileSync(path ?? fail('say which file to verify'), 'utf8'))
    console.log([...check(file, key), `It checks out. Signed with the key ${file.publicKey}`].join('\n'))
  } catch (error) {
    console.error(`Out of plumb: ${error.message}`)
    process.exitCode = 1
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(verify)
