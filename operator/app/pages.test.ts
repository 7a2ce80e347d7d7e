import { expect, test } from 'vitest'
import { roles } from '#domain/console/roles.ts'
import * as products from '../products/all.ts'
import type { Product } from '../products/product.ts'
import { pagesFor, sectionsFor } from './pages.ts'

const all: readonly Product[] = Object.values(products)

test('every page stands under one heading, and Dashboard and Review above all of them', () => {
  const sections = sectionsFor(all, roles)
  expect(sections.map(({ group }) => group)).toEqual([
    ...[undefined, 'customers', 'money', 'trading', 'products', 'records'],
  ])
  expect(sections[0]!.pages.map(({ path }) => path)).toEqual(['/dashboard', '/review'])
  const paths = pagesFor(all, roles).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { path } of all.flatMap(({ pages }) => pages ?? [])) expect(paths).toContain(path)
})

test('a heading without a page that somebody may enter is left out', () => {
  for (const role of roles)
    for (const { pages } of sectionsFor(all, [role])) expect(pages.length).toBeGreaterThan(0)
})
