import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bankAccounts, deposits } from '#domain/deposit/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, openSettled, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { panelOf, REASON } from './support/operators.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** US dollars by wire and euros by a bank's slip: sent by a customer, found, credited and rejected by two operators. */

scenarioWithOperators()

const picture = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 480, height: 320, channels: 3, background: { r: shade, g: 120, b: 90 } } })
    .png()
    .toBuffer()
const token = () => tokenOf(customer.page)
const funding = async (currency: string) =>
  unitsOf(
    (await ask(plumb, await token(), walletDetail, { currency, walletType: 'funding' })).available,
    currency,
  )
const newest = async () => (await ask(plumb, await token(), deposits, {})).items[0]!

/** Opens a deposit in the page that lists all. */
async function openDeposit(operator: Phone, { id, reference }: { id: string; reference: string }) {
  await operator.page.goto(`${plumb.consoleUrl}/#/deposits?status=&at=${id}`)
  await panelOf(operator)
    .getByRole('heading', { name: `Deposit ${reference}` })
    .waitFor()
}

async function decide(operator: Phone, reason: string, decision: string): Promise<void> {
  await panelOf(operator).getByLabel(REASON).fill(reason)
  await panelOf(operator).getByRole('button', { name: decision, exact: true }).click()
}

/** Sends in what the form says. */
async function sendForReview(): Promise<void> {
  const { page } = customer
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send for review' }).click()
  await page.waitForURL(/receive_withdraw_record\?.*id=/)
}

describe('the ways in and out', () => {
  test('stand on one page, which home’s deposit leads to', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/index/index')
    await page.getByRole('link', { name: 'Deposit', exact: true }).click()
    await page.locator('[data-page="/pages/fund/select"]').waitFor()
    for (const way of ['Crypto', 'Bank card', 'Wire transfer', 'Bank deposit slip'])
      await page.getByRole('link', { name: new RegExp(`^${way}`) }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Withdraw' }).click()
    await page.getByRole('link', { name: /^Sell coins to a bank card/ }).click()
    await page.locator('[data-page="/pages/saleCoin/saleCoin"]').waitFor()
  })
})

describe('US dollars by wire', () => {
  test('go to an account that is shown whole, with the customer’s own reference to copy', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/TelegraphicMoney/TelegraphicMoney')
    await page.getByRole('button', { name: /^USD/ }).click()
    const { items, paymentReference } = await ask(plumb, await token(), bankAccounts, { currency: 'USD' })
    const account = items[0]!
    for (const text of [account.accountNumber, account.aba, account.swiftCode, account.beneficiary])
      await page.getByText(text, { exact: true }).waitFor()
    await page.getByText(paymentReference.replace(/(.{4})(?=.)/g, '$1 '), { exact: true }).waitFor()
    await page.getByText('If the name doesn’t match').waitFor()
    await page.getByText(/Don’t send anything to it/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Open address' }).click()
    await page.locator('[data-page^="/pages/system/open-location"]').waitFor()
    await page.getByText(account.bankAddress, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Open in a map app' }).waitFor()
    await page.goBack()
    await page.locator('[data-page^="/pages/TelegraphicMoney"]').waitFor()
  })

  test('are said with what is missing named, and wait for review', async () => {
    const { page } = customer
    await page.getByRole('button', { name: 'I’ve sent it' }).click()
    await page.getByRole('textbox', { name: 'Amount USD' }).fill('49.99')
    // A day to come: said by a line of the page, as all the rest is, where the browser's own word would stop the form.
    await page
      .getByLabel('Date of the payment')
      .fill(new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10))
    await page.getByRole('button', { name: 'Send for review' }).click()
    await page.getByText('The minimum deposit is 50 USD').waitFor()
    await page.getByText('Enter the sender’s name').waitFor()
    await page.getByText('Enter a date within the last 90 days').waitFor()
    await page.getByLabel('Date of the payment').fill('')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Amount USD' }).fill('1000')
    await page.getByLabel('Sender’s name, as the bank has it').fill('Ana Ferrer')
    await page.getByLabel('Sender’s bank').fill('Banco Azul')
    await sendForReview()
    const sheet = page.getByRole('dialog', { name: '1,000.00 USD' })
    await sheet.getByText('Waiting to be matched to the payment').waitFor()
    await sheet.getByText('Banco Azul', { exact: true }).waitFor()
    expect(await newest()).toMatchObject({ source: 'wire', kind: 'wire', status: 'pending' })
  })

  test('are credited with what arrived, once another operator has typed it from the bank’s statement', async () => {
    const before = await funding('USD')
    const deposit = await newest()
    await openDeposit(maker, deposit)
    const panel = panelOf(maker)
    await panel.getByText(deposit.bank!.paymentReference).waitFor()
    expect(await panel.getByText('Ana Ferrer').count()).toBe(0)
    await panel.getByRole('button', { name: 'See who sent it' }).click()
    await panel.getByText('Ana Ferrer').waitFor()
    await panel.getByLabel('Bank’s reference of the payment').fill('FT26001-BANK-0000-0001')
    await panel.getByLabel('Amount that arrived').fill('985')
    await decide(maker, 'on the statement of the bank', 'Propose credit')
    await panel.getByText('You proposed this. A different operator must approve.').waitFor()

    await openDeposit(checker, deposit)
    const again = panelOf(checker).getByLabel(/^Amount that arrived, from the bank/)
    await again.fill('1000')
    await decide(checker, 'seen too', 'Approve and credit')
    await panelOf(checker).getByRole('alert').waitFor()
    expect(await funding('USD')).toBe(before)
    await again.fill('985')
    await panelOf(checker).getByRole('button', { name: 'Approve and credit', exact: true }).click()
    await panelOf(checker)
      .getByText(/985.* credited/)
      .waitFor()
    expect(await funding('USD')).toBe(before + unitsOf('985', 'USD'))

    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/receive_withdraw_record?type=1')
    await page.getByRole('button', { name: /985\.00 USD.*Approved/ }).click()
    const sheet = page.getByRole('dialog', { name: '985.00 USD' })
    await sheet.getByText('Credited to funding').waitFor()
    await sheet.getByRole('link', { name: 'View in statement' }).click()
    await page.getByRole('button', { name: /^Deposit \d\d:\d\d.*\+985\.00/ }).waitFor()
    await expectStatementEqualsBalances(plumb, await token())
  })
})

