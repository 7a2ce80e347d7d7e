import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { demo, open, openSettled, signIn } from './support/customer.ts'
import { page, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** A customer's own data on a phone, and the status that everybody sees. */
scenarioOnOnePhone()

test('the status is shown to who is not signed in', async () => {
  await openSettled(page, plumb, 'pages/common/status')
  await page.getByRole('heading', { name: 'Delay of prices' }).waitFor()
  await page.getByRole('heading', { name: 'Ledger reconciliation' }).waitFor()
  await page.getByText(/^Measured at .*, \d\d:\d\d GMT(\+\d+)?$/).waitFor()
})

test('a copy of one’s data is confirmed with the password and saved as a file', async () => {
  await signIn(page, plumb)
  await open(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Download your data' }).waitFor()
  await page.getByText('Before that, end what is still there').waitFor()
  await page.getByRole('button', { name: 'Download your data' }).click()
  const sheet = page.getByRole('dialog', { name: 'Download your data' })
  await sheet.getByLabel('Password').first().fill(demo.password)
  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Confirm and download' }).click()
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
    answers: readonly { of: string }[]
  }
  expect(file.answers.length).toBeGreaterThan(30)
})

test('what keeps the account is listed, with the ways to free the money', async () => {
  await openSettled(page, plumb, 'pages/setting/privacy')
  const list = page.getByRole('region', { name: 'Delete account' })
  await list.getByText('Funding').first().waitFor()
  expect(await list.getByRole('link', { name: 'Free up money' }).getAttribute('href')).toContain(
    'pages/financial/exits',
  )
  expect(await list.getByRole('button', { name: 'Delete account' }).count()).toBe(0)
})

test('the year’s statement is saved as PDF', async () => {
  const saved = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^PDF of / })
    .first()
    .click()
  const bytes = await readFile(await (await saved).path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('who is verified reads so where the form leads', async () => {
  await openSettled(page, plumb, 'pages/setting/real_mark')
  await page.getByRole('link', { name: 'See status' }).click()
  const level = page.getByRole('region', { name: 'Advanced verification' })
  await level.getByText('Verified', { exact: true }).waitFor()
  expect(await page.getByText('Nothing sent yet').count()).toBe(0)
})
