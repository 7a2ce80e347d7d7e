// long-running
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Language, languageNames, languages } from '#domain/language.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { seriousFindings } from './support/axe.ts'
import { NARROW, newPhone, PHONE, type Phone } from './support/browser.ts'
import { open, openSettled, signIn } from './support/customer.ts'
import { inspectAll } from './support/every-page.ts'
import { allRoutes, builtPages, isBuilt, plainAddress } from './support/pages.ts'
import { poll } from './support/poll.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { titleErrors } from './support/title.ts'
import { englishTextsFor, keyLike, leftInEnglish, textsIn, textsOn } from './support/words.ts'

/**
 * What must hold on every page, for everybody, in every language. One round through all pages for each, on one
 * phone: first as a visitor, then as a customer, in English and in each of the others.
 */

/** What the tab is called on each page in English, by the page's URL without its query. */
const titles = new Map<string, string>()
/** What each page says in English, by its URL. */
const inEnglish = new Map<string, Set<string>>()

scenarioOnOnePhone()

const COMING_SOON = 'This page is coming soon'

/** Whether a page has a heading, and says that it is coming soon only when it is not built. */
async function builtErrors({ page }: Phone, address: string): Promise<string[]> {
  await page.getByRole('heading').first().waitFor()
  const isComingSoon = await page.getByText(COMING_SOON, { exact: true }).isVisible()
  if (isComingSoon !== isBuilt(address.split('?')[0]!)) return []
  return [isComingSoon ? 'missing' : 'should say it is missing']
}

describe('every page', () => {
  test('T75: is served with a policy that allows only our own scripts and styles', async () => {
    const policy = (await fetch(plumb.url)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
  })

  test('has no error, a heading and a title for a customer', LONG, async () => {
    await signIn(page, plumb)
    const pages = await builtPages(plumb, 'user')
    const found = await inspectAll(plumb, phone, pages, async (address) => {
      const texts = await textsOn(page)
      inEnglish.set(address, new Set(texts))
      titles.set(address.split('?')[0]!, await page.title())
      return [...keyLike(texts), ...(await titleErrors(page)), ...(await builtErrors(phone, address))]
    })
    expect(found).toEqual([])
  })

  test('is called differently from every other in the tab, but for home and sign-in', () => {
    const { true: plain, false: own } = Object.groupBy(titles, ([, title]) => `${title === 'Plumb'}`)
    expect(plain?.map(([route]) => route).sort()).toEqual(['pages/common/login', 'pages/index/index'])
    expect(own!.map(([, title]) => title).sort()).toEqual([...new Set(own!.map(([, title]) => title))].sort())
  })

  test('of the specification that is not built says so, under a heading', LONG, async () => {
    const missing = allRoutes.filter((route) => !isBuilt(route)).map(plainAddress)
    expect(titles.size + missing.length).toBe(allRoutes.length)
    expect(await inspectAll(plumb, phone, missing, (address) => builtErrors(phone, address))).toEqual([])
  })

  for (const language of languages.filter((code) => code !== 'en')) {
    const isLong = language === 'xp' || language === 'ydl'
    test(
      `speaks ${languageNames[language]} throughout${isLong ? ', and fits a phone of 320 px' : ''}`,
      LONG,
      () => speaks(language, isLong),
    )
  }

  test('speaks English again', async () => {
    await choose('en')
    await page.setViewportSize(PHONE)
  })
})

/** Chooses a language on its page; returns the page's own name for it. */
async function choose(language: Language): Promise<string> {
  await open(page, plumb, 'pages/language/language')
  const lang = () => page.evaluate(() => document.documentElement.lang)
  const before = await lang()
  await page.getByRole('button', { name: languageNames[language] }).click()
  await poll('another language', async () => (await lang()) !== before)
  // The page that was open meanwhile is called in the new language too.
  await poll('another title', async () => (await titleErrors(page)).length === 0)
  return lang()
}

async function speaks(language: Language, isNarrow: boolean): Promise<void> {
  const lang = await choose(language)
  await page.setViewportSize(isNarrow ? NARROW : PHONE)
  const english = englishTextsFor(language)
  const own = textsIn(language, lang)
  const found = await inspectAll(plumb, phone, [...inEnglish.keys()], async (address) => {
    const texts = await textsOn(page)
    return [
      ...keyLike(texts).map((text) => `key-like "${text}"`),
      ...leftInEnglish(texts, { english, own, onEnglishPage: inEnglish.get(address)! }).map(
        (text) => `English "${text}"`,
      ),
      ...(await titleErrors(page)),
      ...(isNarrow ? await overflow(page) : []),
    ]
  })
  expect(found).toEqual([])
}

/** How far the page is wider than the phone. */
async function overflow(page: Page): Promise<string[]> {
  const [inner, wide] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollWidth,
  ])
  return wide! > inner! ? [`${wide} px wide on a phone of ${inner}`] : []
}

describe('a sheet', () => {
  test('keeps the keyboard inside, closes by Esc, and gives the focus back', async () => {
    await openSettled(page, plumb, 'pages/setting/bill')
    const opener = page.getByRole('button', { name: /^Coin:/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Coin' })
    await sheet.waitFor()
    const isInside = () => sheet.evaluate((element) => element.contains(document.activeElement))
    await poll('focus in the sheet', isInside)
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press(press < 20 ? 'Tab' : 'Shift+Tab')
      // Past the last part it is led back to the first, which may take a frame.
      await poll(`focus inside after ${press + 1} presses`, isInside)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await poll('focus back', () => opener.evaluate((element) => element === document.activeElement))
  })

  test('has no serious finding of axe while it is open', async () => {
    await openSettled(page, plumb, 'pages/fund/fundTransfer?currency=USDT')
    await page.getByRole('textbox', { name: 'Amount USDT' }).fill('1')
    await page.getByRole('button', { name: /^Transfer 1/ }).click()
    await page.getByRole('dialog', { name: 'Confirm transfer' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('a row of choices', () => {
  test('is one stop of the Tab key, and arrows choose among them', async () => {
    const { page, context } = await newPhone(browser)
    await openSettled(page, plumb, 'pages/market/market?class=2')
    const chosen = page.getByRole('radiogroup').first().getByRole('radio', { checked: true })
    await chosen.focus()
    const before = await chosen.textContent()
    const hasFocus = () => chosen.evaluate((element) => element === document.activeElement)
    await page.keyboard.press('ArrowRight')
    await poll('the next is chosen and has the focus', async () => {
      return (await chosen.textContent()) !== before && (await hasFocus())
    })
    await page.keyboard.press('ArrowLeft')
    await poll('back again', async () => (await chosen.textContent()) === before && (await hasFocus()))
    await page.keyboard.press('Tab')
    await poll('one Tab led outside', () =>
      page
        .getByRole('radiogroup')
        .first()
        .evaluate((row) => !row.contains(document.activeElement)),
    )
    await context.close()
  })
})
