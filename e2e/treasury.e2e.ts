import { beforeAll, describe, expect, test } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import { depositAddress } from '#domain/deposit/contract.ts'
import { earnProducts } from '#domain/earn/contract.ts'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import { consoleTreasury, proposeTreasuryMove } from '#domain/treasury/console.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, open, subscribeTo, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { askConsole, panelOf, REASON } from './support/operators.ts'
import { checker, customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

// The platform's money and addresses: one operator proposes, another approves, a customer has the use of it.

/** Of nobody: twenty zeros, with their checksum. */
const NEW_ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

scenarioWithOperators()
beforeAll(emptyTheInterestFund)

/** As an installation begins: nothing to pay interest from. */
async function emptyTheInterestFund(): Promise<void> {
  const { interest } = await usdt()
  const way = { currency: 'USDT', from: 'interest', to: 'treasury' } as const
  const { id } = await asked(maker, proposeTreasuryMove, {
    ...way,
    amount: interest,
    reason: 'before the journey',
  })
  await asked(checker, approveProposal, { id, reason: 'before the journey' })
  expect(Number((await usdt()).interest)).toBe(0)
}

/** What the console answers an operator who may ask. */
async function asked<E extends Endpoint>(who: Phone, call: E, input: ArgumentsOf<E>): Promise<OutputOf<E>> {
  const { data, error } = await askConsole(plumb, who, call, input)
  expect(error, `${call.path} was refused`).toBeUndefined()
  return data
}

/** What the platform has in USDT, by fund. */
async function usdt(): Promise<Record<'treasury' | 'interest' | 'reserved', string>> {
  const { funds } = await asked(maker, consoleTreasury, {})
  const { balances } = funds.find(({ currency }) => currency === 'USDT')!
  const of = (name: string) => balances.find(({ fund }) => fund === name)!.balance
  return { treasury: of('treasury'), interest: of('interest'), reserved: of('reserved') }
}

/** The treasury page, with nothing chosen on it. */
async function enterTreasury(operator: Phone): Promise<void> {
  await operator.page.getByRole('link', { name: 'Platform', exact: true }).click()
  // The page's own: a form that is about to close has the same word above it.
  await operator.page.getByRole('heading', { name: 'Platform', exact: true, level: 1 }).waitFor()
  await panelOf(operator).waitFor({ state: 'detached' })
}

/** Sends the form that stands open, with its reason; its proposal is in the list, and the form is not yet closed. */
async function send(operator: Phone, reason: string): Promise<void> {
  await panelOf(operator).getByLabel(REASON).fill(reason)
  await panelOf(operator).getByRole('button', { name: 'Propose', exact: true }).click()
  await waiting(operator, reason).waitFor()
}

/** Waits until the form that was sent is through. */
const proposed = ({ page }: Phone) => expectToast(page, 'Proposed. A different operator must approve.')

async function propose(operator: Phone, reason: string): Promise<void> {
  await send(operator, reason)
  await proposed(operator)
}

/** The line of a proposal that waits, by its reason; those about addresses have a table of their own. */
const waiting = ({ page }: Phone, reason: string) =>
  page
    .getByRole('table', { name: /^(Waiting|Addresses waiting) for a second operator$/ })
    .getByRole('row')
    .filter({ hasText: reason })

const chooseFunds = ({ page }: Phone) =>
  page.getByRole('table', { name: 'Funds', exact: true }).getByRole('row', { name: /^USDT/ }).click()

/** Goes from the platform's room to the review of what waits, and approves it. */
async function approve(operator: Phone, reason: string, title: string, address?: string): Promise<void> {
  await enterTreasury(operator)
  await waiting(operator, reason).click()
  await operator.page.waitForURL(/review\?at=proposal-/)
  await panelOf(operator).getByText(title).waitFor()
  await panelOf(operator).getByLabel(REASON).fill('seen as well')
  const approval = panelOf(operator).getByRole('button', { name: 'Approve', exact: true })
  if (address) {
    await panelOf(operator).getByLabel('Address, from the wallet or the bank itself').fill('T9yD14Nj9j7x')
    await approval.click()
    await panelOf(operator)
      .getByText(/differs from what was proposed/)
      .waitFor()
    await panelOf(operator).getByLabel('Address, from the wallet or the bank itself').fill(address)
  }
  await approval.click()
  await panelOf(operator).getByRole('heading', { name: 'Approved' }).waitFor()
}

async function product() {
  const { products } = await ask(plumb, await tokenOf(customer.page), earnProducts, {})
  return products.find(({ currency, termDays }) => currency === 'USDT' && termDays === 7)!
}

describe('a platform without an interest fund', () => {
  test('sells no locked deposit', async () => {
    const { id, availability } = await product()
    expect(availability).toBe('sold-out')
    await open(customer.page, plumb, `pages/lockming/buy?id=${id}`)
    await customer.page.getByRole('textbox', { name: 'Amount USDT' }).fill('500')
    expect(await customer.page.getByRole('button', { name: 'Sold out', exact: true }).isDisabled()).toBe(true)
  })

  test('is given one by two people: what arrived goes to the treasury, from there to the fund', async () => {
    const before = await usdt()
    await enterTreasury(maker)
    await maker.page.getByRole('button', { name: 'Record platform funding' }).click()
    await panelOf(maker).getByLabel('Amount that arrived').fill('2500.5')
    await panelOf(maker).getByLabel('Network or bank').selectOption('Ethereum')
    await panelOf(maker).getByLabel('Full transaction hash or bank reference').fill('e'.repeat(64))
    await propose(maker, 'capital of the owners')
    await chooseFunds(maker)
    await panelOf(maker).getByRole('button', { name: 'Transfer funds' }).click()
    await panelOf(maker).getByLabel('From, to').selectOption('Treasury to interest fund')
    await panelOf(maker).getByLabel('Amount', { exact: true }).fill('2000')
    await propose(maker, 'to pay interest from')
    const meanwhile = await usdt()
    expect([meanwhile.treasury, meanwhile.interest]).toEqual([before.treasury, before.interest])
    expect(await seriousFindings(maker.page)).toEqual([])

    await approve(checker, 'capital of the owners', 'Record funding of 2,500.50 USDT')
    await approve(checker, 'to pay interest from', 'Transfer 2,000.00 USDT to interest fund')
    const after = await usdt()
    expect(Number(after.interest)).toBe(2000)
    expect(unitsOf(after.treasury, 'USDT')).toBe(unitsOf(before.treasury, 'USDT') + unitsOf('500.5', 'USDT'))
  })

  test('sells them again, and a customer has one', async () => {
    const { id, availability } = await product()
    expect(availability).toBe('open')
    const { page } = customer
    await page.reload()
    await subscribeTo(page, plumb, id, '500')
    // 500 for 7 days at 0.01 %.
    expect(Number((await usdt()).reserved)).toBe(0.35)
  })
})

describe('a proposal whose answer takes its time', () => {
  test('closes nothing that was chosen meanwhile', async () => {
    const { page } = maker
    const gate = Promise.withResolvers<void>()
    // A form is through once everything else on the page was asked for again.
    const overviews = '**/api/console/overview*'
    await page.route(overviews, (route) => gate.promise.then(() => route.continue()).catch(() => undefined))
    await enterTreasury(maker)
    await page.getByRole('button', { name: 'Record platform funding' }).click()
    await panelOf(maker).getByLabel('Amount that arrived').fill('1')
    await panelOf(maker).getByLabel('Network or bank').selectOption('Ethereum')
    await panelOf(maker).getByLabel('Full transaction hash or bank reference').fill('d'.repeat(64))
    await send(maker, 'found on the way')
    await chooseFunds(maker)
    await panelOf(maker).getByRole('button', { name: 'Transfer funds' }).waitFor()

    gate.resolve()
    await proposed(maker)
    await page.unroute(overviews)
    await panelOf(maker).getByRole('button', { name: 'Transfer funds' }).click()
    await panelOf(maker).getByLabel('From, to').waitFor()
  })
})

describe('where customers pay to', () => {
  const shown = async () =>
    ask(plumb, await tokenOf(customer.page), depositAddress, { currency: 'USDT', network: 'TRC20' })

  test('is replaced by two people; nobody approves their own', async () => {
    const before = await shown()
    await enterTreasury(maker)
    await maker.page
      .getByRole('table', { name: 'Deposit addresses' })
      .getByRole('row')
      .filter({ hasText: 'TRC20' })
      .click()
    await panelOf(maker).getByText(before.address).waitFor()
    await panelOf(maker).getByRole('button', { name: 'Replace this address' }).click()
    await panelOf(maker)
      .getByLabel('Address', { exact: true })
      .fill('0x52908400098527886E0F7030069857D2E4169EE7')
    await panelOf(maker)
      .getByText(/^This is not a TRC20 address/)
      .waitFor()
    await panelOf(maker).getByLabel('Address', { exact: true }).fill(NEW_ADDRESS)
    await propose(maker, 'the key was renewed')

    await waiting(maker, 'the key was renewed').click()
    await panelOf(maker).getByText('You proposed this. A different operator must approve.').waitFor()
    expect(await maker.page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    expect((await shown()).address).toBe(before.address)

    await approve(
      checker,
      'the key was renewed',
      'Replace the deposit address for USDT on TRC20',
      NEW_ADDRESS,
    )
    expect((await shown()).address).toBe(NEW_ADDRESS)
  })

  test('is what a customer is shown', async () => {
    const { page } = customer
    await open(page, plumb, 'pages/fund/receive?currency=USDT&network=TRC20')
    await page.getByRole('button', { name: /^T9yD/ }).click()
    await page.getByText(NEW_ADDRESS, { exact: true }).waitFor()
  })

  test('and nothing went wrong on the way', () => {
    expect(errorsOfAll()).toEqual([])
  })
})
