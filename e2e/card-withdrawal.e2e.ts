// long-running
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cards, internationalCards, removeCard } from '#domain/card/contract.ts'
import { consoleAudit } from '#domain/console/contract.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { withdrawals } from '#domain/withdrawal/contract.ts'
import { addUsableCard, cardNumber } from '#server/testing/cards.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, openSettled, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { askConsole, panelOf, REASON } from './support/operators.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** Dollars of the demonstration to a bank card: asked for by its customer, reviewed and paid by its two operators. */
scenarioWithOperators({
  prepare: changedData(async ({ db, privateData, customer }) => {
    // A card can be used a day after it was saved, and a pay password as well.
    await makeReadyToWithdraw(db, customer)
    await addUsableCard(db, privateData, customer, 1)
    await addUsableCard(db, privateData, customer, 2, 'international')
    await giveFunds(db, customer, [['funding', 'USD', '5000']], Date.now())
  }),
})

const FORM = 'pages/fund/withdraw?way=card&currency=USD'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const token = () => tokenOf(customer.page)
const available = async () =>
  unitsOf(
    (await ask(plumb, await token(), walletDetail, { currency: 'USD', walletType: 'funding' })).available,
    'USD',
  )
const newest = async () => (await ask(plumb, await token(), withdrawals, {})).items[0]!

/** Fills in the form up to the review, which shows so much to arrive. */
async function review(kind: 'Domestic' | 'International', amount: string): Promise<void> {
  const { page } = customer
  if ((await page.getByRole('dialog').count()) > 0) {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await openSettled(page, plumb, FORM)
  await page.getByRole('radio', { name: new RegExp(kind) }).click()
  await page.getByLabel(/^Amount/).fill(amount)
  await button(page, 'Review withdrawal').click()
  await page.getByRole('dialog').getByLabel('Pay password', { exact: true }).fill(PAY_PASSWORD)
}

async function openWithdrawal(operator: Phone, { id, reference }: { id: string; reference: string }) {
  await operator.page.goto(`${plumb.consoleUrl}/#/withdrawals?status=&at=${id}`)
  await panelOf(operator)
    .getByRole('heading', { name: `Withdrawal ${reference}` })
    .waitFor()
}

/** What waits for the checker is approved in the panel of the withdrawal. */
async function approve(withdrawal: { id: string; reference: string }, again?: string): Promise<void> {
  await openWithdrawal(checker, withdrawal)
  const approval = panelOf(checker).getByRole('button', { name: 'Approve', exact: true })
  await approval.waitFor()
  if (again !== undefined)
    await panelOf(checker)
      .getByLabel(/^Last four digits/)
      .fill(again)
  await panelOf(checker).getByLabel(REASON).fill('seen too')
  await approval.click()
}

describe('a customer', () => {
  test('finds dollars to a card among the ways out', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/select?type=out')
    await page.getByText('Dollars and euros to a bank card').click()
    await button(page, /USD.*Bank card/s).click()
    await page.getByRole('radio', { name: /Domestic card/ }).waitFor()
  })

  test('sees what each kind of card costs, and what is wrong with an amount', async () => {
    const { page } = customer
    await openSettled(page, plumb, FORM)
    await page.getByRole('radio', { name: /Domestic/ }).click()
    await page.getByLabel(/^Amount/).fill('2000')
    await page.getByText('1,990.00 USD', { exact: true }).waitFor()
    await page.getByText('Fee, 0.5%, at least 5 USD').waitFor()
    await page.getByRole('radio', { name: /International/ }).click()
    await page.getByText('1,975.00 USD', { exact: true }).waitFor()
    await page.getByText('Fee, 1%, at least 25 USD').waitFor()
    for (const [amount, says] of [
      ['49.99', 'The minimum is 50'],
      ['999999', 'Not enough available balance'],
    ] as const) {
      await page.getByLabel(/^Amount/).fill(amount)
      await page.getByText(says, { exact: false }).first().waitFor()
      expect(await button(page, 'Review withdrawal').isDisabled()).toBe(true)
    }
    expect(await seriousFindings(page)).toEqual([])
  })

  test('asks for one, and cancels it: all of it is back', async () => {
    const { page } = customer
    const before = await available()
    await review('International', '100')
    await button(page, /^Withdraw 100\.00 USD$/).click()
    await page.waitForURL(/fund\/withdraw\?id=/)
    expect(await available()).toBe(before - unitsOf('100', 'USD'))
    for (let taps = 0; taps < 2; taps++) await button(page, 'Cancel withdrawal').click()
    await expect.poll(available).toBe(before)
    expect((await newest()).status).toBe('cancelled')
  })

  test('withdraws dollars to a card at what the review said', async () => {
    const { page } = customer
    const before = await available()
    await review('Domestic', '2000')
    const sheet = page.getByRole('dialog')
    await sheet.getByText('1,990.00 USD', { exact: true }).waitFor()
    await sheet.getByText(`Banco Azul •••• ${cardNumber(1).slice(-4)}`).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await button(page, /^Withdraw 2,000\.00 USD$/).click()
    await page.waitForURL(/fund\/withdraw\?id=/)
    await sheet.getByText(`Banco Azul •••• ${cardNumber(1).slice(-4)}`).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await available()).toBe(before - unitsOf('2000', 'USD'))
    expect(await newest()).toMatchObject({ status: 'under-review', receive: '1990.00', isReviewed: true })
    await expectStatementEqualsBalances(plumb, await token())
  })
})

