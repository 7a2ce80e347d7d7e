import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { loanContract, loanInfo } from '#domain/loan/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, open, openSettled, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { advance } from './support/plumb.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/**
 * A loan on a clock that the test moves: what it costs is shown before, two operators lend, and it is repaid in a part and
 * whole at what was shown, to the unit.
 */

scenarioWithOperators({ clock: 'virtual' })

const page = () => customer.page
const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true })
const info = async () => ask(plumb, await tokenOf(page()), loanInfo, {})
const newest = async () => ask(plumb, await tokenOf(page()), loanContract, {})

/** Applies for an amount over 30 days, from the tab. */
async function apply(amount: string): Promise<void> {
  await openSettled(page(), plumb, 'pages/loan/loan')
  await page().getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page().getByRole('radio', { name: '30', exact: true }).click()
  await button(/^Apply for /).click()
  const sheet = page().getByRole('dialog', { name: 'Confirm application' })
  await sheet.getByText('0.06% daily, score −50').waitFor()
  await sheet.getByRole('button', { name: /^Apply for / }).click()
  await page().waitForURL(/common\/borrowing\?id=/)
}

describe('an application', () => {
  test('says what it costs, when it is due, and what an early day saves, before anything is sent', async () => {
    await openSettled(page(), plumb, 'pages/index/index')
    await page().getByRole('link', { name: 'Loan', exact: true }).click()
    await page().getByText('You can borrow up to').waitFor()
    await page().getByRole('textbox', { name: 'Amount' }).fill('2000')
    await page().getByText('2,017.40', { exact: true }).waitFor()
    await page().getByText('Interest, 29 days × 0.60').waitFor()
    const line = page().getByRole('slider', { name: 'Day of repayment' })
    await line.fill('10')
    expect(await line.getAttribute('aria-valuetext')).toBe('Day 10: 2,005.40 USDT, saves 12.00 USDT')
    expect(await seriousFindings(page())).toEqual([])
    await page().getByRole('textbox', { name: 'Amount' }).fill('3200.01')
    await button('Above your limit').waitFor()
    await page()
      .getByRole('button', { name: /^Credit score/ })
      .click()
    await page().getByText('Nothing has changed your score yet.').waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await page().keyboard.press('Escape')
  })

  test('is taken back while it waits', async () => {
    await apply('500')
    await button('Cancel application').click()
    await page().getByRole('dialog', { name: 'Cancel this application?' }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await button('Cancel application').click()
    await expectToast(page(), 'Application canceled')
  })

  test('is looked at by two operators, with the score and what all customers owe, and paid out', async () => {
    await apply('2000')
    await maker.page.getByRole('link', { name: 'Loans', exact: true }).click()
    await maker.page.getByRole('table', { name: 'Loans' }).getByText('2,000.00 USDT').first().click()
    await panelOf(maker).getByText('No loan has changed the score yet', { exact: false }).waitFor()
    await panelOf(maker).getByText('0.00 USDT of 2,000,000.00 USDT').waitFor()
    await panelOf(maker).getByLabel(REASON).fill('first loan, verified')
    expect(await seriousFindings(maker.page)).toEqual([])
    await panelOf(maker).getByRole('button', { name: 'Propose to lend', exact: true }).click()
    await checker.page.getByRole('link', { name: 'Loans', exact: true }).click()
    await checker.page.getByRole('table', { name: 'Loans' }).getByText('2,000.00 USDT').first().click()
    await panelOf(checker)
      .getByText(/^M\. Maker, .* UTC: “first loan, verified”$/)
      .waitFor()
    await panelOf(checker).getByLabel(REASON).fill('seen as well')
    await panelOf(checker).getByRole('button', { name: 'Approve and pay out', exact: true }).click()
    await panelOf(checker).getByText('Issued').first().waitFor()
    expect(await seriousFindings(checker.page)).toEqual([])
    expect((await newest()).status).toBe('issued')
  })
})

describe('a loan', () => {
  let before: string
  beforeAll(async () => {
    before = (await info()).balance
    await advance(plumb, 2.5 * DAY_MS)
  })

  test('says what repaying now comes to, and gives its contract as a PDF in the customer’s language', async () => {
    await openSettled(page(), plumb, `pages/common/borrowing?id=${(await newest()).id}`)
    await page().getByText('Interest that is not charged').waitFor()
    await button('Repay 2,001.20 USDT').waitFor()
    await page().getByText('−16.20', { exact: true }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
    const [download] = await Promise.all([page().waitForEvent('download'), button('Contract as PDF').click()])
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('is repaid in a part at what was shown: interest, principal, and what it saves', async () => {
    await button('Repay part').click()
    await page().getByRole('textbox', { name: 'Amount' }).fill('1000')
    const sheet = page().getByRole('dialog', { name: 'Repay part' })
    for (const figure of ['1.20 USDT', '998.80 USDT', '1,001.20 USDT', '8.09028 USDT'])
      await sheet.getByText(figure, { exact: true }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
    await sheet.getByRole('button', { name: 'Repay 1,000.00 USDT' }).click()
    await expectToast(page(), 'Repaid. Still owed: 1,001.20 USDT')
    expect((await newest()).repayments).toMatchObject([
      {
        amount: '1000.0000000',
        principal: '998.8000000',
        interest: '1.2000000',
        outstanding: '1001.2000000',
      },
    ])
  })

  test('and then all of it, which the statement and the score show', async () => {
    await button('Repay 1,001.20 USDT').click()
    const sheet = page().getByRole('dialog', { name: 'Repay in full' })
    await sheet.getByRole('button', { name: 'Repay 1,001.20 USDT' }).click()
    await expectToast(page(), 'Loan repaid')
    const after = await info()
    expect(Number(before) - Number(after.balance)).toBeCloseTo(2001.2, 7)
    expect(after.score).toBe(610)
    await open(page(), plumb, 'pages/setting/bill')
    await page().getByText('Loan paid out').first().waitFor()
    await open(page(), plumb, 'pages/news/news')
    await page().getByText('Your loan is repaid').first().waitFor()
    await open(page(), plumb, 'pages/loan/loan')
    await page().getByText('The first 24 hours aren’t free', { exact: false }).waitFor()
    expect(await seriousFindings(page())).toEqual([])
  })
})
