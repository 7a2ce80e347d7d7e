import { beforeEach, expect, test, vi } from 'vitest'
import english from '#texts/refusals/en.json' with { type: 'json' }
import italian from '#texts/refusals/ydl.json' with { type: 'json' }
import { chooseLanguage, loadArea, refusalText, texts } from './texts.ts'

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

test('what a refusal says comes when it is first asked for, and in each language chosen after', async () => {
  await chooseLanguage('en')
  expect(refusalText('PASSWORD_TOO_COMMON')).toBe('')
  await expect.poll(() => refusalText('PASSWORD_TOO_COMMON')).toBe(english.PASSWORD_TOO_COMMON)
  await chooseLanguage('ydl')
  expect(refusalText('PASSWORD_TOO_COMMON')).toBe(italian.PASSWORD_TOO_COMMON)
})
