import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiabilitiesProofFile } from '#domain/liabilities/contract.ts'
import { fileFor } from '#domain/liabilities/liabilities-testing.ts'
import { checkLiabilities } from '#domain/liabilities/proof.ts'
import { verify as verifyBalance } from './verify-liabilities.mjs'

test('of a balance in a published total it says what the app says, of 300 altered files too', () => {
  const customers = [
    {
      id: '10001',
      parts: [
        [1n, 40n],
        [2n, 60n],
      ],
    },
    {
      id: '10002',
      parts: [
        [0n, 5n],
        [7n, 0n],
      ],
    },
  ]
  const whole = fileFor(customers, 0)
  expect(verifyBalance(whole).at(-1)).toBe('  USDT 0.00000100 of 0.00000105, reserves 0.00000105')
  const text = JSON.stringify(whole)
  const verified = (altered: LiabilitiesProofFile) => {
    try {
      return verifyBalance(altered).length > 0
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0123456789abcdefXYZ/+'), (at, character) => {
      const altered = `${text.slice(0, at)}${character}${text.slice(at + 1)}`
      let file: LiabilitiesProofFile
      try {
        file = JSON.parse(altered)
      } catch {
        return
      }
      // What names the product or the version decides which checks there are.
      if (file.product !== 'liabilities' || file.version !== 1) return
      expect([at, verified(file)]).toEqual([at, checkLiabilities(file, file.customer).ok])
    }),
    { numRuns: 300, seed: 11 },
  )
})
