import { beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, loadArea, texts } from './texts.ts'

/** The first wish for the words of contracts takes longer than all that come after it. */
const onTheWay = Promise.withResolvers<void>()
// Files share modules: another may have loaded it.
vi.hoisted(() => vi.resetModules())
vi.mock('./page-areas.ts', async (original) => {
  const { fileOf } = await original<typeof import('./page-areas.ts')>()
  let first: Promise<void> | undefined = onTheWay.promise
  return {
    fileOf: async (...of: Parameters<typeof fileOf>) => {
      const wait = first
      first = undefined
      await wait
      return fileOf(...of)
    },
  }
})

beforeEach(() => vi.stubGlobal('document', { documentElement: { lang: '' } }))

test('words that are there stay when an earlier wish, that did not ask for them, is met after them', async () => {
  await chooseLanguage('en')
  const early = loadArea('contract_pages')
  // Microtasks alone: the first wish is on its way before the second is made.
  await Promise.resolve()
  await Promise.resolve()
  await loadArea('option_pages')
  const shown = texts()('option_pages.accepted_at')
  expect(shown).not.toContain('option_pages')
  onTheWay.resolve()
  await early
  expect(texts()('option_pages.accepted_at')).toBe(shown)
})
