import { expect, test } from 'vitest'
import { newPhone } from './support/browser.ts'
import { demo, open, openSettled, signIn } from './support/customer.ts'
import { codeFor } from './support/mail.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** A customer freezes the account, which ends another phone's session, and unfreezes it. */

scenarioOnOnePhone()

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('one button freezes the account and ends the other session', async () => {
  const other = await newPhone(browser)
  await signIn(other.page, plumb)
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: 'Freeze account' }).click()
  await button('Freeze account').click()
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

test('the password and a code unfreeze it', async () => {
  await page.getByRole('button', { name: /Send code/ }).click()
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(plumb.dataDir, demo.email))
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button('Unfreeze account').click()
  await expectToast(page, 'Account unfrozen')
  await button('Freeze account').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Unfreeze account' }).count()).toBe(0)
  expect(phone.consoleErrors).toEqual([])
})
