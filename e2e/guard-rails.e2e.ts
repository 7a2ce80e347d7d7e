import { expect, test } from 'vitest'
import { openSettled, signIn } from './support/customer.ts'
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

test('a stricter limit is in force at once, a looser one after a day', async () => {
  await signIn(page, plumb)
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
