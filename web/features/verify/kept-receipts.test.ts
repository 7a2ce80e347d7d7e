import { afterEach, expect, test, vi } from 'vitest'
import { keepReceipt, keptReceipt } from './kept-receipts.ts'

function store(setItem?: () => void) {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: setItem ?? ((name: string, value: string) => void values.set(name, value)),
  })
  return values
}
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the first receipt of an order stays, and the oldest of many give way', () => {
  store()
  keepReceipt('1', 'first')
  keepReceipt('1', 'another')
  expect(keptReceipt('1')).toBe('first')
  expect(keptReceipt('2')).toBeUndefined()
  for (let n = 2; n <= 201; n++) keepReceipt(String(n), `receipt ${n}`)
  expect(keptReceipt('1')).toBeUndefined()
  expect(keptReceipt('201')).toBe('receipt 201')
})

test('a browser that keeps nothing compares nothing', () => {
  const values = store(() => {
    throw new Error('full')
  })
  keepReceipt('1', 'first')
  expect(keptReceipt('1')).toBeUndefined()
  values.set('plumb-receipts', 'not JSON')
  expect(keptReceipt('1')).toBeUndefined()
})
