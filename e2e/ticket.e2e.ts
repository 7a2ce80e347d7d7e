import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { newPhone, openBrowser } from './support/browser.ts'
import { openSettled, signIn } from './support/customer.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** The spot ticket on the smallest phone. */
let plumb: Plumb
let browser: Browser
let page: Page

const trade = 'pages/transaction/currency?symbol=BTC-USDT'
const field = (name: string) => page.getByRole('textbox', { name })
const buy = () => page.getByRole('button', { name: 'Buy BTC' })
const choose = async (list: RegExp, choice: RegExp) => {
  await page.getByRole('button', { name: list }).click()
  await page.getByRole('dialog').getByRole('button', { name: choice }).click()
}

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  page = (await newPhone(browser, { viewport: { width: 320, height: 568 } })).page
  await signIn(page, plumb)
  await openSettled(page, plumb, trade)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

test('Buy is on the screen at 320 by 568, and axe finds nothing serious', async () => {
  const { y, height } = (await buy().boundingBox())!
  expect(y + height).toBeLessThanOrEqual(568)
  expect(await seriousFindings(page)).toEqual([])
})

test('an amount in quote says what it comes to in base', async () => {
  await choose(/^Enter amount in/, /^Amount in USDT/)
  await field('Price USDT').fill('10000')
  await field('Amount USDT').fill('250')
  await page.getByText('≈ 0.025 BTC').waitFor()
  await choose(/^Enter amount in/, /^Amount in BTC/)
})

test('what is missing is offered from the funding wallet', async () => {
  await field('Price USDT').fill('10000')
  await field('Amount BTC').fill('1.21')
  const link = page.getByRole('link', { name: 'Transfer 100.00 USDT from Funding' })
  expect(await link.getAttribute('href')).toMatch(/from=funding&to=spot&currency=USDT&amount=100/)
})

test('a stop-limit order waits among the open orders', async () => {
  await choose(/^Order type/, /^Stop-limit/)
  await field('Trigger USDT').fill('12000')
  await field('Price USDT').fill('12000')
  await field('Amount BTC').fill('0.01')
  await buy().click()
  await page.getByRole('tab', { name: 'Open orders 1' }).waitFor()
})

test('a stop-market order has a trigger and no price', async () => {
  await choose(/^Order type/, /^Stop-market/)
  await field('Trigger USDT').fill('12500')
  await field('Amount BTC').fill('0.01')
  await page.getByText('When the last price falls to this').waitFor()
  expect(await field('Price USDT').count()).toBe(0)
  await page.getByRole('radio', { name: 'Sell', exact: true }).click()
  await page.getByRole('button', { name: 'Sell BTC' }).click()
  await page.getByRole('tab', { name: 'Open orders 2' }).waitFor()
  // 12,000 x 0.01 for the stop-limit order.
  await page.getByRole('radio', { name: 'Buy', exact: true }).click()
  await page.getByText('Open orders hold 120.00 USDT.').waitFor()
})

test('a pair says at its fields what it needs, and axe finds nothing serious', async () => {
  await choose(/^Order type/, /^OCO/)
  await field('Price USDT').fill('17000')
  await field('Trigger USDT').fill('16000')
  await field('Amount BTC').fill('0.01')
  await page.getByRole('alert').filter({ hasText: 'To buy, the limit price must be below' }).waitFor()
  expect(await buy().isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
})
