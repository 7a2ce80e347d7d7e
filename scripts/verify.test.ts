import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProofFile } from '#domain/proof/contract.ts'
import { checkProof } from '#domain/proof/proof-file.ts'
import {
  alterProof,
  DECIDING,
  proofOf,
  publicKey,
  receipt,
  tape,
  tapeOf,
} from '#domain/proof/proof-testing.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { verify } from './verify.mjs'

/** The program that verifies a saved proof without the app agrees with the app, and trusts nothing of it. */

const PROGRAM = join(import.meta.dirname, 'verify.mjs')
const file = proofOf(tape, DECIDING)

/** What the program prints and how it ends, of a saved file. */
function run(saved: ProofFile, ...more: string[]): { code: number; text: string } {
  const path = join(temporaryFolder(), 'plumb-proof.json')
  writeFileSync(path, JSON.stringify(saved))
  try {
    return {
      code: 0,
      text: execFileSync(process.execPath, [PROGRAM, path, ...more], { encoding: 'utf8', stdio: 'pipe' }),
    }
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string }
    return { code: status, text: stderr }
  }
}

test.each(['verify.mjs', 'verify-parts.mjs', 'verify-contract.mjs', 'verify-option.mjs'])(
  '%s has at most 200 lines, and needs nothing but Node and the other three',
  (name) => {
    const lines = readFileSync(join(import.meta.dirname, name), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(200)
    const imports = lines.flatMap((line) => / from '([^']+)'/.exec(line)?.[1] ?? [])
    expect(imports.length).toBeGreaterThan(0)
    expect(imports.filter((from) => !/^(node:|\.\/verify-)/.test(from))).toEqual([])
  },
)

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
  expect(run(file, 'ab'.repeat(32)).text).toMatch(/^Out of plumb: the file is of the key/)
  expect(run(proofOf(tape, DECIDING + 2)).text).toMatch(/the trigger was reached at or before tick #121/)
})

test('it agrees with the app on honest proofs, on wrong ticks, and on 1,000 alterations', () => {
  const passes = (one: ProofFile): boolean => {
    try {
      return verify(one).length > 0
    } catch {
      return false
    }
  }
  const early = tapeOf([100, ...Array(90).fill(200), 150])
  for (const sequence of [7, 119, 121, 123, 155])
    expect(passes(proofOf(tape, sequence))).toBe(checkProof(proofOf(tape, sequence), () => 0).ok)
  for (const tapeSize of [0, 1, 2, 5])
    expect(passes(proofOf(early, 183, { ...receipt, tapeSize }))).toBe(tapeSize > 0)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 15 }), (which, place, by) => {
      expect(passes(alterProof(file, which, place, by))).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})
