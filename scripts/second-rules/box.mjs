import { createHmac } from 'node:crypto'
import { fail, hex, need, sha256 } from '../verify.mjs'

/**
 * Computes the draw of a blind box again: from its receipt, the secret that was revealed, everything that was in the series,
 * and the first tick after the purchase. By Node's cryptography alone.
 */

const leafOf = (bytes) => sha256(Buffer.of(0), bytes)

/** Fields one behind the other, each behind its length in four bytes. */
export function packed(...fields) {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}

/** The root of a list of leaves (RFC 6962, 2.1). */
function rootOfLeaves(leaves) {
  if (leaves.length === 1) return leaves[0]
  let left = 1
  while (2 * left < leaves.length) left *= 2
  return sha256(Buffer.of(1), rootOfLeaves(leaves.slice(0, left)), rootOfLeaves(leaves.slice(left)))
}

/** The root that a leaf at this place of a tree leads to by its proof, from the top down. */
function rootByProof(leaf, at, size, proof) {
  if (size === 1) return proof.length === 0 ? leaf : fail('the proof of the secret is too long')
  let left = 1
  while (2 * left < size) left *= 2
  const [sibling, rest] = [proof.at(-1) ?? fail('the proof of the secret is too short'), proof.slice(0, -1)]
  return at < left
    ? sha256(Buffer.of(1), rootByProof(leaf, at, left, rest), sibling)
    : sha256(Buffer.of(1), sibling, rootByProof(leaf, at - left, size - left, rest))
}

/** Draws a number below `pool` from this secret and these fields. */
export function drawBelow(pool, secret, fields) {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(pool))
  for (let attempt = 0; ; attempt++) {
    const drawn = createHmac('sha256', secret)
      .update(packed(...fields, String(attempt)))
      .digest()
      .readBigUInt64BE()
    if (drawn < limit) return Number(drawn % BigInt(pool))
  }
}

const isHash = (text) => /^[0-9a-f]{64}$/.test(text ?? '')
const count = (text) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : fail(`${text} is no count`))

export function verifyBox({ box: claimed, ticks: given }, [r], [tick, ...others]) {
  const [number, items, boxes, decided] = [r.box, r.items, r.boxes, r.decided].map(count)
  need(
    r.product === 'box' && r.order === claimed.order && r.rulesVersion === 1,
    'the receipt is of another order',
  )
  need(
    number === claimed.number && number >= 1 && number <= boxes && decided < number,
    'the receipt is of another box',
  )
  const seed = r['client-seed']
  need(/^[A-Za-z0-9_-]{8,64}$/.test(seed) && r.series, 'the receipt has no seed')
  need([r.inventory, r.commitment, r['decided-head']].every(isHash), 'the receipt has no roots')

  // One that counts is on the tape a second after the purchase at the earliest; the one before it shows that none before it does.
  const counts = ({ sequence, atMs }) => sequence > r.tape && atMs >= r.acceptedAtMs + 1_000
  const isOwn = others.length <= 1 && tick.symbol === r.symbol && !tick.isHeld && counts(tick)
  const [older] = others
  const isFirst =
    tick.previous <= r.tape
      ? older === undefined
      : older?.sequence === tick.previous && older.symbol === r.symbol && !counts(older)
  need(isOwn && isFirst, 'the tick is not the first after the purchase')

  const secret = hex(claimed.secret)
  const committed = sha256(packed('plumb-box-secret-1', r.series, String(number), secret))
  const root = rootByProof(leafOf(committed), number - 1, boxes, claimed.secretProof.map(hex))
  need(root.toString('hex') === r.commitment, 'the secret is not the one that was committed to')
  need(claimed.items.length === items, 'the contents are not those that were promised')
  const leaves = claimed.items.map(({ rarity, artwork, digest }, n) =>
    leafOf(packed('plumb-box-item-1', String(n + 1), rarity, artwork, digest)),
  )
  need(rootOfLeaves(leaves).toString('hex') === r.inventory, 'the contents are not those that were promised')

  const { before } = claimed
  const left = claimed.items.map((_, n) => n + 1)
  need(before.length === number - 1, 'an earlier box is missing')
  let head = sha256(packed('plumb-box-draws-1'))
  for (const [n, item] of before.entries()) {
    if (n === decided) need(head.toString('hex') === r['decided-head'], 'an earlier draw is another')
    head = sha256(packed('plumb-box-draws-1', head, String(n + 1), String(item)))
    if (item === 0) continue
    need(left.includes(item), 'an item was drawn twice, or is none')
    left.splice(left.indexOf(item), 1)
  }
  if (decided === before.length)
    need(head.toString('hex') === r['decided-head'], 'an earlier draw is another')
  need(left.length > 0, 'nothing was left')

  const fields = ['plumb-box-draw-1', r.series, String(number), r.order, seed, r.inventory, String(r.tape)]
  const drawn = left[drawBelow(left.length, secret, [...fields, hex(given[0].bytes)])]
  need(drawn === claimed.item, `the file says item ${claimed.item}, computed ${drawn}`)
  const { artwork, rarity } = claimed.items[drawn - 1]
  return [`Draw: box ${number} of ${r.series} by tick #${tick.sequence}`, `Outcome: ${artwork}, ${rarity}`]
}
