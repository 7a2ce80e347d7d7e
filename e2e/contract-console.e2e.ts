import { describe, expect, test } from 'vitest'
import { contractAcceptRisk, contractSubmit } from '#domain/contract/contract.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, openSettled, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { checker, customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** The terms of an instrument's contract: changed by two operators, shown by the next ticket, with what they leave. */
scenarioWithOperators()

const trade = 'pages/transaction/contract?symbol=BTC-USDT'
const row = ({ page }: Phone, table: string, text: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text })

async function enter({ page }: Phone): Promise<void> {
  await page.getByRole('link', { name: 'Contract terms', exact: true }).click()
  await page.getByRole('heading', { name: 'Contract terms', exact: true, level: 1 }).waitFor()
}

describe('two operators', () => {
  test('change the terms of one instrument, which the customer’s next ticket has', async () => {
    const token = await tokenOf(customer.page)
    await ask(plumb, token, contractAcceptRisk, acceptedRisk)
    const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '10' } as const
    const before = await ask(plumb, token, contractSubmit, order)
    await enter(maker)
    await row(maker, 'By instrument', 'BTC/USDT').click()
    const field = (name: string) => panelOf(maker).getByLabel(name)
    await field('Leverages').fill('5, 2')
    await panelOf(maker).getByText('Enter leverages like 2, 5', { exact: false }).waitFor()
    await field('Leverages').fill('2, 5')
    await field('Cap for one customer').fill('100000')
    await panelOf(maker).getByText('1/10 of the current value or less').waitFor()
    await field('Cap for one customer').fill('250000')
    expect(await seriousFindings(maker.page)).toEqual([])
    await panelOf(maker).getByLabel(REASON).fill('a calmer offer')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await enter(checker)
    await row(checker, 'Waiting for a decision', 'a calmer offer').click()
    await panelOf(checker).getByText('250,000.00 USDT', { exact: false }).first().waitFor()
    await panelOf(checker).getByLabel(REASON).fill('checked')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await panelOf(checker).getByRole('heading', { name: 'Approved' }).waitFor()

    await openSettled(customer.page, plumb, trade)
    await customer.page.getByRole('radio', { name: '5×' }).waitFor()
    await expect.poll(() => customer.page.getByRole('radio', { name: '10×' }).count()).toBe(0)
    expect(before.termsVersion).toBe(1)
    const after = await ask(plumb, token, contractSubmit, { ...order, leverage: '5' })
    expect(after.termsVersion).toBe(2)
  })

  test('leave the customer a largest order by the cap, which the ticket says', async () => {
    const { page } = customer
    await openSettled(page, plumb, trade)
    await page.getByRole('radio', { name: '5×' }).click()
    await page.getByRole('textbox', { name: 'Lots' }).fill('20')
    await page.getByRole('alert').filter({ hasText: 'You may have up to 250,000 USDT in BTC/USDT' }).waitFor()
    expect(await page.getByRole('button', { name: 'Open long 20 lots' }).isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })
})

test('after a large move the ticket says until when nothing is opened, and sends nothing', async () => {
  const { page } = customer
  const until = new Date(Date.now() + 4 * 60_000)
  // The server's answer, but for the breaker: prices that move by a tenth come seldom.
  await page.route('**/api/lever/deal', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const answer of [body.message, body.data]) answer.market.closedUntilMs = until.getTime()
    await route.fulfill({ response, json: body })
  })
  await openSettled(page, plumb, trade)
  await page.getByRole('textbox', { name: 'Lots' }).fill('0.01')
  await page.getByRole('alert').filter({ hasText: 'has moved by more than 10% within 5 minutes' }).waitFor()
  await page.getByText(/^New positions again at \d\d:\d\d:\d\d$/).waitFor()
  expect(await page.getByRole('button', { name: /^Open long/ }).isDisabled()).toBe(true)
  await page.unroute('**/api/lever/deal')
  expect(errorsOfAll()).toEqual([])
})
