import { expect, test } from 'vitest'
import {
  isContention,
  isFenced,
  isOutOfResources,
  isSerializationFailure,
  isTransient,
  isUnavailable,
  violatedConstraint,
} from './errors.ts'
import { named } from './sqlstates.ts'

const failed = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  ['40001', ['serialization', 'contention', 'transient']],
  ['40P01', ['serialization', 'contention', 'transient']],
  ['55P03', ['contention', 'transient']],
  ['57014', ['contention', 'transient']],
  ['25P03', ['contention', 'transient']],
  ['08006', ['unavailable', 'transient']],
  ['08007', ['unavailable', 'transient']],
  ['57P01', ['unavailable', 'transient']],
  ['53100', ['unavailable', 'resources', 'transient']],
  ['25006', ['unavailable', 'transient']],
  ['PL001', ['fenced']],
  ['23505', []],
  ['42601', []],
])('SQLSTATE %s means %j', (code, expected) => {
  const error = failed(code)
  const meanings = {
    serialization: isSerializationFailure(error),
    contention: isContention(error),
    unavailable: isUnavailable(error),
    resources: isOutOfResources(error),
    fenced: isFenced(error),
    transient: isTransient(error),
  }
  expect(new Set(Object.entries(meanings).flatMap(([name, is]) => (is ? [name] : [])))).toEqual(
    new Set(expected),
  )
})

test('a message means nothing', () => {
  const error = new Error('Connection terminated unexpectedly; another engine has taken over; No space left')
  expect([isUnavailable, isContention, isFenced, isTransient, isOutOfResources].some((is) => is(error))).toBe(
    false,
  )
  expect(isUnavailable(undefined)).toBe(false)
})

test('what the network or a driver reports counts as a connection that failed, a mistake of ours does not', () => {
  expect(isUnavailable(named(new Error('Connection terminated unexpectedly')))).toBe(true)
  const refused = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  expect(isUnavailable(named(refused))).toBe(true)
  expect(
    isUnavailable(named(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }))),
  ).toBe(true)
  expect(named(failed('23505'))).toMatchObject({ code: '23505' })
  expect(isUnavailable(named(new TypeError('Do not know how to serialize a BigInt')))).toBe(false)
})

test('the violated constraint is named by the driver’s field, for violations only', () => {
  expect(violatedConstraint(Object.assign(failed('23514'), { constraint: 'account_not_below_zero' }))).toBe(
    'account_not_below_zero',
  )
  expect(
    violatedConstraint(failed('23514', 'violates check constraint "account_not_below_zero"')),
  ).toBeUndefined()
  expect(violatedConstraint(Object.assign(failed('40001'), { constraint: 'x' }))).toBeUndefined()
})
