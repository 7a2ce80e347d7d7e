import { expect, test } from 'vitest'
import { rangeOf } from './stored-file.ts'

test('a range is read as players ask for it', () => {
  expect(rangeOf('bytes=0-', 100)).toEqual({ start: 0, end: 99 })
  expect(rangeOf('bytes=10-19', 100)).toEqual({ start: 10, end: 19 })
  expect(rangeOf('bytes=90-1000', 100)).toEqual({ start: 90, end: 99 })
  expect(rangeOf('bytes=-10', 100)).toEqual({ start: 90, end: 99 })
  expect(rangeOf('bytes=-1000', 100)).toEqual({ start: 0, end: 99 })
})

test('what begins behind the end is not there', () => {
  for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=-0'])
    expect([header, rangeOf(header, 100)]).toEqual([header, 'unsatisfiable'])
})

test('anything else is all of the file', () => {
  for (const header of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-1',
    'bytes=0-1,5-6',
    'items=0-1',
    'bytes=a-b',
  ])
    expect([header, rangeOf(header, 100)]).toEqual([header, 'all'])
})
