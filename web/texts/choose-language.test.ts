import { beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, currentLanguage } from './texts.ts'

/** Spanish takes its time on the way. */
const onTheWay = Promise.withResolvers<void>()
// Files share modules: another may have loaded it.
vi.hoisted(() => vi.resetModules())
vi.mock('./bundles/xp.ts', async (original) => {
  await onTheWay.promise
  return original()
})

beforeEach(() => vi.stubGlobal('document', { documentElement: { lang: '' } }))

test('the language chosen last stays, also when the words of one chosen before arrive after it', async () => {
  const spanish = chooseLanguage('xp')
  await chooseLanguage('ydl')
  onTheWay.resolve()
  await spanish
  expect(currentLanguage()).toBe('ydl')
  expect(document.documentElement.lang).toBe('it')
})