describe('euros by a bank’s slip', () => {
  test('are sent with the slip, and rejected with a reason that the records show', async () => {
    const { page } = customer
    const before = await funding('EUR')
    await openSettled(page, plumb, 'pages/certificateDeposit/certificateDeposit')
    await page.getByRole('button', { name: /^EUR/ }).click()
    await page.getByRole('button', { name: 'I’ve sent it' }).click()
    await page.getByRole('button', { name: 'Send for review' }).click()
    await page.getByText('Choose a picture to continue').waitFor()
    await page
      .getByLabel('Choose a picture of the slip')
      .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await picture(30) })
    await page.getByText('Received', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Amount EUR' }).fill('750')
    await page.getByLabel('Sender’s name, as the bank has it').fill('Ana Ferrer')
    await page.getByLabel('Sender’s bank').fill('Banco Azul')
    await page.getByLabel('Last 4 digits of the slip’s number').fill('4711')
    await page.getByLabel('Date of the payment').fill(new Date().toISOString().slice(0, 10))
    await sendForReview()
    await page.getByRole('dialog', { name: '750.00 EUR' }).getByRole('img').waitFor()

    const deposit = await newest()
    await openDeposit(maker, deposit)
    await panelOf(maker).getByRole('button', { name: 'Show screenshot' }).click()
    await panelOf(maker).getByRole('img').waitFor()
    await decide(maker, 'the slip is of another account', 'Reject')
    await panelOf(maker).getByText('“the slip is of another account”').waitFor()
    expect(await funding('EUR')).toBe(before)

    await openSettled(page, plumb, 'pages/fund/assets_all_record')
    await page.getByRole('link', { name: /985\.00 USD.*Wire transfer.*Approved/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Audit failed' }).click()
    await page.getByRole('link', { name: /750\.00 EUR.*Audit failed/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/the slip is of another account/)
      .waitFor()
  })
})

describe('a bank account', () => {
  test('is changed by two operators, and customers are told that it was', async () => {
    const { page } = maker
    await page.goto(`${plumb.consoleUrl}/#/deposits/banks`)
    await page
      .getByRole('table', { name: 'Bank accounts' })
      .getByRole('row')
      .filter({ hasText: 'EUR' })
      .click()
    await panelOf(maker).getByRole('button', { name: 'Change this account' }).click()
    await panelOf(maker).getByLabel('Cut-off time, UTC').fill('11:30')
    await panelOf(maker).getByLabel(REASON).fill('the bank closes earlier')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(page, 'Proposed. A different operator must approve.')

    await checker.page.goto(`${plumb.consoleUrl}/#/deposits/banks`)
    await checker.page
      .getByRole('table', { name: 'Accounts waiting for a second operator' })
      .getByRole('row')
      .filter({ hasText: 'the bank closes earlier' })
      .click()
    await panelOf(checker).getByText('Change a bank account for EUR').waitFor()
    await panelOf(checker)
      .getByLabel(/^IBAN or account number/)
      .fill('DE32 0000 0000 0000 1234 56')
    await decide(checker, 'by the letter of the bank', 'Approve')
    await panelOf(checker).getByRole('heading', { name: 'Approved' }).waitFor()

    const { items } = await ask(plumb, await token(), bankAccounts, { currency: 'EUR' })
    expect(items).toMatchObject([{ version: 2, cutOff: '11:30' }])
    await openSettled(customer.page, plumb, `pages/TelegraphicMoney/TelegraphicMoney?account=${items[0]!.id}`)
    await customer.page.getByText(/^These details changed on/).waitFor()
    await customer.page.getByText('11:30 UTC on working days').waitFor()
    for (const { consoleErrors } of [customer, maker, checker]) expect(consoleErrors).toEqual([])
  })
})
