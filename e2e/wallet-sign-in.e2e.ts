import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPhone } from './support/browser.ts'
import { demo, open, openSettled, signIn } from './support/customer.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'
import { type InjectedWallet, injectWallet } from './support/wallet.ts'

/** Sign-in by a crypto wallet that signs: from a new account to a linked wallet, and what the wallet changes meanwhile. */

scenarioOnOnePhone()

let wallet: InjectedWallet

const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true })
const sheet = (on: Page, name: string | RegExp) => on.getByRole('dialog', { name })
const home = (on: Page) => on.locator('[data-page="/pages/index/index"]').waitFor()

/** The customer's number, as the app keeps it. */
const uid = (on: Page) =>
  on.evaluate(() => JSON.parse(localStorage.getItem('plumb') ?? '{}').state.user?.uid as string | undefined)

test('a browser without a wallet says so', async () => {
  await open(page, plumb, 'pages/common/login')
  await button(page, 'Wallet').click()
  await page.getByText('No wallet in this browser').waitFor()
})

test('who declines in the wallet is told that nothing was signed', async () => {
  wallet = await injectWallet(page)
  await page.reload()
  await open(page, plumb, 'pages/common/login')
  wallet.decline(true)
  await button(page, 'Wallet').click()
  await page.getByText('You declined in your wallet.').waitFor()
  expect(wallet.signed).toEqual([])
  wallet.decline(false)
})

test('T61: a new wallet opens an account with the message it shows', async () => {
  await button(page, 'Wallet').click()
  await home(page)
  const [message] = wallet.signed
  expect(message).toContain(`${new URL(plumb.url).host} wants you to sign in with your Ethereum account:`)
  expect(message).toContain('It costs nothing and moves nothing.')
  expect(await uid(page)).toMatch(/^\d+$/)
})

test('Security shows the wallet, which cannot be removed as the last way in', async () => {
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: /Sign-in wallets 1/ }).click()
  await page.getByRole('button', { name: /^Remove wallet 0x/ }).click()
  const asked = sheet(page, /^Remove 0x/)
  await asked.getByRole('button', { name: 'Remove', exact: true }).click()
  await asked.getByText('This is the only way to sign in').waitFor()
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
})

test('T62: a changed account in the wallet asks first, and who stays is who they were', async () => {
  const me = await uid(page)
  const signed = wallet.signed.length
  await wallet.show(1)
  await sheet(page, 'Your wallet shows another account').waitFor()
  await button(page, 'Stay signed in').click()
  await sheet(page, 'Your wallet shows another account').waitFor({ state: 'detached' })
  expect(await uid(page)).toBe(me)
  expect(wallet.signed).toHaveLength(signed)
})

test('T62: who switches signs, and is in the account of the other', async () => {
  const me = await uid(page)
  await page.reload()
  await sheet(page, 'Your wallet shows another account').waitFor()
  await button(page, 'Sign in with the other account').click()
  await page.waitForFunction(
    (before) => JSON.parse(localStorage.getItem('plumb') ?? '{}').state.user?.uid !== before,
    me,
  )
  await openSettled(page, plumb, 'pages/setting/wallets')
  const listed = await page.getByRole('listitem').filter({ hasText: /0x/ }).textContent()
  expect(listed?.toLowerCase()).toContain(wallet.accounts[1])
  expect(await sheet(page, 'Your wallet shows another account').count()).toBe(0)
})

test('who has no password sets one', async () => {
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: /^Sign-in password/ }).click()
  await page.getByLabel('New password', { exact: true }).fill('mapleTree7')
  await page.getByLabel('Repeat the password', { exact: true }).fill('mapleTree7')
  expect(await page.getByLabel('Current password').count()).toBe(0)
  await button(page, 'Save password').click()
  await expectToast(page, 'Password changed')
  expect(phone.consoleErrors).toEqual([])
})

test('another customer links one of two wallets with the password, signs in by it and removes it', async () => {
  const other = await newPhone(browser)
  await injectWallet(other.page, 'First Wallet', 21)
  await injectWallet(other.page, 'Second Wallet', 31)
  await signIn(other.page, plumb)
  const me = await uid(other.page)
  await openSettled(other.page, plumb, 'pages/setting/wallets')
  await other.page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button(other.page, 'Link a wallet').click()
  await sheet(other.page, 'Choose a wallet').getByRole('button', { name: 'Second Wallet' }).click()
  await expectToast(other.page, 'Wallet linked')

  await openSettled(other.page, plumb, 'pages/setting/setting')
  await button(other.page, 'Sign out').click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await home(other.page)
  await open(other.page, plumb, 'pages/common/login')
  await button(other.page, 'Wallet').click()
  await sheet(other.page, 'Choose a wallet').getByRole('button', { name: 'Second Wallet' }).click()
  await home(other.page)
  expect(await uid(other.page)).toBe(me)

  await openSettled(other.page, plumb, 'pages/setting/wallets')
  await other.page.getByRole('button', { name: /^Remove wallet 0x/ }).click()
  const asked = sheet(other.page, /^Remove 0x/)
  await asked.getByLabel('Password', { exact: true }).fill(demo.password)
  await asked.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectToast(other.page, 'Wallet removed')
  expect(other.consoleErrors).toEqual([])
  await other.context.close()
})

test('a wallet that only stands in the page, without announcing itself, opens an account too', async () => {
  const other = await newPhone(browser)
  const old = await injectWallet(other.page, 'Old Wallet', 61, false)
  await open(other.page, plumb, 'pages/common/login')
  await button(other.page, 'Wallet').click()
  await home(other.page)
  expect(await uid(other.page)).toMatch(/^\d+$/)
  expect(old.signed).toHaveLength(1)
  expect(other.consoleErrors).toEqual([])
  await other.context.close()
})
