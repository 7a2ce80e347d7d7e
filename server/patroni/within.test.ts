import { expect, test } from 'vitest'
import { reached, within } from './within.ts'

test('what never comes is a fault after its time', async () => {
  await expect(within(0.02, 'answers', new Promise(() => {}))).rejects.toThrow('answers: not within 0.02 s')
  await expect(reached(() => 3, 20, 0.02, 'orders')).rejects.toThrow('orders: 3 of 20 within 0.02 s')
})

test('what comes is returned, and how it failed is told', async () => {
  expect(await within(60, 'answers', Promise.resolve(7))).toBe(7)
  await expect(within(60, 'answers', Promise.reject(new Error('no way')))).rejects.toThrow('no way')
  let orders = 0
  await reached(() => ++orders, 3, 60, 'orders')
  expect(orders).toBe(3)
})
