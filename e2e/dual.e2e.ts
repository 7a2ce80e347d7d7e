import { beforeAll, describe, expect, test } from 'vitest'
import { dualOrder, dualOrders, dualProducts } from '#domain/dual/contract.ts'
import type { DualType } from '#domain/dual/outcomes.ts'
import { nextSettlement } from '#domain/dual/rules.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, open, openSettled, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { advance } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/**
 * Dual investments on a clock that the test moves: both types are bought at figures shown before, one is taken back, and
 * the others are settled by the half hour before 08:00 UTC, which the browser computes again.
 */

scenarioWithOperators({ clock: 'virtual' })

const page = () => customer.page
const button = (name: string) => page().getByRole('button', { name, exact: true })
const bought: string[] = []

/** The first product of a type and a coin that is on sale, of a day. */
async function productOf(type: DualType) {
  const { items } = await ask(plumb, await tokenOf(page()), dualProducts, { type, coin: 'BTC', limit: '100' })
  return items.find(({ availability, termDays }) => availability === 'open' && termDays === 1)!
}

async function buy(type: DualType, units: string): Promise<void> {
  const product = await productOf(type)
  await openSettled(page(), plumb, `pages/invest/purchase?id=${product.id}`)
  await page().getByRole('textbox', { name: 'Units of' }).fill(units)
  const subscribe = page().getByRole('button', { name: /^Subscribe / })
  await subscribe.click()
  const sheet = page().getByRole('dialog', { name: 'Confirm subscription' })
  await sheet.getByText(/ or above$/).waitFor()
  await sheet.getByText(/ below [\d,.]+$/).waitFor()
  expect(await seriousFindings(page())).toEqual([])
  await sheet.getByRole('button', { name: /^Subscribe / }).click()
  await page().waitForURL(/invest\/mine\?id=/)
  bought.push(new URL(page().url().replace('#/', '')).searchParams.get('id')!)
}

/** Before the clock moves: the operators' sessions are of some hours. */
describe('operators', () => {
  test('propose a template with what is wrong said, and another one approves it', async () => {
    await maker.page.getByRole('link', { name: 'Dual investment', exact: true }).click()
    await maker.page.getByRole('table', { name: 'Templates' }).getByText('ETH/USDT, Buy low').click()
    const panel = panelOf(maker)
    await panel.getByLabel(/^Products of each start/).fill('7 d, 4%')
    await panel.getByLabel(REASON).fill('fewer products')
    await panel.getByRole('button', { name: 'Propose', exact: true }).click()
    await panel.getByLabel(/^Products of each start/).fill('7 d, 4%, 0.84%')
    expect(await seriousFindings(maker.page)).toEqual([])
    await panel.getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(maker.page, 'Proposed. A different operator must approve.')

    await checker.page.getByRole('link', { name: 'Dual investment', exact: true }).click()
    await checker.page.getByRole('table', { name: 'Templates' }).getByText('ETH/USDT, Buy low').click()
    await panelOf(checker).getByText('7 days at 4.00 % for 0.84 %', { exact: true }).waitFor()
    await panelOf(checker).getByLabel(REASON).fill('seen as well')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await checker.page.getByText('version 2').waitFor()
    expect(await seriousFindings(checker.page)).toEqual([])
  })
})

describe('what is on sale', () => {
  beforeAll(async () => {
    // Noon: a start at 08:00 is hours away, at whatever hour this runs.
    const nowMs = await advance(plumb, 0)
    await advance(plumb, (1.5 * DAY_MS - (nowMs % DAY_MS)) % DAY_MS)
    await advance(plumb, MINUTE_MS)
    await poll('products of the next start', async () => (await productOf('put')) !== undefined)
  })

  test('is reached from home, by type and coin, the soonest settlement first', async () => {
    await openSettled(page(), plumb, 'pages/index/index')
    await page().getByRole('button', { name: 'More', exact: true }).click()
    await page().getByRole('dialog', { name: 'More' }).getByText('Dual investment').click()
    await page().waitForURL(/invest\/invest/)
    await page().getByRole('heading', { name: '1 day', exact: true }).waitFor()
    await page().getByRole('radio', { name: 'ETH', exact: true }).click()
    await page().getByRole('tab', { name: 'Sell high' }).click()
    await page().getByRole('heading', { name: '7 days', exact: true }).waitFor()
    await page().getByRole('button', { name: 'Both outcomes are set aside' }).click()
    await page().getByRole('dialog', { name: 'Set aside for pay-outs' }).getByText('USDT').first().waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await page().keyboard.press('Escape')
    await page().getByRole('link', { name: 'How it works' }).click()
    await page().getByRole('heading', { name: 'If prices are missing' }).waitFor()
    await page()
      .getByRole('heading', { name: /^BTC below / })
      .first()
      .waitFor()
    expect(await seriousFindings(page())).toEqual([])
  })

  test('says both outcomes in money before anything is sent, and draws what lies between', async () => {
    const product = await productOf('put')
    await openSettled(page(), plumb, `pages/invest/purchase?id=${product.id}`)
    await button('One unit more').click()
    const above = (200 * (1 + Number(product.yieldRate))).toFixed(2)
    await page().getByText(`${above} USDT`).first().waitFor()
    const below = Math.floor(((200 * (1 + Number(product.yieldRate))) / Number(product.strike)) * 1e8) / 1e8
    await page().getByText(`${below} BTC`).first().waitFor()
    const line = page().getByRole('slider', { name: 'Settlement price' })
    await line.press('End')
    expect(await line.getAttribute('aria-valuetext')).toContain(`${above} USDT, worth ${above} USDT`)
    await line.press('Home')
    expect(await line.getAttribute('aria-valuetext')).toContain('BTC, worth')
    await page().getByRole('textbox', { name: 'Units of' }).fill('9999')
    // What is refused names its limit and the most that is taken, and enters it.
    const limit = page().getByRole('alert').filter({ hasText: 'up to' })
    await limit.waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await limit.getByRole('button', { name: /^Use [\d,.]+ USDT$/ }).click()
    await limit.waitFor({ state: 'detached' })
    await page().getByRole('textbox', { name: 'Amount USDT' }).fill('250')
    await page().getByText('Whole units only: 200.00 USDT is invested.').waitFor()
    expect(await page().getByRole('textbox', { name: 'Units of' }).inputValue()).toBe('2')
    await button('Subscribe 200.00 USDT').waitFor()
    expect(await seriousFindings(page())).toEqual([])
  })
})

