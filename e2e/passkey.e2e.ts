import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo, open, openSettled, signIn } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { addAuthenticator, byName } from './support/passkeys.ts'
import type { Plumb } from './support/plumb.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** A passkey of the browser's own authenticator: added, signed in by, confirmed with, removed. */

scenarioOnOnePhone()

let here: Plumb

const button = (name: string) => page.getByRole('button', { name, exact: true })
const sheet = (name: string | RegExp) => page.getByRole('dialog', { name })
const home = () => page.locator('[data-page="/pages/index/index"]').waitFor()

async function signOut(): Promise<void> {
  await openSettled(page, here, 'pages/setting/setting')
  await button('Sign out').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  // The app goes home by itself.
  await home()
}

const uid = (on: Page) =>
  on.evaluate(() => JSON.parse(localStorage.getItem('plumb') ?? '{}').state.user?.uid as string | undefined)

test('at an address without a name it is said where passkeys work', async () => {
  here = byName(plumb)
  await open(page, plumb, 'pages/common/login')
  await button('Passkey').click()
  await page.getByText('Passkeys work only at localhost.', { exact: false }).waitFor()
  await looksRight(page, 'sign-in')
})

test('the password opens the way to a passkey, which is then listed', async () => {
  await addAuthenticator(page)
  await signIn(page, here)
  await openSettled(page, here, 'pages/setting/security')
  await page.getByRole('link', { name: /^Passkeys 0/ }).click()
  await page.getByText('No passkeys yet').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('another7one')
  await button('Add a passkey').click()
  await page.getByText('wrong', { exact: false }).first().waitFor()
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button('Add a passkey').click()
  await expectToast(page, 'Passkey added')
  await page.getByText(/^Added on/).waitFor()
  await looksRight(page, 'passkeys')
})

test('T61: it signs in by itself', async () => {
  const me = await uid(page)
  await signOut()
  await open(page, here, 'pages/common/login')
  await button('Passkey').click()
  await home()
  expect(await uid(page)).toBe(me)
})

test('T58: a browser that is not known asks for it after the password', async () => {
  await signOut()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await open(page, here, 'pages/common/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button('Sign in').click()
  await button('Confirm with your passkey').click()
  await page.getByText('Confirmed with your passkey').waitFor()
  await looksRight(page, 'second-factor')
  await button('Sign in').click()
  await home()
})

test('it confirms a change to the account', async () => {
  await openSettled(page, here, 'pages/setting/phrase')
  await page.getByLabel('New phrase').fill('blue heron')
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button('Confirm with your passkey').click()
  await page.getByText('Confirmed with your passkey').waitFor()
  await button('Save phrase').click()
  await expectToast(page, 'Phrase saved')
})

test('T64: it confirms another pay password, in place of a code', async () => {
  await openSettled(page, here, 'pages/setting/payPassword')
  await page.getByLabel('Current pay password', { exact: true }).fill('123456')
  await page.getByLabel('New pay password', { exact: true }).fill('739164')
  await page.getByLabel('Repeat the password', { exact: true }).fill('739164')
  expect(await page.getByRole('textbox', { name: 'Authenticator code' }).count()).toBe(0)
  await button('Confirm with your passkey').click()
  await page.getByText('Confirmed with your passkey').waitFor()
  await looksRight(page, 'pay-password')
  await button('Save password').click()
  await expectToast(page, 'Pay password saved')
})

test('removed with itself as the factor, it signs in no more', async () => {
  await openSettled(page, here, 'pages/setting/passkeys')
  await page.getByText(/Last used on/).waitFor()
  await page.getByRole('button', { name: /^Remove passkey/ }).click()
  const asked = sheet(/^Remove/)
  await asked.getByLabel('Password', { exact: true }).fill(demo.password)
  await asked.getByRole('button', { name: 'Confirm with your passkey' }).click()
  await asked.getByText('Confirmed with your passkey').waitFor()
  await looksRight(page, 'remove')
  await asked.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectToast(page, 'Passkey removed')
  await page.getByText('No passkeys yet').waitFor()
  await signOut()
  await open(page, here, 'pages/common/login')
  await button('Passkey').click()
  await page.getByText('We couldn’t verify this passkey.', { exact: false }).waitFor()
  expect(phone.consoleErrors).toEqual([])
})