describe('two operators', () => {
  test('review it, see the card, and pay it with the bank’s reference', async () => {
    const { page } = customer
    const withdrawal = await newest()
    const number = cardNumber(1)
    await openWithdrawal(maker, withdrawal)
    await panelOf(maker).getByLabel(REASON).fill('customer is known')
    await panelOf(maker).getByRole('button', { name: 'Propose approval' }).click()
    await approve(withdrawal)
    await panelOf(checker).getByText('Approved', { exact: true }).first().waitFor()
    await panelOf(maker).getByRole('button', { name: 'Begin to pay' }).click()
    await panelOf(maker).getByRole('button', { name: 'See the card' }).click()
    await panelOf(maker).getByText(number, { exact: true }).waitFor()
    expect(await seriousFindings(maker.page)).toEqual([])
    await panelOf(maker).getByLabel('Bank reference of the transfer').fill('FT26003ABCDEF0001')
    await panelOf(maker).getByLabel(REASON).fill('as the bank says')
    await panelOf(maker).getByRole('button', { name: 'Propose: paid' }).click()
    await approve(withdrawal, `${number.slice(-4)} 1990`)
    await expect.poll(async () => (await newest()).status).toBe('done')
    // It was opened once, and asked for once, whatever was decided while it stood there.
    const { items } = (await askConsole(plumb, maker, consoleAudit, {})).data
    expect(items.filter(({ action }) => action === 'viewed-card')).toHaveLength(1)
    await openSettled(page, plumb, 'pages/fund/withdraw?view=records')
    await button(page, new RegExp(`2,000\\.00 USD.*Done.*${withdrawal.reference}`, 's')).click()
    await page.getByRole('dialog').getByText('FT26003ABCDEF0001').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('reject one with a reason that the customer reads, and all of it is back', async () => {
    const { page } = customer
    const before = await available()
    await review('International', '3000')
    await button(page, /^Withdraw 3,000\.00 USD$/).click()
    await page.waitForURL(/fund\/withdraw\?id=/)
    const withdrawal = await newest()
    await openWithdrawal(maker, withdrawal)
    await panelOf(maker).getByLabel(REASON).fill('the bank does not know the card')
    await panelOf(maker).getByRole('button', { name: 'Reject' }).click()
    await expect.poll(available).toBe(before)
    await openSettled(page, plumb, `pages/fund/withdraw?id=${withdrawal.id}`)
    await page.reload()
    await page.getByRole('dialog').getByText('the bank does not know the card').waitFor()
    await expectStatementEqualsBalances(plumb, await token())
  })
})

test('who has no card is told to bind one, and led to it', async () => {
  const { page } = customer
  const mine = await token()
  const saved = [
    ...(await ask(plumb, mine, cards, {})).items,
    ...(await ask(plumb, mine, internationalCards, {})).items,
  ]
  for (const { id } of saved) await ask(plumb, mine, removeCard, { id })
  await openSettled(page, plumb, FORM)
  await page.reload()
  const note = page.getByRole('note').filter({ hasText: 'Please bind bank card first' })
  await note.getByRole('link', { name: 'Add a card' }).click()
  await page.locator('[data-page*="/pages/setting/bank?view=add"]').waitFor()
})
