import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOfSources, medianOf, type NamedSource, sourcesOf } from '#domain/market/sources.ts'
import type { ProofFile } from '#domain/proof/contract.ts'
import {
  alterProof,
  DECIDING,
  liveTape,
  proofOf,
  publicKey,
  receipt,
  sourcesAt,
  stranger,
  tape,
  tapeOf,
} from '#domain/proof/proof-testing.ts'
import { howMany } from '#server/testing/length.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { checkSources } from './second-rules/sources.mjs'
import { filesOf, packVerifier } from './verify-pack.mjs'

/** The program that verifies a saved proof without the app agrees with the app, and trusts nothing of it. */

const PROGRAM = join(import.meta.dirname, 'verify.mjs')
const SECOND = join(import.meta.dirname, 'second-rules/verify.mjs')
const file = proofOf(tape, DECIDING)

/** What the program prints and how it ends, of a saved file. */
function run(saved: ProofFile, program = PROGRAM, ...more: string[]): { code: number; text: string } {
  const path = join(temporaryFolder(), 'plumb-proof.json')
  writeFileSync(path, JSON.stringify(saved))
  try {
    return {
      code: 0,
      text: execFileSync(process.execPath, [program, path, ...more], { encoding: 'utf8', stdio: 'pipe' }),
    }
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string }
    return { code: status, text: stderr }
  }
}

test('the verifier is one file of at most 200 lines, and beside it needs Node and the rules in domain/ alone', () => {
  const files = filesOf()
  const [verifier, ...rules] = files
  expect(verifier).toMatchObject({ name: 'scripts/verify.mjs' })
  expect(verifier!.lines).toBeLessThanOrEqual(200)
  expect(rules.length).toBeGreaterThan(0)
  expect(rules.map(({ name }) => name).filter((name) => !name.startsWith('domain/'))).toEqual([])
  // What is signed, and that a tick is in the tape, is not left to the rules: they import no cryptography.
  const foreign = /^(?:import|export)\s(?!type\s)[^;'"]*?from '(?!\.)([^']+)'/gm
  const needed = files.flatMap(({ text }) => [...text.matchAll(foreign)].map(([, from]) => from!))
  expect([...new Set(needed)].sort()).toEqual(['node:crypto', 'node:fs', 'node:url'])
})

test('the packed folder verifies a saved file elsewhere, and names what it consists of', () => {
  const folder = temporaryFolder()
  const files = packVerifier(folder)
  expect(run(file, join(folder, 'scripts/verify.mjs')).code).toBe(0)
  const listed = readFileSync(join(folder, 'FILES'), 'utf8').trimEnd().split('\n')
  expect(listed).toHaveLength(files.length)
  for (const line of listed) {
    const [sha256, name] = line.split('  ') as [string, string]
    for (const root of [folder, join(import.meta.dirname, '..')])
      expect(
        createHash('sha256')
          .update(readFileSync(join(root, name)))
          .digest('hex'),
      ).toBe(sha256)
  }
})

test('it verifies a saved file, and says which tick decided and who signed', () => {
  const { code, text } = run(file)
  expect(text).toMatch(new RegExp(`Outcome: triggered by tick #${DECIDING} at 90.0`))
  expect(text).toContain(`Signed with the key ${publicKey}`)
  expect(code).toBe(0)
})

test('it ends with an error, and says where it fails', () => {
  expect(run({ ...file, outcome: { ...file.outcome, price: '95' } })).toEqual({
    ...{ code: 1, text: 'Out of plumb: the order names another tick or price\n' },
  })
  expect(run(file, PROGRAM, 'ab'.repeat(32)).text).toMatch(/^Out of plumb: the file is of the key/)
  const late = proofOf(tape, DECIDING + 2)
  expect(run(late).text).toMatch(/an earlier tick decides it/)
  expect(run(late, SECOND).text).toMatch(/the trigger was reached at or before tick #121/)
  expect(run(file, SECOND).code).toBe(0)
})

test('what somebody else signed in all its parts checks out by their key alone: it names that key, and refuses it where another is known', () => {
  const forged = proofOf(tape, DECIDING, receipt, stranger)
  expect(verdictsOn(forged)).toEqual(verified)
  for (const program of [PROGRAM, SECOND]) {
    const { code, text } = run(forged, program)
    expect([code, text.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      `It checks out. Signed with the key ${stranger.publicKey}`,
    ])
    expect(text).not.toContain(publicKey)
    expect(run(forged, program, publicKey)).toEqual({
      code: 1,
      text: `Out of plumb: the file is of the key ${stranger.publicKey}, not of ${publicKey}\n`,
    })
    expect(run(file, program, publicKey).code).toBe(0)
  }
  // One's own name over what the other signed, or the other's over one's own, is no signature at all.
  for (const mixed of [
    { ...forged, publicKey },
    { ...file, publicKey: stranger.publicKey },
    { ...file, receipt: forged.receipt },
    { ...file, checkpoint: forged.checkpoint },
  ])
    expect(isDetected(verdictsOn(mixed))).toBe(true)
})

test('it agrees with the app and with the second writing on honest proofs, on wrong ticks, and on alterations', () => {
  const passes = (one: ProofFile): boolean | string => {
    const said = verdictsOn(one)
    return isDeepStrictEqual(said, verified) || (isDetected(said) ? false : JSON.stringify(said))
  }
  const early = tapeOf([100, ...Array(90).fill(200), 150])
  for (const sequence of [7, 119, 121, 123, 155])
    expect(passes(proofOf(tape, sequence))).toBe(sequence === 121)
  for (const tapeSize of [0, 1, 2, 5])
    expect(passes(proofOf(early, 183, { ...receipt, tapeSize }))).toBe(tapeSize > 0)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 15 }), (which, place, by) => {
      expect(passes(alterProof(file, which, place, by))).toBe(false)
    }),
    { numRuns: howMany(1_000, 250) },
  )
})

