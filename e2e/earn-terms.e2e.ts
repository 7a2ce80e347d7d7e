import { expect, test } from 'vitest'
import { earnProducts } from '#domain/earn/contract.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** Two operators create quantitative savings without a term; who looks at locked deposits sees none of them. */
scenarioWithOperators()

const openPage = ({ page }: Phone) => page.getByRole('link', { name: 'Term products', exact: true }).click()
const rowOf = ({ page }: Phone) =>
  page.getByRole('table', { name: 'Term products' }).getByRole('row', { name: /^ETH, until notice/ })

test('savings without a term have notice in place of a penalty, and say what is wrong', async () => {
  await openPage(maker)
  await maker.page.getByRole('button', { name: 'New product', exact: true }).click()
  const panel = panelOf(maker)
  expect(await panel.getByLabel('Notice in hours').count(), 'no notice for locked deposits').toBe(0)
  await panel.getByLabel('Kind').selectOption({ label: 'Quantitative savings' })
  await panel.getByLabel('Currency').selectOption('ETH')
  for (const [label, value] of [
    ['Term in days', '0'],
    ['Daily rate, %', '0.01'],
    ['Early redemption penalty, % of principal', '0'],
    ['Minimum', '0.1'],
    ['Maximum per customer', '10'],
    ['Total cap', '100'],
    [REASON, 'asked for by customers'],
  ] as const)
    await panel.getByLabel(label, { exact: true }).fill(value)
  await panel.getByRole('button', { name: 'Propose', exact: true }).click()
  await panel.getByText('1 to 720 hours without a term, 0 with one').waitFor()
  await panel.getByLabel('Notice in hours').fill('24')
  expect(await seriousFindings(maker.page)).toEqual([])
  await panel.getByRole('button', { name: 'Propose', exact: true }).click()
  await expectToast(maker.page, 'Proposed. A different operator must approve.')
})

test('are there once another operator has approved, closed, and no locked deposit more', async () => {
  await openPage(checker)
  await checker.page.getByRole('table', { name: 'Proposed' }).getByText('New: ETH, until notice').click()
  await panelOf(checker).getByText('Quantitative savings').waitFor()
  await panelOf(checker).getByLabel(REASON).fill('seen as well')
  await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
  await rowOf(checker).getByText('24 hours’ notice').waitFor()
  await rowOf(checker).getByText('Closed').waitFor()
  await rowOf(checker).click()
  await panelOf(checker).getByText('Quantitative savings, closed').waitFor()
  expect(await seriousFindings(checker.page)).toEqual([])

  const { products } = await ask(plumb, await tokenOf(customer.page), earnProducts, {})
  expect([...new Set(products.map(({ kind }) => kind))]).toEqual(['locked'])
})

test('lock-mining asks for the coin it earns and its units a day, and a checker reads both', async () => {
  await openPage(maker)
  await maker.page.getByRole('button', { name: 'New product', exact: true }).click()
  const panel = panelOf(maker)
  await panel.getByLabel('Kind').selectOption({ label: 'Lock-mining' })
  await panel.getByLabel('Currency').selectOption('LTC')
  await panel.getByLabel('Earns').selectOption('SOL')
  for (const [label, value] of [
    ['Term in days', '30'],
    ['Reward a day for each unit staked', '0.004'],
    ['Early redemption penalty, % of principal', '1'],
    ['Minimum', '0.1'],
    ['Maximum per customer', '10'],
    ['Total cap', '100'],
    [REASON, 'asked for by customers'],
  ] as const)
    await panel.getByLabel(label, { exact: true }).fill(value)
  expect(await seriousFindings(maker.page)).toEqual([])
  await panel.getByRole('button', { name: 'Propose', exact: true }).click()
  await expectToast(maker.page, 'Proposed. A different operator must approve.')
  await checker.page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await openPage(checker)
  await checker.page.getByRole('table', { name: 'Proposed' }).getByText('New: LTC for SOL, 30 days').click()
  await panelOf(checker).getByText('0.004 SOL for 1 LTC').waitFor()
  await panelOf(checker).getByLabel(REASON).fill('seen as well')
  await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
  await checker.page
    .getByRole('row', { name: /^LTC for SOL, 30 days/ })
    .getByText('Closed')
    .waitFor()
  await checker.page
    .getByRole('table', { name: 'By kind, and the next midnight' })
    .getByText('Lock-mining')
    .first()
    .waitFor()
  expect(await seriousFindings(checker.page)).toEqual([])
})
