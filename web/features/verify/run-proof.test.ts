import { expect, test } from 'vitest'
import { proofOf, receipt, tapeOf } from '#domain/proof/proof-testing.ts'
import { alteredProof, runProof } from './run-proof.ts'

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
