import { pathToFileURL } from 'node:url'
import { fail, main, open } from '../verify.mjs'
import { verifyBox } from './box.mjs'
import { verifyContract } from './contract.mjs'
import { verifyDual } from './dual.mjs'
import { verifyGame } from './game.mjs'
import { verifyOption } from './option.mjs'
import { checkSources } from './sources.mjs'
import { verifySpot } from './spot.mjs'
import { verifyStop } from './stop.mjs'

/**
 * `node scripts/second-rules/verify.mjs plumb-proof-123.json [KEY]`: the same verifier with the rules of the products
 * written a second time, without a line of `domain/`; signatures and ticks are read as by the first. Tests hold the two against each other: a fault in one is seen as a
 * difference.
 */

const products = new Map([
  ['stop', verifyStop],
  ['contract', verifyContract],
  ['option', verifyOption],
  ['spot', verifySpot],
  ['dual', verifyDual],
  ['box', verifyBox],
  ['game', verifyGame],
])

/** Checks a proof; returns what was checked, a sentence each. Refuses: (by throwing) at the first step that fails. */
export function verify(file, knownKey) {
  const said = []
  const opened = open(file, knownKey, (line) => said.push(line))
  const receipts = opened.receipts.map(({ terms, acceptedAtMs, tapeSize, ...receipt }) => ({
    ...{ ...terms, ...receipt, acceptedAtMs, tape: tapeSize },
  }))
  for (const tick of opened.ticks) checkSources(tick)
  const ticks = opened.ticks.map(({ links: { previous, spans }, ...tick }) => ({
    ...{ ...tick, previous },
    spans: spans.map(({ marks, ...span }) => ({ ...span, ...marks })),
  }))
  const verifyOutcome = products.get(file.product ?? 'stop') ?? fail(`nothing is known of ${file.product}`)
  return [...said, ...verifyOutcome(file, receipts, ticks)]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(verify)