describe('an order', () => {
  test('of either type is made at what was shown', async () => {
    await buy('put', '3')
    await buy('call', '2')
    await buy('put', '1')
    const { items } = await ask(plumb, await tokenOf(page()), dualOrders, { status: 'active' })
    expect(items.map(({ id }) => id)).toEqual(bought.toReversed())
  })

  test('is taken back within a minute', async () => {
    await openSettled(page(), plumb, `pages/invest/mine?id=${bought[2]}`)
    await page()
      .getByRole('button', { name: /^Cancel and get it back/ })
      .click()
    const sheet = page().getByRole('dialog', { name: 'Cancel this investment?' })
    await sheet.getByText('100.00 USDT', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: /^Cancel, get back/ }).click()
    await expectToast(page(), 'Canceled. 100.00 USDT is back in Funding.')
  })

  test('is a way to free money for a minute, beside other products, and ends there too', async () => {
    await buy('put', '1')
    await openSettled(page(), plumb, 'pages/financial/index')
    await page()
      .getByRole('region', { name: 'Dual investment' })
      .getByText(/400\.00 USDT/)
      .waitFor()
    await openSettled(page(), plumb, 'pages/financial/exits?currency=USDT')
    await page()
      .getByRole('radio', { name: /^Dual investment 100\.00 USDT · 1 day/ })
      .click()
    expect(await seriousFindings(page())).toEqual([])
    await button('Redeem for 100.00 USDT').click()
    await expectToast(page(), '100.00 USDT paid to your funding account')
    const order = await ask(plumb, await tokenOf(page()), dualOrder, { id: bought.pop()! })
    expect(order.end).toBe('cancelled')
  })

  test('is settled by the half hour before 08:00, and the browser computes it again', LONG, async () => {
    const token = await tokenOf(page())
    const [put, call] = await Promise.all(
      bought.slice(0, 2).map((id) => ask(plumb, token, dualOrder, { id })),
    )
    const due = put!.settlesAtMs
    expect(due).toBe(nextSettlement(put!.startsAtMs) + DAY_MS)
    // Minute by minute over the half hour, so that the tape has a price of each.
    let nowMs = await advance(plumb, 0)
    nowMs = await advance(plumb, due - 32 * MINUTE_MS - nowMs)
    while (nowMs < due + MINUTE_MS) nowMs = await advance(plumb, MINUTE_MS)
    const settled = (id: string) => ask(plumb, token, dualOrder, { id })
    await poll('a settlement', async () => {
      await advance(plumb, MINUTE_MS)
      return (await settled(call!.id)).status === 'ended'
    })
    for (const { id, type, strike } of [put!, call!]) {
      const { fixing, end, result, ...order } = await settled(id)
      expect(fixing!.minutes).toBe(30)
      // The rule, written out.
      const isAbove = Number(fixing!.price) >= Number(strike)
      expect(end).toBe(isAbove ? 'above' : 'below')
      expect(result).toMatchObject(
        isAbove ? { amount: order.above, currency: 'USDT' } : { amount: order.below, currency: 'BTC' },
      )
      await openSettled(page(), plumb, `pages/invest/mine?status=ended&id=${id}`)
      const sheet = page().getByRole('dialog', { name: type === 'put' ? 'Buy BTC low' : 'Sell BTC high' })
      await sheet.getByText('30 of 30 minutes', { exact: false }).waitFor()
      expect(await seriousFindings(page())).toEqual([])
      await sheet.getByRole('link', { name: 'Verify' }).click()
      await page().getByText('It checks out').waitFor()
      await page().getByText('in 30 of 30 minutes', { exact: false }).waitFor()
      expect(await seriousFindings(page())).toEqual([])
    }
    await page().getByText('Change a digit and watch it fail').click()
    await page().getByText('Out of plumb').waitFor()
  })

  test('stands in the history, in the statement, and in a notice', async () => {
    await open(page(), plumb, 'pages/historyList/historyList?product=dual')
    await page().getByText('Dual investment').first().waitFor()
    await open(page(), plumb, 'pages/news/news')
    await page()
      .getByText(/settled (at or above|below) the strike/)
      .first()
      .waitFor()
    await open(page(), plumb, 'pages/setting/bill')
    await page().getByText('Buy low BTC/USDT at', { exact: false }).first().waitFor()
  })
})
