import { beforeAll, describe, expect, test } from 'vitest'
import { notices } from '#domain/notice/contract.ts'
import { profile } from '#domain/user/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, openSettled, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { panelOf, REASON } from './support/operators.ts'
import { checker, customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

// A customer's balance is put right by two operators, and the customer reads of it.

scenarioWithOperators()

const TAKEN = 'Deposit was credited twice'
const GIVEN = 'Part of it was right after all'
let token: string
let uid: string
beforeAll(async () => {
  token = await tokenOf(customer.page)
  uid = (await ask(plumb, token, profile, {})).uid
})

/** What the customer has available of USDT in funding, in units. */
async function funding(): Promise<bigint> {
  const { holdings } = await ask(plumb, token, walletList, {})
  const { wallets } = holdings.find(({ currency }) => currency === 'USDT')!
  const own = wallets.find(({ walletType }) => walletType === 'funding')!
  return unitsOf(own.available, 'USDT')
}

async function enter({ page }: Phone): Promise<void> {
  await page.getByRole('link', { name: 'Adjustments', exact: true }).click()
  await page.getByRole('heading', { name: 'Adjustments', exact: true, level: 1 }).waitFor()
}

/** Sends the form that stands open, with its reason. */
async function propose(operator: Phone, reason: string): Promise<void> {
  await panelOf(operator).getByLabel(REASON).fill(reason)
  await panelOf(operator).getByRole('button', { name: 'Propose', exact: true }).click()
  await expectToast(operator.page, 'Proposed. A different operator must approve.')
}

const waiting = ({ page }: Phone, reason: string) =>
  page
    .getByRole('table', { name: 'Waiting for a second operator' })
    .getByRole('row')
    .filter({ hasText: reason })

/** Goes from the page to the review of what waits, and approves it. */
async function approve(operator: Phone, reason: string, title: string): Promise<void> {
  await enter(operator)
  await waiting(operator, reason).click()
  await operator.page.waitForURL(/review\?at=proposal-/)
  await panelOf(operator).getByText(title).waitFor()
  await panelOf(operator).getByLabel(REASON).fill('seen as well')
  await panelOf(operator).getByRole('button', { name: 'Approve', exact: true }).click()
  await panelOf(operator).getByRole('heading', { name: 'Approved' }).waitFor()
}

describe('a balance', () => {
  test('is taken from by two operators, and not by one', async () => {
    const before = await funding()
    await enter(maker)
    await maker.page.getByRole('button', { name: 'Take from a customer' }).click()
    await panelOf(maker).getByLabel('Customer number').fill('999999999')
    await panelOf(maker).getByLabel('Amount', { exact: true }).focus()
    await panelOf(maker).getByText('No customer has this number').waitFor()
    await panelOf(maker).getByLabel('Customer number').fill(uid)
    await panelOf(maker).getByLabel('Amount', { exact: true }).focus()
    await panelOf(maker)
      .getByText(/^d\*\*\*o@plumb\.test.*Available: [\d,.]+ USDT$/)
      .waitFor()
    await panelOf(maker).getByLabel('Amount', { exact: true }).fill('25.5')
    await propose(maker, TAKEN)
    expect(await seriousFindings(maker.page)).toEqual([])
    await waiting(maker, TAKEN).click()
    await panelOf(maker).getByText('You proposed this. A different operator must approve.').waitFor()
    expect(await maker.page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    expect(await funding()).toBe(before)

    await approve(checker, TAKEN, `Take 25.50 USDT from customer ${uid}`)
    expect(await funding()).toBe(before - unitsOf('25.5', 'USDT'))
  })

  test('is given part of it back by two operators; the rest is in suspense', async () => {
    const before = await funding()
    await enter(maker)
    await maker.page
      .getByRole('table', { name: 'By adjustment' })
      .getByRole('row')
      .filter({ hasText: TAKEN })
      .click()
    await panelOf(maker).getByRole('button', { name: 'Give to a customer' }).click()
    await panelOf(maker).getByLabel('Amount', { exact: true }).fill('10')
    await propose(maker, GIVEN)
    await panelOf(maker)
      .getByText(/^P-\d+ about it waits for a second operator$/)
      .waitFor()
    expect(await panelOf(maker).getByRole('button', { name: 'Give to a customer' }).count()).toBe(0)
    await approve(checker, GIVEN, `Give 10.00 USDT to customer ${uid}`)
    expect(await funding()).toBe(before + unitsOf('10', 'USDT'))

    await enter(maker)
    const row = maker.page
      .getByRole('table', { name: 'By adjustment' })
      .getByRole('row')
      .filter({ hasText: TAKEN })
    await row.getByText('15.50 USDT').waitFor()
    const decided = maker.page.getByRole('table', { name: 'Decided' })
    for (const reason of [TAKEN, GIVEN])
      await decided.getByRole('row').filter({ hasText: reason }).getByText('Approved').waitFor()
    expect(await seriousFindings(maker.page)).toEqual([])
  })
})

describe('the customer', () => {
  test('sees in the wallet what of theirs is in suspense, and why', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/assets')
    const row = page.getByRole('region', { name: 'In suspense' }).getByRole('link')
    expect(await row.textContent()).toMatch(new RegExp(`^P-\\d+.*${TAKEN}.*15.50 USDT$`))
    expect(await seriousFindings(page)).toEqual([])
  })

  test('reads both in the statement, with their numbers', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/setting/bill')
    for (const [title, sign] of [
      ['Taken by an adjustment', '25.50'],
      ['Given by an adjustment', '10.00'],
    ] as const) {
      const row = page.getByRole('button', { name: new RegExp(title) })
      await row.waitFor()
      expect(await row.textContent()).toMatch(new RegExp(`P-\\d+.*${sign}`, 's'))
    }
    expect(await seriousFindings(page)).toEqual([])
  })

  test('is told both, with the reason as it was written', async () => {
    const { items } = await ask(plumb, token, notices, {})
    const told = items.filter(({ kind }) => kind === 'adjustment').map(({ text }) => text)
    expect(told).toHaveLength(2)
    for (const [n, reason] of [GIVEN, TAKEN].entries()) expect(told[n]).toContain(reason)
  })

  test('and nothing went wrong on the way', () => {
    expect(errorsOfAll()).toEqual([])
  })
})
