import { expect, test } from 'vitest'
import {
  COPY_AGREEMENT_VERSION,
  COPY_AMOUNT,
  COPY_RATIO,
  DEFAULT_SHARE,
  DEFAULT_SLIPPAGE,
  MAX_EQUITY_BPS,
  MAX_SHARE,
} from '#domain/copy/terms.ts'
import en from './agreements/copy/en.json' with { type: 'json' }
import zh from './agreements/copy/zh.json' with { type: 'json' }

/** The binding texts: both say the same, and the numbers are those of the rules. */

const numbersIn = (paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((text) => text.match(/\d[\d,.]*\d|\d/g) ?? []).sort()

test('both texts of copy trading have the version in force, and the same clauses', () => {
  expect([en.version, zh.version]).toEqual([COPY_AGREEMENT_VERSION, COPY_AGREEMENT_VERSION])
  expect(zh.clauses.map(({ text }) => text.length)).toEqual(en.clauses.map(({ text }) => text.length))
})

test('each clause names the same numbers in both', () => {
  for (const [n, { text }] of en.clauses.entries())
    expect(numbersIn(zh.clauses[n]!.text), `clause ${n + 1}`).toEqual(numbersIn(text))
})

test('the numbers are those by which copies are made', () => {
  const said = en.clauses.flatMap(({ text }) => text).join(' ')
  for (const number of [
    `${COPY_AMOUNT.minimum} to ${Number(COPY_AMOUNT.maximum).toLocaleString('en-US')} USDT`,
    `${COPY_RATIO.minimum} to ${COPY_RATIO.maximum}`,
    ...[`${DEFAULT_SLIPPAGE}%`, `${MAX_EQUITY_BPS / 100}%`, `${DEFAULT_SHARE}%`, `${MAX_SHARE}%`],
  ])
    expect(said).toContain(number)
})
