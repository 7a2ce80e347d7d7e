// long-running
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { beginSecondFactor, enableSecondFactor } from '#domain/user/second-factor.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, demo, openSettled, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { panelOf, REASON } from './support/operators.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** Money out of the demonstration: asked for by its customer, reviewed and paid by its two operators. */
// An address can be used a day after it was saved, and a pay password as well.
scenarioWithOperators({ prepare: changedData(({ db, customer }) => makeReadyToWithdraw(db, customer)) })

const ADDRESS = 'TJpySyx7GxD4bv3Nwq5So1auEeJC923gHV'
const FORM = 'pages/fund/withdraw?currency=USDT&network=TRC20'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const available = async () =>
  unitsOf(
    (
      await ask(plumb, await tokenOf(customer.page), walletDetail, {
        currency: 'USDT',
        walletType: 'funding',
      })
    ).available,
    'USDT',
  )

/** What stands open of the request before. */
async function closeSheet(): Promise<void> {
  const { page } = customer
  if ((await page.getByRole('dialog').count()) === 0) return
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Fills in the form up to the review. */
async function review(amount: string): Promise<void> {
  const { page } = customer
  await closeSheet()
  await openSettled(page, plumb, FORM)
  await button(page, /Ledger cold/)
    .first()
    .click()
  await page.getByLabel(/^Amount/).fill(amount)
  await button(page, 'Review withdrawal').click()
  await page.getByRole('dialog').getByLabel('Pay password', { exact: true }).waitFor()
}

/** Asks for one; its record stands open then. Returns its reference. */
async function request(amount: string): Promise<string> {
  const { page } = customer
  await review(amount)
  await page.getByLabel('Pay password', { exact: true }).fill(PAY_PASSWORD)
  await button(page, /^Withdraw [\d,.]+ USDT$/).click()
  await page.waitForURL(/fund\/withdraw\?id=/)
  const text = await page.getByRole('dialog').getByText(/W-\d+/).first().textContent()
  return /W-\d+/.exec(text!)![0]
}

async function enter({ page }: Phone, name: 'Withdrawals' | 'Withdrawal terms'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
}

/** What waits for the checker is approved in the panel that stands open. */
async function approve(): Promise<void> {
  const approval = panelOf(checker).getByRole('button', { name: 'Approve', exact: true })
  // The panel asks every five seconds; what is written before the proposal is there is for something else.
  await approval.waitFor()
  await panelOf(checker).getByLabel(REASON).fill('seen too')
  await approval.click()
}

async function openWithdrawal(operator: Phone, reference: string): Promise<void> {
  const id = reference.slice(2)
  await operator.page.goto(`${plumb.consoleUrl}/#/withdrawals?status=&at=${id}`)
  await panelOf(operator)
    .getByRole('heading', { name: `Withdrawal ${reference}` })
    .waitFor()
}

describe('a customer', () => {
  test('saves an address, and the review shows fee, what arrives and the limit', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/withdraw')
    await page.getByText('500.00 BTC left', { exact: true }).waitFor()
    await button(page, /USDT.*Tron/s).click()
    await button(page, 'Add an address').click()
    await page.getByLabel('Name', { exact: true }).fill('Second wallet')
    await page.getByLabel('Address', { exact: true }).fill(ADDRESS)
    await button(page, 'Save address').click()
    await button(page, /Second wallet/)
      .first()
      .click()
    await page.getByLabel(/^Amount/).fill('20')
    await page.getByText(/can be used after 24 h\. Left/).waitFor()
    expect(await button(page, 'Review withdrawal').isDisabled()).toBe(true)
    await page.getByText('Network fee: 1 USDT', { exact: true }).waitFor()
    await review('500')
    const sheet = page.getByRole('dialog')
    await sheet.getByText('499', { exact: false }).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await sheet.textContent()).toContain('of 500.00 BTC')
    // Of the limit what the request leaves: both figures together are all of it.
    const shown = async (text: RegExp) => unitsOf(figure((await sheet.getByText(text).textContent())!), 'BTC')
    const [used, left] = [await shown(/ of 500\.00 BTC$/), await shown(/ BTC left$/)]
    expect(used).toBeGreaterThan(0n)
    expect(used + left).toBe(unitsOf('500', 'BTC'))
  })

  test('is told how many tries are left, asks, and cancels: all of it is back', async () => {
    const { page } = customer
    const before = await available()
    await review('20')
    await page.getByLabel('Pay password', { exact: true }).fill('000000')
    await button(page, /^Withdraw 20/).click()
    await page
      .getByText(/Tries left: 4/)
      .first()
      .waitFor()
    await request('20')
    expect(await available()).toBe(before - unitsOf('20', 'USDT'))
    await button(page, 'Cancel withdrawal').click()
    await button(page, 'Keep withdrawal').click()
    expect(await available()).toBe(before - unitsOf('20', 'USDT'))
    await button(page, 'Cancel withdrawal').click()
    await page.getByText('Nothing is sent, and all of it goes back to where it was.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await button(page, 'Cancel withdrawal').click()
    await expect.poll(available).toBe(before)
    // The record stays, with what became of it.
    await page.getByRole('dialog').getByText('Canceled', { exact: true }).waitFor()
    await button(page, /^Address T\w+: Copy$/).click()
    await expectToast(page, 'Copied')
    await closeSheet()
    await openSettled(page, plumb, 'pages/fund/assets_all_record')
    await page.getByRole('link', { name: /20\.00 USDT.*W-\d+.*Canceled/s }).waitFor()
    await openSettled(page, plumb, 'pages/fund/receive_withdraw_record?type=2')
    await button(page, /20\.00 USDT.*Canceled/s).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Back in funding').waitFor()
    expect(await sheet.getByText('You receive').count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await available()).toBe(before)
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('two operators', () => {
  test('review and approve a withdrawal, and say by which transaction it was paid', async () => {
    const { page } = customer
    const before = await available()
    const reference = await request('500')
    await openSettled(page, plumb, 'pages/financial/exits?currency=USDT')
    await page
      .getByRole('region', { name: 'Holding your USDT' })
      .getByText('Held for a withdrawal', { exact: true })
      .waitFor()
    await openWithdrawal(maker, reference)
    expect(await seriousFindings(maker.page)).toEqual([])
    await panelOf(maker).getByLabel(REASON).fill('customer is known')
    await panelOf(maker).getByRole('button', { name: 'Propose approval' }).click()
    await openWithdrawal(checker, reference)
    await approve()
    await panelOf(checker).getByText('Approved', { exact: true }).first().waitFor()
    await panelOf(maker).getByRole('button', { name: 'Write the transaction' }).click()
    await panelOf(maker).getByLabel('Transaction hash').fill('ab'.repeat(32))
    await panelOf(maker).getByLabel(REASON).fill('paid from the wallet')
    await panelOf(maker).getByRole('button', { name: 'Propose: paid' }).click()
    await approve()
    await panelOf(checker).getByText('Done', { exact: true }).first().waitFor()
    await openSettled(page, plumb, 'pages/fund/receive_withdraw_record?type=2')
    await button(page, /500\.00 USDT.*Done/s).click()
    await page.getByRole('dialog').getByText('ab'.repeat(32)).waitFor()
    expect(await available()).toBe(before - unitsOf('500', 'USDT'))
  })

  test('change a fee, and pause everything until they resume it', async () => {
    const { page } = customer
    const propose = async (reason: string) => {
      await panelOf(maker).getByLabel(REASON).fill(reason)
      await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
      await enter(checker, 'Withdrawal terms')
      await checker.page
        .getByRole('table', { name: 'Waiting for a second operator' })
        .getByRole('row')
        .filter({ hasText: reason })
        .click()
      await approve()
      await panelOf(checker).getByRole('heading', { name: 'Approved' }).waitFor()
    }
    await enter(maker, 'Withdrawal terms')
    await maker.page
      .getByRole('table', { name: 'Fees and minimums' })
      .getByRole('row')
      .filter({ hasText: 'TRC20' })
      .click()
    await panelOf(maker).getByLabel('Fee, USDT').fill('1.5')
    expect(await seriousFindings(maker.page)).toEqual([])
    await propose('the chain costs more')
    await openSettled(page, plumb, 'pages/fund/withdraw')
    await button(page, /Tron.*Fee 1\.50/s).waitFor()
    for (const [name, shown] of [
      ['Pause all withdrawals', /Tron.*Paused/s],
      ['Resume withdrawals', /Tron.*Fee 1\.50/s],
    ] as const) {
      await enter(maker, 'Withdrawal terms')
      await button(maker.page, name).click()
      await propose(`because: ${name}`)
      await page.reload()
      await button(page, shown).waitFor()
      if (name !== 'Pause all withdrawals') continue
      // Of all that are paused none is said to be closed by itself.
      await button(page, shown).click()
      await page.getByRole('heading', { name: 'All withdrawals are paused' }).waitFor()
      await page.getByText('Come back later. Your balance stays.').waitFor()
      await openSettled(page, plumb, 'pages/fund/withdraw')
    }
  })
})

test('a second factor holds withdrawals for a day, and is asked for with each', async () => {
  const { page } = customer
  const token = await tokenOf(page)
  const { password } = demo
  const reference = await request('20')
  await review('20')
  const { setupKey } = await ask(plumb, token, beginSecondFactor, { password })
  const code = generateSync({ secret: setupKey })
  const { recoveryCodes } = await ask(plumb, token, enableSecondFactor, { password, code })
  // The review was opened before: that a code is asked for, the refusal says.
  await page.getByLabel('Pay password', { exact: true }).fill(PAY_PASSWORD)
  await button(page, /^Withdraw 20/).click()
  await page.getByRole('textbox', { name: 'Authenticator code' }).waitFor()
  expect(await button(page, /^Withdraw 20/).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Authenticator code' }).fill('0000-00000')
  await button(page, /^Withdraw 20/).click()
  await page.getByText('This code is wrong or was already used').waitFor()
  await page.getByRole('textbox', { name: 'Authenticator code' }).fill(recoveryCodes[0]!)
  await button(page, /^Withdraw 20/).click()
  await page.getByRole('alert').filter({ hasText: '24' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await closeSheet()
  await page.getByText('Withdrawals are held until', { exact: false }).waitFor()
  expect(await button(page, 'Review withdrawal').isDisabled()).toBe(true)
  await openSettled(page, plumb, `pages/fund/withdraw?id=${reference.slice(2)}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByText(/^Held until \d{4}-/).waitFor()
  expect(await sheet.getByText('usually within', { exact: false }).count()).toBe(0)
})
