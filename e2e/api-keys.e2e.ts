import { expect, test } from 'vitest'
import { demo, openSettled, signIn } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { addAuthenticator, byName } from './support/passkeys.ts'
import type { Plumb } from './support/plumb.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** An API key: made with the password and a passkey, its secret shown once, and removed. */

scenarioOnOnePhone()

let here: Plumb
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sheet = (name: string | RegExp) => page.getByRole('dialog', { name })

test('who has no second factor is led to one', async () => {
  here = byName(plumb)
  await addAuthenticator(page)
  await signIn(page, here)
  await openSettled(page, here, 'pages/setting/security')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByText('API keys need two-step verification.').waitFor()
  await looksRight(page, 'api-keys-none')
  await openSettled(page, here, 'pages/setting/passkeys')
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button('Add a passkey').click()
  await expectToast(page, 'Passkey added')
})

test('what programs are told of is served, and linked from the page of keys', async () => {
  const links = [
    ['Documentation for programs', 'The interface for traders'],
    ['All calls of the app', 'Every answer is an envelope'],
  ] as const
  for (const [name, words] of links) {
    await openSettled(page, here, 'pages/setting/apiKeys')
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name }).click(),
    ])
    await opened.getByText(words).first().waitFor()
    await opened.close()
  }
})

test('a key is made with a password and the second factor; its secret is shown once', async () => {
  await openSettled(page, here, 'pages/setting/apiKeys')
  await button('Create an API key').click()
  const form = sheet('Create an API key')
  await form.getByLabel('Name', { exact: true }).fill('Grid bot')
  await form.getByRole('switch', { name: 'Trade spot' }).click()
  await form.getByLabel('IP addresses').fill('203.0.113.7, 10.0.0.0/33')
  await form.getByLabel('Password', { exact: true }).fill(demo.password)
  await form
    .getByRole('button', { name: 'Confirm with your passkey' })
    .or(form.getByRole('button', { name: 'Use a passkey' }))
    .click()
  await form.getByText('Confirmed with your passkey').waitFor()
  await looksRight(page, 'api-keys-form')
  await form.getByRole('button', { name: 'Create an API key' }).click()
  await form.getByText('10.0.0.0/33 is not an IP address', { exact: false }).waitFor()
})

test('what is wrong is said at its field, and the next try makes it', async () => {
  const form = sheet('Create an API key')
  await form.getByLabel('IP addresses').fill('203.0.113.0/24')
  await form.getByRole('button', { name: 'Create an API key' }).click()
  const made = sheet('API key created')
  await made.getByText('Copy the secret now.', { exact: false }).waitFor()
  expect(await made.getByText(/^[A-Za-z0-9]{64}$/).count()).toBe(2)
  await looksRight(page, 'api-keys-made')
  const secret = await made
    .getByText(/^[A-Za-z0-9]{64}$/)
    .last()
    .textContent()
  await button('I have saved the secret').click()
  await page.getByText('Grid bot').waitFor()
  await page.getByText('Not used yet').waitFor()
  expect(await page.locator('body').textContent()).not.toContain(secret)
  await looksRight(page, 'api-keys')
})

test('it is removed', async () => {
  await button('Remove API key Grid bot').click()
  await sheet('Remove Grid bot?').getByRole('button', { name: 'Remove', exact: true }).click()
  await expectToast(page, 'API key removed')
  await page.getByText('No API keys yet').waitFor()
})
