import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageFiles } from '../build/page-files.ts'
import { appPages } from '../pages/all.ts'
import * as all from './all.ts'
import type { Product } from './product.ts'

const products: readonly Product[] = Object.values(all)
const lists = [appPages, ...products.map(({ pages }) => pages)]
const routes = lists.flatMap((pages) => Object.keys(pages)).sort()
const files = pageFiles()

test('a product is called the same everywhere', () =>
  expect(products.map(({ name }) => name)).toEqual(Object.keys(all)))

test('a route is served once', () => expect(routes).toEqual([...new Set(routes)]))

test('a reason and a kind of hold lead to one page', () => {
  const reasons = products.flatMap((product) => Object.keys(product.reasons ?? {}))
  const holds = products.flatMap((product) => Object.keys(product.holds ?? {}))
  expect(reasons).toEqual([...new Set(reasons)])
  expect(holds).toEqual([...new Set(holds)])
})

test('the build finds the file of every served route', () =>
  expect(Object.keys(files).sort()).toEqual(routes))

test('every file that ends in -page is served, and nothing else is', () => {
  const web = join(import.meta.dirname, '..')
  expect(Object.values(files).sort()).toEqual(globSync('{pages,products}/**/*-page.tsx', { cwd: web }).sort())
})
