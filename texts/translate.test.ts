import { expect, test } from 'vitest'
import { createTranslate } from './translate.ts'

const phrases = {
  list: { found_one: '{count} match in {place}', found_other: '{count} matches in {place}', title: 'List' },
}
const t = createTranslate(phrases, 'en')

test('says a text by area and name', () => expect(t('list.title')).toBe('List'))

test.each([
  [0, '0 matches in all'],
  [1, '1 match in all'],
  [2, '2 matches in all'],
])('chooses the plural of %i', (count, text) => expect(t('list.found', { count, place: 'all' })).toBe(text))

test('reads the Spanish form for whole millions like other', () => {
  const es = createTranslate(
    { list: { found_one: '{count} resultado', found_other: '{count} resultados' } },
    'es',
  )
  expect(es('list.found', { count: 2_000_000 })).toBe('2000000 resultados')
})

test('uses other where a language has no one', () => {
  const ja = createTranslate({ list: { found_one: 'x', found_other: '{count} 件' } }, 'ja')
  expect(ja('list.found', { count: 1 })).toBe('1 件')
})

test('leaves a brace that nobody filled, and answers the key of a missing text', () => {
  expect(t('list.found', { count: 1 })).toBe('1 match in {place}')
  expect(t('list.none')).toBe('list.none')
})

test('puts in what a customer wrote as it is, and reads nothing in it', () => {
  const place = '{count} $t(list.title) $& <b>'
  expect(t('list.found', { count: 2, place })).toBe(`2 matches in ${place}`)
})

test('reads a parameter of any name as a value', () => {
  const names = createTranslate({ list: { of: '{context}, {lng}, {defaultValue}' } }, 'en')
  expect(names('list.of', { context: 'a', lng: 'b', defaultValue: 'c' })).toBe('a, b, c')
})
