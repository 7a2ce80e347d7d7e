// long-running
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletList } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { newPhone, openBrowser } from './support/browser.ts'
import { ask, open, signIn, tokenOf } from './support/customer.ts'
import { figure } from './support/figures.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { textOf } from './support/text.ts'

/** The server dies under an open page and comes back: the page says so, and mends itself. */
let plumb: Plumb
let browser: Browser
let page: Page

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  page = (await newPhone(browser)).page
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

const stale = () => page.getByText(/^Prices are \d+ s old$/)

describe('a server that dies', () => {
  let balances: unknown

  test('is noticed within seconds: prices are called old, and a market order has to wait', async () => {
    await signIn(page, plumb)
    await open(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
    const book = page.getByRole('region', { name: 'Order book' })
    await poll('a book', async () => (await book.getByRole('button').count()) > 3)
    const low = (
      Number(figure(await textOf(book.getByRole('button', { name: /^Use price/ }).last()))) * 0.97
    ).toFixed(0)
    await page.getByRole('textbox', { name: 'Price USDT' }).fill(low)
    await page.getByRole('textbox', { name: 'Amount BTC' }).fill('0.01')
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
    await page.getByRole('tab', { name: 'Open orders 1' }).waitFor()
    balances = (await ask(plumb, await tokenOf(page), walletList, {})).holdings.map(
      ({ currency, available, held }) => ({ currency, available, held }),
    )

    await plumb.kill()
    // Sooner than the connection's own pings could miss the server, which takes 20 s at least.
    await stale().waitFor({ timeout: 19_000 })
    // What is old is grey, and can still be read.
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Order type: Limit' }).click()
    await page.getByRole('dialog').getByText('Market', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Amount BTC' }).fill('0.01')
    expect(await page.getByRole('button', { name: 'Buy BTC', exact: true }).isDisabled()).toBe(true)
  })

  test('comes back, and the page goes on without being loaded again', async () => {
    await page.evaluate(() => {
      document.documentElement.dataset.sameDocument = 'yes'
    })
    plumb = await startPlumb({ like: plumb })
    await stale().waitFor({ state: 'hidden' })
    const price = page.getByRole('region', { name: 'Order book' })
    const before = await textOf(price)
    await poll('a moving book', async () => (await textOf(price)) !== before)
    expect(await page.evaluate(() => document.documentElement.dataset.sameDocument)).toBe('yes')
  })

  test('has lost nothing: the same session, order and balances', async () => {
    const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
    expect(holdings.map(({ currency, available, held }) => ({ currency, available, held }))).toEqual(balances)
    await open(page, plumb, 'pages/transaction/currency_order')
    await page.getByRole('button', { name: /^Cancel order at / }).click()
    await page.getByRole('heading', { name: 'No open orders' }).waitFor()
  })
})
