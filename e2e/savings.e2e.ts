import { beforeAll, describe, expect, test } from 'vitest'
import { earnSubscription, earnSubscriptions } from '#domain/earn/contract.ts'
import { financialOverview } from '#domain/financial/contract.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { advance } from './support/plumb.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { textOf } from './support/text.ts'

/** All kinds of savings: bought from the Savings tab, as an overview, and ended for money that is needed. */
const DAY_MS = 86_400_000

scenarioOnOnePhone({ clock: 'virtual' })
beforeAll(async () => {
  const nowMs = await advance(plumb, 0)
  await advance(plumb, (1.5 * DAY_MS - (nowMs % DAY_MS)) % DAY_MS)
  await signIn(page, plumb)
  const move = { currency: 'ETH', amount: '1', from: 'spot', to: 'funding' } as const
  await ask(plumb, await tokenOf(page), walletTransfer, move)
})

async function funding(currency: string): Promise<bigint> {
  const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
  const held = holdings.find((one) => one.currency === currency)
  const text = held?.wallets.find(({ walletType }) => walletType === 'funding')?.available ?? '0'
  return unitsOf(text, currency)
}

/** Puts an amount into the product that the page is of; returns the subscription's id. */
async function deposit(amount: string, currency: string, then: RegExp): Promise<string> {
  await page.getByRole('textbox', { name: `Amount ${currency}` }).fill(amount)
  await page.getByRole('button', { name: /^Deposit/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Confirm deposit' })
  await sheet.getByRole('button', { name: /^Deposit/ }).click()
  await page.waitForURL(then)
  return new URL(page.url().replace('#/', '')).searchParams.get('id')!
}

describe('the Savings tab', () => {
  test('offers quantitative savings beside locked deposits, and says what they are not', async () => {
    await openSettled(page, plumb, 'pages/quantization/quantization')
    const section = page.getByRole('region', { name: 'Quantitative savings' })
    await section.getByText('No trading strategy stands behind it.', { exact: false }).waitFor()
    await page.getByRole('region', { name: 'Locked deposits' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await section.getByRole('link', { name: /No term.*USDT/ }).click()
    const before = await funding('USDT')
    await page.getByText('Give notice whenever you like', { exact: false }).waitFor()
    await deposit('700', 'USDT', /quantitativeOrder\?.*id=/)
    expect(await funding('USDT')).toBe(before - unitsOf('700', 'USDT'))
  })

  test('offers lock-mining: coins a day, a year of it at the price of ticks, and no deposit of another kind', async () => {
    await openSettled(page, plumb, 'pages/quantization/quantization')
    await page.getByRole('tab', { name: 'Lock-mining' }).click()
    const section = page.getByRole('region', { name: 'Lock-mining' })
    await section.getByRole('link', { name: /0\.0025 LTC.*30 days/ }).click()
    const price = page.getByRole('region', { name: 'At today’s price' })
    await price.getByText(/^ETH-USDT .* tick \d+/).waitFor()
    await price.getByText(/^LTC-USDT .* tick \d+/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const before = await funding('ETH')
    const id = await deposit('0.5', 'ETH', /lockming\/order\?kind=mining&id=/)
    expect(await funding('ETH')).toBe(before - unitsOf('0.5', 'ETH'))
    await page.getByRole('dialog', { name: 'Lock-mining' }).getByText(`Order ${id}`).waitFor()
  })

  test('switches between locked deposits and lock-mining, in what is offered and in what one has', async () => {
    for (const path of ['pages/lockming/lockming', 'pages/lockming/order']) {
      await openSettled(page, plumb, path)
      await page.getByRole('radio', { name: 'Lock-mining' }).click()
      await page.waitForURL(/kind=mining/)
      await page
        .getByText(/30 days/)
        .first()
        .waitFor()
    }
  })
})

test('the days’ interest and rewards are one figure in the overview and in the orders', async () => {
  await advance(plumb, DAY_MS)
  await advance(plumb, DAY_MS)
  const token = await tokenOf(page)
  const { lines } = await ask(plumb, token, financialOverview, {})
  const reward = lines.find(({ kind, currency }) => kind === 'mining' && currency === 'LTC')!
  expect(unitsOf(reward.today, 'LTC')).toBe(unitsOf('0.00125', 'LTC'))
  const { totals } = await ask(plumb, token, earnSubscriptions, { kind: 'mining' })
  expect(totals.find(({ currency }) => currency === 'LTC')).toMatchObject({ interestToday: reward.today })
  await openSettled(page, plumb, 'pages/financial/index')
  await page.getByRole('region', { name: 'Lock-mining' }).getByText('+0.00125').first().waitFor()
  await page.getByRole('region', { name: 'Quantitative savings' }).getByText('700.00 USDT').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

test('money that is needed comes from what costs least, for exactly what the quote said', async () => {
  await openSettled(page, plumb, 'pages/lockming/lockming')
  await page.getByRole('link', { name: /90 days.*USDT/ }).click()
  const id = await deposit('1000', 'USDT', /lockming\/order\?id=/)
  await openSettled(page, plumb, 'pages/financial/index')
  await page.getByRole('link', { name: 'Free up money' }).click()
  await page.getByRole('radio', { name: 'USDT', exact: true }).click()
  await page.getByRole('textbox', { name: 'I need now' }).fill('800')
  await page.getByRole('button', { name: 'Get quotes' }).click()
  const ways = page.getByRole('radiogroup', { name: 'Ways to free up money' })
  // 1,000 at 10.00; the 700 by notice cost nothing and are not enough.
  await ways.getByRole('radio', { name: /not enough alone/ }).waitFor()
  expect(await textOf(ways.getByRole('radio').first())).toContain('990.00')
  expect(await seriousFindings(page)).toEqual([])
  const before = await funding('USDT')
  const end = page.getByRole('button', { name: /^Redeem for/ })
  const quoted = unitsOf(figure(await textOf(end)), 'USDT')
  expect(quoted).toBe(unitsOf('990', 'USDT'))
  await end.click()
  await page.getByText('990.00 USDT paid to your funding account').waitFor()
  expect(await funding('USDT')).toBe(before + quoted)
  expect((await ask(plumb, await tokenOf(page), earnSubscription, { id })).end).toBe('redeemed')
})

test('what an open order holds is listed beside it, and leads to where the order is canceled', async () => {
  await ask(plumb, await tokenOf(page), walletTransfer, {
    ...{ currency: 'USDT', amount: '200', from: 'funding', to: 'spot' },
  })
  await ask(plumb, await tokenOf(page), spotTrade, {
    ...{ base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.01', limitPrice: '16000' },
  })
  await openSettled(page, plumb, 'pages/financial/exits?currency=USDT')
  const held = page.getByRole('region', { name: 'Holding your USDT' })
  const order = held.getByRole('listitem').filter({ hasText: 'Open order' })
  // 0.01 BTC at 16,000.
  expect(await textOf(order)).toContain('160.00 USDT')
  await order.getByText('Cancel the order: free immediately').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await order.getByRole('link', { name: 'Order' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .waitFor()
})

test('a stake redeemed early gives its reward up, and says so before and after', async () => {
  await openSettled(page, plumb, 'pages/lockming/order?kind=mining')
  await page.getByRole('link', { name: /0\.50 ETH/ }).click()
  await page.getByRole('dialog').getByText('Reward given up if you redeem now').waitFor()
  await page.getByRole('button', { name: 'Redeem early', exact: true }).click()
  const before = await funding('ETH')
  const leave = page.getByRole('button', { name: /^Redeem for [\d,.]+ ETH$/ })
  expect(unitsOf(figure(await textOf(leave)), 'ETH')).toBe(unitsOf('0.4975', 'ETH'))
  await leave.click()
  await page
    .getByRole('dialog', { name: 'Paid to your funding account' })
    .getByText('Reward given up')
    .waitFor()
  expect(await funding('ETH')).toBe(before + unitsOf('0.4975', 'ETH'))
})

test('leaves a statement that explains every balance, and nothing that went wrong', async () => {
  await open(page, plumb, 'pages/setting/bill?currency=ETH&walletType=funding&view=entry')
  await page
    .getByRole('button', { name: /^Lock-mining redeemed early/ })
    .first()
    .waitFor()
  await expectStatementEqualsBalances(plumb, await tokenOf(page))
  expect(phone.consoleErrors).toEqual([])
})
