import { beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, loadArea, texts } from './texts.ts'

beforeEach(() => vi.stubGlobal('document', { documentElement: { lang: '' } }))

const long = () => texts()('contract_pages.side_long')

test('texts that come with their pages are there once asked for, and in each language chosen after', async () => {
  const early = loadArea('contract_pages')
  await chooseLanguage('en')
  await early
  expect(long()).toBe('Long')
  await chooseLanguage('zh')
  expect(long()).toBe('做多')
})

test('an area that does not come is told to its page, and the language is there all the same', async () => {
  await expect(loadArea('missing_pages')).rejects.toThrow()
  expect(long()).toBe('做多')
  await chooseLanguage('en')
  expect(long()).toBe('Long')
})
