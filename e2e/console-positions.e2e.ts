import { expect, test } from 'vitest'
import { contractAcceptRisk, contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
import { setRail } from '#domain/user/guard-rails.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { saveAddress } from '#domain/withdrawal/contract.ts'
import { acceptedRisk as contractRisk } from '#server/products/contract/testing.ts'
import { acceptedRisk as optionRisk } from '#server/products/option/testing.ts'
import { tronAddress } from '#server/testing/addresses.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** Contracts and seconds options in the console: from the day's figure to the list, to the customer, to what they have. */

scenarioWithOperators()

const table = (name: string) => maker.page.getByRole('table', { name })

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
  await looksRight(page, 'console-customer-orders')
})

test('are on the dashboard by instrument, with what came in, what was paid out, and what midnight will do', async () => {
  const { page } = maker
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const line = table('Exposure by instrument').getByRole('row').filter({ hasText: 'Contracts' })
  await line.getByText('-0.02 lots').waitFor()
  const due = page.getByRole('list', { name: 'Next midnight, UTC' })
  await due.getByText('Financing on 1 open position, about').waitFor()
  const found = table('What we owe and hold').getByRole('row').filter({ hasText: 'USDT' })
  await found.getByText(/\d%$/).waitFor()
  await page.getByRole('heading', { name: 'Money in and out today' }).waitFor()
  await looksRight(page, 'console-dashboard')
})

test('are a customer’s time line, with ways to each record, to its entries and back', async () => {
  const { page } = maker
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByLabel('Customer ID, full email or full mobile number').fill('demo@plumb.test')
  await page.getByRole('button', { name: 'Look up' }).click()
  const happened = table('What happened')
  const closed = happened.getByRole('row').filter({ hasText: 'Contract closed' })
  await closed.waitFor()
  await page
    .getByRole('list', { name: 'Signs of risk' })
    .getByText('Unusual wins in seconds options')
    .waitFor()
  await table('In and out').getByText('USDT').waitFor()
  const used = page.getByRole('list', { name: 'Figures' }).getByText('Withdrawal limit used')
  await used.waitFor()
  await looksRight(page, 'console-customer')
  await page.setViewportSize({ width: 1440, height: 900 })

  await closed.getByRole('link').click()
  await expect.poll(() => table('Contract orders').getByText('BTC/USDT').count()).toBe(1)
  await table('Contract orders').getByRole('link', { name: 'Entries' }).click()
  const fee = table('Entries').getByRole('row').filter({ hasText: 'Contract fee' }).first()
  await fee.getByRole('link', { name: /^Contract \d/ }).click()
  await expect.poll(() => table('Contract orders').getByText('BTC/USDT').count()).toBe(1)
})

test('a customer’s page says what they limited for themselves, and where their money can go', async () => {
  const token = await tokenOf(customer.page)
  await ask(plumb, token, setRail, { kind: 'leverage', value: '5' })
  await ask(plumb, token, setRail, { kind: 'leverage', value: '10' })
  const address = { currency: 'USDT', network: 'TRC20', name: 'Phone wallet', address: tronAddress(703) }
  await ask(plumb, token, saveAddress, address)

  const { page } = maker
  await page.goto(`${plumb.consoleUrl}/#/customers?id=10000&tab=security`)
  await page.reload()
  const leverage = table('Own limits').getByRole('row').filter({ hasText: 'Highest leverage' })
  await leverage.getByText('Up to 5×').waitFor()
  await leverage.getByText(/^Up to 10×, from /).waitFor()
  await table('Saved addresses and cards').getByText('Phone wallet, USDT').waitFor()
  expect(await page.getByText(address.address).count()).toBe(0)
  await looksRight(page, 'console-customer-security')
})
