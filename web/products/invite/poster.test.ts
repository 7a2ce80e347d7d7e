import { expect, test } from 'vitest'
import { wrap } from './poster.ts'

const measure = (line: string) => line.length

test('a text is broken between words, and no line is longer than there is room', () => {
  expect(wrap('Trade where you can check', 12, measure)).toEqual(['Trade where', 'you can', 'check'])
  expect(wrap('Trade', 12, measure)).toEqual(['Trade'])
})

test('a text without spaces is broken wherever it has to', () => {
  expect(wrap('每个结果都能自行核验', 4, measure)).toEqual(['每个结果', '都能自行', '核验'])
})

test('a word that is longer than a line has one of its own', () => {
  expect(wrap('a Donaudampfschiff b', 6, measure)).toEqual(['a', 'Donaudampfschiff', 'b'])
})
