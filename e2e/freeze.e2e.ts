import { expect, test } from 'vitest'
import { newPhone } from './support/browser.ts'
import { demo, open, openSettled, signIn } from './support/customer.ts'
import { codeFor } from './support/mail.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** A customer freezes the account, which ends another phone's session, and unfreezes it. */

scenarioOnOnePhone()

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('one button and one question freeze the account and end the other session', async () => {
  const other = await newPhone(browser)
  await signIn(other.page, plumb)
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: 'Freeze account' }).click()
  await button('Freeze account').click()
  const sheet = page.getByRole('dialog', { name: 'Freeze your account?' })
  await sheet.getByText('To unfreeze it you need your password', { exact: false }).waitFor()
  await sheet.getByRole('button', { name: 'Don’t freeze' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await button('Freeze account').waitFor()
  await button('Freeze account').click()
  await sheet.getByRole('button', { name: 'Freeze account', exact: true }).click()
  await expectToast(page, 'Account frozen')
  await page.getByRole('status').filter({ hasText: 'Your account is frozen' }).waitFor()
  await open(other.page, plumb, 'pages/setting/security')
  await other.page.locator('[data-page^="/pages/common/login"]').waitFor()
  await other.context.close()
})

test('every page says so, and leads to where it ends', async () => {
  await openSettled(page, plumb, 'pages/index/index')
  // How long withdrawals are held afterwards nobody knows while it lasts.
  await openSettled(page, plumb, 'pages/fund/withdraw?coin=USDT')
  await page.getByRole('link', { name: 'Unfreeze account' }).waitFor()
  expect(await page.getByText('Withdrawals are held until').count()).toBe(0)
  await page.getByRole('link', { name: 'Unfreeze account' }).click()
  await page.locator('[data-page="/pages/setting/freeze"]').waitFor()
})

test('two-step verification asks for no password that is of no use, and leads to where the freeze ends', async () => {
  await openSettled(page, plumb, 'pages/setting/totp')
  await page.getByText('While it is frozen, two-step verification cannot be set up or changed.').waitFor()
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Unfreeze account' }).click()
  await page.locator('[data-page="/pages/setting/freeze"]').waitFor()
})

test('the password and a code unfreeze it', async () => {
  await page.getByRole('button', { name: /Send code/ }).click()
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(plumb.dataDir, demo.email))
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button('Unfreeze account').click()
  await expectToast(page, 'Account unfrozen')
  await button('Freeze account').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Unfreeze account' }).count()).toBe(0)
})

test('a mobile number that is none is called that, and no email address', async () => {
  await openSettled(page, plumb, 'pages/setting/security?bind=mobile')
  const sheet = page.getByRole('dialog', { name: /mobile/i })
  await sheet.getByLabel('Mobile number').fill('12')
  await sheet.getByRole('button', { name: /Send code/ }).click()
  await sheet.getByText('Please enter a valid mobile number', { exact: true }).waitFor()
  expect(phone.consoleErrors).toEqual([])
})
