import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candles, quotesFlat } from '#domain/market/contract.ts'
import { type OrderView, spotDetail, spotList, spotTrade } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { newDesktop, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { expectToast } from './support/toasts.ts'

/** What is drawn on a chart, and own orders as lines on it: by mouse, keyboard and touch, while prices stand still. */
let plumb: Plumb
let browser: Browser
let desktop: Phone
let phone: Phone
let page: Page

const trade = 'pages/transaction/currency?symbol=BTC-USDT'
const QUARTER_MS = 900_000

keepScreenshots(() => [page, phone?.page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb({ clock: 'virtual' }), openBrowser()])
  // The prices of a clock that stood still are old.
  await advance(plumb, 5_000)
  desktop = await newDesktop(browser)
  page = desktop.page
  await signIn(page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

interface Kept {
  readonly tool: string
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
  readonly color?: string
  readonly width?: number
  readonly isLocked?: boolean
  readonly text?: string
}

/** What the device keeps. */
const kept = (on: Page = page): Promise<Kept[]> =>
  on.evaluate(
    () => JSON.parse(localStorage.getItem('plumb-chart') ?? '{}').state?.drawings?.['BTC-USDT'] ?? [],
  )
const chart = (on: Page = page) => on.getByRole('img', { name: /^Chart of BTC/ })
const bar = (on: Page = page) => on.getByRole('toolbar', { name: 'Drawing tools' })
const options = (name: string, on: Page = page) => on.getByRole('toolbar', { name: `${name}: options` })
const said = () => page.getByRole('region', { name: 'Chart', exact: true }).locator('[aria-live=polite]')

/** Opens the page with its chart, and waits for the bars: until they are there something else lies over their place. */
async function openChart(on: Page = page): Promise<void> {
  await openSettled(on, plumb, trade)
  await on.locator('[role=img][aria-label^="Chart of BTC"]:not([aria-busy])').waitFor()
}

/** A place on the chart, by shares of it. */
async function place([x, y]: readonly [number, number], on: Page = page): Promise<[number, number]> {
  const box = (await chart(on).boundingBox())!
  return [box.x + x * box.width, box.y + y * box.height]
}
const press = async (at: readonly [number, number]) => page.mouse.click(...(await place(at)))

/** Where, from above, the mouse stands on something of a line at this share of the chart's width. */
async function lineAt(x: number, on: Page = page): Promise<[number, number]> {
  const box = (await chart(on).boundingBox())!
  const px = box.x + x * box.width
  for (let y = box.y + 4; y < box.y + box.height; y += 3) {
    await on.mouse.move(px, y)
    const cursor = await on.evaluate(
      ([left, top]) => getComputedStyle(document.elementFromPoint(left!, top!)!).cursor,
      [px, y],
    )
    if (cursor === 'pointer') return [px, y]
  }
  throw new Error('there is no line')
}

async function drag([x, y]: readonly [number, number], byPx: number, on: Page = page): Promise<void> {
  await on.mouse.move(x, y)
  await on.mouse.down()
  for (let step = 1; step <= 4; step++) await on.mouse.move(x, y + (byPx * step) / 4)
  await on.mouse.up()
}

/**
 * Draws the prices closer together, by dragging their axis: wherever the last price stands in what the chart shows, there
 * is room above and below it.
 */
async function makeRoom(on: Page): Promise<void> {
  const box = (await chart(on).boundingBox())!
  await drag([box.x + box.width - 20, box.y + box.height * 0.25], box.height * 0.25, on)
}

const from = [0.3, 0.35] as const
const to = [0.6, 0.5] as const
const nowhere = [0.2, 0.62] as const

/** Draws a line by mouse. */
async function drawLine(): Promise<void> {
  await bar().getByRole('button', { name: 'Trend line' }).click()
  await press(from)
  await press(to)
  await options('Trend line').waitFor()
}

describe('drawing by mouse', () => {
  test.each([
    ['Trend line', 2],
    ['Extended line', 2],
    ['Horizontal line', 1],
    ['Vertical line', 1],
    ['Parallel channel', 3],
    ['Fibonacci retracement', 2],
    ['Rectangle', 2],
    ['Text', 1],
  ])('%s is drawn by %i points, stands there selected, and is deleted', async (name, points) => {
    await openChart()
    const tool = bar().getByRole('button', { name, exact: true })
    await tool.click()
    expect(await tool.getAttribute('aria-pressed')).toBe('true')
    for (const at of [from, to, [0.5, 0.3] as const].slice(0, points)) await press(at)
    await options(name).waitFor()
    expect(await tool.getAttribute('aria-pressed')).toBe('false')
    const [drawing] = await kept()
    expect(drawing!.points).toHaveLength(points)
    await options(name).getByRole('button', { name: 'Delete drawing' }).click()
    await options(name).waitFor({ state: 'detached' })
    expect(await kept()).toEqual([])
    // The focus is back where keys are taken.
    expect(await chart().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('a line that was just drawn is selected by pressing it, dragged, and kept over a reload', async () => {
    await openChart()
    await drawLine()
    expect(await seriousFindings(page)).toEqual([])
    await press(nowhere)
    await options('Trend line').waitFor({ state: 'detached' })
    await page.mouse.click(...(await lineAt(0.45)))
    await options('Trend line').waitFor()

    const [before] = await kept()
    await drag(await lineAt(0.45), 40)
    const moved = await poll('another place', async () => {
      const [now] = await kept()
      return now!.points[0]!.value < before!.points[0]!.value && now
    })
    expect(moved.points[1]!.value).toBeLessThan(before!.points[1]!.value)
    await page.reload()
    await openChart()
    expect(await kept()).toEqual([moved])
    await page.mouse.click(...(await lineAt(0.45)))
    await options('Trend line').waitFor()
  })

  test('its color, thickness and lock are chosen, and a locked one is not dragged', async () => {
    const choose = async (what: string, choice: string) => {
      await options('Trend line').getByRole('button', { name: what }).click()
      await options('Trend line').getByRole('button', { name: choice, exact: true }).click()
    }
    await choose('Color', 'Orange')
    await choose('Thickness', 'Thick')
    await options('Trend line').getByRole('button', { name: 'Lock in place' }).click()
    const [locked] = await kept()
    expect(locked).toMatchObject({ color: 'orange', width: 3, isLocked: true })
    await drag(await lineAt(0.45), 40)
    expect(await kept()).toEqual([locked])
    await page.reload()
    await openChart()
    expect(await kept()).toEqual([locked])
    await page.mouse.click(...(await lineAt(0.45)))
    const lock = options('Trend line').getByRole('button', { name: 'Lock in place' })
    expect(await lock.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Delete')
    await options('Trend line').waitFor({ state: 'detached' })
    expect(await kept()).toEqual([])
  })

  test('an end of a line is dragged by itself, as soon as it is drawn', async () => {
    await openChart()
    const magnet = bar().getByRole('button', { name: 'Snap to open, high, low, close' })
    await magnet.click()
    await drawLine()
    const [before] = await kept()
    await drag(await place(to), 40)
    const [now] = await poll('a lower end', async () => {
      const list = await kept()
      return list[0]!.points[1]!.value < before!.points[1]!.value && list
    })
    expect(now!.points[0]).toEqual(before!.points[0])
    expect(now!.points[1]!.timestamp).toBe(before!.points[1]!.timestamp)
    await options('Trend line').getByRole('button', { name: 'Delete drawing' }).click()
    await magnet.click()
  })

  test('a text says what is typed', async () => {
    await openChart()
    await bar().getByRole('button', { name: 'Text', exact: true }).click()
    await press(to)
    const field = options('Text').getByRole('textbox', { name: 'Text on the chart' })
    await field.fill('Support')
    expect((await kept())[0]!.text).toBe('Support')
    await options('Text').getByRole('button', { name: 'Delete drawing' }).click()
  })

  test('full screen has the same bar, and Esc gives up a tool before it leaves', async () => {
    await openChart()
    await page.keyboard.press('f')
    await poll('the whole window', async () => (await chart().boundingBox())!.width > 1_300)
    const tool = bar().getByRole('button', { name: 'Rectangle' })
    await tool.focus()
    await page.keyboard.press('Enter')
    expect(await chart().evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await tool.getAttribute('aria-pressed')).toBe('false')
    expect((await chart().boundingBox())!.width).toBeGreaterThan(1_300)
    await page.keyboard.press('Escape')
    await poll('its pane again', async () => (await chart().boundingBox())!.width < 1_300)
  })
})

/** How many bars one is after another: a clock that is moved leaves quarters of an hour without any. */
async function barsBetween(fromMs: number, toMs: number): Promise<number> {
  const input = {
    symbol: 'BTC-USDT',
    period: '15m' as const,
    fromMs: `${fromMs + QUARTER_MS}`,
    toMs: `${toMs + 1}`,
  }
  return (await ask(plumb, await tokenOf(page), candles, input)).length
}

test('by keyboard a line is drawn point by point, selected, moved and deleted', async () => {
  await openChart()
  const first = bar().getByRole('button').first()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await poll('how it is done', async () =>
    /^Trend line: arrow keys move/.test((await said().textContent()) ?? ''),
  )
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await poll('the second point', async () => /^Point 2 of 2: /.test((await said().textContent()) ?? ''))
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await options('Trend line').waitFor()
  const [drawn] = await kept()
  expect(await barsBetween(drawn!.points[1]!.timestamp, drawn!.points[0]!.timestamp)).toBe(10)
  expect(drawn!.points[1]!.value).toBe(drawn!.points[0]!.value)

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  const [moved] = await kept()
  expect(moved!.points[0]!.value).toBeGreaterThan(drawn!.points[0]!.value)
  expect(await barsBetween(moved!.points[0]!.timestamp, drawn!.points[0]!.timestamp)).toBe(1)
  await page.keyboard.press('Escape')
  await options('Trend line').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await options('Trend line').waitFor()
  expect(await said().textContent()).toMatch(/^Trend line selected, 1 of 1\./)
  // What is beside the line is reached by Tab.
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await options('Trend line').waitFor({ state: 'detached' })
  expect(await kept()).toEqual([])
})

test('by touch a line is drawn, selected and deleted', async () => {
  phone = await newPhone(browser)
  const touch = phone.page
  await openSettled(touch, plumb, 'pages/transaction/index?symbol=BTC-USDT')
  await touch.getByRole('button', { name: 'Drawing tools' }).tap()
  // Where it is tapped, not at the nearest price of a bar.
  await bar(touch).getByRole('button', { name: 'Snap to open, high, low, close' }).tap()
  await bar(touch).getByRole('button', { name: 'Horizontal line' }).tap()
  await touch.touchscreen.tap(...(await place([0.4, 0.4], touch)))
  await options('Horizontal line', touch).waitFor()
  await touch.touchscreen.tap(...(await place([0.4, 0.6], touch)))
  await options('Horizontal line', touch).waitFor({ state: 'detached' })
  // A finger is not a point: some pixels beside the line are the line.
  const [x, y] = await place([0.6, 0.4], touch)
  await touch.touchscreen.tap(x, y + 5)
  await options('Horizontal line', touch).waitFor()
  await options('Horizontal line', touch).getByRole('button', { name: 'Delete drawing' }).tap()
  expect(await kept(touch)).toEqual([])
  expect(phone.consoleErrors).toEqual([])
})

describe('the line of an own order', () => {
  const ownOrders = async (): Promise<readonly OrderView[]> =>
    (await ask(plumb, await tokenOf(page), spotList, { limit: '10' })).items
  const orders = () => page.getByRole('region', { name: 'Your orders' })
  const heldDollars = async () => {
    const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
    const dollars = holdings.find(({ currency }) => currency === 'USDT')!
    return unitsOf(dollars.wallets.find(({ walletType }) => walletType === 'spot')!.held, 'USDT')
  }

  /** Cancels the newest order on a chart. */
  async function cancelOnChart(on: Page, press: (x: number, y: number) => Promise<void>): Promise<void> {
    const [open] = await ownOrders()
    const [, y] = await poll('its line', () => lineAt(0.8, on).catch(() => undefined))
    const box = (await chart(on).boundingBox())!
    const isGone = async () =>
      (await ask(plumb, await tokenOf(page), spotDetail, { id: open!.id })).order.status === 'cancelled'
    // Its words do nothing; the cross is the next thing behind them. They are at the right where the legend is.
    for (let x = 20; x < box.width && !(await isGone()); x += 6) await press(box.x + x, y)
    await expectToast(on, 'Canceled')
    expect(await isGone()).toBe(true)
  }

  test('dragged to another price, the order is amended once that is confirmed', async () => {
    await openChart()
    await makeRoom(page)
    const quotes = await ask(plumb, await tokenOf(page), quotesFlat, {})
    const last = Number(quotes.find(({ symbol }) => symbol === 'BTC-USDT')!.lastPrice)
    await page.getByRole('textbox', { name: 'Price USDT' }).fill((last - 20).toFixed(2))
    await page.getByRole('textbox', { name: 'Amount BTC' }).fill('0.03')
    await page.getByRole('button', { name: 'Buy BTC' }).click()
    await orders()
      .getByRole('row', { name: /Buy Limit/ })
      .waitFor()
    const [placed] = await ownOrders()
    const heldBefore = await heldDollars()

    const at = await lineAt(0.8)
    await drag(at, 30)
    const form = page.getByRole('dialog', { name: 'Amend order' })
    const asked = await form.getByRole('textbox', { name: 'Price USDT' }).inputValue()
    expect(Number(asked.replaceAll(',', ''))).toBeLessThan(Number(placed!.limitPrice))
    // Until it is confirmed nothing has changed.
    expect((await ownOrders())[0]).toEqual(placed)
    await form.getByRole('button', { name: 'Amend order' }).click()
    await expectToast(page, 'Order amended')

    const amended = (await ask(plumb, await tokenOf(page), spotDetail, { id: placed!.id })).order
    expect(amended).toMatchObject({ status: 'open', limitPrice: asked.replaceAll(',', '') })
    expect(await heldDollars()).toBe(
      heldBefore - unitsOf(placed!.held, 'USDT') + unitsOf(amended.held, 'USDT'),
    )
    await expectStatementEqualsBalances(plumb, await tokenOf(page))
    const shown = Number(amended.limitPrice).toLocaleString('en-US', { minimumFractionDigits: 2 })
    await orders()
      .getByRole('row', { name: new RegExp(`Buy Limit ${shown}`) })
      .waitFor()
    const [, lower] = await poll('the line at its new price', async () => {
      const now = await lineAt(0.8)
      return Math.abs(now[1] - at[1] - 30) <= 6 && now
    })
    expect(lower).toBeGreaterThan(at[1])
  })

  test('cancels the order by the cross behind its words', async () => {
    await cancelOnChart(page, (x, y) => page.mouse.click(x, y))
    await orders()
      .getByRole('row', { name: /Buy Limit/ })
      .waitFor({ state: 'detached' })
    expect(await heldDollars()).toBe(0n)
    expect(desktop.consoleErrors).toEqual([])
  })

  test('is on the phone’s chart too, and cancels the order there', async () => {
    const quotes = await ask(plumb, await tokenOf(page), quotesFlat, {})
    const last = Number(quotes.find(({ symbol }) => symbol === 'BTC-USDT')!.lastPrice)
    const order = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.02' } as const
    await ask(plumb, await tokenOf(page), spotTrade, { ...order, limitPrice: (last - 20).toFixed(2) })
    await signIn(phone.page, plumb)
    await openSettled(phone.page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
    await makeRoom(phone.page)
    await cancelOnChart(phone.page, (x, y) => phone.page.touchscreen.tap(x, y))
    expect(phone.consoleErrors).toEqual([])
  })
})

test('a gap in prices is read out with the bar after it', async () => {
  await openChart()
  await page.getByRole('radio', { name: '1m', exact: true }).click()
  // Another period draws the chart anew, and the focus goes with the old one.
  const readAt = async (key: string) => {
    await chart().focus()
    await page.keyboard.press(key)
    return (await said().textContent()) ?? ''
  }
  await poll('a bar', async () => (await readAt('End')) !== '')
  const loaded = await readAt('End')
  // Time stands still afterwards: a bar that comes before the page has joined its channel would not be told again.
  await poll('a live bar', async () => {
    await advance(plumb, 1_000)
    return (await readAt('End')) !== loaded
  })
  const before = await readAt('End')
  // Two hours without a price of the market.
  await advance(plumb, 2 * 3_600_000)
  await poll('the bar after the gap', async () => {
    const read = await readAt('End')
    return read !== before && /Prices are missing before it\.$/.test(read)
  })
})
