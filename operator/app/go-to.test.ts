import { globSync, readFileSync } from 'node:fs'
import { Landmark } from 'lucide-react'
import { expect, test } from 'vitest'
import * as all from '../products/all.ts'
import type { Product } from '../products/product.ts'
import { foundIn, placeOf } from './go-to.ts'
import { sectionsFor } from './pages.ts'

const allProducts: readonly Product[] = Object.values(all)
const sections = sectionsFor(allProducts, ['admin', 'compliance', 'finance', 'risk', 'support', 'content'])
const paths = sections.flatMap(({ pages }) => pages.map(({ path }) => path))
const to = (sought: string) => placeOf(allProducts, paths, sought)

test('a reference leads to the list that has it, whatever its status', () => {
  expect(to('W-710001')).toBe('/withdrawals?status=&state=&q=W-710001')
  expect(to(' d-10002 ')).toBe('/deposits?status=&state=&q=D-10002')
  expect(to('P-20001')).toBe('/proposals?status=&state=&q=P-20001')
  expect(to('10004')).toBe('/customers?id=10004')
  expect(to('X-1')).toBeUndefined()
  expect(to('withdrawals')).toBeUndefined()
})

test('no letter stands for two products, and each leads to a page', () => {
  const letters = allProducts.flatMap(({ references }) => Object.keys(references ?? {}))
  expect(new Set(letters).size).toBe(letters.length)
  for (const letter of letters) expect(to(`${letter}-1`), letter).toBeDefined()
})

test('each letter that the server makes references with leads to a page', () => {
  const sources = globSync(['domain/**/*.ts', 'server/**/*.ts']).filter((path) => !path.endsWith('.test.ts'))
  const letters = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/`([A-Z])-\$\{/g)].map(([, letter]) => letter!),
  )
  expect(letters).toContain('W')
  expect([...new Set(letters)].filter((letter) => to(`${letter}-1`) === undefined)).toEqual([])
})

test('who may not enter a page is not led there', () => {
  expect(placeOf(allProducts, ['/deposits'], 'W-710001')).toBeUndefined()
  expect(placeOf(allProducts, ['/deposits'], '10004')).toBeUndefined()
})

test('pages are found by a part of their name, under their headings', () => {
  const endpoint = { roles: [] }
  const page = { name: 'Bank accounts', path: '/banks', icon: Landmark, component: () => null, endpoint }
  const one = { group: 'money' as const, pages: [page] }
  expect(foundIn([one], 'BANK ')).toEqual([one])
  expect(foundIn([one], 'box')).toEqual([])
  expect(foundIn([one], '')).toEqual([one])
})
