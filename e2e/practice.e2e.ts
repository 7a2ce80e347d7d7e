import { expect, test } from 'vitest'
import { contractList } from '#domain/contract/contract.ts'
import { practiceWallet } from '#domain/practice/contract.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** A customer begins to practise, opens a contract, sees their real account untouched, and leaves. */

scenarioOnOnePhone()

const banner = () => page.getByRole('status').filter({ hasText: 'Practice is on' })
const real = async () => (await ask(plumb, await tokenOf(page), contractList, {})).items
const practised = async () =>
  (await ask(plumb, await tokenOf(page), contractList, { accountType: 'practice' })).items

test('the switch opens a wallet, goes to the contracts, and frames them', async () => {
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/setting/practice')
  await page.getByRole('button', { name: 'Start practicing' }).click()
  await banner().filter({ hasText: 'pUSDT is not money' }).waitFor()
  const { available } = await ask(plumb, await tokenOf(page), practiceWallet, {})
  expect(available).toBe('10000.0000000')
})

test('an order opens a position in practice, and no real one', async () => {
  const before = (await real()).length
  await openSettled(page, plumb, 'pages/transaction/contract?symbol=BTC-USDT')
  await page.getByText('10,000.00 pUSDT').first().waitFor()
  await page.getByRole('textbox', { name: 'Lots' }).fill('0.02')
  await page.getByRole('button', { name: 'Open long 0.02 lots' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open long 0.02 lots' }).click()
  await expect.poll(async () => (await practised()).length).toBe(1)
  expect(await real()).toHaveLength(before)
  await openSettled(page, plumb, 'pages/transaction/contract_order')
  await page.getByText('pUSDT').first().waitFor()
})

test('elsewhere the frame says that this is the real account, whose money stays', async () => {
  await openSettled(page, plumb, 'pages/fund/assets')
  await banner().filter({ hasText: 'This page shows your real account' }).waitFor()
  await openSettled(page, plumb, 'pages/setting/practice')
  await page.getByRole('heading', { name: 'Practice wallet' }).waitFor()
})

test('leaving takes the frame away', async () => {
  await banner().getByRole('button', { name: 'End practice' }).click()
  await page.waitForURL(/transaction\/contract/)
  await expect.poll(() => banner().count()).toBe(0)
  expect(phone.consoleErrors).toEqual([])
})
