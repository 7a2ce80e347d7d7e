import { expect, test } from 'vitest'
import { createIdempotencyKeys } from './idempotency-keys.ts'

const counting = () => {
  let count = 0
  const keys = createIdempotencyKeys(() => `key-${++count}`)
  return { ...keys, keyFor: (input: unknown) => keys.attemptOf(input, input).key }
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

test('an intent keeps its key and the input that it was first sent with, until an answer comes', () => {
  const keys = counting()
  const sent = (price: string) => keys.attemptOf({ amount: '1' }, { amount: '1', price })
  expect([sent('100'), sent('101')]).toEqual(
    Array(2).fill({ key: 'key-1', input: { amount: '1', price: '100' } }),
  )
  keys.settle({ amount: '1' })
  expect(sent('102')).toEqual({ key: 'key-2', input: { amount: '1', price: '102' } })
})

test('an answer to one input leaves the key of another that is under way', () => {
  const keys = counting()
  keys.keyFor({ id: 'a' })
  keys.keyFor({ id: 'b' })
  keys.settle({ id: 'a' })
  expect([keys.keyFor({ id: 'b' }), keys.keyFor({ id: 'a' })]).toEqual(['key-2', 'key-3'])
})
