import { expect, test } from 'vitest'
import { isNamedBy, titlesIn } from './titles.ts'

const FILE = `
describe('a price', () => {
  test('is taken', () => {})
  test.each([
    ['1', 1],
    ['2', call('no title', 2)],
  ])('%s is %s', (text, number) => {})
  test.each(wrong)(
    "it's refused",
    () => {},
  )
  // test('is a comment', () => {})
  test.skip('is not run', () => {})
  testOnPostgres('is locked', () => {})
})

describe.skip('what is not there', () => {
  test('is not looked at', () => {})
})

test('is taken', () => {
  expect(calls('is an argument', 1)).toBe('is an expectation')
})
`

test('the titles of tests that are run are found, with those of their groups', () => {
  expect(titlesIn(FILE)).toEqual([
    ...['a price > is taken', 'a price > %s is %s', "a price > it's refused", 'a price > is locked'],
    'is taken',
  ])
})

test('a title names a test whole, and one alone', () => {
  const titles = titlesIn(FILE)
  for (const whole of ['%s is %s', 'is locked', 'a price > is taken', 'a price > %s is %s'])
    expect([whole, isNamedBy(whole, titles)]).toEqual([whole, true])
  // A part of a title, one of two tests, a test that is not run, a group, no test at all.
  for (const other of ['is lock', 'is taken', 'is not run', 'a price', 'is an argument'])
    expect([other, isNamedBy(other, titles)]).toEqual([other, false])
})
