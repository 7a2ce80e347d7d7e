import { expect, test } from 'vitest'
import { createIdempotencyKeys } from './idempotency-keys.ts'

const counting = () => {
  let count = 0
  return createIdempotencyKeys(() => `key-${++count}`)
}

test('the same input keeps its key until an answer comes', () => {
  const keys = counting()
  expect([keys.keyFor({ amount: '1' }), keys.keyFor({ amount: '1' })]).toEqual(['key-1', 'key-1'])
})

test('after an answer the next send is a new intention', () => {
  const keys = counting()
  keys.keyFor({ amount: '1' })
  keys.settle({ amount: '1' })
  expect(keys.keyFor({ amount: '1' })).toBe('key-2')
})

test('another input has another key', () => {
  const keys = counting()
  keys.keyFor({ amount: '1' })
  expect(keys.keyFor({ amount: '2' })).toBe('key-2')
})

test('an answer to one input leaves the key of another that is under way', () => {
  const keys = counting()
  keys.keyFor({ id: 'a' })
  keys.keyFor({ id: 'b' })
  keys.settle({ id: 'a' })
  expect([keys.keyFor({ id: 'b' }), keys.keyFor({ id: 'a' })]).toEqual(['key-2', 'key-3'])
})
