// long-running
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languageNames, languages } from '#domain/language.ts'
import { howMany } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { pages as specified } from '../scripts/conformance/pages.ts'
import { openBrowser } from './support/browser.ts'
import { demo } from './support/customer.ts'
import { type Filled, startFilled, stranger } from './support/fill.ts'
import { lookThrough, phoneIn, type Saved, savedSignIn } from './support/look-through.ts'
import { allRoutes, builtPages, isBuilt } from './support/pages.ts'

/**
 * Every page with something to show: no error of the console and no failed request, no key in place of a text and no English
 * in another language, nothing beyond the edge and no control cut, a title of its own. In English at 390 by 844 and at 320 by
 * 568, with nothing serious for axe, and each control a Tab away. Of the other six languages each page in one, the next page
 * in the next, at 320 by 568: what differs there are texts and how long they are. At full length each in all, in both
 * sizes and under axe. One customer has something of every product, on a clock that stands still so that nothing changes
 * meanwhile; the forms of verification are those of somebody who is not verified.
 */
let filled: Filled
let browser: Browser
let customer: Saved
let other: Saved
let addresses: readonly string[]
/** What each page says in English. */
const inEnglish = new Map<string, ReadonlySet<string>>()
const titles = new Map<string, string>()

beforeAll(async () => {
  ;[filled, browser] = await Promise.all([startFilled(), openBrowser()])
  const { plumb, things } = filled
  addresses = await builtPages(plumb, 'user', things)
  ;[customer, other] = await Promise.all([
    savedSignIn(browser, plumb, demo),
    savedSignIn(browser, plumb, stranger),
  ])
}, LONG.timeout)
afterAll(async () => {
  await browser?.close()
  await filled?.plumb.stop()
})

/** The pages that show something else to who is not verified. */
const verification = ['real', 'real_mark'].map((name) => `pages/setting/${name}`)

const others = languages.filter((code) => code !== 'en')
/** In how many of them a page is looked at. */
const OTHERS_OF_A_PAGE = howMany(others.length, 1)

/** The pages that are looked at in a language: all in English, of the others each in its turn. */
const shownIn = (language: Language, shown: readonly string[]): readonly string[] =>
  language === 'en'
    ? shown
    : shown.filter(
        (_, n) => (others.indexOf(language) + n * OTHERS_OF_A_PAGE) % others.length < OTHERS_OF_A_PAGE,
      )

async function look(language: Language, saved: Saved, all: readonly string[]): Promise<string[]> {
  const shown = shownIn(language, all)
  if (shown.length === 0) return []
  const phone = await phoneIn(language, browser, saved)
  const { plumb } = filled
  const found = await lookThrough(phone, { plumb, language, addresses: shown, inEnglish, titles })
  await phone.context.close()
  return found
}

describe('each page of the specification', () => {
  test('is built, and among those that are looked at', () => {
    expect(specified).toHaveLength(94)
    expect(specified.filter((route) => !isBuilt(route))).toEqual([])
    const routes = new Set(addresses.map((address) => address.split('?')[0]))
    expect(specified.filter((route) => !routes.has(route))).toEqual([])
    expect(routes.size).toBe(allRoutes.length)
  })
})

describe('each page', () => {
  // What each says and is called in English is what the others are compared with.
  let wrongInEnglish: readonly string[]
  beforeAll(async () => {
    wrongInEnglish = await look('en', customer, addresses)
  }, LONG.timeout)

  test('is right in English', () => {
    expect(wrongInEnglish).toEqual([])
  })

  test('is called differently from every other in the tab, but for home and sign-in', () => {
    const { true: plain, false: own } = Object.groupBy(titles, ([, title]) => `${title === 'Plumb'}`)
    expect(plain?.map(([route]) => route).sort()).toEqual(['pages/common/login', 'pages/index/index'])
    expect(titles.size).toBe(new Set(addresses.map((address) => address.split('?')[0])).size)
    expect(own!.map(([, title]) => title).sort()).toEqual([...new Set(own!.map(([, title]) => title))].sort())
  })

  for (const pair of pairs(others))
    test(`is right in ${pair.map((code) => languageNames[code]).join(' and ')}`, LONG, async () => {
      const found = await Promise.all(pair.map((language) => look(language, customer, addresses)))
      expect(found.flat()).toEqual([])
    })

  test('of verification is right for who is not verified, in English and in others', LONG, async () => {
    const found: string[] = []
    for (const language of languages) found.push(...(await look(language, other, verification)))
    expect(found).toEqual([])
  })
})

function pairs<T>(all: readonly T[]): T[][] {
  return all.flatMap((_, at) => (at % 2 === 0 ? [all.slice(at, at + 2)] : []))
}
