import { expect, test } from 'vitest'
import type { QueueItem } from '#domain/console/contract.ts'
import * as all from '../products/all.ts'
import { keyOf, splitKey } from './queue.ts'

const item = (kind: QueueItem['kind'], product: string, id: string) => ({ kind, product, id }) as QueueItem

test('an item is found again by its key, whatever its id looks like', () => {
  expect(splitKey(keyOf(item('request', 'deposit', '10001')))).toEqual({ whose: 'deposit', id: '10001' })
  expect(splitKey(keyOf(item('request', 'otc', 'order-431')))).toEqual({ whose: 'otc', id: 'order-431' })
  expect(splitKey(keyOf(item('proposal', 'otc', '7')))).toEqual({ whose: 'proposal', id: '7' })
})

test('no product has a hyphen in its name, which would end the name in a key', () => {
  for (const { name } of Object.values(all)) expect(name).not.toContain('-')
})
