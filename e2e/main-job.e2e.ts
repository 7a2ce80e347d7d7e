import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { spotDetail, spotList } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { ask, open, signIn, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { allEntries, expectStatementEqualsBalances } from './support/ledger.ts'
import { poll, WAIT_MS } from './support/poll.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { textOf } from './support/text.ts'
import { expectToast } from './support/toasts.ts'

/** The whole product in small: watch, sign in, trade, and find every cent of it in the statement. */
scenarioOnOnePhone()

const book = () => page.getByRole('region', { name: 'Order book' })

/** The best ask and the best bid that the book shows, read in one moment: both move. Waits until there are both. */
function best(): Promise<{ ask: number; bid: number }> {
  return poll('a best ask and a best bid', async () => {
    const [asks, bids] = await book()
      .getByRole('list')
      .evaluateAll((lists) =>
        // biome-ignore lint/performance/useDomNodeTextContent: what is shown keeps price and amount apart
        lists.map((list) => [...list.querySelectorAll('button')].map((row) => row.innerText)),
      )
    const [ask, bid] = [asks?.at(-1), bids?.[0]]
    return ask && bid ? { ask: Number(figure(ask)), bid: Number(figure(bid)) } : undefined
  })
}

/** What the demo customer has of a currency in the spot wallet. */
async function spotWallet(currency: string) {
  const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
  return holdings
    .find((one) => one.currency === currency)!
    .wallets.find(({ walletType }) => walletType === 'spot')!
}

async function place(limitPrice: number, quantity: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Price USDT' }).fill(limitPrice.toFixed(2))
  await page.getByRole('textbox', { name: 'Amount BTC' }).fill(quantity)
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).click()
}

