import { expect, test } from 'vitest'
import { firstCopyTerms } from '#domain/copy/offered-terms.ts'
import { COPY_AMOUNT, COPY_RATIO } from '#domain/copy/terms.ts'
import { units } from '#domain/money/amount.ts'
import { type CopyForm, draftOf, emptyForm, equityLimit, readForm, worstCase } from './copy-form.ts'

const first = firstCopyTerms()
const form = (changes: Partial<CopyForm> = {}): CopyForm => ({ ...emptyForm, amount: '100', ...changes })
const problem = (changes: Partial<CopyForm>) => {
  const { problem } = readForm(form(changes), first)
  return problem && [problem.field, problem.code]
}

test('what is typed first is enough: the limits have the usual values', () => {
  expect(readForm(emptyForm, first)).toEqual({ settings: undefined, problem: undefined })
  expect(readForm(form(), first).settings).toMatchObject({ mode: 'amount', stopLoss: null, slippageBps: 50 })
})

test.each<[string, Partial<CopyForm>, unknown]>([
  ['less than the least amount', { amount: '9.99' }, ['amount', 'AMOUNT_TOO_SMALL']],
  ['the least amount', { amount: COPY_AMOUNT.minimum }, undefined],
  ['the largest amount', { amount: COPY_AMOUNT.maximum }, undefined],
  ['more than the largest amount', { amount: '5000.01' }, ['amount', 'AMOUNT_TOO_LARGE']],
  ['a ratio below the least', { mode: 'ratio', ratio: '0.09' }, ['ratio', 'COPY_RATIO_INVALID']],
  ['the largest ratio', { mode: 'ratio', ratio: COPY_RATIO.maximum }, undefined],
  ['a ratio above it', { mode: 'ratio', ratio: '2.01' }, ['ratio', 'COPY_RATIO_INVALID']],
  ['a limit that is too small', { maxTrade: '5' }, ['maxTrade', 'AMOUNT_TOO_SMALL']],
  ['a total below one copy', { amount: '500', maxTotal: '400' }, ['maxTotal', 'COPY_LIMITS_CROSSED']],
  ['a stop-loss that is too small', { stopLoss: '1' }, ['stopLoss', 'AMOUNT_TOO_SMALL']],
  ['no slippage at all', { slippagePercent: '0' }, ['slippagePercent', 'PERCENT_INVALID']],
  ['a slippage not typed', { slippagePercent: '' }, undefined],
])('of %s is said at its field what is wrong', (_, changes, expected) =>
  expect(problem(changes)).toEqual(expected),
)

test('a form without a stop-loss says so, so that an earlier one ends', () => {
  expect(draftOf(form())).toMatchObject({ mode: 'amount', number: '100', stopLoss: '0' })
  expect(draftOf(form({ mode: 'ratio', stopLoss: '80' }))).toMatchObject({ number: '1', stopLoss: '80' })
})

test('what can be lost is one copy, all that may be open, and the stop-loss', () => {
  const { settings } = readForm(form({ maxTotal: '300', stopLoss: '50' }), first)
  const { trade, total, stopLoss } = worstCase(settings!)
  expect([trade, total, stopLoss].map(Number)).toEqual([100, 300, 50])
  expect(worstCase(readForm(form(), first).settings!).stopLoss).toBeUndefined()
})

test('5 % of an equity are rounded down, and there are none of a negative one', () => {
  expect(Number(equityLimit('1000', first))).toBe(50)
  expect(equityLimit('0.0000019', first)).toBe(equityLimit('0.0000010', first))
  expect(Number(equityLimit('-3', first))).toBe(0)
})

test('what is wrong is said in practice money where that is typed', () => {
  const wrong = form({ amount: '1' })
  expect(readForm(wrong, first).problem?.params).toMatchObject({ currency: 'USDT' })
  expect(readForm(wrong, first, 'pUSDT').problem?.params).toMatchObject({ currency: 'pUSDT' })
})

test('a form is read by the terms that are offered', () => {
  const narrow = {
    ...first,
    minAmount: units(200_000_000n),
    maxAmount: units(5_000_000_000n),
    maxSlippageBps: 100,
  }
  const problemOf = (changes: Partial<CopyForm>) => readForm(form(changes), narrow).problem
  expect(problemOf({ amount: '500' })).toBeUndefined()
  expect(problemOf({ amount: '500.01' })).toMatchObject({
    code: 'AMOUNT_TOO_LARGE',
    params: { maximum: '500' },
  })
  expect(problemOf({ amount: '19.99' })).toMatchObject({
    code: 'AMOUNT_TOO_SMALL',
    params: { minimum: '20' },
  })
  expect(problemOf({ slippagePercent: '1.01' })).toMatchObject({ field: 'slippagePercent' })
  expect(Number(equityLimit('1000', { equityBps: 100 }))).toBe(10)
})
