import { describe, expect, test } from 'vitest'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
import { acceptedRisk } from '#server/products/option/testing.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, openSettled, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { checker, customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** What operators see and decide of seconds options: what is open, the terms, and in which countries. */
scenarioWithOperators()

const row = ({ page }: Phone, table: string, text: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text })

async function enter({ page }: Phone): Promise<void> {
  await page.getByRole('link', { name: 'Seconds options', exact: true }).click()
  await page.getByRole('heading', { name: 'Seconds options', exact: true, level: 1 }).waitFor()
}

/** One proposes with a reason, the other approves what waits under that reason. */
async function decide(reason: string): Promise<void> {
  await panelOf(maker).getByLabel(REASON).fill(reason)
  await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
  await enter(checker)
  await row(checker, 'Waiting for a decision', reason).click()
  await panelOf(checker).getByLabel(REASON).fill('checked')
  await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
  await panelOf(checker).getByRole('heading', { name: 'Approved' }).waitFor()
}

test('an open order is seen by its instrument and its expiry, and its winnings are set aside', async () => {
  const token = await tokenOf(customer.page)
  await ask(plumb, token, optionAcceptRisk, acceptedRisk)
  const order = { symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: '300' } as const
  await ask(plumb, token, optionSubmit, { ...order, stake: '25' })
  await enter(maker)
  for (const table of ['By instrument', 'By expiry']) {
    await row(maker, table, 'BTC/USDT').getByText('23.00', { exact: true }).waitFor()
  }
  const owed = maker.page.getByText('Winnings of all open orders', { exact: true }).locator('xpath=..')
  await owed.getByText('23.00 USDT', { exact: true }).waitFor()
  expect(await seriousFindings(maker.page)).toEqual([])
})

describe('two operators', () => {
  test('change the terms, which the customer’s next ticket has', async () => {
    await maker.page.getByRole('button', { name: 'Change terms' }).click()
    await panelOf(maker).getByLabel('Periods and payouts').fill('60 s')
    await panelOf(maker).getByText('Enter periods like', { exact: false }).waitFor()
    await panelOf(maker).getByLabel('Periods and payouts').fill('60 s 86%, 120 s 88.5%')
    await panelOf(maker).getByLabel('Largest stake').fill('400')
    expect(await seriousFindings(maker.page)).toEqual([])
    await decide('lower stakes')
    await openSettled(customer.page, plumb, 'pages/transaction/index2?symbol=BTC-USDT')
    await customer.page.getByText('5.00–400.00 per order').waitFor()
    await customer.page.getByRole('radio', { name: /^120 s\s*88\.5%$/ }).waitFor()
    expect(await customer.page.getByRole('radio', { name: /^300 s/ }).count()).toBe(0)
  })

  test('open a product in a country that one of them closed', async () => {
    const countries = async ({ page }: Phone) => {
      await page.getByRole('link', { name: 'Countries', exact: true }).click()
      await page.getByRole('heading', { name: 'Countries', exact: true, level: 1 }).waitFor()
    }
    await countries(maker)
    await maker.page.getByText('No country is opened or closed').waitFor()
    await maker.page.getByRole('button', { name: 'Close in a country' }).click()
    await panelOf(maker).getByLabel('Product').selectOption('Contracts')
    await panelOf(maker).getByLabel('Country').selectOption('Germany')
    await panelOf(maker).getByLabel(REASON).fill('permission ended')
    await panelOf(maker).getByRole('button', { name: 'Close Contracts in Germany', exact: true }).click()
    await row(maker, 'Opened and closed', 'Germany').getByText('Closed', { exact: true }).waitFor()
    expect(await seriousFindings(maker.page)).toEqual([])

    await maker.page.getByRole('button', { name: 'Open in a country' }).click()
    await panelOf(maker).getByLabel('Product').selectOption('Contracts')
    await panelOf(maker).getByLabel('Country').selectOption('Germany')
    await panelOf(maker).getByText('Open Contracts in Germany', { exact: true }).waitFor()
    // Opening begins where what is closed is looked at, and names it.
    await row(maker, 'Opened and closed', 'Germany').click()
    await panelOf(maker).getByRole('button', { name: 'Open Contracts in Germany', exact: true }).click()
    await panelOf(maker).getByText('Two operators decide', { exact: false }).waitFor()
    // Its row stays the chosen one, and the reason is all there is to fill in.
    await expect
      .poll(() =>
        panelOf(maker)
          .getByLabel(REASON)
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    expect(await row(maker, 'Opened and closed', 'Germany').getAttribute('aria-selected')).toBe('true')
    expect(await seriousFindings(maker.page)).toEqual([])
    await panelOf(maker).getByLabel(REASON).fill('permission received')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    // Where it is closed what waits to open it is seen, and decided.
    await panelOf(maker).getByText('permission received', { exact: false }).waitFor()
    expect(
      await panelOf(maker)
        .getByRole('button', { name: /^Open Contracts/ })
        .count(),
    ).toBe(0)
    await countries(checker)
    await row(checker, 'Opened and closed', 'Germany').click()
    await panelOf(checker).getByText('permission received', { exact: false }).waitFor()
    await panelOf(checker).getByLabel(REASON).fill('checked')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await row(checker, 'Opened and closed', 'Germany').getByText('Open', { exact: true }).waitFor()
    await maker.page.reload()
    await row(maker, 'Opened and closed', 'Germany').click()
    await panelOf(maker).getByText('permission ended', { exact: false }).waitFor()
    await panelOf(maker).getByText('permission received', { exact: false }).waitFor()
    expect(errorsOfAll()).toEqual([])
  })
})
