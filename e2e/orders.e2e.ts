import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quotesFlat } from '#domain/market/contract.ts'
import { type OrderView, spotDetail, spotList, spotTrade } from '#domain/spot/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { newDesktop, openBrowser } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { expectToast } from './support/toasts.ts'

/** A customer's spot orders at a desktop: a total spent, an order amended, files, a pair of which one fires. */
let plumb: Plumb
let browser: Browser
let page: Page

const HOUR_MS = 3_600_000
const trade = 'pages/transaction/currency?symbol=BTC-USDT'
const orders = 'pages/transaction/currency_order'
const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const pane = () => page.getByRole('region', { name: 'Your orders' })
const choose = async (list: RegExp, choice: RegExp) => {
  await button(list).click()
  await page.getByRole('dialog').getByRole('button', { name: choice }).click()
}
const ownOrders = async (): Promise<readonly OrderView[]> =>
  (await ask(plumb, await tokenOf(page), spotList, { limit: '100' })).items
const grouped = (price: string): string => Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 })
const order = async (id: string) => (await ask(plumb, await tokenOf(page), spotDetail, { id })).order
const lastPrice = async (): Promise<number> => {
  const quotes = await ask(plumb, await tokenOf(page), quotesFlat, {})
  return Number(quotes.find(({ symbol }) => symbol === 'BTC-USDT')!.lastPrice)
}

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb({ clock: 'virtual' }), openBrowser()])
  // The prices of a clock that stood still are old.
  await advance(plumb, 5_000)
  page = (await newDesktop(browser)).page
  await signIn(page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

test('a market buy typed in USDT spends that and no more', async () => {
  await openSettled(page, plumb, trade)
  await choose(/^Order type/, /^Market/)
  await choose(/^Enter amount in/, /^Amount in USDT/)
  await field('Amount USDT').fill('250')
  await button('Buy BTC').click()
  await dialog('Buy BTC/USDT?').getByRole('button', { name: 'Buy BTC' }).click()
  await expectToast(page, 'Order filled')
  const [bought] = await ownOrders()
  const spent = unitsOf(bought!.notional, 'USDT')
  expect(spent <= unitsOf('250', 'USDT') && spent > unitsOf('249', 'USDT'), bought!.notional).toBe(true)
})

describe('an open order', () => {
  test('is amended from its row: the form says what that does to its place', async () => {
    await choose(/^Order type/, /^Limit/)
    await choose(/^Enter amount in/, /^Amount in BTC/)
    await field('Price USDT').fill('17000')
    await field('Amount BTC').fill('0.02')
    await button('Buy BTC').click()
    await pane().getByText('Open orders hold 340.00 USDT of your spot account.', { exact: false }).waitFor()

    await button('Amend order at 17,000.00, BTC/USDT').click()
    const form = dialog('Amend order')
    await form.getByRole('textbox', { name: 'Price USDT' }).fill('17100')
    await form.getByText('The order moves to the back of the queue', { exact: false }).waitFor()
    await form.getByRole('textbox', { name: 'Price USDT' }).fill('17000')
    await form.getByRole('textbox', { name: 'Amount BTC' }).fill('0.01')
    await form.getByText('The order keeps its place in the queue.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await form.getByRole('button', { name: 'Amend order' }).click()
    await expectToast(page, 'Order amended')
    await pane()
      .getByRole('row', { name: /Buy Limit 17,000\.00 0\.01/ })
      .waitFor()
    expect((await ownOrders())[0]).toMatchObject({ status: 'open', quantity: '0.01000' })
  })

  test('shows its changes in its details, and the other way to amend it', async () => {
    const [{ id }] = (await ownOrders()) as [OrderView]
    await openSettled(page, plumb, `${orders}?id=${id}`)
    const details = page.locator('#list-pane')
    await details.getByText('17,000.00 × 0.02 → 17,000.00 × 0.01 BTC').waitFor()
    await details.getByText('kept its place', { exact: false }).waitFor()
    await details.getByRole('button', { name: 'Amend', exact: true }).click()
    await dialog('Amend order').waitFor()
    await page.keyboard.press('Escape')
    await dialog('Amend order').waitFor({ state: 'detached' })
    await details.getByRole('button', { name: 'Cancel order' }).click()
    await expectToast(page, 'Canceled')
  })

  test('amended far over the market, is asked about as a new one is, and says that it filled', async () => {
    // What may be asked in a minute is counted by the clock that stands still: so before it and after it.
    await advance(plumb, 60_000)
    await openSettled(page, plumb, trade)
    await field('Price USDT').fill('17000')
    await field('Amount BTC').fill('0.01')
    await button('Buy BTC').click()
    await button('Amend order at 17,000.00, BTC/USDT').click()
    const form = dialog('Amend order')
    await form.getByRole('textbox', { name: 'Price USDT' }).fill(((await lastPrice()) * 1.02).toFixed(2))
    await form.getByRole('button', { name: 'Amend order' }).click()
    await form.getByText('This limit is more than 0.5% beyond the best price', { exact: false }).waitFor()
    expect((await ownOrders())[0]).toMatchObject({ status: 'open', limitPrice: '17000.00' })
    await form.getByRole('button', { name: 'Amend order' }).click()
    await expectToast(page, 'Order filled')
    expect((await ownOrders())[0]).toMatchObject({ status: 'filled', filled: '0.01000' })
    await advance(plumb, 60_000)
  })

  test('is cancelled from its line on the chart', async () => {
    await openSettled(page, plumb, trade)
    const at = (await lastPrice()) - 20
    await field('Price USDT').fill(at.toFixed(2))
    await field('Amount BTC').fill('0.03')
    await button('Buy BTC').click()
    await pane().getByRole('row', { name: /0\.03/ }).waitFor()
    const box = (await page.getByRole('img', { name: /^Chart of BTC/ }).boundingBox())!
    // The cross stands behind the words; how high, the price decides.
    const width = await page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d')!
      canvas.font = `600 11px ${getComputedStyle(document.documentElement).fontFamily}`
      return canvas.measureText('Buy 0.03 BTC · Limit').width
    })
    const isGone = async () => (await ownOrders())[0]!.status === 'cancelled'
    // Where the legend is, the words stand at the right, beside an axis that is as wide as its prices.
    const atLeft = 12 + width + 12 + 2 + 10
    const atRight = [84, 92, 100, 108].map((fromEdge) => box.width - fromEdge)
    for (let y = 8; y < box.height && !(await isGone()); y += 8)
      for (const x of y < 96 ? [atLeft, ...atRight] : [atLeft]) await page.mouse.click(box.x + x, box.y + y)
    expect(await isGone()).toBe(true)
    await expectToast(page, 'Canceled')
  })
})

