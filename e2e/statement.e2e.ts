import { beforeAll, describe, expect, test } from 'vitest'
import { quoteOf } from '#domain/market/contract.ts'
import { spotCancel, spotCosts, spotDetail, spotTrade } from '#domain/spot/contract.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { walletTransfer, walletUsed } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { NARROW, newDesktop } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { poll } from './support/poll.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { textOf } from './support/text.ts'
import { drawDown } from './support/touch.ts'

/** The statement as its customer reads it: what happened, what it came to, and the entries behind it. */
scenarioOnOnePhone()

let token: string
let bought: { id: string; filled: string; fills: number }
const btc = { base: 'BTC', quote: 'USDT' } as const
const orderOf = async (id: string) => (await ask(plumb, token, spotDetail, { id })).order
const row = (name: RegExp) => page.getByRole('button', { name })

beforeAll(async () => {
  await signIn(page, plumb)
  token = await tokenOf(page)
  // More than the market maker offers at one price: several fills.
  const { id } = await ask(plumb, token, spotTrade, {
    ...btc,
    side: 'buy',
    quantity: '0.4',
    orderType: 'market',
  })
  const { order, fills } = await ask(plumb, token, spotDetail, { id })
  bought = { id, filled: order.filled, fills: fills.length }
  const { lastPrice } = await ask(plumb, token, quoteOf, { symbol: 'BTC-USDT' })
  const limitPrice = (Number(lastPrice) * 0.97).toFixed(2)
  const rest = await ask(plumb, token, spotTrade, { ...btc, side: 'buy', quantity: '0.02', limitPrice })
  await ask(plumb, token, spotCancel, { id: rest.id })
  await ask(plumb, token, walletTransfer, {
    currency: 'USDT',
    amount: '400',
    from: 'funding',
    to: 'contract',
  })
})

