import { expect, test } from 'vitest'
import { contractAcceptRisk } from '#domain/contract/contract.ts'
import { contractDisclosure } from '#domain/contract/risk.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** Limits that a customer sets for themselves: stricter at once, looser a day later. */

scenarioOnOnePhone()

const limited = (limit: string) => page.getByRole('region', { name: limit })
const choose = (limit: string, name: string | RegExp) =>
  limited(limit).getByRole('radio', { name, exact: true }).click()
async function save(limit: string): Promise<void> {
  await limited(limit).getByRole('button', { name: 'Save limit', exact: true }).click()
  await expectToast(page, 'Limit saved')
}

test('which risk notices were accepted stands there, with version and time', async () => {
  await signIn(page, plumb)
  await openSettled(page, plumb, 'pages/setting/guards')
  const notices = page.getByRole('region', { name: 'Risk notices' })
  expect(await notices.getByText('Not accepted yet').count()).toBe(2)
  const { version, acceptedAtMs } = await ask(plumb, await tokenOf(page), contractAcceptRisk, {
    ...{ version: String(contractDisclosure.version), answers: '3223' },
  })
  await page.reload()
  await openSettled(page, plumb, 'pages/setting/guards')
  await notices.getByText(`Version ${version}, accepted `, { exact: false }).waitFor()
  const day = await page.evaluate((ms) => {
    const date = new Date(ms!)
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
  }, acceptedAtMs)
  await notices.getByText(day, { exact: false }).waitFor()
  expect(await notices.getByText('Not accepted yet').count()).toBe(1)
})

test('a stricter limit is in force at once, a looser one after a day', async () => {
  await openSettled(page, plumb, 'pages/setting/security')
  await page.getByRole('link', { name: 'Personal limits' }).click()
  await choose('Highest leverage', 'Up to 2×')
  await page.getByText('Applies immediately.', { exact: false }).waitFor()
  await looksRight(page, 'rails')
  await save('Highest leverage')
  await choose('Highest leverage', 'No limit')
  await page.getByText('Applies in 24 hours.').waitFor()
  await save('Highest leverage')
  await page
    .getByRole('status')
    .filter({ hasText: /^From .*: No limit$/ })
    .waitFor()
  await choose('Where withdrawals can go', 'Locked')
  await save('Where withdrawals can go')
  await choose('Daily loss in contracts', 'Up to 100 USDT')
  await save('Daily loss in contracts')
  // By the reader's clock, in whose evening it begins.
  await choose('Night lock', '22:00–06:00')
  await save('Night lock')
  await looksRight(page, 'rails-set')
  await openSettled(page, plumb, 'pages/setting/guards')
  await page.getByRole('radio', { name: 'Locked', checked: true }).waitFor()
  // Still in force; saved again, it takes back the looser one.
  await page.getByRole('radio', { name: 'Up to 2×', checked: true }).waitFor()
  await save('Highest leverage')
  await expect.poll(() => page.getByText(/^From .*: No limit$/).count()).toBe(0)
  expect(phone.consoleErrors).toEqual([])
})