describe('the list of orders', () => {
  test('is narrowed by what is chosen, in its URL, and sorted by its heads', async () => {
    await openSettled(page, plumb, `${orders}?view=history`)
    const rows = () => page.getByRole('main').getByRole('row')
    await poll('four past orders', async () => (await rows().count()) === 5)
    await choose(/^Status/, /^Canceled/)
    await poll('two of them', async () => (await rows().count()) === 3)
    expect(page.url()).toContain('status=cancelled')
    await choose(/^Buy or sell/, /^Sell/)
    await page.getByText('No matching orders').waitFor()

    await openSettled(page, plumb, `${orders}?view=history`)
    await button('Amount').click()
    const amounts = () =>
      rows()
        .getByRole('cell', { name: /^0\.\d+$/ })
        .allTextContents()
    const head = page.getByRole('columnheader', { name: 'Amount' })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    const falling = await amounts()
    await button('Amount').click()
    await poll('the other way', async () => (await head.getAttribute('aria-sort')) === 'ascending')
    expect(await amounts()).not.toEqual(falling)
  })

  test('is kept as files: orders, and fills with their fees', async () => {
    await openSettled(page, plumb, `${orders}?view=history`)
    const file = async (which: RegExp) => {
      const [saved] = await Promise.all([page.waitForEvent('download'), choose(/^Download as CSV/, which)])
      return readFileSync((await saved.path())!, 'utf8')
        .trim()
        .split('\n')
    }
    const past = (await ownOrders()).filter(({ status }) => status === 'filled' || status === 'cancelled')
    const lines = await file(/^Orders/)
    expect(lines).toHaveLength(past.length + 1)
    for (const { id } of past) expect(lines.some((line) => line.includes(id))).toBe(true)
    const [head, ...fills] = await file(/^Fills/)
    expect(head).toMatch(/fee/i)
    expect(fills.length).toBeGreaterThan(0)
  })
})

