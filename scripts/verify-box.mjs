import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { drawBelow } from './second-rules/box.mjs'
import { verify } from './second-rules/verify.mjs'
import { fail, need, sha256 } from './verify.mjs'

/**
 * `node scripts/verify-box.mjs plumb-boxes-TIDES.json [KEY]`: computes the draws of a series again, from the file that the app
 * saves of all of them, and holds them against each other: what each says of the boxes before it is what these say of themselves.
 * A file of one box is checked too. `--draws 1000000` draws so many times, and says how even that is.
 */
export function verifyBoxes(files, key) {
  const all = Array.isArray(files) ? files : [files]
  need(all.length > 0, 'the file has no draws')
  const items = new Map(all.map(({ box }) => [box.number, box.item]))
  need(items.size === all.length, 'a box stands there twice')
  const longest = all.reduce((found, { box }) => (box.before.length > found.length ? box.before : found), [])
  const roots = all.map(({ receipt }) =>
    ['series', 'inventory', 'commitment']
      .map((name) => new RegExp(`^${name} (.+)$`, 'm').exec(receipt)?.[1])
      .join(' '),
  )
  need(
    new Set(roots).size === 1,
    'the boxes are of several series, or their contents or secrets were promised twice',
  )
  const said = all.map((file) => {
    const lines = verify(file, key ?? all[0].publicKey)
    for (const [n, item] of file.box.before.entries()) {
      need(longest[n] === item, `box ${file.box.number} says another item of box ${n + 1} than a later one`)
      const own = items.get(n + 1)
      need(own === undefined || own === item, `box ${file.box.number} says another item of box ${n + 1}`)
    }
    return lines.at(-1).replace('Outcome', `Box ${file.box.number}`)
  })
  need(new Set(items.values()).size === items.size, 'an item was drawn twice')
  return [
    ...said,
    `Key: ${key ?? all[0].publicKey}`,
    `Series, contents, secrets: ${roots[0]}`,
    `${all.length} draws`,
  ]
}

/** How even so many draws among 100 items are: Pearson's statistic, and the limit that it exceeds once in a thousand times. */
export function chiSquareOf(draws) {
  const POOL = 100
  const LIMIT = 148.23
  const counts = new Array(POOL).fill(0)
  const tick = sha256(Buffer.from('a tick'))
  for (let n = 1; n <= draws; n++) {
    const secret = sha256(Buffer.from(`secret ${n}`))
    const fields = [
      'plumb-box-draw-1',
      'EVEN',
      String(n),
      String(n),
      `seed-${n}`,
      '0'.repeat(64),
      String(n),
      tick,
    ]
    counts[drawBelow(POOL, secret, fields)]++
  }
  const expected = draws / POOL
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return { statistic, limit: LIMIT, least: Math.min(...counts), most: Math.max(...counts) }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [first, second] = process.argv.slice(2)
  try {
    if (first === '--draws') {
      const { statistic, limit, least, most } = chiSquareOf(Number(second))
      console.log(
        `${second} draws among 100: ${least} to ${most} of each, chi-square ${statistic.toFixed(2)} (limit ${limit})`,
      )
      need(statistic < limit, 'the draws are not even')
    } else {
      const file = JSON.parse(readFileSync(first ?? fail('say which file to verify'), 'utf8'))
      console.log([...verifyBoxes(file, second), 'It checks out.'].join('\n'))
    }
  } catch (error) {
    console.error(`Out of plumb: ${error.message}`)
    process.exitCode = 1
  }
}
