import { expect, test } from 'vitest'
import { COPY_AMOUNT, COPY_RATIO } from '#domain/copy/terms.ts'
import { type CopyForm, draftOf, emptyForm, equityLimit, readForm, worstCase } from './copy-form.ts'

const form = (changes: Partial<CopyForm> = {}): CopyForm => ({ ...emptyForm, amount: '100', ...changes })
const problem = (changes: Partial<CopyForm>) => {
  const { problem } = readForm(form(changes))
  return problem && [problem.field, problem.code]
}

test('what is typed first is enough: the limits have the usual values', () => {
  expect(readForm(emptyForm)).toEqual({ settings: undefined, problem: undefined })
  expect(readForm(form()).settings).toMatchObject({ mode: 'amount', stopLoss: null, slippageBps: 50 })
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
  const { settings } = readForm(form({ maxTotal: '300', stopLoss: '50' }))
  const { trade, total, stopLoss } = worstCase(settings!)
  expect([trade, total, stopLoss].map(Number)).toEqual([100, 300, 50])
  expect(worstCase(readForm(form()).settings!).stopLoss).toBeUndefined()
})

test('5 % of an equity are rounded down, and there are none of a negative one', () => {
  expect(Number(equityLimit('1000'))).toBe(50)
  expect(equityLimit('0.0000019')).toBe(equityLimit('0.0000010'))
  expect(Number(equityLimit('-3'))).toBe(0)
})
