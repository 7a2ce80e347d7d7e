import { expect, test } from 'vitest'
import { DECIDING, proofOf, receipt, stranger, tape, tapeOf } from '#domain/proof/proof-testing.ts'
import { alteredProof, faultAgainstKept, runProof } from './run-proof.ts'

test('a digit of the deciding price can be changed wherever it stands: the tape has another tick there', () => {
  // It rises from tick to tick, so each is the highest of the span that it ends.
  const tape = tapeOf(Array.from({ length: 40 }, (_, n) => 100 + n))
  for (let n = 3; n < 40; n++) {
    const terms = { 'trigger-price': String((100 + n) / 2), 'trigger-direction': 'rises', 'tick-size': '0.5' }
    const file = proofOf(tape, 2 * n + 1, { ...receipt, terms })
    expect(runProof(file).ok).toBe(true)
    const failed = runProof(alteredProof(file)).steps.find(({ state }) => state === 'failed')
    expect(failed?.step).toBe('tape')
  }
})

test('a proof that somebody else signed computes as well, and is not of the tape that this browser knows', async () => {
  const [own, forged] = [proofOf(tape, DECIDING), proofOf(tape, DECIDING, receipt, stranger)]
  const http = { request: () => expect.fail('nothing is asked: the signature says it') }
  const kept = { publicKey: own.publicKey, note: own.checkpoint, alarm: undefined }
  expect(runProof(forged).ok).toBe(true)
  expect(await faultAgainstKept(http, forged, kept)).toBe('other-key')
})

test('a proof of another version of the rules, or of another product, fails at its receipt', () => {
  const file = proofOf(tape, DECIDING)
  for (const head of [{ version: 2 }, { version: 0 }, { product: 'spot' }]) {
    const { ok, steps } = runProof({ ...file, ...head } as typeof file)
    expect([ok, steps[0]]).toMatchObject([false, { step: 'receipt', state: 'failed' }])
  }
})
