import { expect, test } from 'vitest'
import { demo, openSettled, signIn } from './support/customer.ts'
import { mailsTo } from './support/mail.ts'
import { poll } from './support/poll.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** The phrase at the head of mails, from setting it to removing it. */

scenarioOnOnePhone()

const PHRASE = 'blue heron 7'
const save = () => page.getByRole('button', { name: 'Save phrase', exact: true })

/** The newest mail with a subject. */
const mailAbout = (subject: string) =>
  poll(`a mail “${subject}”`, async () =>
    (await mailsTo(plumb.dataDir, demo.email)).findLast((mail) => mail.subject === subject),
  )

test('a phrase that was set heads the mails that follow', async () => {
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: /Anti-phishing phrase/ }).click()
  await page.getByRole('textbox', { name: 'New phrase' }).fill(PHRASE)
  await page.getByLabel('Password', { exact: true }).fill('another7one')
  await save().click()
  await page.getByText('The password is wrong').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await save().click()
  await expectToast(page, 'Phrase saved')
  await page.getByText('b•••••').waitFor()
  const mail = await mailAbout('Your anti-phishing phrase was set')
  expect(mail.text.split('\n')[0]).toBe(`Your anti-phishing phrase: ${PHRASE}`)
})

test('it is removed with the password', async () => {
  await page.getByText('Remove phrase', { exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Remove phrase' })
  await sheet.getByLabel('Password', { exact: true }).fill(demo.password)
  await sheet.getByRole('button', { name: 'Remove phrase', exact: true }).click()
  await expectToast(page, 'Phrase removed')
  const mail = await mailAbout('Your anti-phishing phrase was removed')
  expect(mail.text).not.toContain(PHRASE)
  expect(phone.consoleErrors).toEqual([])
})
