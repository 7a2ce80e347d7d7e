import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiabilitiesProofFile } from '#domain/liabilities/contract.ts'
import { goldenV1, goldenV2 } from '#domain/liabilities/golden-for-tests.ts'
import { fileFor } from '#domain/liabilities/liabilities-testing.ts'
import { checkLiabilities } from '#domain/liabilities/proof.ts'
import { readStatement } from '#domain/liabilities/statement.ts'
import { readStatement as readByScript, verify as verifyBalance } from './verify-liabilities.mjs'

test('a statement of the first version is still verified, with its reserves below zero', () => {
  expect(verifyBalance(goldenV1).slice(-2)).toEqual([
    '  BTC 0.00000003 of 0.00000010, reserves 0.00000009, of these by the ledger 0.00000009',
    '  USDT 0.00000100 of 0.00000105, reserves -0.00000005, of these by the ledger -0.00000005',
  ])
})

test('of a statement of the second it says what was found on which chain, at which block and on whose addresses', () => {
  expect(verifyBalance(goldenV2).slice(-6)).toEqual([
    '  USDT 0.00000100 of 0.00000105, reserves 0.00012795, of these by the ledger -0.00000005',
    `    on Ethereum main contract 0xdAC17F958D2ee523a2206206994597C13D831ec7, block 24150000 0x${'5a'.repeat(32)}, read 2026-01-02T11:52:00.000Z`,
    '      deposits 3 0.000040',
    '      paying 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0.000008',
    '      cold 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359 0.000080',
    '    Tron main was not read, last: never',
  ])
})

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
  expect(verifyBalance(whole).at(-1)).toBe(
    '  USDT 0.00000100 of 0.00000105, reserves 0.00000105, of these by the ledger 0.00000105',
  )
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

test('of statements that are written otherwise it takes those alone that the app takes', () => {
  const isRead = (text: string) => {
    try {
      return readByScript(text) !== undefined
    } catch {
      return false
    }
  }
  const texts = [goldenV1, goldenV2].map(({ statement }) => statement)
  const words = [
    '-1',
    '00',
    '07',
    '.3',
    'main',
    'cold',
    'deposits',
    'BTC',
    'never',
    '2026-02-30T00:00:00.000Z',
    '',
  ]
  const change = fc.record({
    text: fc.constantFrom(...texts),
    kind: fc.constantFrom('word', 'swap', 'drop', 'repeat', 'cut'),
    line: fc.nat(30),
    other: fc.nat(30),
    word: fc.constantFrom(...words),
  })
  let taken = 0
  fc.assert(
    fc.property(change, ({ text, kind, line, other, word }) => {
      const lines = text.split('\n')
      const [one, two] = [line % lines.length, other % lines.length]
      if (kind === 'word') {
        const own = lines[one]!.split(' ')
        own[other % own.length] = word
        lines[one] = own.join(' ')
      } else if (kind === 'swap') [lines[one], lines[two]] = [lines[two]!, lines[one]!]
      else if (kind === 'drop') lines.splice(one, 1)
      else if (kind === 'repeat') lines.splice(two, 0, lines[one]!)
      else lines.length = one
      const altered = lines.join('\n')
      const read = readStatement(altered) !== undefined
      if (read) taken++
      expect([altered, isRead(altered)]).toEqual([altered, read])
    }),
    { numRuns: 4_000, seed: 12 },
  )
  expect(taken).toBeGreaterThan(50)
})
