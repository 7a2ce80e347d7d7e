import { beforeAll, describe, expect, test } from 'vitest'
import { alerts } from '#domain/alert/contract.ts'
import { quotesFlat, watchlist } from '#domain/market/contract.ts'
import { pairText } from '#domain/market/instrument.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { HOUR_MS } from '#domain/time.ts'
import { grouped, percent, volume } from '#web/format/number.ts'
import { seriousFindings } from './support/axe.ts'
import { newDesktop } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { advance } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** The markets as a customer looks through them: what moves, in which order, and what they keep an eye on. */
scenarioOnOnePhone({ clock: 'virtual' })
beforeAll(() => signIn(page, plumb))

const crypto = 'pages/market/market?class=2'
const rows = () => page.getByRole('main').getByRole('link')
const names = async () => (await rows().allTextContents()).map((text) => /^[A-Z]+/.exec(text)![0])
const head = (name: string) => page.getByRole('columnheader', { name: `Sort by ${name}` })
const quotes = async () => {
  const all = await ask(plumb, '', quotesFlat, {})
  return all.filter(({ classId }) => classId === 2)
}
const watched = async () => (await ask(plumb, await tokenOf(page), watchlist, {})).map(({ symbol }) => symbol)

describe('a list of markets', () => {
  test('shows what rose, what fell and what was traded most, by the figures of the server', async () => {
    await openSettled(page, plumb, crypto)
    const all = await quotes()
    const chip = (name: string) => page.getByRole('radio', { name, exact: true })
    const change = (quote: (typeof all)[number]) => Number(quote.changePercent ?? 0)
    const inOrder = (list: typeof all, by: (quote: (typeof all)[number]) => number) =>
      list.toSorted((a, b) => by(b) - by(a)).map(({ label }) => label.split('/')[0])

    await chip('Gainers').click()
    expect(page.url()).toContain('show=gainers')
    expect(await names()).toEqual(
      inOrder(
        all.filter((quote) => change(quote) > 0),
        change,
      ),
    )
    await chip('Losers').click()
    const fell = all.filter((quote) => change(quote) < 0)
    if (fell.length > 0) expect(await names()).toEqual(inOrder(fell, (quote) => -change(quote)))
    else await page.getByText('No matching markets in the last 24 h').waitFor()
    await chip('Most traded').click()
    expect(await names()).toEqual(inOrder(all, (quote) => Number(quote.turnover24h)))
    await chip('All').click()
    expect(page.url()).not.toContain('show=')
  })

  test('is sorted by its heads, which say so, and by its URL', async () => {
    await openSettled(page, plumb, crypto)
    const own = await names()
    expect(await head('Name').getAttribute('aria-sort')).toBe('none')
    await head('Name').getByRole('button').click()
    expect(await head('Name').getAttribute('aria-sort')).toBe('ascending')
    expect(await names()).toEqual(own.toSorted())
    await head('Name').getByRole('button').click()
    expect(await head('Name').getAttribute('aria-sort')).toBe('descending')
    expect(await names()).toEqual(own.toSorted().reverse())
    await head('Name').getByRole('button').click()
    expect(await names()).toEqual(own)

    await openSettled(page, plumb, `${crypto}&sort=price`)
    expect(await head('Last price').getAttribute('aria-sort')).toBe('ascending')
    const byPrice = (await quotes()).toSorted((a, b) => Number(a.lastPrice) - Number(b.lastPrice))
    expect(await names()).toEqual(byPrice.map(({ label }) => label.split('/')[0]))
  })

  test('shows what was traded on Plumb beside the reference volume, and the range of a day, where there is room', async () => {
    const bitcoin = async () => (await quotes()).find(({ symbol }) => symbol === 'BTC-USDT')!
    await advance(plumb, 5_000)
    const { base, quote } = { base: 'BTC', quote: 'USDT' }
    const draft = { base, quote, side: 'buy', orderType: 'market', quoteAmount: '250' } as const
    const bought = await ask(plumb, await tokenOf(page), spotTrade, draft)
    expect(bought.status).toBe('filled')
    // What is counted is published with the instrument's next tick.
    const now = await poll('the trade in the quote', async () => {
      await advance(plumb, 5_000)
      const quoted = await bitcoin()
      return Number(quoted.ownTurnover24h) > 0 && quoted
    })
    expect(unitsOf(now.ownTurnover24h!, 'USDT')).toBe(unitsOf(bought.notional, 'USDT'))
    expect(now.ownVolume24h).toBe(bought.filled)
    expect((await ask(plumb, '', quotesFlat, {})).find(({ symbol }) => symbol === 'XAU-USD')).toMatchObject({
      ownVolume24h: null,
      ownTurnover24h: null,
    })

    const desktop = await newDesktop(browser)
    await openSettled(desktop.page, plumb, `${crypto}&sort=-own`)
    const first = desktop.page.getByRole('main').getByRole('link').first()
    await first.getByText(volume(now.ownTurnover24h!), { exact: true }).waitFor()
    const { low24h, high24h } = await bitcoin()
    await first.getByText(`24 h range from ${grouped(low24h!)} to ${grouped(high24h!)}`).waitFor()
    const own = desktop.page.getByRole('columnheader', { name: 'Sort by Plumb vol.' })
    expect(await own.getAttribute('aria-sort')).toBe('descending')
    expect(await desktop.page.getByRole('columnheader', { name: '24 h range' }).count()).toBe(1)
    expect(await seriousFindings(desktop.page)).toEqual([])
    await openSettled(desktop.page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
    const about = desktop.page.getByRole('main')
    await about.getByText('Volume on Plumb, 24 h').waitFor()
    await about.getByText('Reference volume, 24 h').waitFor()
    expect(desktop.consoleErrors).toEqual([])
    await desktop.context.close()
  })

  test('says when a closed market opens, with its day and zone, and keeps its last change', async () => {
    const apple = async () => (await ask(plumb, '', quotesFlat, {})).find(({ symbol }) => symbol === 'AAPL')!
    while ((await apple()).isOpen) await advance(plumb, 4 * HOUR_MS)
    await openSettled(page, plumb, 'pages/market/market?class=6')
    const text = await page.getByRole('main').textContent()
    expect(text).toMatch(/Opens (Mon|Tue|Wed|Thu|Fri) \d\d:\d\d UTC/)
    const { changePercent } = await apple()
    const row = page.getByRole('link', { name: /^AAPL/ })
    expect(await row.textContent()).toContain(percent(changePercent!))
    expect(await row.textContent()).toContain('Closed')
  })
})

describe('favorites', () => {
  test('are put in order by buttons, and kept so by the server', async () => {
    await openSettled(page, plumb, 'pages/market/market?class=100')
    for (const symbol of ['BTC-USDT', 'ETH-USDT', 'LTC-USDT']) {
      if ((await watched()).includes(symbol)) continue
      await openSettled(page, plumb, `pages/transaction/index?symbol=${symbol}`)
      await page.getByRole('button', { name: 'Add to favorites' }).click()
      await page.getByRole('button', { name: 'Remove from favorites' }).waitFor()
    }
    const before = await watched()
    await openSettled(page, plumb, 'pages/market/market?class=100')
    await page.getByRole('button', { name: 'Edit favorites' }).click()
    const sheet = page.getByRole('dialog', { name: 'Edit favorites' })
    const last = pairText(before.at(-1)!)
    const up = sheet.getByRole('button', { name: `Move ${last} up` })
    await up.focus()
    await page.keyboard.press('Enter')
    const expected = [...before.slice(0, -2), before.at(-1)!, before.at(-2)!]
    await poll('the new order on the server', async () => (await watched()).join() === expected.join())
    // The focus goes with the row.
    expect(await up.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.reload()
    await openSettled(page, plumb, 'pages/market/market?class=100')
    expect(await names()).toEqual(expected.map((symbol) => symbol.split('-')[0]))
  })
})

describe('a price alert', () => {
  test('is set from the menu of a row', async () => {
    await openSettled(page, plumb, crypto)
    await page.getByRole('link', { name: /^ETH/ }).click({ button: 'right' })
    await page.getByRole('dialog', { name: 'ETH/USDT' }).getByRole('button', { name: 'Price alerts' }).click()
    const sheet = page.getByRole('dialog', { name: 'Price alerts' })
    await sheet.getByRole('textbox', { name: 'Price' }).fill('9999')
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    const token = await tokenOf(page)
    await poll('the alert on the server', async () =>
      (await ask(plumb, token, alerts, { symbol: 'ETH-USDT' })).items.some(
        ({ upper }) => Number(upper) === 9999,
      ),
    )
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('and a favorite have their buttons in the row of a wide window', async () => {
    const desktop = await newDesktop(browser)
    await signIn(desktop.page, plumb)
    await openSettled(desktop.page, plumb, crypto)
    const star = desktop.page.getByRole('button', { name: 'XRP/USDT, favorite' })
    await star.click()
    await poll('the star on', async () => (await star.getAttribute('aria-pressed')) === 'true')
    expect(await watched()).toContain('XRP-USDT')
    await desktop.page.getByRole('button', { name: 'Price alert for XRP/USDT' }).click()
    await desktop.page.getByRole('dialog', { name: 'Price alerts' }).waitFor()
    expect(await seriousFindings(desktop.page)).toEqual([])
    await desktop.page.keyboard.press('Escape')
    expect(desktop.consoleErrors).toEqual([])
    await desktop.context.close()
  })
})

describe('an instrument without spot', () => {
  test('can be watched and alerted, and its product is reached by a button of its own', async () => {
    await openSettled(page, plumb, 'pages/transaction/index?symbol=XAU-USD')
    const contract = page.getByRole('main').getByRole('link', { name: 'Contract', exact: true })
    expect(await contract.getAttribute('href')).toContain('transaction/contract?symbol=XAU-USD')
    const star = page.getByRole('button', { name: 'Favorite', exact: true })
    const was = await star.getAttribute('aria-pressed')
    await star.click()
    await poll('the star turned', async () => (await star.getAttribute('aria-pressed')) !== was)
    await page.getByRole('button', { name: 'Price alert', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Price alerts' })
    await sheet.getByText(/XAU\/USD/).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('Reference volume, 24 h').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('and nothing went wrong on the way', () => {
    expect(phone.consoleErrors).toEqual([])
  })
})
