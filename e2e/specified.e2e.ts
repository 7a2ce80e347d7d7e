import { expect, test } from 'vitest'
import { bankAccounts, requestBankDeposit } from '#domain/deposit/contract.ts'
import { newPhone } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
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

test('a presale whose coins are gone says that it is sold out', async () => {
  // As the server answers it then; who sells out is the server's own tests' to say.
  await page.route('**/api/project*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { items: Record<string, unknown>[] } }
    for (const one of body.data.items)
      Object.assign(one, { phase: 'sold-out', presale: 'sold_out', sold: one.exchangeSupply })
    await route.fulfill({ response, json: { ...body, message: body.data } })
  })
  await openSettled(page, plumb, 'pages/ieo/ieo')
  await page.getByText('Sold out', { exact: true }).first().waitFor()
  await page.unroute('**/api/project*')
})

test('records are narrowed to what is under audit, and to what failed it', async () => {
  await signIn(page, plumb)
  const token = await tokenOf(page)
  const { items } = await ask(plumb, token, bankAccounts, { currency: 'USD' })
  const wire = { accountId: items[0]!.id, currency: 'USD', amount: '77.25', way: 'wire' } as const
  await ask(plumb, token, requestBankDeposit, { ...wire, remitter: 'A. Sender' })
  await openSettled(page, plumb, 'pages/fund/assets_all_record')
  const record = page.getByRole('link', { name: /77\.25 USD.*Under audit/ })
  await page.getByRole('tab', { name: 'Under audit', exact: true }).click()
  await record.waitFor()
  await page.getByRole('tab', { name: 'Audit failed', exact: true }).click()
  await record.waitFor({ state: 'detached' })
})
