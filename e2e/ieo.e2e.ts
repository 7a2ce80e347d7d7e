import { describe, expect, test } from 'vitest'
import { ieoOrder, ieoProjects } from '#domain/ieo/contract.ts'
import { SECOND_MS } from '#domain/time.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, open, openSettled, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { advance } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/**
 * Token sales on a clock that the test moves: one is announced by two operators, a token is bought at the fixed price and
 * subscribed for, shared out at the end, computed again in the browser, listed, unlocked, and can be traded.
 */

scenarioWithOperators({ clock: 'virtual' })

const page = () => customer.page
const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
const projectOf = async (code: string) =>
  (await ask(plumb, await tokenOf(page()), ieoProjects, {})).items.find((each) => each.code === code)!
const orders: string[] = []

async function order(id: string, kind: 'subscription' | 'exchange', amount: string, action: RegExp) {
  await openSettled(page(), plumb, `pages/ieo/subscribe?id=${id}`)
  if (kind === 'exchange') await page().getByRole('tab', { name: 'Exchange now' }).click()
  await page().getByLabel('Amount').fill(amount)
  await page().getByRole('button', { name: action }).click()
  const sheet = page().getByRole('dialog', { name: /^Confirm / })
  await sheet.getByText('Your money is set aside in your own account', { exact: false }).waitFor()
  expect(await seriousFindings(page())).toEqual([])
  await sheet.getByRole('button', { name: action }).click()
  await page().waitForURL(/ieo\/order\?id=/)
  orders.push(new URL(page().url().replace('#/', '')).searchParams.get('id')!)
}

describe('operators', () => {
  test('announce a sale, another one approves it', async () => {
    const nowMs = await advance(plumb, 0)
    await maker.page.getByRole('link', { name: 'Token sales', exact: true }).click()
    await maker.page.getByRole('table', { name: 'Sales' }).getByText('Meridian MRD').waitFor()
    await maker.page.getByRole('button', { name: 'New sale' }).click()
    const panel = panelOf(maker)
    const fill = (name: string, value: string) => panel.getByLabel(name, { exact: true }).fill(value)
    // Half of a supply by each way, until another part is typed.
    await fill('Supply at the fixed price', '1000')
    expect(await panel.getByLabel('Supply by subscription', { exact: true }).inputValue()).toBe('1000')
    for (const [name, value] of [
      ['Code', 'ORB'],
      ['Name', 'Orbit'],
      ['Tagline', 'Weather from small satellites'],
      ['Price', '0.5'],
      ['Supply at the fixed price', '1000'],
      ['Max exchange quantity', '500'],
      ['Supply by subscription', '600'],
      ['Subscription quota', '700'],
      ['Opens, UTC', minute(nowMs + 120 * SECOND_MS)],
      ['Ends, UTC', minute(nowMs + 3_600 * SECOND_MS)],
      ['Listing, UTC', minute(nowMs + 7_200 * SECOND_MS)],
    ] as const)
      await fill(name, value)
    await fill('Supply at the fixed price', '1000')
    expect(await panel.getByLabel('Supply by subscription', { exact: true }).inputValue()).toBe('600')
    await panel.getByLabel(REASON).fill('a new sale')
    await panel.getByRole('button', { name: 'Propose', exact: true }).click()
    // A quota above the supply is refused at once.
    await panel.getByRole('alert').first().waitFor()
    await fill('Subscription quota', '600')
    expect(await seriousFindings(maker.page)).toEqual([])
    await panel.getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(maker.page, 'Proposed. A different operator must approve.')

    await checker.page.getByRole('link', { name: 'Token sales', exact: true }).click()
    await checker.page.getByRole('table', { name: 'Proposed' }).getByText('ORB', { exact: false }).click()
    await panelOf(checker).getByText('600 coins').first().waitFor()
    await panelOf(checker).getByLabel(REASON).fill('seen as well')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await checker.page.getByRole('table', { name: 'Sales' }).getByText('Orbit ORB').waitFor()
    await advance(plumb, 180 * SECOND_MS)
  })
})

