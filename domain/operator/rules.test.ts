import { expect, test } from 'vitest'
import { rolesIn } from './rules.ts'

test.each([
  ['risk,finance', ['finance', 'risk']],
  ['admin', ['admin']],
  ['admin,admin', ['admin']],
  ['', undefined],
  ['admin,', undefined],
  ['boss', undefined],
  ['Admin', undefined],
  ['admin risk', undefined],
])('%j are the roles %j', (text, expected) => {
  expect(rolesIn(text)).toEqual(expected)
})