test.each(['toString', 'constructor', '__proto__', 'none'])(
  'it knows nothing of the product %s',
  (product) => {
    const verdicts = verdictsOn({ ...file, product } as unknown as ProofFile)
    expect([verdicts.program, verdicts.second]).toEqual(Array(2).fill(`nothing is known of ${product}`))
  },
)

test('it computes live prices again from the sources that their ticks name, as the app does', () => {
  const live = liveTape(tape)
  const honest = proofOf(live, DECIDING)
  expect(run(honest).text).toMatch(/Median of the sources that they name: \d+ ticks/)
  expect(verdictsOn(honest)).toEqual(verified)
  const sources = sourcesAt(180)
  for (const wrong of [
    sourcesAt(191),
    { ...sources, minimum: 0 },
    { ...sources, maxDeviationBps: 9_000 },
    { ...sources, freshMs: 9_000 },
    { ...sources, named: sources.named.slice(0, 1) },
    { ...sources, named: [] },
    { ...sources, named: sources.named.map((each) => ({ ...each, source: 'binance' })) },
  ]) {
    const forged = proofOf(live.with(DECIDING - 1, { ...live[DECIDING - 1]!, sources: wrong }), DECIDING)
    expect(run(forged)).toMatchObject({ code: 1, text: expect.stringMatching(/#121 is not the median/) })
    expect(verdictsOn(forged)).toMatchObject({
      step: 'sources',
      second: expect.stringMatching(/#121 is not/),
    })
  }
})

test('the second writing and the app make the same median of any sources', () => {
  const anyQuote = fc.record({
    price: fc.integer({ min: 175, max: 185 }).map((tenth) => tenth * 100),
    below: fc.integer({ min: -20, max: 300 }),
    above: fc.integer({ min: -20, max: 300 }),
    ageMs: fc.integer({ min: 0, max: 4_000 }),
  })
  fc.assert(
    fc.property(
      fc.array(fc.option(anyQuote, { nil: undefined, freq: 6 }), { maxLength: 6 }),
      fc.constantFrom('major' as const, 'other' as const),
      fc.constantFrom('BTC-USDT', 'EUR-USD', 'XAU-USD', 'AAPL', 'USD-CNH', 'XMR-USD'),
      (quotes, collar, symbol) => {
        const named = quotes.map((each, n): NamedSource => {
          const source = `venue-${n}`
          if (!each) return { source }
          const { price, below, above, ageMs } = each
          return { source, quote: { price, bid: price - below, ask: price + above, ageMs } }
        })
        const sources = sourcesOf({ symbol, class: 'crypto', collar }, named)
        const prices = medianOf(sources).prices ?? { price: 18_000, bid: 18_000, ask: 18_000 }
        const raw = {
          price: 0,
          bid: 0,
          ask: 0,
          ...prices,
          sequence: 1,
          symbol,
          source: 'median',
          isHeld: false,
        }
        let passes = true
        try {
          checkSources({ ...raw, sources })
        } catch {
          passes = false
        }
        expect(passes).toBe(isOfSources({ ...raw, sources }))
      },
    ),
    { numRuns: 500 },
  )
})
