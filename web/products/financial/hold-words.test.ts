import { expect, test } from 'vitest'
import * as products from '../all.ts'
import type { Product } from '../product.ts'
import { kindsWithWay } from './hold-words.ts'

test('every kind of hold of a product has a way out in words and a page to look at', () => {
  const all: readonly Product[] = Object.values(products)
  const kinds = all.flatMap(({ holds }) => Object.keys(holds ?? {}))
  expect(new Set(kinds)).toEqual(kindsWithWay)
})