describe('the main job', () => {
  test('a visitor watches quotes move without signing in', async () => {
    await page.goto(plumb.url)
    const row = page.getByRole('link', { name: /^BTC\s*\/USDT/ })
    // The row is there before its first price is.
    const price = async () => /\d,\d{3}\.\d\d/.exec(await textOf(row))?.[0]
    const before = await poll('a price of BTC', price)
    await poll('another price of BTC', async () => (await price()) !== before)
  })

  test('the demo customer signs in and comes from the list to the ticket', async () => {
    await signIn(page, plumb)
    await page.getByRole('link', { name: /^BTC\s*\/USDT/ }).click()
    await page.getByRole('link', { name: 'Buy', exact: true }).click()
    await page.getByRole('form', { name: 'Order ticket' }).waitFor()
  })

  test('the book of the platform is there, and moves', async () => {
    const { ask, bid } = await best()
    expect(ask).toBeGreaterThan(bid)
    const before = await textOf(book())
    await poll('another book', async () => (await textOf(book())) !== before)
  })

  test('a limit order that crosses the ask fills at once, and the balances change by exactly that', async () => {
    const token = await tokenOf(page)
    const entriesBefore = (await allEntries(plumb, token)).length
    const [usdtBefore, btcBefore] = [await spotWallet('USDT'), await spotWallet('BTC')]

    await place((await best()).ask * 1.01, '0.01')
    const sheet = page.getByRole('dialog', { name: 'Buy BTC/USDT?' })
    await sheet.getByText(/^This limit is more than 0\.5% beyond the best price/).waitFor()
    await sheet.getByRole('button', { name: 'Buy BTC', exact: true }).click()
    await expectToast(page, 'Order filled')

    const { items: list } = await ask(plumb, token, spotList, { status: 'filled' })
    const { order, fills } = await ask(plumb, token, spotDetail, { id: list[0]!.id })
    expect(order.filled).toBe(order.quantity)
    const sum = (currency: string, amounts: readonly string[]) =>
      amounts.reduce((total, amount) => total + unitsOf(amount, currency), 0n)
    const bought = sum(
      'BTC',
      fills.map(({ quantity }) => quantity),
    )
    const paid = sum(
      'USDT',
      fills.map(({ notional }) => notional),
    )
    const fee = sum(
      'BTC',
      fills.map((fill) => fill.fee),
    )
    expect(bought).toBe(unitsOf('0.01', 'BTC'))
    expect(fee, 'taker fee of 0.1 %').toBeGreaterThanOrEqual(unitsOf('0.00001', 'BTC'))

    const [usdt, btc] = [await spotWallet('USDT'), await spotWallet('BTC')]
    expect(unitsOf(usdt.available, 'USDT')).toBe(unitsOf(usdtBefore.available, 'USDT') - paid)
    expect(unitsOf(btc.available, 'BTC')).toBe(unitsOf(btcBefore.available, 'BTC') + bought - fee)
    expect(unitsOf(usdt.held, 'USDT')).toBe(0n)

    // What fills at once is never held: each fill pays, receives, and pays its fee.
    const fresh = (await allEntries(plumb, token)).slice(0, -entriesBefore)
    const count = (reason: string) => fresh.filter((entry) => entry.reason === reason).length
    expect([count('spot-trade'), count('spot-fee')]).toEqual([2 * fills.length, fills.length])
    expect(fresh).toHaveLength(3 * fills.length)
    await expectStatementEqualsBalances(plumb, token)
  })

  test('the statement shows every transfer of it, and its sum is the balance on the account page', async () => {
    await open(page, plumb, 'pages/setting/bill?currency=BTC&view=entry')
    await page
      .getByRole('button', { name: /^Trading fee/ })
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: /^Spot trade/ })
      .first()
      .waitFor()
    const net = page.getByText(/^Net of \d+ entries$/).locator('xpath=following-sibling::dd')
    const sum = figure(await textOf(net))

    await page
      .getByRole('button', { name: /^Trading fee/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Trading fee' })
    await sheet.getByText('Net', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await open(page, plumb, 'pages/fund/assets')
    // What was known before the order may stand there for a moment.
    const coin = page.getByRole('link', { name: /^BTC\b/ })
    await expect
      .poll(async () => unitsOf(figure((await textOf(coin)).split('of all coins')[1]!), 'BTC'), {
        timeout: WAIT_MS,
      })
      .toBe(unitsOf(sum, 'BTC'))
  })

  test('a resting order waits among the open ones and says why its money is held', async () => {
    await open(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
    const price = Math.floor((await best()).bid * 0.97)
    await place(price, '0.02')
    await expectToast(page, 'Order placed')
    await page.getByRole('tab', { name: 'Open orders 1' }).waitFor()
    const held = unitsOf((await spotWallet('USDT')).held, 'USDT')
    expect(held).toBe(unitsOf((price * 0.02).toFixed(2), 'USDT'))

    await open(page, plumb, 'pages/fund/assets')
    await page.getByRole('button', { name: /USDT held$/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Why is this held?' })
    const column = sheet.getByRole('region', { name: 'USDT, Spot' })
    await column.getByText('Open order').waitFor()
    expect(unitsOf(figure((await textOf(column)).split(/Held/)[1]!), 'USDT')).toBe(held)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
  })

  test('cancelling gives all of it back', async () => {
    const before = await spotWallet('USDT')
    await open(page, plumb, 'pages/transaction/currency_order')
    await page.getByRole('button', { name: /^Cancel order at / }).click()
    await page.getByRole('heading', { name: 'No open orders' }).waitFor()
    const after = await spotWallet('USDT')
    expect(after.held).toMatch(/^0\.?0*$/)
    expect(unitsOf(after.available, 'USDT')).toBe(
      unitsOf(before.available, 'USDT') + unitsOf(before.held, 'USDT'),
    )
    await open(page, plumb, 'pages/setting/bill?currency=USDT&view=entry')
    await page.getByRole('button', { name: /^Held for an order/ }).waitFor()
    await page.getByRole('button', { name: /^Released from an order/ }).waitFor()
    await expectStatementEqualsBalances(plumb, await tokenOf(page))
  })

  test('a price more than 5 % off is asked about once more, where such a price is taken at all', async () => {
    await open(page, plumb, 'pages/transaction/currency?symbol=DOGE-USDT')
    const price = page.getByRole('textbox', { name: 'Price USDT' })
    const last = await poll('a last price', async () => Number(await price.inputValue()) || undefined)
    await page.getByRole('textbox', { name: 'Amount DOGE' }).fill('200')

    await price.fill((last * 0.45).toFixed(5))
    await page.getByText(/^The price is too far from the market: /).waitFor()
    await price.fill((last * 0.935).toFixed(5))
    const buy = (within: Page | Locator) => within.getByRole('button', { name: 'Buy DOGE', exact: true })
    await buy(page).click()
    const sheet = page.getByRole('dialog', { name: 'Buy DOGE/USDT?' })
    await sheet.getByText('This price is more than 5% away from the last price.').waitFor()
    await buy(sheet).click()
    await expectToast(page, 'Order placed')
    await sheet.waitFor({ state: 'hidden' })
    const { items: list } = await ask(plumb, await tokenOf(page), spotList, { status: 'open' })
    expect(list.map(({ symbol }) => symbol)).toEqual(['DOGE-USDT'])
  })

  test('nothing went wrong on the way', () => {
    expect(phone.consoleErrors).toEqual([])
  })
})
