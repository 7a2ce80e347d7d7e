import { expect, test } from 'vitest'
import { sendMobileCode } from '#domain/user/contract.ts'
import { open } from './support/customer.ts'
import { smsCodeFor } from './support/mail.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** A sign-up by mobile in a country for whose numbers so many codes are asked for that each costs the browser some work. */
const mobile = '+34600000001'
const password = 'sierra2041'
/** As many as are free in an hour, and one more. */
const REQUESTS = 11

scenarioOnOnePhone()

test('T57: codes to the numbers of a country are asked for until they cost some work', async () => {
  const errors: unknown[] = []
  for (let n = 0; n < REQUESTS; n++) {
    const answer = await fetch(`${plumb.url}/api${sendMobileCode.path}`, {
      method: 'POST',
      body: new URLSearchParams({ mobile: `+34611${100_000 + n}` }),
    })
    errors.push(((await answer.json()) as { error?: string }).error)
  }
  expect(errors).toEqual([...Array.from({ length: REQUESTS - 1 }), 'CODE_WORK_NEEDED'])
})

test('T57: then who signs up is told that this is checked, gets the code, and is in', async () => {
  let release = () => {}
  const isSeen = new Promise<void>((resolve) => {
    release = resolve
  })
  // The request with the solution is held until the sentence was seen.
  await page.route('**/api/sms_mail', async (route) => {
    if (new URLSearchParams(route.request().postData() ?? '').has('work')) await isSeen
    await route.continue()
  })
  await open(page, plumb, 'pages/common/register')
  await page.getByRole('tab', { name: 'Mobile' }).click()
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Send code', exact: true }).click()
  await page.getByRole('status').getByText('Checking that this is not an automated request').waitFor()
  release()
  await page.getByText(/^We sent a code to /).waitFor()

  await page.getByRole('textbox', { name: '6-digit code' }).fill(await smsCodeFor(plumb.dataDir, mobile))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expectToast(page, 'Registration successful')
  await page.waitForURL(/pages\/index\/index/)
  expect(phone.consoleErrors.filter((error) => !error.includes('429'))).toEqual([])
})
