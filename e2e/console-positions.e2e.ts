import { expect, test } from 'vitest'
import { contractAcceptRisk, contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { acceptedRisk as contractRisk } from '#server/products/contract/testing.ts'
import { acceptedRisk as optionRisk } from '#server/products/option/testing.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, tokenOf } from './support/customer.ts'
import { customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** Contracts and seconds options in the console: from the day's figure to the list, to the customer, to what they have. */

scenarioWithOperators()

test('lead from the dashboard to the list and to the customer, who has them on their page', async () => {
  const token = await tokenOf(customer.page)
  for (const to of ['contract', 'options'] as const)
    await ask(plumb, token, walletTransfer, { currency: 'USDT', amount: '200', from: 'funding', to })
  const order = { symbol: 'BTC-USDT', lots: '0.02', leverage: '10' } as const
  await ask(plumb, token, contractAcceptRisk, contractRisk)
  const day = new Date().toISOString().slice(0, 10)
  const { id } = await ask(plumb, token, contractSubmit, { ...order, direction: 'long' })
  await ask(plumb, token, contractClose, { id })
  await ask(plumb, token, contractSubmit, { ...order, direction: 'short' })
  await ask(plumb, token, optionAcceptRisk, optionRisk)
  await ask(plumb, token, optionSubmit, {
    ...{ symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: '60', stake: '10' },
  })

  const { page } = maker
  const table = (name: string) => page.getByRole('table', { name })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const today = page.getByRole('list', { name: 'Today, UTC' })
  await today.getByRole('link', { name: /^Contract fees charged/ }).waitFor()
  // Over a midnight the figure counts the new day; the list is asked for the day of the orders.
  await today.getByRole('link', { name: /^Contract orders \d/ }).click()
  await page.waitForURL(/contract\/orders\?from=/)
  await page.getByLabel('From, UTC').fill(day)
  await expect.poll(() => table('Contract orders').getByText('BTC/USDT').count()).toBe(2)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Status').selectOption('Closed')
  await expect.poll(() => table('Contract orders').getByText('BTC/USDT').count()).toBe(1)

  await table('Contract orders').getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Seconds orders' }).click()
  await table('Seconds orders').getByText('Rise').waitFor()
  await page.getByRole('tab', { name: 'Contract orders' }).click()
  await table('Contract orders').getByText('Short 10×').waitFor()
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await table('Contract orders').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/history-shots/console-${width}.png` })
  }
})
