import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languageNames, languages } from '#domain/language.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { NARROW, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { open, signIn } from './support/customer.ts'
import { inspectAll } from './support/every-page.ts'
import { builtPages, openSettled } from './support/pages.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { titleErrors } from './support/title.ts'
import { englishTextsFor, keyLike, leftInEnglish, textsIn, textsOn } from './support/words.ts'

/** Every page in every language, the longest two on the narrowest phone. What they are in English: `pages.e2e.ts`. */
type Saved = Awaited<ReturnType<Phone['context']['storageState']>>

let plumb: Plumb
let browser: Browser
/** The phone of the test that runs. */
let phone: Phone | undefined
/** The signed-in customer's phone, to be had again in another size or language. */
let saved: Saved
/** What each page says in English, by its URL. */
const inEnglish = new Map<string, Set<string>>()

keepScreenshots(() => [phone?.page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  const { page, context } = await newPhone(browser)
  await signIn(page, plumb)
  saved = await context.storageState()
  for (const address of await builtPages(plumb, 'user')) {
    await openSettled(page, plumb, address)
    inEnglish.set(address, new Set(await textsOn(page)))
  }
  await context.close()
}, LONG.timeout)
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

describe('every page', () => {
  for (const language of languages.filter((code) => code !== 'en')) {
    const isLong = language === 'xp' || language === 'ydl'
    test(
      `speaks ${languageNames[language]} throughout${isLong ? ', and fits a phone of 320 px' : ''}`,
      LONG,
      async () => {
        await speaks(language, isLong)
      },
    )
  }
})

async function speaks(language: Language, isNarrow: boolean): Promise<void> {
  const current = await newPhone(browser, { storageState: saved, ...(isNarrow && { viewport: NARROW }) })
  phone = current
  await open(current.page, plumb, 'pages/language/language')
  const lang = () => current.page.evaluate(() => document.documentElement.lang)
  const before = await lang()
  await current.page.getByRole('button', { name: languageNames[language] }).click()
  await poll('another language', async () => (await lang()) !== before)
  // The page that was open meanwhile is called in the new language too.
  await poll('another title', async () => (await titleErrors(current.page)).length === 0)
  const english = await englishTextsFor(language)
  const own = await textsIn(language, await lang())
  const found = await inspectAll(plumb, current, [...inEnglish.keys()], async (address) => {
    const texts = await textsOn(current.page)
    return [
      ...keyLike(texts).map((text) => `key-like "${text}"`),
      ...leftInEnglish(texts, { english, own, onEnglishPage: inEnglish.get(address)! }).map(
        (text) => `English "${text}"`,
      ),
      ...(await titleErrors(current.page)),
      ...(isNarrow ? await overflow(current) : []),
    ]
  })
  await current.context.close()
  expect(found).toEqual([])
}

/** How far the page is wider than the phone. */
async function overflow(phone: Phone): Promise<string[]> {
  const [inner, wide] = await phone.page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollWidth,
  ])
  return wide! > inner! ? [`${wide} px wide on a phone of ${inner}`] : []
}
