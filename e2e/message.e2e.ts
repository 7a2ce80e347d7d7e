import { expect, test } from 'vitest'
import { openSettled } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** A message that an operator writes to one customer, on both sides. */

scenarioWithOperators()

test('an operator writes to a customer on the customer’s page, in words without an address', async () => {
  await openSettled(customer.page, plumb, 'pages/index/index')
  // Their own sign-in.
  await customer.page.getByRole('link', { name: 'Notices, 1 unread' }).waitFor()

  const { page } = maker
  await page.goto(`${plumb.consoleUrl}/#/customers?id=10000&tab=notices`)
  await page.getByRole('button', { name: 'Write a message' }).click()
  const form = page.getByRole('form', { name: 'Write a message' })
  await form.getByText('This customer reads English.', { exact: false }).waitFor()
  const send = form.getByRole('button', { name: 'Send', exact: true })
  await form.getByLabel('Title').fill('Your wire of Monday')
  await form.getByLabel('Message').fill('Please confirm at plumb-help.com')
  await form
    .getByText(
      'Write no web or email address, link, phone number, address or account for payments, nor a name in another chat',
    )
    .waitFor()
  expect(await send.isDisabled()).toBe(true)
  await form.getByLabel('Message').fill('The bank sent it back. Please check the name.')
  await looksRight(page, 'message-console')
  await send.click()
  await expectToast(page, 'Message sent')
  await page.getByRole('table', { name: 'Notices' }).getByText('Plumb support: Your wire of Monday').waitFor()
  await page.goto(`${plumb.consoleUrl}/#/customers?id=10000&tab=audit`)
  await page.getByRole('cell', { name: 'Wrote to the customer' }).waitFor()
})

test('the customer is told without a reload, reads it among the notices, and goes to the chat', async () => {
  const { page } = customer
  await page.getByRole('link', { name: 'Notices, 2 unread' }).click()
  const message = page.getByRole('link', { name: /Plumb support: Your wire of Monday/ })
  await message.getByText('The bank sent it back. Please check the name.').waitFor()
  await looksRight(page, 'message-app')
  await message.click()
  await page.locator('[data-page="/pages/kefu/index"]').waitFor()
  await openSettled(page, plumb, 'pages/index/index')
  await page.getByRole('link', { name: 'Notices, 1 unread' }).waitFor()
})
