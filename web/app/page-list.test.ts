import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageList, toPage } from './page-list.ts'

const pages = join(import.meta.dirname, '..', 'pages')

test('every file below pages stands at a route of the specification', () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  const stray = files.map((file) => `pages/${file.slice(0, -4)}`).filter((route) => !(route in pageList))
  expect(stray).toEqual([])
})

test('an address leaves out empty parameters', () =>
  expect(toPage('pages/market/search', { q: 'gold & silver', from: undefined })).toBe(
    '/pages/market/search?q=gold+%26+silver',
  ))
