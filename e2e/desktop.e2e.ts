import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFindings } from './support/axe.ts'
import { newDesktop, openBrowser, type Phone } from './support/browser.ts'
import { openSettled, signIn } from './support/customer.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { placeOfToast } from './support/toasts.ts'

/** The app in a window of 1440 by 900, with a mouse and a keyboard. */
let plumb: Plumb
let browser: Browser
let desktop: Phone
let page: Page

const trade = 'pages/transaction/currency?symbol=BTC-USDT'
const amount = () => page.getByRole('textbox', { name: 'Amount BTC' })
const price = () => page.getByRole('textbox', { name: 'Price USDT' })
const side = (name: string) => page.getByRole('radio', { name, exact: true })

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  desktop = await newDesktop(browser)
  page = desktop.page
  await signIn(page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

describe('the trading page', () => {
  test('shows markets, chart, book, trades, ticket and orders beside each other, and the side bar for the tabs', async () => {
    await openSettled(page, plumb, trade)
    for (const name of ['Market', 'Chart', 'Order book', 'Trades', 'Your orders', 'Spot account'])
      expect(await page.getByRole('region', { name, exact: true }).isVisible(), name).toBe(true)
    expect(await page.getByRole('form', { name: 'Order ticket' }).isVisible()).toBe(true)
    const tabs = page.getByRole('navigation', { name: 'Main pages' }).filter({ visible: true })
    expect(await tabs.count()).toBe(1)
    expect(await tabs.getByRole('link', { name: 'Trade' }).getAttribute('aria-current')).toBe('page')
    // Nothing is beyond the window's edge.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
    // The figures of the day stand in one line within the head, however many have room.
    const head = page.locator('header').filter({ hasText: 'Ref. volume' })
    const [whole, figures] = [await head.boundingBox(), await head.locator('dl').boundingBox()]
    expect(figures!.y).toBeGreaterThanOrEqual(whole!.y)
    expect(figures!.height).toBeLessThanOrEqual(whole!.height)
  })

  test('keeps the star of the favourites at the left edge of its row, however far that is scrolled', async () => {
    const row = page.getByRole('radiogroup', { name: 'Markets', exact: true })
    const star = row.getByRole('radio', { name: 'Favorites' })
    await row.evaluate((element) => {
      element.scrollLeft = element.scrollWidth
    })
    const [place, own] = [await row.boundingBox(), await star.boundingBox()]
    expect(own!.x).toBe(place!.x)
  })

  test('is worked by single keys, and says which on ?', async () => {
    await openSettled(page, plumb, trade)
    await page.keyboard.press('s')
    expect(await side('Sell').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('b')
    expect(await side('Buy').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('a')
    await page.keyboard.type('0.01')
    expect(await amount().inputValue()).toBe('0.01')
    // Typed into a field, a key is a letter and no command.
    await page.keyboard.press('Escape')
    await amount().blur()
    await page.keyboard.press('/')
    await page.keyboard.type('eth')
    const rows = page.getByRole('region', { name: 'Market', exact: true }).getByRole('listitem')
    await poll('one market found', async () => (await rows.count()) === 1)
    expect(await side('Buy').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('places an order at a price of the book, lists it, and cancels it from the table', async () => {
    await openSettled(page, plumb, trade)
    await page.keyboard.press('b')
    await price().fill('17000')
    await amount().fill('0.01')
    await page.getByRole('button', { name: 'Buy BTC' }).click()
    const orders = page.getByRole('region', { name: 'Your orders' })
    const row = orders.getByRole('row', { name: /BTC\/USDT Buy Limit 17,000\.00 0\.01/ })
    await row.waitFor()
    const cancel = row.getByRole('button', { name: /^Cancel order/ })
    // In sight in every window, and what a click at its place hits.
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      const seen = () =>
        cancel.evaluate((button) => {
          const { left, right, top, height } = button.getBoundingClientRect()
          const under = document.elementFromPoint((left + right) / 2, top + height / 2)
          const edge = button.closest('section')!.getBoundingClientRect().right
          return {
            width: innerWidth,
            isInside: right <= edge,
            isHit: under !== null && button.contains(under),
          }
        })
      await expect.poll(seen).toEqual({ width, isInside: true, isHit: true })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await cancel.click()
    await row.waitFor({ state: 'detached' })

    const best = page.getByRole('region', { name: 'Order book' }).getByRole('button', { name: /^Use price/ })
    // In one moment: the book moves.
    const shown = await best.first().evaluate((button: HTMLElement) => {
      button.click()
      return button.textContent
    })
    expect(shown).toContain(await price().inputValue())
  })

  test('changes the market and keeps the page', async () => {
    await openSettled(page, plumb, trade)
    await page
      .getByRole('region', { name: 'Market', exact: true })
      .getByRole('link', { name: /^ETH/ })
      .click()
    await page.waitForURL(/transaction\/currency\?symbol=ETH-USDT/)
    await page.getByRole('button', { name: 'Buy ETH' }).waitFor()
  })
})

describe('the chart', () => {
  const chart = () => page.getByRole('img', { name: /^Chart of BTC/ })

  test('shows a chosen indicator in a pane of its own, also after a reload', async () => {
    await openSettled(page, plumb, trade)
    const panes = () => chart().locator('canvas').count()
    const before = await panes()
    await page.getByRole('button', { name: 'Indicators, 2 shown' }).click()
    const sheet = page.getByRole('dialog', { name: 'Indicators' })
    // The sheet's own part of the app may still be on its way.
    await sheet.getByRole('listitem').first().waitFor()
    expect(await sheet.getByRole('listitem').count()).toBeGreaterThanOrEqual(20)
    await sheet.getByRole('button', { name: /^RSI/ }).click()
    await page.keyboard.press('Escape')
    await poll('one more pane', async () => (await panes()) > before)
    const after = await panes()
    await page.reload()
    await page.getByRole('button', { name: 'Indicators, 3 shown' }).waitFor()
    await poll('the same panes', async () => (await panes()) === after)
  })

  test('is read bar by bar with the keyboard', async () => {
    await openSettled(page, plumb, trade)
    await chart().focus()
    const said = page.getByRole('region', { name: 'Chart', exact: true }).locator('[aria-live=polite]')
    await poll('a summary', async () => /^\d+ bars, from [\d,.]+ to/.test((await said.textContent()) ?? ''))
    await page.keyboard.press('ArrowLeft')
    await poll('a bar', async () => /open [\d,.]+, high [\d,.]+, low/.test((await said.textContent()) ?? ''))
  })

  test('covers the window on F and gives it back on Esc', async () => {
    await openSettled(page, plumb, trade)
    const width = async () => (await chart().boundingBox())!.width
    const before = await width()
    await page.keyboard.press('f')
    await poll('the whole window beside the drawing bar', async () => (await width()) >= 1_400)
    await page.keyboard.press('Escape')
    await poll('its pane again', async () => (await width()) === before)
  })
})

test('the settings stand beside the page that they lead to', async () => {
  await openSettled(page, plumb, 'pages/setting/setting')
  const list = page.getByRole('navigation', { name: 'Settings' })
  await list.getByRole('link', { name: 'Security' }).click()
  await page.waitForURL(/setting\/security/)
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
  expect(await list.getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBe('page')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pay password/ })
    .click()
  await page.waitForURL(/setting\/payPassword/)
  expect(await list.getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBe('page')
})

test('a list opens what it lists beside itself, and Esc leads back to the list', async () => {
  await openSettled(page, plumb, trade)
  await price().fill('17000')
  await amount().fill('0.02')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page.getByRole('region', { name: 'Your orders' }).getByRole('row', { name: /0\.02/ }).waitFor()

  await openSettled(page, plumb, 'pages/transaction/currency_order')
  // Its first row is its heads.
  const first = page.getByRole('main').getByRole('row').nth(1).getByRole('button').first()
  await first.click()
  const pane = page.locator('#list-pane')
  await pane.getByRole('heading', { name: 'Buy BTC/USDT' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await first.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await pane.getByRole('heading', { name: 'Buy BTC/USDT' }).waitFor({ state: 'detached' })
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)
  // All of the row is its target, not its time alone.
  await page.getByRole('main').getByRole('row').nth(1).getByRole('cell').nth(4).click()
  await pane.getByRole('heading', { name: 'Buy BTC/USDT' }).waitFor()
})

test('a toast stands beside the title that it follows', async () => {
  await openSettled(page, plumb, 'pages/fund/receive?currency=USDT&network=TRC20')
  const { toast, title, bar } = await placeOfToast(page, () =>
    page.getByRole('button', { name: /Copy/ }).first().click(),
  )
  expect(toast.left).toBeGreaterThanOrEqual(title.right)
  expect(toast.left).toBeLessThan(title.right + 16)
  expect(toast.bottom).toBeLessThanOrEqual(bar.bottom)
})

test('axe finds nothing serious where the side bar begins, at 1024 by 768', async () => {
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const route of [
    trade,
    'pages/transaction/index?symbol=BTC-USDT',
    'pages/transaction/currency_order?view=history',
    'pages/index/index',
    'pages/fund/assets',
  ]) {
    await openSettled(page, plumb, route)
    expect(await seriousFindings(page), route).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), route).toBe(true)
  }
  expect(desktop.consoleErrors).toEqual([])
})
