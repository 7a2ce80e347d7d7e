import { describe, expect, test } from 'vitest'
import { goldenV1, goldenV2 } from './golden-for-tests.ts'
import { checkLiabilities } from './proof.ts'
import { foundOnChains, reservesOf, type StatedCurrency } from './stated.ts'
import { readStatement, statementText } from './statement.ts'

/** What is published of a snapshot. */

describe.each([
  { version: 1, golden: goldenV1 },
  { version: 2, golden: goldenV2 },
])('a proof whose statement is of version $version', ({ version, golden }) => {
  test('checks out, and its statement is written as it was read', () => {
    const { ok, facts } = checkLiabilities(golden, '10001')
    expect(ok).toBe(true)
    expect(facts.own).toEqual([3n, 100n])
    expect(facts.statement).toMatchObject({ version, number: 1, transfer: 7n, height: 2 })
    expect(statementText(facts.statement!)).toBe(golden.statement)
  })

  test('does not with another version, or with the line of the other one', () => {
    const other = { 1: 'v2', 2: 'v1' }[version]!
    expect(readStatement(golden.statement.replace(`v${version}`, other))).toBeUndefined()
    const line = 'reserves ledger\n'
    const swapped = golden.statement.includes(line)
      ? golden.statement.replace(line, '')
      : golden.statement.replace('BTC', `${line}BTC`)
    expect(readStatement(swapped)).toBeUndefined()
  })
})

test('a statement of the first version names no chain', () => {
  expect(readStatement(`${goldenV1.statement}unseen Tron main last never\n`)).toBeUndefined()
  const second = goldenV1.statement.replace('v1', 'v2').replace('reserves ledger\n', '')
  expect(readStatement(`${second}unseen Tron main last never\n`)).toBeDefined()
})

describe('reserves', () => {
  const currencies = (text: string) => readStatement(text)!.currencies as [StatedCurrency, StatedCurrency]

  test('of version 1 are the ledger’s', () => {
    const [btc, usdt] = currencies(goldenV1.statement)
    expect([btc, usdt].map(reservesOf)).toEqual([9n, -5n])
    expect([btc, usdt].map(foundOnChains)).toEqual([undefined, undefined])
  })

  test('of version 2 are what was found at a block and what the ledger has beside it', () => {
    const [btc, usdt] = currencies(goldenV2.statement)
    expect([reservesOf(btc), foundOnChains(btc)]).toEqual([9n, undefined])
    // 40 + 8 + 80 of six decimals, in eight.
    expect([reservesOf(usdt), foundOnChains(usdt)]).toEqual([12_795n, 12_800n])
    expect(usdt.chains).toEqual([
      {
        ...{ chain: 'Ethereum', network: 'main' },
        look: {
          ...{ atMs: Date.UTC(2026, 0, 2, 11, 52), height: 24_150_000, hash: `0x${'5a'.repeat(32)}` },
          ...{ decimals: 6, token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
          deposits: { addresses: 3, amount: 40n },
          own: [
            { kind: 'paying', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: 8n },
            { kind: 'cold', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', amount: 80n },
          ],
        },
      },
      { chain: 'Tron', network: 'main', look: { lastAtMs: undefined } },
    ])
  })

  test('each chain is rounded down to the ledger’s unit', () => {
    const text = goldenV2.statement.replace(
      'main 6 0xdAC17F958D2ee523a2206206994597C13D831ec7',
      'main 10 coin',
    )
    expect(foundOnChains(currencies(text)[1])).toBe(1n)
  })
})

test('a statement has one text only, and a text that says anything else is none', () => {
  const text = goldenV2.statement
  for (const [from, to] of [
    ['height 2', 'height 02'],
    ['height 2', 'height 41'],
    ['BTC 8', 'USDT 8'],
    ['12:00:00.000Z', '12:00:00Z'],
    ['BTC 8 10', 'BTC 8 -10'],
    ['BTC 8 10', 'BTC 8 9223372036854775808'],
    ['8 105 -5', '8 105 -0'],
    ['snapshot 1', 'snapshot 1\nsnapshot 2'],
    // Reserves that count twice, of no currency, of no chain, below zero, or that nobody reads.
    ['cold 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'cold 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['unseen Tron', 'unseen Ethereum'],
    ['unseen Tron', 'unseen ethereum'],
    ['BTC 8 10 9\n', 'unseen Bitcoin main last never\nBTC 8 10 9\n'],
    ['BTC 8 10 9\n', 'BTC 8 10 9\ncold bc1qxy 5\n'],
    ['BTC 8 10 9\n', 'BTC 8 10 9\ndeposits 1 5\n'],
    ['deposits 3 40\n', ''],
    ['deposits 3 40\n', 'deposits 3 40\ndeposits 3 40\n'],
    ['deposits 3 40', 'deposits 3 -40'],
    ['deposits 3 40', 'deposits 3 040'],
    ['paying', 'Paying'],
    ['block 24150000', 'block 24150000.5'],
    ['11:52:00.000Z', '11:52'],
    ['last never', 'last ever'],
    ['last never', 'last'],
  ] as const) {
    expect(text).toContain(from)
    expect([to, readStatement(text.replace(from, to))]).toEqual([to, undefined])
  }
  expect(readStatement(`${text}\n`)).toBeUndefined()
  expect(readStatement(text.slice(0, -1))).toBeUndefined()
})