describe('a customer', () => {
  test('finds the sales under Savings and at home, with their bars', async () => {
    await openSettled(page(), plumb, 'pages/quantization/quantization')
    await page().getByRole('tab', { name: 'IEO' }).click()
    await page().waitForURL(/ieo\/ieo/)
    await page().getByText('Storage proofs for public archives').waitFor()
    await page().getByText('Subscribed 2,400 of 1,000').waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await openSettled(page(), plumb, 'pages/index/index')
    await page().getByRole('button', { name: 'More', exact: true }).click()
    await page().getByRole('dialog', { name: 'More' }).getByText('New tokens').click()
    await page().waitForURL(/ieo\/ieo/)
    await page().getByText('Orbit', { exact: false }).first().click()
    await page().waitForURL(/ieo\/subscribe/)
    await page().getByText('Weather from small satellites').waitFor()
  })

  test('sees what a subscription would bring if the sale closed now, and orders both ways', async () => {
    const { id } = await projectOf('ORB')
    await openSettled(page(), plumb, `pages/ieo/subscribe?id=${id}`)
    await page().getByLabel('Amount').fill('300.4')
    await page().getByText('You would receive 100.00%').waitFor()
    await page().getByText('600 ORB', { exact: false }).first().waitFor()
    await page().getByLabel('Amount').fill('300.5')
    await page().getByText('Above your quota').waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await order(id, 'subscription', '200', /^Subscribe 200.00 USDT/)
    await order(id, 'exchange', '10.2', /^Buy for 10.00 USDT/)
    const { held, allotted } = await ask(plumb, await tokenOf(page()), ieoOrder, { id: orders[1]! })
    expect([Number(held), allotted]).toEqual([10, '20'])
    expect((await projectOf('ORB')).subscribed).toBe('400')
  })

  test('is allotted by the rule, and computes all allotments again in the browser', async () => {
    await advance(plumb, 3_600 * SECOND_MS)
    await poll('the allotment', async () => {
      await advance(plumb, 10 * SECOND_MS)
      return (await projectOf('ORB')).phase === 'allotted'
    })
    await openSettled(page(), plumb, `pages/ieo/order?id=${orders[0]}`)
    const sheet = page().getByRole('dialog', { name: /^Orbit/ })
    await sheet.getByRole('heading', { name: 'How your allotment was computed' }).waitFor()
    await sheet.getByRole('button', { name: 'Compute it again here' }).click()
    await sheet
      .getByText('All allotments of this sale computed again: 1. Yours is right.', { exact: false })
      .waitFor()
    await sheet.getByRole('button', { name: 'Save the file' }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
  })
})

describe('the listing', () => {
  test('is proposed with what the issuer delivered, and approved', async () => {
    await maker.page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await maker.page.getByRole('link', { name: 'Token sales', exact: true }).click()
    await maker.page.getByRole('table', { name: 'Sales' }).getByText('Orbit ORB').click()
    const panel = panelOf(maker)
    await panel.getByRole('button', { name: 'List the token' }).click()
    for (const [name, value] of [
      ['Tokens delivered by the issuer', '500'],
      ['Payment of the issuer', 'P-77'],
      ['Tick', '0.0001'],
      ['Step', '1'],
      ['Smallest order, USDT', '1'],
    ] as const)
      await panel.getByLabel(name, { exact: true }).fill(value)
    await panel.getByLabel(REASON).fill('delivered')
    await panel.getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(maker.page, 'Proposed. A different operator must approve.')
    await checker.page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await checker.page.getByRole('link', { name: 'Token sales', exact: true }).click()
    await checker.page.getByRole('table', { name: 'Sales' }).getByText('Orbit ORB').click()
    await panelOf(checker).getByText('420 coins').waitFor()
    await panelOf(checker).getByLabel(REASON).fill('counted')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await poll('the delivery', async () => {
      await advance(plumb, 10 * SECOND_MS)
      return (await ask(plumb, await tokenOf(page()), ieoOrder, { id: orders[0]! })).status === 'unlocked'
    })
    await checker.page.getByRole('link', { name: 'Token orders', exact: true }).click()
    await checker.page.getByText('400 allotted').waitFor()
    expect(await seriousFindings(checker.page)).toEqual([])
  })

  test('makes the tokens the customer’s, and a market of the coin, while all runs', async () => {
    const token = await tokenOf(page())
    const { available } = await ask(plumb, token, walletDetail, { currency: 'ORB', walletType: 'funding' })
    expect(Number(available)).toBe(420)
    const { id } = await projectOf('ORB')
    await openSettled(page(), plumb, `pages/ieo/subscribe?id=${id}`)
    await page().getByRole('link', { name: 'Trade ORB' }).click()
    await page().waitForURL(/symbol=ORB-USDT/)
    await page().getByText('ORB/USDT').first().waitFor()
    await open(page(), plumb, 'pages/historyList/historyList?product=ieo')
    await page().getByText('New tokens').first().waitFor()
    await open(page(), plumb, 'pages/setting/bill')
    await page().getByText('Subscribed for ORB at', { exact: false }).first().waitFor()
    await open(page(), plumb, 'pages/news/news')
    await page().getByText('Your ORB is unlocked').first().waitFor()
  })
})
