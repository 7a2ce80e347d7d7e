// long-running
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCard } from '#domain/card/contract.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { otcOrders } from '#domain/otc/contract.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { addUsableCard, cardInput, verifyAs } from '#server/testing/cards.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import { insertCustomer } from '#server/users/store.ts'
import { seriousFindings } from './support/axe.ts'
import { newOperatorBrowser, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { enterConsole, panelOf, REASON } from './support/operators.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** Trades over the counter: a customer of the demonstration, another who becomes a merchant, and its two operators. */
let plumb: Plumb
let browser: Browser
let buyer: Phone
let seller: Phone
let maker: Phone
let checker: Phone
let newcomer: Phone

/** Verified to the basic tier, with money and no card. */
const ana = { email: 'ana@plumb.test', password: 'ana-5678-y' }
const noor = { email: 'noor@plumb.test', password: 'noor-1234-x' }

keepScreenshots(() => [buyer, seller, maker, checker, newcomer].map((one) => one?.page))
beforeAll(async () => {
  const prepare = changedData(async ({ db, privateData }) => {
    await addCustomer(db, privateData, {
      ...{ ...noor, name: 'Noor Haddad', nickname: 'noor', tier: 'advanced', mobile: '+31612345678' },
      ...{ inviteCode: 'NOOR2026', usdt: '2000', hasCard: true },
    })
    await addCustomer(db, privateData, {
      ...{ ...ana, name: 'Ana Ferrer', nickname: 'ana', tier: 'basic', mobile: '+31612345679' },
      ...{ inviteCode: 'ANAF2026', usdt: '6000', hasCard: false },
    })
  })
  ;[plumb, browser] = await Promise.all([startPlumb({ prepare }), openBrowser()])
  ;[buyer, seller, newcomer, maker, checker] = await Promise.all([
    newPhone(browser),
    newPhone(browser),
    newPhone(browser),
    newOperatorBrowser(browser),
    newOperatorBrowser(browser),
  ])
  await Promise.all([
    signIn(buyer.page, plumb),
    signIn(seller.page, plumb, noor),
    signIn(newcomer.page, plumb, ana),
    enterConsole(maker.page, plumb, 'maker'),
    enterConsole(checker.page, plumb, 'checker'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** Somebody verified, with money and a pay password, and a card that was saved long ago where told. */
async function addCustomer(
  db: Db,
  privateData: PrivateData,
  who: {
    readonly email: string
    readonly password: string
    readonly mobile: string
    readonly name: string
    readonly nickname: string
    readonly inviteCode: string
    readonly tier: 'basic' | 'advanced'
    readonly usdt: string
    readonly hasCard: boolean
  },
): Promise<void> {
  const { email, mobile, nickname, inviteCode, tier } = who
  const passwordHash = await createPasswordHasher().hash(who.password)
  const nowMs = Date.now()
  const id = (await db.transaction().execute(async (tx) => {
    const made = await insertCustomer(
      tx,
      {
        ...{ email, mobile, passwordHash, payPasswordHash: null, nickname, inviteCode, tier },
        ...{ invitedBy: null, language: 'en', isDemo: false },
      },
      nowMs,
    )
    const account = accountId(made as CustomerId, wallets.funding, 'available', 'USDT')
    await fundFromOutside(tx, [{ account, currency: 'USDT', amount: who.usdt }], 'demo-grant', nowMs)
    return customerId(made!)
  })) as CustomerId
  await makeReadyToWithdraw(db, id)
  await verifyAs(db, privateData, id, who.name)
  if (who.hasCard) await addUsableCard(db, privateData, id, 1)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const newest = async (who: Phone) => (await ask(plumb, await tokenOf(who.page), otcOrders, {})).items[0]!
const available = async (who: Phone) =>
  unitsOf(
    (await ask(plumb, await tokenOf(who.page), walletDetail, { currency: 'USDT', walletType: 'funding' }))
      .available,
    'USDT',
  )

/** Takes the merchant's offer for so much; both sides' pages show the order then. */
async function order(amount: string): Promise<string> {
  const { page } = buyer
  await openSettled(page, plumb, 'pages/otc/otc?fiat=USD')
  await button(page, /^Quick Coins/).click()
  const sheet = page.getByRole('dialog', { name: 'Buy USDT' })
  await sheet.getByLabel(/^Amount/).fill(amount)
  await sheet.getByRole('button', { name: /^Buy .* for .* USD$/ }).click()
  await page.locator('[data-page^="/pages/otc/order"]').waitFor()
  const { id, reference } = await newest(buyer)
  await page.getByRole('heading', { name: `Buy order ${reference}` }).waitFor()
  await openSettled(seller.page, plumb, `pages/otc/order?id=${id}`)
  await seller.page.getByRole('heading', { name: `Sell order ${reference}` }).waitFor()
  return id
}

/** Says that it was paid, from whose account. */
async function pay(from: string): Promise<void> {
  const { page } = buyer
  await button(page, /^I have paid/).click()
  const sheet = page.getByRole('dialog', { name: 'Confirm payment' })
  await sheet.getByLabel('Paid from the account of').fill(from)
  await sheet.getByRole('button', { name: /^I have paid/ }).click()
  await sheet.waitFor({ state: 'detached' })
}

describe('a customer', () => {
  test('finds the platform’s offers at home under More, to buy and to sell, with tick and way to pay', async () => {
    const { page } = buyer
    await openSettled(page, plumb, 'pages/index/index')
    await button(page, 'More').click()
    await page.getByRole('dialog').getByRole('button', { name: 'OTC' }).click()
    await page.locator('[data-page="/pages/otc/otc"]').waitFor()
    await button(page, /^Plumb.*USD for 1 USDT/s)
      .first()
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Sell' }).click()
    await page.getByRole('radio', { name: 'BTC' }).click()
    await button(page, /^Plumb.*BTC\/USDT #[\d,]+.*Sell$/s)
      .first()
      .waitFor()
  })

  test('says how much money is spent, or how much coin, and reads at once what an offer does not take', async () => {
    const { page } = buyer
    await openSettled(page, plumb, 'pages/otc/otc?fiat=USD')
    await button(page, /^Plumb.*USD for 1 USDT/s)
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Buy USDT' })
    await sheet.getByRole('textbox', { name: 'Amount USDT' }).fill('19')
    await sheet.getByText('The minimum is 20 USDT').waitFor()
    await sheet.getByRole('radio', { name: 'USD', exact: true }).click()
    await sheet.getByRole('textbox', { name: 'Amount USD', exact: true }).fill('50.15')
    // The platform's offer is 0.3 % above one for one.
    await sheet.getByRole('button', { name: 'Buy 50.00 USDT for 50.15 USD' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  test('reads the tier’s limit, and from when a new card can be used, before the server refuses', async () => {
    const { page } = newcomer
    await ask(plumb, await tokenOf(page), saveCard, cardInput(9_100))
    await openSettled(page, plumb, 'pages/otc/otc?side=sell&fiat=USD')
    await button(page, /^Plumb.*USD for 1 USDT/s)
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Sell USDT' })
    await sheet.getByText('20–5,000 USDT · Your limit per trade: 2,000 USDT in value').waitFor()
    const amount = sheet.getByRole('textbox', { name: 'Amount USDT' })
    await amount.fill('2001')
    await sheet.getByText('The maximum is 2,000 USDT').waitFor()
    await sheet.getByRole('button', { name: 'Max' }).click()
    expect(await amount.inputValue()).toBe('2,000')
    expect(await sheet.getByText('The maximum is').count()).toBe(0)
    // The card is chosen, since there is no other, and nothing can be sold to it yet.
    await sheet.getByRole('radio', { name: /Banco Azul.*From /s, checked: true }).waitFor()
    await sheet
      .getByRole('alert')
      .filter({ hasText: 'A new card can be used after 24 h. Left: 24 h' })
      .waitFor()
    expect(await sheet.getByRole('button', { name: /^Sell 2,000.00 USDT for/ }).isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('applies to be a merchant, is accepted in the console, and publishes an offer', async () => {
    const { page } = seller
    await openSettled(page, plumb, 'pages/otc/offers')
    await page.getByLabel('Name that others see').fill('Quick Coins')
    await page.getByLabel('About your trading').fill('I answer within five minutes.')
    await button(page, 'Apply').click()
    await page.getByText('Your application is under review').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await maker.page.goto(`${plumb.consoleUrl}/#/otc/merchants?status=under-review`)
    await maker.page.getByText('Quick Coins').first().click()
    await panelOf(maker).getByLabel(REASON).fill('known to us')
    await panelOf(maker).getByRole('button', { name: 'Accept', exact: true }).click()
    await panelOf(maker).getByRole('button', { name: 'Stop the merchant' }).waitFor()
    await openSettled(page, plumb, 'pages/index/index')
    await openSettled(page, plumb, 'pages/otc/offers')
    await page.reload()
    await button(page, 'New offer').click()
    const sheet = page.getByRole('dialog', { name: 'New offer' })
    await sheet.getByRole('radio', { name: 'Fixed price' }).click()
    // In dollars: on a weekend the tape has no price of euros to compare with.
    await sheet.getByRole('radio', { name: 'USD', exact: true }).click()
    await sheet.getByLabel('USD for 1 USDT').fill('1.01')
    await sheet.getByLabel('Smallest order').fill('10')
    await sheet.getByLabel('Largest order').fill('500')
    await sheet.getByLabel('Total amount').fill('1000')
    await sheet.getByRole('button', { name: 'Publish offer' }).click()
    await sheet.waitFor({ state: 'detached' })
    await button(page, /I sell USDT · USD.*1,000.00 USDT left/s).waitFor()
  })

  test('buys of the merchant, writes, pays, and gets the coin once it is released', async () => {
    const had = await available(buyer)
    await order('100')
    const { page } = buyer
    await page.getByRole('timer').waitFor()
    await page.getByText('100.00 USDT is in escrow').waitFor()
    await page.getByRole('note').filter({ hasText: 'Pay only from an account in your own name' }).waitFor()
    // The card is Ana's, and the merchant was verified as Noor.
    await page.getByRole('alert').filter({ hasText: 'The name differs' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Message', { exact: true }).fill('Paying now from my bank app.')
    await button(page, 'Send').click()
    // Without a reload: the other side hears of it.
    await seller.page.getByText('Paying now from my bank app.').waitFor()
    await pay('Ana Ferrer')
    // Where it was paid to is kept as a record, and no longer asks for money.
    await page.getByRole('heading', { name: 'Paid to' }).waitFor()
    expect(await page.getByText('Pay only from').count()).toBe(0)
    for (const who of [page, seller.page]) {
      await who.getByText(/^Release due by/).waitFor()
      await who.getByRole('timer').waitFor()
    }
    await button(seller.page, /^Release 100/).click()
    const sheet = seller.page.getByRole('dialog', { name: /^Release/ })
    await sheet.getByLabel('Pay password', { exact: true }).fill(PAY_PASSWORD)
    expect(await seriousFindings(seller.page)).toEqual([])
    await sheet.getByRole('button', { name: /^Release/ }).click()
    await page.getByText('100.00 USDT went to the buyer').waitFor()
    expect(await available(buyer)).toBe(had + unitsOf('100', 'USDT'))
    for (const who of [buyer, seller]) await expectStatementEqualsBalances(plumb, await tokenOf(who.page))
  })

  test('cancels before paying, and the coin is back in the offer', async () => {
    await order('50')
    const { page } = buyer
    await button(page, 'Cancel').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('50.00 USDT went back to the seller').waitFor()
    await openSettled(page, plumb, 'pages/otc/orders?status=cancelled')
    await button(page, /Buy 50.00 USDT.*Canceled/s).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

test('a dispute is decided by two operators, and both sides read why', async () => {
  const id = await order('20')
  await pay('Somebody Else')
  const { page } = buyer
  await button(page, 'Dispute').click()
  const sheet = page.getByRole('dialog', { name: 'Dispute this order' })
  await sheet.getByLabel('What happened?').fill('I paid, and nobody answers.')
  await sheet.getByRole('button', { name: 'Dispute' }).click()
  await seller.page.getByText('The other party disputed this order').waitFor()
  for (const operator of [maker, checker])
    await operator.page.goto(`${plumb.consoleUrl}/#/otc/orders?status=disputed&at=${id}`)
  await panelOf(maker).getByText('I paid, and nobody answers.').waitFor()
  await panelOf(maker).getByLabel(REASON).fill('the bank shows the transfer')
  await panelOf(maker).getByRole('button', { name: 'To the buyer' }).click()
  await panelOf(maker).getByText('Goes to').waitFor()
  await checker.page.reload()
  await panelOf(checker)
    .getByText(/^M\. Maker, .* UTC: “the bank shows the transfer”$/)
    .waitFor()
  await panelOf(checker).getByLabel(REASON).fill('seen too')
  await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Decided: the bank shows the transfer').waitFor()
  await seller.page.getByText('20.00 USDT went to the buyer').waitFor()
  expect(await ask(plumb, await tokenOf(page), otcOrders, { status: 'decided' })).toMatchObject({
    items: [{ id, outcome: 'released' }],
  })
})

test('paid after canceling is said so, and the seller who found the money releases it', async () => {
  const id = await order('30')
  const { page } = buyer
  await button(page, 'Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('30.00 USDT went back to the seller').waitFor()
  await page.getByText('Paid after all?').waitFor()
  await button(page, 'I paid').click()
  const sheet = page.getByRole('dialog', { name: 'Say that you paid' })
  await sheet.getByLabel('What happened?').fill('I had sent it already.')
  expect(await seriousFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'I paid' }).click()
  await page.getByText('You disputed this order: I had sent it already.').waitFor()
  await openSettled(seller.page, plumb, `pages/otc/order?id=${id}`)
  await seller.page.getByText('The other party disputed this order: I had sent it already.').waitFor()
  await button(seller.page, /^Release/).click()
  const release = seller.page.getByRole('dialog')
  await release.getByText('The buyer says that they paid too late.').waitFor()
  await release.getByLabel('Pay password', { exact: true }).fill(PAY_PASSWORD)
  await release.getByRole('button', { name: /^Release/ }).click()
  await page.getByText('30.00 USDT went to the buyer').waitFor()
  for (const who of [buyer, seller]) await expectStatementEqualsBalances(plumb, await tokenOf(who.page))
})

test('an offer that is closed gives back what it kept', async () => {
  const { page } = seller
  await openSettled(page, plumb, 'pages/otc/offers')
  await button(page, /I sell USDT/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close offer' }).click()
  await page
    .getByText(/Closed/)
    .first()
    .waitFor()
  // Of 2,000 it sold 150, whoever else holds some.
  expect(await available(seller)).toBe(unitsOf('1850', 'USDT'))
})
