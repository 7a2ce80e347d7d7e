import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { menuEntries } from '#domain/content/menu.ts'
import { kindRules, termKinds } from '#domain/earn/kinds.ts'
import type { Reason } from '#domain/reasons.ts'
import { pageFiles } from '../build/page-files.ts'
import { appPages } from '../pages/all.ts'
import * as all from './all.ts'
import type { Product, QuickAction } from './product.ts'

const products: readonly Product[] = Object.values(all)
const lists = [appPages, ...products.map(({ pages }) => pages)]
const routes = lists.flatMap((pages) => Object.keys(pages)).sort()
const files = pageFiles()

test('every folder is a product of the list, called the same everywhere', () => {
  const folders = globSync('*/product.ts', { cwd: import.meta.dirname }).map((path) => path.split('/')[0])
  expect(Object.keys(all)).toEqual(folders.toSorted())
  expect(products.map(({ name }) => name)).toEqual(Object.keys(all))
})

test('a product that customers have money in says where it can be looked at', () => {
  const server = join(import.meta.dirname, '../../server/products')
  const owing = globSync('*/accounts.ts', { cwd: server }).filter((path) =>
    readFileSync(join(server, path), 'utf8').includes('isInProduct: true'),
  )
  expect(owing.length).toBeGreaterThan(0)
  for (const path of owing) {
    const product = products.find(({ name }) => name === path.split('/')[0])
    expect(routes, path).toContain(product?.money?.page)
  }
})

test('what an entry of a kind of savings refers to is shown on the page of that kind', () => {
  const pageOf = (reason: Reason) => products.map(({ reasons }) => reasons?.[reason]).find(Boolean)?.page
  const pages = {
    locked: 'pages/lockming/order',
    quantization: 'pages/quantization/quantitativeOrder',
    mining: 'pages/lockming/order',
  }
  for (const kind of termKinds) {
    const { penalty: _, ...own } = kindRules[kind].reasons
    for (const reason of Object.values(own)) expect([reason, pageOf(reason)]).toEqual([reason, pages[kind]])
  }
})

test('home leads to what the menu says, in its order', () => {
  const wayOut = (params: QuickAction['params']) => params?.type === 'out'
  const shown = [
    ...products
      .flatMap(({ actions }) => actions ?? [])
      .map(({ page, params }) => ({
        page: wayOut(params) ? 'pages/fund/withdraw' : page,
        place: 'grid',
      })),
    ...products.flatMap(({ menu }) => menu ?? []).map(({ page }) => ({ page, place: 'more' })),
    { page: 'pages/setting/setting', place: 'more' },
  ]
  expect(shown).toEqual(menuEntries.map(({ page, place }) => ({ page, place })))
  expect(routes).toEqual(expect.arrayContaining(menuEntries.map(({ page }) => page)))
  const server = globSync('*/product.ts', { cwd: join(import.meta.dirname, '../../server/products') })
  for (const { product } of menuEntries)
    if (product !== undefined) expect(server).toContain(join(product, 'product.ts'))
})

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
