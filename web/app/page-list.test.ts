import { expect, test } from 'vitest'
import { toPage } from './page-list.ts'

test('an address leaves out empty parameters', () =>
  expect(toPage('pages/market/search', { q: 'gold & silver', from: undefined })).toBe(
    '/pages/market/search?q=gold+%26+silver',
  ))