test('a coin says what it cost on average, and what that has gained since', async () => {
  const { costs } = await ask(plumb, token, spotCosts, {})
  const btc = costs!.find(({ symbol }) => symbol === 'BTC-USDT')!
  // A thousandth of it was the fee.
  expect(btc).toMatchObject({ quantity: '0.39960000', paid: (await orderOf(bought.id)).notional })
  await openSettled(page, plumb, 'pages/fund/assets_record?currency=BTC')
  await page.getByText('For 0.3996 BTC bought in spot and not sold, fees included').waitFor()
  const figureOf = (name: string) =>
    textOf(page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd'))
  // With the decimals of a price, cut.
  const [whole, fraction] = btc.averagePrice.split('.')
  const average = `${Number(whole).toLocaleString('en-US')}.${fraction!.slice(0, 2)}`
  expect(await figureOf('Average cost')).toBe(`${average} USDT`)
  await poll('its profit', async () => /^[+−]?[\d,]+\.\d\d USDT$/.test(await figureOf('Unrealized P&L')))
  expect(await seriousFindings(page)).toEqual([])
})

describe('the statement', () => {
  test('is asked for anew when a finger pulls it down far enough', async () => {
    await openSettled(page, plumb, 'pages/setting/bill')
    const answer = Promise.withResolvers<void>()
    await page.route(`**/api${statementEvents.path}*`, (route) => answer.promise.then(() => route.continue()))
    const pull = (px: number, says: string) =>
      drawDown(phone, { x: 195, y: 300 }, px, () => page.getByText(says, { exact: true }).waitFor())
    await pull(60, 'Pull down to refresh')
    await page.getByText('Pull down to refresh').waitFor({ state: 'hidden' })
    const refreshing = page.getByText('Refreshing…')
    expect(await refreshing.count()).toBe(0)
    await pull(120, 'Release to refresh')
    await refreshing.waitFor()
    answer.resolve()
    await refreshing.waitFor({ state: 'hidden' })
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('has one row for an order, whatever it took, with what it did to each coin', async () => {
    await openSettled(page, plumb, 'pages/setting/bill')
    const order = row(/^Bought 0\.4 BTC/)
    expect(await order.count()).toBe(1)
    const text = await textOf(order)
    expect(text).toContain(`${bought.fills} fills`)
    expect(text).toMatch(/−[\d,]+\.\d+ USDT/)
    expect(text).toMatch(/\+0\.3996 BTC/)
    expect(await row(/^Transfer between accounts/).textContent()).toContain('Funding → Contract')
    expect(await row(/^Buy order, BTC/).textContent()).toContain('Canceled')
  })

  test('of which all rows together are the balances', async () => {
    const { items, next } = await ask(plumb, token, statementEvents, { limit: '200' })
    expect(next).toBeNull()
    const wallets = await ask(plumb, token, walletUsed, {})
    for (const currency of ['USDT', 'BTC', 'ETH']) {
      const sum = (amounts: readonly string[]) =>
        amounts.reduce((total, amount) => total + unitsOf(amount, currency), 0n)
      const nets = items.flatMap(({ amounts }) => amounts.filter((one) => one.currency === currency))
      const totals = wallets.filter((one) => one.currency === currency)
      expect(sum(nets.map(({ net }) => net))).toBe(sum(totals.map(({ total }) => total)))
    }
  })

  test('opens an event to its entries, which add up to it, and leads to the order', async () => {
    await row(/^Bought 0\.4 BTC/).click()
    const sheet = page.getByRole('dialog', { name: 'Bought 0.4 BTC' })
    await sheet.getByText('Your change').waitFor()
    const entries = sheet.getByRole('listitem')
    // Each fill pays and receives; the order's fee is one entry.
    expect(await entries.count()).toBe(2 * bought.fills + 1)
    const amounts = await entries.allTextContents()
    const sum = amounts
      .filter((text) => text.includes('BTC'))
      .reduce((total, text) => total + unitsOf(figure(text.replace(/#\d+/, '')), 'BTC'), 0n)
    expect(sum).toBe(unitsOf('0.3996', 'BTC'))
    expect(await seriousFindings(page)).toEqual([])
    await sheet.getByRole('link', { name: 'See details' }).click()
    await page.waitForURL(new RegExp(`currency_order.*id=${bought.id}`))
    await page.goBack()
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('is narrowed to a coin and a kind, and adds up what is left', async () => {
    await openSettled(page, plumb, 'pages/setting/bill?currency=BTC&kind=spot-order')
    expect(await row(/^Transfer between accounts/).count()).toBe(0)
    const text = await textOf(row(/^Bought 0\.4 BTC/))
    expect(text).not.toContain('USDT')
    expect(await textOf(page.getByText(/^Net of/).locator('xpath=following-sibling::dd'))).toBe('+0.3996')
  })

  test('is read by entry on demand, keeping the coin and the month', async () => {
    await page.getByRole('radio', { name: 'By entry' }).click()
    await row(/^Trading fee/).waitFor()
    expect(page.url()).toContain('currency=BTC')
    expect(await row(/^Spot trade/).count()).toBe(bought.fills)
    await page.getByRole('radio', { name: 'By event' }).click()
    await row(/^Bought 0\.4 BTC/).waitFor()
  })

  test('by entry is narrowed to an amount, with more decimals or less than a coin has', async () => {
    await openSettled(page, plumb, 'pages/setting/bill?view=entry')
    const chip = (name: RegExp) => page.getByRole('button', { name })
    const sheet = page.getByRole('dialog', { name: 'Amount' })
    const amount = (name: string) => sheet.getByRole('textbox', { name })
    await chip(/^Amount: Any amount/).click()
    await amount('At least').fill('400')
    await amount('At most').fill('399.9999999')
    await sheet.getByText('The lower amount is above the upper one.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await amount('At most').fill('400')
    await sheet.getByRole('button', { name: 'Show entries' }).click()
    await chip(/^Amount: = 400/).waitFor()
    await row(/^Transfer between accounts/).waitFor()
    await poll('what is of another amount to go', async () => (await row(/^Spot trade/).count()) === 0)
    expect(page.url()).toMatch(/least=400&most=400/)
    await chip(/^Amount: = 400/).click()
    await sheet.getByRole('button', { name: 'Any amount' }).click()
    await row(/^Spot trade/)
      .first()
      .waitFor()
    await page.getByRole('radio', { name: 'By event' }).click()
  })

  test('says of its file that it is of entries', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download entries as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^plumb-statement-\d{4}-\d\d-\d\d\.csv$/)
  })

  test('hides amounts with the balances', async () => {
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('plumb')!)
      kept.state.hidesBalance = true
      localStorage.setItem('plumb', JSON.stringify(kept))
    })
    await page.reload()
    await row(/^Bought •+ BTC/).waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('0.39')
  })

  test('shows an event beside the list where there is room, reached and left by keys', async () => {
    const desktop = await newDesktop(browser)
    await signIn(desktop.page, plumb)
    await openSettled(desktop.page, plumb, 'pages/setting/bill')
    const order = desktop.page.getByRole('button', { name: /^Bought 0\.4 BTC/ })
    await order.focus()
    await desktop.page.keyboard.press('Enter')
    const pane = desktop.page.getByRole('region', { name: 'Bought 0.4 BTC' })
    await pane.getByText('Your change').waitFor()
    expect(await order.isVisible()).toBe(true)
    expect(await order.getAttribute('aria-current')).toBe('true')
    expect(await seriousFindings(desktop.page)).toEqual([])
    await desktop.page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
    expect(await order.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(desktop.consoleErrors).toEqual([])
  })

  test('fits the narrowest phone', async () => {
    await page.setViewportSize(NARROW)
    await openSettled(page, plumb, 'pages/setting/bill')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
    expect(await seriousFindings(page)).toEqual([])
    expect(phone.consoleErrors).toEqual([])
  })
})
