import { expect, test } from 'vitest'
import { goldenV1, goldenV2 } from '#domain/liabilities/golden-for-tests.ts'
import { linesOf, runCheck } from './run-check.ts'

/** What of a checked statement is shown. */

const linesOfFile = (file: typeof goldenV1) => {
  const { statement, own } = runCheck(file, '10001').facts
  return linesOf(statement!, own)
}

test('of a statement that has reserves by the ledger alone, no chain and no share of it are shown', () => {
  expect(linesOfFile(goldenV1)).toEqual([
    {
      ...{ code: 'BTC', own: '0.00000003', liabilities: '0.00000010', reserves: '0.00000009' },
      ...{ ledger: '0.00000009', isCovered: false, found: undefined, foundPercent: undefined, chains: [] },
    },
    {
      ...{ code: 'USDT', own: '0.00000100', liabilities: '0.00000105', reserves: '-0.00000005' },
      ...{ ledger: '-0.00000005', isCovered: false, found: undefined, foundPercent: undefined, chains: [] },
    },
  ])
})

test('of one that names chains, what was found there, how much of what is owed that is, and where', () => {
  expect(linesOfFile(goldenV2)[1]).toMatchObject({
    ...{ reserves: '0.00012795', ledger: '-0.00000005', isCovered: true },
    // 12,800 of 105.
    ...{ found: '0.00012800', foundPercent: '12190.47' },
    chains: [
      {
        chain: 'Ethereum',
        look: {
          ...{ height: 24_150_000, found: '0.000128', deposits: { addresses: 3, amount: '0.000040' } },
          own: [
            { kind: 'paying', amount: '0.000008' },
            { kind: 'cold', amount: '0.000080' },
          ],
        },
      },
      { chain: 'Tron', look: { lastAtMs: undefined } },
    ],
  })
})
