import { expect, test } from 'vitest'
import type { QueueItem } from '#domain/console/contract.ts'
import * as all from '../products/all.ts'
import { keyOf, splitKey, tabsOf } from './queue.ts'

const item = (kind: QueueItem['kind'], product: string, id: string) => ({ kind, product, id }) as QueueItem

test('an item is found again by its key, whatever its id looks like', () => {
  expect(splitKey(keyOf(item('request', 'deposit', '10001')))).toEqual({ whose: 'deposit', id: '10001' })
  expect(splitKey(keyOf(item('request', 'otc', 'order-431')))).toEqual({ whose: 'otc', id: 'order-431' })
  expect(splitKey(keyOf(item('proposal', 'otc', '7')))).toEqual({ whose: 'proposal', id: '7' })
})

test('nobody is shown an empty tab of what waits for other roles alone', () => {
  const products = Object.values(all)
  const names = (...[roles, items = []]: [Parameters<typeof tabsOf>[1], QueueItem[]?]) =>
    tabsOf(products, roles, items).map(({ id }) => id)
  expect(names(['risk'])).not.toContain('withdrawal')
  expect(names(['risk'])).toContain('otc')
  expect(names(['finance'])).toContain('withdrawal')
  expect(names(['risk'], [item('request', 'withdrawal', '1')])).toContain('withdrawal')
})

test('no product has a hyphen in its name, which would end the name in a key', () => {
  for (const { name } of Object.values(all)) expect(name).not.toContain('-')
})