test('a pair is placed from the ticket; when one of it fires, the other is cancelled', async () => {
  await openSettled(page, plumb, trade)
  const last = await lastPrice()
  await page.getByRole('radio', { name: 'Sell', exact: true }).click()
  await choose(/^Order type/, /^OCO/)
  await field('Price USDT').fill((last * 1.003).toFixed(2))
  await field('Trigger USDT').fill((last * 0.997).toFixed(2))
  await field('Amount BTC').fill('0.01')
  await button('Sell BTC').click()
  await expectToast(page, 'Both orders placed')
  await pane()
    .getByRole('row', { name: /Sell OCO · Limit/ })
    .waitFor()
  await pane()
    .getByRole('row', { name: /Sell OCO · Stop-market Market price Trigger ≤/ })
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])

  const legs = (await ownOrders()).filter(({ siblingId }) => siblingId !== null)
  expect(legs).toHaveLength(2)
  const stop = legs.find(({ triggerPrice }) => triggerPrice !== null)!

  await button(new RegExp(`^Amend order at ${grouped(stop.triggerPrice!)}, BTC/USDT`)).click()
  const form = dialog('Amend order')
  await form.getByText('For both orders of the pair').waitFor()
  // One at the market has no limit to change.
  expect(await form.getByRole('textbox').count()).toBe(2)
  await form.getByRole('textbox', { name: 'Amount BTC' }).fill('0.008')
  await form.getByText('The stop keeps its place at its trigger price.').waitFor()
  await form.getByRole('textbox', { name: 'Trigger USDT' }).fill((last * 1.01).toFixed(2))
  await form.getByText('The last price is already', { exact: false }).waitFor()
  const trigger = (last * 0.9975).toFixed(2)
  await form.getByRole('textbox', { name: 'Trigger USDT' }).fill(trigger)
  await form.getByText('The stop moves behind others', { exact: false }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Amend order' }).click()
  await expectToast(page, 'Order amended')
  await pane()
    .getByRole('row', { name: new RegExp(`Trigger ≤ ${grouped(trigger)}`) })
    .waitFor()
  for (const { id } of legs) expect(await order(id)).toMatchObject({ quantity: '0.00800' })

  const now = () => Promise.all(legs.map(({ id }) => order(id)))
  const isOver = async () =>
    (await now()).every(({ status }) => status === 'filled' || status === 'cancelled')
  // Hour by hour the price leaves the band that they stand at, one way or the other.
  await poll('one of them to fire', async () => {
    if (await isOver()) return true
    await advance(plumb, HOUR_MS)
    return false
  })
  const over = await now()
  const cancelled = over.filter(({ reason }) => reason === 'oco')
  expect(cancelled).toHaveLength(1)
  const [other] = over.filter(({ reason }) => reason !== 'oco')
  expect(other!.status === 'filled' || other!.triggerSequence !== null).toBe(true)

  await openSettled(page, plumb, `${orders}?view=history&id=${cancelled[0]!.id}`)
  const details = page.locator('#list-pane')
  await details.getByText('the other order of the pair was filled or triggered', { exact: false }).waitFor()
  await details.getByRole('link', { name: 'See the other order of this pair' }).click()
  await poll('the other order', async () => page.url().includes(`id=${other!.id}`))
})

test('a buy is placed with take profit and stop loss; once it is filled they wait, and one ends the other', async () => {
  await openSettled(page, plumb, trade)
  // It is as it was left, a sale.
  await page.getByRole('radio', { name: 'Buy', exact: true }).click()
  await choose(/^Order type/, /^Market/)
  const last = await lastPrice()
  await field('Amount BTC').fill('0.01')
  await page.getByText('Take profit / stop loss', { exact: true }).click()
  await field('Take profit USDT').fill((last * 0.99).toFixed(2))
  await page.getByText(/^The take profit must be above [\d,.]+, the price of this order$/).waitFor()
  expect(await button('Buy BTC').isEnabled()).toBe(false)
  const [takeProfit, stopLoss] = [(last * 1.001).toFixed(2), (last * 0.95).toFixed(2)]
  await field('Take profit USDT').fill(takeProfit)
  await field('Stop loss USDT').fill(stopLoss)
  await button('Buy BTC').click()
  const asked = dialog('Buy BTC/USDT?')
  await asked.getByText(`${grouped(takeProfit)} USDT`).waitFor()
  await asked.getByText(`${grouped(stopLoss)} USDT`).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Buy BTC' }).click()
  await expectToast(page, 'Order filled')
  const bought = (await ownOrders()).find((one) => one.takeProfit === takeProfit)!
  const { attached } = await ask(plumb, await tokenOf(page), spotDetail, { id: bought.id })
  expect(attached.map(({ status }) => status)).toEqual(['untriggered', 'open'])

  await openSettled(page, plumb, `${orders}?view=history&id=${bought.id}`)
  await page.getByRole('link', { name: `Stop loss ${grouped(stopLoss)} USDT` }).waitFor()
  await page.getByRole('link', { name: `Take profit ${grouped(takeProfit)} USDT` }).click()
  await page.getByRole('link', { name: 'See the buy this belongs to' }).waitFor()
  const now = () => Promise.all(attached.map(({ id }) => order(id)))
  await poll('one of them to end the other', async () => {
    await advance(plumb, HOUR_MS)
    return (await now()).some(({ reason }) => reason === 'oco')
  })
  const [ended] = (await now()).filter(({ reason }) => reason === 'oco')
  expect(ended).toMatchObject({ status: 'cancelled', filled: '0.00000' })
})

test('a wide step of the book shows what stands beyond the levels that are sent one by one', async () => {
  const token = await tokenOf(page)
  const buy = (limitPrice: string) =>
    ask(plumb, token, spotTrade, {
      ...{ base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.001', limitPrice },
    })
  for (let n = 0; n < 20; n++) await buy((16_000 - n / 100).toFixed(2))
  await buy('15000')
  await openSettled(page, plumb, trade)
  const book = page.getByRole('region', { name: 'Order book' })
  const row = (price: string) => book.getByRole('button', { name: new RegExp(` ${price}`) })
  // Bids alone: more rows of them.
  await choose(/^Sides shown/, /^Bids only/)
  await row('').first().waitFor()
  expect(await row('15,000.00').count()).toBe(0)
  await choose(/^Price grouping/, /^10\.00/)
  await row('15,000.00').waitFor()
  // Sixteen thousand is a row of its own, the nineteen below it are in the next.
  await row('15,990.00 Amount 0.019').waitFor()
  // It moves with the book.
  await buy('15001')
  await row('15,000.00 Amount 0.002').waitFor()
})
