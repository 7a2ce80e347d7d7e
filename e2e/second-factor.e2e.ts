import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPhone } from './support/browser.ts'
import { demo, open, openSettled, signIn } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { codeFor } from './support/mail.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** An authenticator app, from setting it up to turning it off, with a second phone that signs in and changes that take it. */

scenarioOnOnePhone()

const nextPassword = 'birchRiver9'
let setupKey = ''
let recoveryCodes: string[] = []

const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true })
const factorField = (on: Page) => on.getByRole('textbox', { name: 'Authenticator code' })

async function typeSignIn(on: Page): Promise<void> {
  await open(on, plumb, 'pages/common/login')
  await on.getByRole('textbox', { name: 'Email' }).fill(demo.email)
  await on.getByLabel('Password', { exact: true }).fill(demo.password)
  await button(on, 'Sign in').click()
}

test('the password opens the setup, and a wrong code does not end it', async () => {
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: /Two-step verification/ }).click()
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button(page, 'Set up').click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const shown = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()
  setupKey = shown!.replaceAll(' ', '')
  const right = generateSync({ secret: setupKey })
  await page
    .getByRole('textbox', { name: 'Authenticator code' })
    .fill(right === '000000' ? '000001' : '000000')
  await button(page, 'Turn on').click()
  await page.getByText('This code is wrong or was already used').waitFor()
})

test('a right one shows ten recovery codes, once', async () => {
  await factorField(page).fill(generateSync({ secret: setupKey }))
  await button(page, 'Turn on').click()
  await page.getByRole('heading', { name: 'Recovery codes', exact: true }).waitFor()
  recoveryCodes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents()
  expect(new Set(recoveryCodes).size).toBe(10)
  await button(page, 'I’ve saved them').click()
  await page.getByText('10 codes left').waitFor()
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: /Two-step verification On/ }).waitFor()
})

test('another phone is asked for it, and is not asked again', async () => {
  const other = await newPhone(browser)
  await typeSignIn(other.page)
  await factorField(other.page).fill('0000-00000')
  await button(other.page, 'Sign in').click()
  await other.page.getByText('This code is wrong or was already used').waitFor()
  await factorField(other.page).fill(recoveryCodes[0]!)
  await button(other.page, 'Sign in').click()
  await other.page.locator('[data-page="/pages/index/index"]').waitFor()
  await openSettled(other.page, plumb, 'pages/setting/setting')
  await button(other.page, 'Sign out').click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  // The app goes home by itself.
  await other.page.locator('[data-page="/pages/index/index"]').waitFor()
  await typeSignIn(other.page)
  await other.page.locator('[data-page="/pages/index/index"]').waitFor()
  expect(other.consoleErrors).toEqual([])
  await other.context.close()
})

test('T64: the pay password changes with it, and says so when it is wrong', async () => {
  await openSettled(page, plumb, 'pages/setting/payPassword')
  await page.getByLabel('Current pay password', { exact: true }).fill('123456')
  await page.getByLabel('New pay password', { exact: true }).fill('739164')
  await page.getByLabel('Repeat the password', { exact: true }).fill('739164')
  expect(await button(page, 'Save password').isDisabled()).toBe(true)
  await factorField(page).fill('0000-00000')
  await button(page, 'Save password').click()
  await page.getByText('This code is wrong or was already used').waitFor()
  await looksRight(page, 'pay-password')
  await factorField(page).fill(recoveryCodes[2]!)
  await button(page, 'Save password').click()
  await expectToast(page, 'Pay password saved')
})

test('T64: another email address takes it beside the code and the password', async () => {
  const email = 'demo-next@plumb.test'
  await openSettled(page, plumb, 'pages/setting/security?bind=email')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Email' }).fill(email)
  await sheet.getByRole('button', { name: 'Send code', exact: true }).click()
  await sheet.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(plumb.dataDir, email))
  await sheet.getByLabel('Password', { exact: true }).fill(demo.password)
  await factorField(page).fill(recoveryCodes[3]!)
  await looksRight(page, 'email')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await sheet.waitFor({ state: 'detached' })
})

test('T64: so does another password, which signs in again at once', async () => {
  await openSettled(page, plumb, 'pages/setting/password')
  await page.getByLabel('Current password', { exact: true }).fill(demo.password)
  await page.getByLabel('New password', { exact: true }).fill(nextPassword)
  await page.getByLabel('Repeat the password', { exact: true }).fill(nextPassword)
  await factorField(page).fill(recoveryCodes[4]!)
  await looksRight(page, 'password')
  await button(page, 'Save password').click()
  await expectToast(page, 'Password changed')
  await page.locator('[data-page="/pages/setting/security"]').waitFor()
})

test('it is turned off with the password and a code', async () => {
  await openSettled(page, plumb, 'pages/setting/totp')
  await page.getByText('Turn off', { exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Turn off' })
  await sheet.getByLabel('Password', { exact: true }).fill(nextPassword)
  await factorField(page).fill(recoveryCodes[1]!)
  await button(page, 'Turn off').last().click()
  await expectToast(page, 'Two-step verification is off')
  await button(page, 'Set up').waitFor()
  expect(phone.consoleErrors).toEqual([])
})
