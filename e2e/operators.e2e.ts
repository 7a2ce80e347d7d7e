import { generateSync } from 'otplib'
import { afterAll, expect, test } from 'vitest'
import { LONG } from '#server/testing/timeouts.ts'
import { seriousFindings } from './support/axe.ts'
import { newOperatorBrowser, type Phone } from './support/browser.ts'
import { looksRight } from './support/looks-right.ts'
import { mailsTo } from './support/mail.ts'
import { panelOf, REASON } from './support/operators.ts'
import { poll } from './support/poll.ts'
import { browser, checker, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** Two administrators add a third, who sets up the sign-in by the code of the mail; then the third is disabled. */

scenarioWithOperators()

let newcomer: Phone | undefined
afterAll(() => newcomer?.context.close())

const EMAIL = 'nadia@plumb.test'
const PASSWORD = 'a long enough sentence'

/** Approves the newest proposal with this title, as the second of the two. */
async function approve(title: string): Promise<void> {
  const { page } = checker
  await page.goto(`${plumb.consoleUrl}/#/operators`)
  await page.getByText(title).first().click()
  await panelOf(checker).getByLabel(REASON).fill('seen')
  await panelOf(checker)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await panelOf(checker).getByText('Approved').first().waitFor()
}

async function propose(): Promise<void> {
  await panelOf(maker).getByLabel('Reason').fill('agreed')
  await panelOf(maker).getByRole('button', { name: 'Propose' }).click()
  await maker.page.getByText('Proposed. A different operator must approve.').first().waitFor()
}

test('an operator is added, sets up the sign-in by mail, works, and is disabled', LONG, async () => {
  const { page } = maker
  await page.goto(`${plumb.consoleUrl}/#/operators`)
  await page.getByRole('cell', { name: /M\. Maker/ }).waitFor()
  await looksRight(page, 'operators')
  await page.getByRole('button', { name: 'Add an operator' }).click()
  await panelOf(maker).getByLabel('Name').fill('Nadia New')
  await panelOf(maker).getByLabel('Email').fill(EMAIL)
  await panelOf(maker).getByLabel('Support').check()
  await looksRight(page, 'operators-add')
  await propose()
  await approve('Add an operator: Nadia New')

  const code = await poll('the mail with the code', async () =>
    (await mailsTo(plumb.dataDir, EMAIL)).map(({ text }) => text.match(/^[\w-]{32}$/m)?.[0]).find(Boolean),
  )
  newcomer = await newOperatorBrowser(browser)
  const hers = newcomer.page
  await hers.goto(plumb.consoleUrl)
  await hers.getByRole('button', { name: 'Set up your sign-in' }).click()
  await hers.getByLabel('Code of the mail').fill(code)
  await hers.getByRole('button', { name: 'Continue' }).click()
  const secret = (await hers.getByText(/^[A-Z2-7]{16,}$/).textContent())!
  await looksRight(hers, 'operators-setup')
  expect(await seriousFindings(hers)).toEqual([])
  await hers.getByLabel('New password').fill(PASSWORD)
  await hers.getByLabel('Code from your authenticator').fill(generateSync({ secret }))
  await hers.getByRole('button', { name: 'Set up', exact: true }).click()
  await hers.getByText('Done. Sign in with your new password.').waitFor()

  await page.goto(`${plumb.consoleUrl}/#/operators`)
  await page.getByRole('cell', { name: /^Nadia New/ }).click()
  await panelOf(maker).getByText(EMAIL, { exact: true }).waitFor()
  await looksRight(page, 'operators-one')
  await panelOf(maker).getByRole('button', { name: 'Disable' }).click()
  await propose()
  await approve('Disable: Nadia New')
  await page.goto(`${plumb.consoleUrl}/#/operators`)
  await page.getByRole('row', { name: /Nadia New.*Disabled/ }).waitFor()

  // Nobody is asked to decide about themselves.
  await page.getByRole('cell', { name: /M\. Maker/ }).click()
  await panelOf(maker).getByText('Two other administrators decide about you.').waitFor()
  expect(await panelOf(maker).getByRole('button', { name: 'Disable' }).count()).toBe(0)
})
