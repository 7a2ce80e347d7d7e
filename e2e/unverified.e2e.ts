import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractAcceptRisk, contractOpen } from '#domain/contract/contract.ts'
import { optionAcceptRisk, optionList } from '#domain/option/contract.ts'
import { acceptedRisk as contractRisk } from '#server/products/contract/testing.ts'
import { acceptedRisk } from '#server/products/option/testing.ts'
import { newPhone, openBrowser } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** A customer who has money and is not verified: the demonstration's, whose tier is taken back between two starts. */
let plumb: Plumb
let browser: Browser
let page: Page

keepScreenshots(() => [page])
beforeAll(async () => {
  const prepare = changedData(({ db }) => db.updateTable('customer').set({ tier: 'unverified' }).execute())
  ;[plumb, browser] = await Promise.all([startPlumb({ clock: 'virtual', prepare }), openBrowser()])
  await advance(plumb, 5_000)
  page = (await newPhone(browser)).page
  await signIn(page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

test('a contract is refused with the reason, and verification is where it leads', async () => {
  const token = await tokenOf(page)
  await ask(plumb, token, contractAcceptRisk, contractRisk)
  await openSettled(page, plumb, 'pages/transaction/contract?symbol=BTC-USDT')
  await page.getByRole('textbox', { name: 'Lots' }).fill('0.01')
  await page.getByRole('button', { name: 'Open long 0.01 lots' }).click()
  const confirm = page.getByRole('dialog', { name: 'BTC/USDT · Long 2×' })
  await confirm.getByRole('button', { name: 'Open long 0.01 lots' }).click()
  await page
    .getByRole('dialog', { name: 'Not opened' })
    .getByText('Please complete KYC verification', { exact: false })
    .waitFor()
  await page.waitForURL(/StartVerification\/StartVerification/)
  expect((await ask(plumb, token, contractOpen, {})).items).toEqual([])
})

test('a seconds option is refused in the same way, and no stake is taken', async () => {
  const token = await tokenOf(page)
  await ask(plumb, token, optionAcceptRisk, acceptedRisk)
  await openSettled(page, plumb, 'pages/transaction/index2?symbol=BTC-USDT')
  await page.getByRole('textbox', { name: 'Stake USDT' }).fill('25')
  await page.getByRole('button', { name: 'Rise', exact: true }).click()
  await page.getByRole('button', { name: 'Rise · 25.00 USDT' }).click()
  await page
    .getByRole('dialog', { name: 'Order not placed' })
    .getByText('Please complete KYC verification', { exact: false })
    .waitFor()
  await page.waitForURL(/StartVerification\/StartVerification/)
  expect((await ask(plumb, token, optionList, {})).items).toEqual([])
})

test('coins are not sold for dollars, and the page says what is missing', async () => {
  await openSettled(page, plumb, 'pages/saleCoin/saleCoin')
  const note = page.getByRole('note').filter({ hasText: 'Verify your identity to sell coins for dollars.' })
  expect(await page.getByRole('button', { name: 'Review sale' }).isDisabled()).toBe(true)
  await note.getByRole('link', { name: 'Verify' }).click()
  await page.waitForURL(/StartVerification\/StartVerification/)
})

test('the form that wants a mobile number first leads to where it is added', async () => {
  await openSettled(page, plumb, 'pages/setting/real')
  await page.getByText('Add your mobile number first').waitFor()
  await page.getByRole('link', { name: 'Add contact details' }).click()
  // The very sheet, not a page on which to look for it.
  await page.getByRole('dialog', { name: 'Mobile number' }).waitFor()
})
