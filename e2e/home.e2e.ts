import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { outputFromWire } from '#domain/endpoint.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { type PnlView, walletPnl } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { newDesktop, newPhone } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { figure } from './support/figures.ts'
import { poll } from './support/poll.ts'
import { browser, page, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { textOf } from './support/text.ts'

/** Home of a customer: what there is, what it gained or lost today, and why. */
scenarioOnOnePhone()

const HOME = 'pages/index/index'

const cents = (decimal: string) => Math.round(Number(decimal) * 100)

/** Keeps the newest answer that a page got to its question for profit and loss. */
function keepAnswers(of: Page): () => PnlView | undefined {
  let newest: PnlView | undefined
  of.on('response', async (response) => {
    if (new URL(response.url()).pathname !== `/api${walletPnl.path}`) return
    const body = await response.json().catch(() => undefined)
    if (body?.code === 1) newest = outputFromWire(walletPnl, body.data) as PnlView
  })
  return () => newest
}

const today = (of: Page) => of.getByRole('button', { name: /^Profit and loss/ })

/** Amount and percent of the day, as the page shows them. */
async function shownToday(of: Page): Promise<[pnl: string, percent: string]> {
  const [pnl = '', percent = ''] = (await textOf(today(of))).match(/[−+]?[\d,]+\.\d\d/g) ?? []
  return [figure(pnl), figure(percent)]
}

describe('home of a customer', () => {
  let newest: () => PnlView | undefined

  test('shows the profit and loss that the server says, also after a trade', async () => {
    newest = keepAnswers(page)
    await signIn(page, plumb)
    await openSettled(page, plumb, HOME)
    const order = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.05', orderType: 'market' } as const
    const token = await tokenOf(page)
    // Right after a start there may be no price yet that is new enough; what is refused has changed nothing.
    await poll('an order taken', async () => {
      const { isStale } = await ask(plumb, token, quoteOf, { symbol: 'BTC-USDT' })
      return !isStale && ask(plumb, token, spotTrade, { ...order, timeInForce: 'ioc' }).catch(() => undefined)
    })
    const hasFee = ({ reason }: { reason: string | null }) => reason === 'spot-fee'
    await poll('an answer that knows the trade', async () => newest()?.causes?.some(hasFee))
    await poll('the same on the page', async () => {
      const { pnlUsd, percent } = newest()!
      const [shownPnl, shownPercent] = await shownToday(page)
      return shownPnl === pnlUsd && shownPercent === percent
    })
    const { totalUsd, startUsd, depositsUsd, withdrawalsUsd, pnlUsd } = newest()!
    expect(cents(pnlUsd!)).toBe(
      cents(totalUsd) - cents(startUsd!) - cents(depositsUsd!) + cents(withdrawalsUsd!),
    )
  })

  test('says what it is made of, in a column that adds up', async () => {
    await today(page).click()
    const sheet = page.getByRole('dialog', { name: 'Profit and loss' })
    await sheet.getByText('since 00:00 UTC').waitFor()
    await sheet.getByText('Trading fee').waitFor()
    const column = await sheet.evaluate((dialog) => {
      const read = (element: Element | null) => (element as HTMLElement | null)?.textContent ?? ''
      return {
        rows: [...dialog.querySelectorAll('li')].map((row) => read(row.lastElementChild)),
        sum: read(dialog.querySelector('ul + div')),
      }
    })
    const sum = column.rows.reduce((total, value) => total + cents(figure(value)), 0)
    expect(sum).toBe(cents(figure(column.sum)))
    expect(await seriousFindings(page)).toEqual([])

    await sheet.getByRole('radio', { name: '1W' }).click()
    await sheet.getByText('Balance now').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await openSettled(page, plumb, HOME)
  })

  test('hides every amount, and the percent stays', async () => {
    await page.getByRole('button', { name: 'Hide balances' }).click()
    const balance = page.getByRole('region', { name: 'Total balance' })
    await poll('the percent alone', async () =>
      /^Profit and loss\s*[−+]?\d+\.\d\d%\s*today$/.test((await textOf(today(page))).trim()),
    )
    expect(await textOf(balance)).not.toMatch(/\d,\d{3}/)
    await page.getByRole('button', { name: 'Show balances' }).click()
    await poll('shown', async () => /\d,\d{3}/.test(await textOf(balance)))
  })

  test('leads to every tab and to what comes in and goes out', async () => {
    for (const name of ['Loan', 'Deposit', 'Withdraw'])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(1)
  })

  test('moves nothing while it loads, on a slow connection', async () => {
    const slow = await newPhone(browser, { storageState: await page.context().storageState() })
    const session = await slow.context.newCDPSession(slow.page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
    })
    await slow.page.addInitScript(() => {
      const seen: { value: number; sources: string[] }[] = []
      Object.assign(window, { shifts: seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node?: Node | null }[]
        })[])
          seen.push({ value: entry.value, sources: entry.sources.map(({ node }) => node?.nodeName ?? '') })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openSettled(slow.page, plumb, HOME)
    await today(slow.page).waitFor()
    await poll('a price', async () =>
      /\d,\d{3}\.\d\d/.test(await textOf(slow.page.getByRole('link', { name: /^BTC\s*\/USDT/ }))),
    )
    const shifts = await slow.page.evaluate(
      () => (window as unknown as { shifts: { value: number; sources: string[] }[] }).shifts,
    )
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(shifts)).toBeLessThan(0.02)
    await slow.context.close()
  })
})

describe('in a window', () => {
  test('the causes of today stand beside the balance and add up to its figure; the name stands once', async () => {
    const desktop = await newDesktop(browser)
    const newest = keepAnswers(desktop.page)
    await signIn(desktop.page, plumb)
    await openSettled(desktop.page, plumb, HOME)
    const pane = desktop.page.getByRole('region', { name: 'P&L today' })
    await pane.getByText('Trading fee').waitFor()
    const isSame = async () => {
      const [shown] = await shownToday(desktop.page)
      const sum = figure(await textOf(pane.locator('ul + div')))
      return shown === sum && shown === newest()?.pnlUsd
    }
    await poll('one figure in both places', isSame)
    // Of those that are seen: the heading is for who does not see the side bar.
    const names = await desktop.page
      .getByText('Plumb', { exact: true })
      .evaluateAll(
        (found) => found.filter((one) => one.getBoundingClientRect().width > 1 && !one.closest('h1')).length,
      )
    expect(names).toBe(1)
    expect((await desktop.page.locator('h1').boundingBox())!.width).toBeLessThanOrEqual(1)
    expect(await desktop.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)

    await desktop.page.getByRole('radio', { name: '1M' }).click()
    await desktop.page.waitForURL(/range=1m/)
    await poll('the month', async () => /in 30 days/.test(await textOf(today(desktop.page))))
    expect(desktop.consoleErrors).toEqual([])
    await desktop.context.close()
  })

  test.each([
    [320, 568],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ])('axe finds nothing serious at %i by %i, and nothing is beyond the edge', async (width, height) => {
    const storageState = await page.context().storageState()
    const phone = await newPhone(browser, { storageState, viewport: { width, height } })
    await openSettled(phone.page, plumb, HOME)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await seriousFindings(phone.page)).toEqual([])
    await phone.context.close()
  })
})
