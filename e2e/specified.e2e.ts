import { expect, test } from 'vitest'
import { newPhone } from './support/browser.ts'
import { openSettled } from './support/customer.ts'
import { browser, page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** Sentences of the specification that only a browser shows. */
scenarioOnOnePhone()

const HOME = 'pages/index/index'
/** Where each tab leads. Source: specification section 2. */
const TABS = [
  ['Home', HOME],
  ['Market', 'pages/market/market'],
  ['Savings', 'pages/quantization/quantization'],
  ['Loan', 'pages/loan/loan'],
  ['Account', 'pages/fund/assets'],
]

const tabs = () => page.getByRole('navigation', { name: 'Main pages' }).filter({ visible: true })
const color = (css: string) => css.match(/\d+/g)!.slice(0, 3).map(Number)

test('a first visit is in English', async () => {
  const visitor = await newPhone(browser)
  await openSettled(visitor.page, plumb, HOME)
  expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en')
  await visitor.page.getByRole('link', { name: 'Market', exact: true }).first().waitFor()
  await visitor.page.context().close()
})

test('five tabs stand at the bottom and lead to their pages, in a dark bar of 70 px with the chosen one in lime', async () => {
  await openSettled(page, plumb, HOME)
  const links = tabs().getByRole('link')
  expect(await links.allInnerTexts()).toEqual(TABS.map(([name]) => name))
  expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(
    TABS.map(([, route]) => `#/${route}`),
  )
  for (const [name, route] of TABS.slice(0, 2)) {
    await openSettled(page, plumb, route!)
    const chosen = tabs().locator('[aria-current=page]')
    expect(await chosen.allInnerTexts()).toEqual([name])
    // Lime: more green than red, and little blue.
    const [red, green, blue] = color(await chosen.evaluate((one) => getComputedStyle(one).color))
    expect(green! > red! && red! > 150 && blue! < 120, `${red} ${green} ${blue}`).toBe(true)
  }
  const { height, y } = (await tabs().getByRole('list').boundingBox())!
  expect([height, y + height]).toEqual([70, page.viewportSize()!.height])
  const shades = color(await tabs().evaluate((bar) => getComputedStyle(bar).backgroundColor))
  expect(Math.max(...shades)).toBeLessThan(40)
})

test('the old quotation page leads home', async () => {
  for (const route of ['pages/quotation/index', 'pages/quotation/index.vue']) {
    await page.goto(`${plumb.url}/#/${route}`)
    await page.waitForURL(new RegExp(`#/${HOME}$`))
  }
})
