import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languageNames, languages } from '#domain/language.ts'
import { type PageRoute, pageList } from '#web/app/page-list.ts'
import { seriousFindings } from './support/axe.ts'
import { NARROW, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { open, signIn } from './support/customer.ts'
import { allRoutes, builtPages, isBuilt, openSettled, plainAddress } from './support/pages.ts'
import { keepPictures } from './support/picture.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { titleFaults } from './support/title.ts'
import { until } from './support/until.ts'
import { englishTextsFor, keyLike, leftInEnglish, textsIn, textsOn } from './support/words.ts'

/** What must hold on every page: it answers, in every language, for everybody, within the phone's width. */
type Saved = Awaited<ReturnType<Phone['context']['storageState']>>

let plumb: Plumb
let browser: Browser
let visitor: Phone
let customer: Phone
/** The signed-in customer's phone, to be had again in another size or language. */
let saved: Saved
/** What each page says in English, by its address. */
const inEnglish = new Map<string, Set<string>>()
/** What the tab is called on each page in English, by the page's address without its question. */
const titles = new Map<string, string>()

keepPictures(() => [visitor?.page, customer?.page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  ;[visitor, customer] = await Promise.all([newPhone(browser), newPhone(browser)])
  await signIn(customer.page, plumb)
  saved = await customer.context.storageState()
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** Everything wrong that `inspect` finds on these pages, each finding with its page. */
async function inspectAll(
  phone: Phone,
  pages: readonly string[],
  inspect: (address: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = []
  for (const address of pages) {
    await openSettled(phone.page, plumb, address)
    for (const finding of await inspect(address)) found.push(`${address}: ${finding}`)
    for (const complaint of phone.complaints.splice(0)) found.push(`${address}: ${complaint}`)
  }
  return found
}

/** Pages that only a customer sees, or that show a customer more than a visitor. */
const isForCustomers = (address: string): boolean =>
  pageList[address.split('?')[0] as PageRoute] === 'user' || /index\/index|quantization/.test(address)

/** How far the page is wider than the phone. */
async function overflow(phone: Phone): Promise<string[]> {
  const [inner, wide] = await phone.page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollWidth,
  ])
  return wide! > inner! ? [`${wide} px wide on a phone of ${inner}`] : []
}

describe('every page', () => {
  test('is served with a policy that allows only our own scripts and styles', async () => {
    const policy = (await fetch(plumb.url)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
  })

  test('has no serious finding of axe and no error for a visitor', async () => {
    const pages = await builtPages(plumb, 'public')
    const found = await inspectAll(visitor, pages, () => seriousFindings(visitor.page))
    expect(found).toEqual([])
  })

  test('has no serious finding of axe and no error for a customer', async () => {
    const pages = await builtPages(plumb, 'user')
    const found = await inspectAll(customer, pages, async (address) => {
      const texts = await textsOn(customer.page)
      inEnglish.set(address, new Set(texts))
      titles.set(address.split('?')[0]!, await customer.page.title())
      // What a visitor may open was looked at already.
      const findings = isForCustomers(address) ? await seriousFindings(customer.page) : []
      return [...findings, ...keyLike(texts), ...(await titleFaults(customer.page))]
    })
    expect(found).toEqual([])
  })

  test('is called differently from every other in the tab, but for home and sign-in', () => {
    const { true: plain, false: own } = Object.groupBy(titles, ([, title]) => `${title === 'Plumb'}`)
    expect(plain?.map(([route]) => route).sort()).toEqual(['pages/common/login', 'pages/index/index'])
    expect(own!.map(([, title]) => title).sort()).toEqual([...new Set(own!.map(([, title]) => title))].sort())
  })

  test('of the specification answers: the built ones with a heading, the others by saying they are not there', async () => {
    const found: string[] = []
    for (const route of allRoutes) {
      await openSettled(customer.page, plumb, plainAddress(route))
      await customer.page.getByRole('heading').first().waitFor()
      const isNotYet = await customer.page.getByText('This is not there yet', { exact: true }).isVisible()
      if (isNotYet === isBuilt(route))
        found.push(`${route}: ${isNotYet ? 'missing' : 'should say it is missing'}`)
    }
    expect([...found, ...customer.complaints.splice(0)]).toEqual([])
  })

  for (const language of languages.filter((code) => code !== 'en')) {
    const isLong = language === 'xp' || language === 'ydl'
    test(`speaks ${languageNames[language]} throughout${isLong ? ', and fits a phone of 320 px' : ''}`, async () => {
      await speaks(language, isLong)
    })
  }

  async function speaks(language: Language, isNarrow: boolean): Promise<void> {
    const phone = await newPhone(browser, { storageState: saved, ...(isNarrow && { viewport: NARROW }) })
    await open(phone.page, plumb, 'pages/language/language')
    const lang = () => phone.page.evaluate(() => document.documentElement.lang)
    const before = await lang()
    await phone.page.getByRole('button', { name: languageNames[language] }).click()
    await until('another language', async () => (await lang()) !== before)
    // The page that was open meanwhile is called in the new language too.
    await until('another title', async () => (await titleFaults(phone.page)).length === 0)
    const english = await englishTextsFor(language)
    const own = await textsIn(language, await lang())
    const found = await inspectAll(phone, [...inEnglish.keys()], async (address) => {
      const texts = await textsOn(phone.page)
      return [
        ...keyLike(texts).map((text) => `key-like "${text}"`),
        ...leftInEnglish(texts, { english, own, onEnglishPage: inEnglish.get(address)! }).map(
          (text) => `English "${text}"`,
        ),
        ...(await titleFaults(phone.page)),
        ...(isNarrow ? await overflow(phone) : []),
      ]
    })
    await phone.context.close()
    expect(found).toEqual([])
  }
})

describe('a sheet', () => {
  test('keeps the keyboard inside, closes by Esc, and gives the focus back', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/setting/bill')
    const opener = page.getByRole('button', { name: /^Coin:/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Coin' })
    await sheet.waitFor()
    const isInside = () => sheet.evaluate((element) => element.contains(document.activeElement))
    await until('focus in the sheet', isInside)
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press(press < 20 ? 'Tab' : 'Shift+Tab')
      // Past the last part it is led back to the first, which may take a frame.
      await until(`focus inside after ${press + 1} presses`, isInside)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await until('focus back', () => opener.evaluate((element) => element === document.activeElement))
  })

  test('has no serious finding of axe while it is open', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/fundTransfer?currency=USDT')
    await page.getByRole('textbox', { name: 'Amount USDT' }).fill('1')
    await page.getByRole('button', { name: /^Transfer 1/ }).click()
    await page.getByRole('dialog', { name: 'Transfer this?' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('a row of choices', () => {
  test('is one stop of the Tab key, and arrows choose among them', async () => {
    const { page } = visitor
    await openSettled(page, plumb, 'pages/market/market?class=2')
    const chosen = page.getByRole('radiogroup').first().getByRole('radio', { checked: true })
    await chosen.focus()
    const before = await chosen.textContent()
    const hasFocus = () => chosen.evaluate((element) => element === document.activeElement)
    await page.keyboard.press('ArrowRight')
    await until('the next is chosen and has the focus', async () => {
      return (await chosen.textContent()) !== before && (await hasFocus())
    })
    await page.keyboard.press('ArrowLeft')
    await until('back again', async () => (await chosen.textContent()) === before && (await hasFocus()))
    await page.keyboard.press('Tab')
    await until('one Tab led outside', () =>
      page
        .getByRole('radiogroup')
        .first()
        .evaluate((row) => !row.contains(document.activeElement)),
    )
  })
})
