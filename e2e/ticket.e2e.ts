import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spotDepth, spotList } from '#domain/spot/contract.ts'
import { walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { newPhone, openBrowser } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { expectToast } from './support/toasts.ts'

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

/** Whether all of the button can be seen and pressed where it stands. */
const isBuyInSight = () =>
  buy().evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const under = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y))
    return top >= 0 && bottom <= innerHeight && under.every((element) => button.contains(element))
  })

describe('Buy is on the screen at 320 by 568', () => {
  test('of a limit order, and axe finds nothing serious', async () => {
    expect(await isBuyInSight()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('with the fields of take profit and stop loss open', async () => {
    const attached = page.getByText('Take profit / stop loss', { exact: true })
    await attached.click()
    await field('Stop loss USDT').waitFor()
    expect(await isBuyInSight()).toBe(true)
    await attached.click()
    await field('Stop loss USDT').waitFor({ state: 'detached' })
  })

  test('of a pair', async () => {
    await choose(/^Order type/, /^OCO/)
    await field('Stop limit USDT').waitFor()
    expect(await isBuyInSight()).toBe(true)
    await choose(/^Order type/, /^Limit/)
    await field('Stop limit USDT').waitFor({ state: 'detached' })
  })
})

test('an amount in quote says what it comes to in base', async () => {
  await choose(/^Enter amount in/, /^Amount in USDT/)
  await field('Price USDT').fill('10000')
  await field('Amount USDT').fill('250')
  await page.getByText('≈ 0.025 BTC').waitFor()
  await choose(/^Enter amount in/, /^Amount in BTC/)
})

test('a ticket stays as it was typed while another product is looked at', async () => {
  const side = (name: string) => page.getByRole('radio', { name, exact: true })
  await side('Sell').click()
  await field('Price USDT').fill('17100')
  await field('Amount BTC').fill('0.0123')
  await page.getByRole('link', { name: 'Contract', exact: true }).click()
  await page.waitForURL(/transaction\/contract/)
  await page.getByRole('link', { name: 'Spot', exact: true }).click()
  await field('Amount BTC').waitFor()
  expect(await side('Sell').getAttribute('aria-checked')).toBe('true')
  expect(await field('Price USDT').inputValue()).toBe('17,100')
  expect(await field('Amount BTC').inputValue()).toBe('0.0123')
  await side('Buy').click()
})

describe('what is missing', () => {
  type Account = 'funding' | 'spot' | 'options'
  const offer = (name: string) => page.getByRole('button', { name, exact: true })
  const confirm = () => page.getByRole('dialog', { name: 'Confirm transfer' })
  const availableIn = async (account: Account): Promise<bigint> => {
    const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
    const usdt = holdings.find(({ currency }) => currency === 'USDT')!
    return unitsOf(usdt.wallets.find(({ walletType }) => walletType === account)!.available, 'USDT')
  }
  const move = async (from: Account, to: Account, amount: number) =>
    ask(plumb, await tokenOf(page), walletTransfer, { currency: 'USDT', amount: String(amount), from, to })

  test('is brought from the account that has it, and the ticket stays as it was typed', async () => {
    await field('Price USDT').fill('10000')
    await field('Amount BTC').fill('1.21')
    await offer('Transfer 100.00 USDT from Funding').click()
    await confirm().getByText('From Funding').waitFor()
    await confirm().getByRole('button', { name: 'Transfer 100.00 USDT' }).click()
    await expectToast(page, 'Transferred')
    await offer('Transfer 100.00 USDT from Funding').waitFor({ state: 'detached' })
    expect(await field('Amount BTC').inputValue()).toBe('1.21')
    expect(await availableIn('spot')).toBe(unitsOf('12100', 'USDT'))
    await move('spot', 'funding', 100)
  })

  test('is brought from two accounts where neither has all of it', async () => {
    const funding = Number(await availableIn('funding')) / 1e7
    const inOptions = Math.floor(funding / 3)
    await move('funding', 'options', inOptions)
    // More than either has.
    const missing = Math.ceil(funding - inOptions) + 10
    await openSettled(page, plumb, trade)
    await field('Price USDT').fill('10000')
    await field('Amount BTC').fill(((12_000 + missing) / 10_000).toFixed(4))
    const shown = missing.toLocaleString('en-US', { minimumFractionDigits: 2 })
    await offer(`Transfer ${shown} USDT from Funding and Options`).click()
    await confirm().getByText('From Options').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await confirm()
      .getByRole('button', { name: `Transfer ${shown} USDT` })
      .click()
    await expectToast(page, 'Transferred')
    expect(await availableIn('spot')).toBe(unitsOf(String(12_000 + missing), 'USDT'))
    expect(await availableIn('funding')).toBe(0n)
    await move('spot', 'funding', missing)
  })
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

describe('a limit that crosses by more than 0.5%', () => {
  const setting = () => page.getByRole('switch', { name: 'Confirm limit orders that cross' })
  const question = () => page.getByRole('dialog').getByText('more than 0.5% beyond', { exact: false })
  const newest = async () => (await ask(plumb, await tokenOf(page), spotList, { limit: '1' })).items[0]!

  async function writeIt(): Promise<void> {
    // As a fresh page: the ticket keeps what was chosen in it.
    await page.reload()
    await openSettled(page, plumb, trade)
    const [best] = await poll('an order to meet', async () => {
      const { asks } = await ask(plumb, await tokenOf(page), spotDepth, { symbol: 'BTC-USDT' })
      return asks.length > 0 && asks
    })
    await field('Price USDT').fill((Number(best!.price) * 1.02).toFixed(2))
    await field('Amount BTC').fill('0.01')
    await buy().click()
  }

  test('is asked about', async () => {
    const before = await newest()
    await writeIt()
    await question().waitFor()
    await page.keyboard.press('Escape')
    await question().waitFor({ state: 'detached' })
    expect((await newest()).id).toBe(before.id)
  })

  test('is placed at once where the customer has switched that off', async () => {
    await openSettled(page, plumb, 'pages/setting/setting')
    expect(await setting().getAttribute('aria-checked')).toBe('true')
    await setting().click()
    await writeIt()
    await expectToast(page, 'Order filled')
    expect(await newest()).toMatchObject({ status: 'filled', filled: '0.01000' })
    // It is kept.
    await page.reload()
    await openSettled(page, plumb, 'pages/setting/setting')
    expect(await setting().getAttribute('aria-checked')).toBe('false')
  })
})
