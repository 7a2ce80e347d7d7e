// long-running
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cards, internationalCards, removeCard } from '#domain/card/contract.ts'
import { quoteSale, sales, saleTerms } from '#domain/sale/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { setRail } from '#domain/user/guard-rails.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { addUsableCard } from '#server/testing/cards.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from '#server/testing/payees.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, openSettled, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { panelOf, REASON } from './support/operators.ts'
import { checker, customer, maker, plumb, scenarioWithOperators } from './support/scenario.ts'

/** Coins of the demonstration sold for dollars: by its customer, paid and given back by its two operators. */
scenarioWithOperators({
  prepare: changedData(async ({ db, privateData, customer }) => {
    // A card can be used a day after it was saved.
    await makeReadyToWithdraw(db, customer)
    await addUsableCard(db, privateData, customer, 1)
    await addUsableCard(db, privateData, customer, 2, 'international')
  }),
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const reviewSheet = () => customer.page.getByRole('dialog', { name: 'Review sale' })
const token = () => tokenOf(customer.page)
const available = async (currency: string) =>
  unitsOf(
    (await ask(plumb, await token(), walletDetail, { currency, walletType: 'funding' })).available,
    currency,
  )
const newest = async () => (await ask(plumb, await token(), sales, {})).items[0]!

/** What stands open of the sale before. */
async function closeSheet(): Promise<void> {
  const { page } = customer
  if ((await page.getByRole('dialog').count()) === 0) return
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Types an amount to be paid to the domestic card, and opens the review at a quote. */
async function review(currency: string, amount: string): Promise<void> {
  const { page } = customer
  await closeSheet()
  await openSettled(page, plumb, `pages/saleCoin/saleCoin?currency=${currency}`)
  await page.getByRole('radio', { name: /Domestic/ }).click()
  await page.getByLabel(/^Amount/).fill(amount)
  await page.getByText(/^Firm for \d+ s$/).waitFor()
  await button(page, 'Review sale').click()
  await reviewSheet().getByLabel('Pay password', { exact: true }).fill(PAY_PASSWORD)
}

/** Presses the button of the review, as a customer whose quote ran out meanwhile: again. Returns what it said. */
async function confirm(): Promise<string> {
  const { page } = customer
  const order = page.getByRole('dialog', { name: /^\d/ })
  for (;;) {
    const selling = reviewSheet().getByRole('button', { name: /^Sell / })
    const said = await selling.textContent()
    await selling.click()
    const refused = reviewSheet().getByRole('alert')
    await order.or(refused).first().waitFor()
    if (await order.isVisible()) return said!
    expect(await refused.textContent()).toContain('The quote has expired')
  }
}

async function openSale(operator: Phone, { id, reference }: { id: string; reference: string }) {
  await operator.page.goto(`${plumb.consoleUrl}/#/sales?status=&at=${id}`)
  await panelOf(operator)
    .getByRole('heading', { name: `Sale ${reference}` })
    .waitFor()
}

/** What waits for the checker is approved in the panel of the sale. */
async function approve(sale: { id: string; reference: string }, again?: string): Promise<void> {
  await openSale(checker, sale)
  const approval = panelOf(checker).getByRole('button', { name: 'Approve', exact: true })
  await approval.waitFor()
  await panelOf(checker)
    .getByText(/^M\. Maker, .* UTC: “/)
    .waitFor()
  if (again !== undefined)
    await panelOf(checker)
      .getByLabel(/^Last four digits/)
      .fill(again)
  await panelOf(checker).getByLabel(REASON).fill('seen too')
  await approval.click()
}

describe('a customer', () => {
  test('finds it beside withdrawing, and at home under More', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/assets')
    await page.getByRole('link', { name: 'Sell for dollars' }).click()
    await page.locator('[data-page="/pages/saleCoin/saleCoin"]').waitFor()
    await openSettled(page, plumb, 'pages/index/index')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sell for dollars' }).click()
    await page.locator('[data-page="/pages/saleCoin/saleCoin"]').waitFor()
  })

  test('reads at the amount what is wrong with it', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/saleCoin/saleCoin?currency=USDT')
    const typed = page.getByLabel(/^Amount/)
    for (const [amount, says] of [
      ['999999', 'Not enough available balance'],
      ['19.99', 'The minimum is 20'],
    ] as const) {
      await typed.fill(amount)
      await page.getByText(says, { exact: false }).first().waitFor()
      expect(await button(page, 'Review sale').isDisabled()).toBe(true)
    }
    expect(await seriousFindings(page)).toEqual([])
  })

  test('sees what each card costs, with price, tick and the seconds it holds', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/saleCoin/saleCoin?currency=USDT')
    await page.getByLabel(/^Amount/).fill('1000')
    await page.getByRole('radio', { name: /Domestic/ }).click()
    await page.getByText('995.00 USD', { exact: true }).waitFor()
    await page.getByText('Fee, 0.5%, at least 5 USDT').waitFor()
    await page.getByRole('radio', { name: /International/ }).click()
    await page.getByText('975.00 USD', { exact: true }).waitFor()
    await page.getByText('Fee, 1%, at least 25 USDT').waitFor()
    await page.getByText('1 USDT is paid as', { exact: true }).waitFor()
    await openSettled(page, plumb, 'pages/saleCoin/saleCoin?currency=BTC')
    await page.getByLabel(/^Amount/).fill('0.01')
    await page.getByText('BTC/USDT at bid').waitFor()
    await page.getByText(/^#[\d,]+$/).waitFor()
    await page.getByText(/^Firm for \d+ s$/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('is told how many tries the pay password has left', async () => {
    await review('USDT', '200')
    const sheet = reviewSheet()
    expect(await seriousFindings(customer.page)).toEqual([])
    await sheet.getByLabel('Pay password', { exact: true }).fill('000000')
    await sheet.getByRole('button', { name: /^Sell / }).click()
    await sheet.getByText(/Tries left: 4/).waitFor()
    expect((await ask(plumb, await token(), sales, {})).items).toEqual([])
  })

  test('whose quote is over sells nothing by it, and at the next one with another tap', async () => {
    const { page } = customer
    const before = await available('USDT')
    await review('USDT', '200')
    // While the sale is on its way, another device asks for a quote: it ends this one.
    const [card] = (await ask(plumb, await token(), cards, {})).items
    const asked = { currency: 'USDT', amount: '50', cardId: card!.id }
    const mine = await token()
    await page.route(
      '**/api/sale/submit*',
      async (route) => {
        await ask(plumb, mine, quoteSale, asked)
        await route.continue()
      },
      { times: 1 },
    )
    await reviewSheet()
      .getByRole('button', { name: /^Sell / })
      .click()
    await reviewSheet().getByRole('alert').filter({ hasText: 'The quote has expired' }).waitFor()
    expect(await available('USDT')).toBe(before)
    expect(await confirm()).toBe('Sell 200.00 USDT for 195.00 USD')
    expect(await available('USDT')).toBe(before - unitsOf('200', 'USDT'))
    expect(await newest()).toMatchObject({ status: 'hold', receive: '195.00' })
  })

  test('sells a coin at what the button said', async () => {
    const { page } = customer
    const before = await available('BTC')
    await review('BTC', '0.02')
    const said = await confirm()
    const sale = await newest()
    expect(said.replaceAll(',', '')).toBe(`Sell 0.02 BTC for ${sale.receive} USD`)
    expect(await available('BTC')).toBe(before - unitsOf('0.02', 'BTC'))
    await page.getByRole('dialog').getByText(sale.reference, { exact: false }).first().waitFor()
    await page
      .getByRole('dialog')
      .getByText(/^Usually paid within \d+ h$/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await expectStatementEqualsBalances(plumb, await token())
  })
})

describe('two operators', () => {
  test('pay a sale at the bank, and the order list shows it paid', async () => {
    const { page } = customer
    const sale = await newest()
    await openSale(maker, sale)
    await panelOf(maker).getByRole('button', { name: 'Begin to pay' }).click()
    await panelOf(maker).getByLabel('Bank reference of the transfer').fill('PMT-778')
    await panelOf(maker).getByLabel(REASON).fill('as the bank says')
    await panelOf(maker).getByRole('button', { name: 'Propose: paid' }).click()
    await panelOf(maker).getByText('16 to 128 letters and digits', { exact: false }).waitFor()
    await panelOf(maker).getByLabel('Bank reference of the transfer').fill('FT26001ABCDEF0001')
    await openSettled(page, plumb, 'pages/saleCoin/dollarOrderList?status=paying')
    await button(page, new RegExp(`${sale.reference}.*Being paid`, 's')).waitFor()
    await panelOf(maker).getByLabel(REASON).fill('as the bank says')
    await panelOf(maker).getByRole('button', { name: 'Propose: paid' }).click()
    await approve(sale, `${sale.card.lastDigits} ${sale.receive}`)
    await expect.poll(async () => (await newest()).status).toBe('paid')
    await openSettled(page, plumb, 'pages/saleCoin/dollarOrderList?status=paid')
    await button(page, new RegExp(`${sale.reference}.*Paid`, 's')).click()
    await page.getByRole('dialog').getByText('FT26001ABCDEF0001').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('give one back, and the order list says why', async () => {
    const { page } = customer
    const before = await available('USDT')
    const { items } = await ask(plumb, await token(), sales, { status: 'hold' })
    const sale = items[0]!
    await openSale(maker, sale)
    await panelOf(maker).getByLabel(REASON).fill('the bank refused the card')
    await panelOf(maker).getByRole('button', { name: 'Propose: give back' }).click()
    await approve(sale)
    await expect.poll(() => available('USDT')).toBe(before + unitsOf('200', 'USDT'))
    await openSettled(page, plumb, 'pages/saleCoin/dollarOrderList')
    await button(page, new RegExp(`${sale.reference}.*Returned`, 's')).click()
    await page.getByRole('dialog').getByText('the bank refused the card').waitFor()
    await closeSheet()
    await openSettled(page, plumb, 'pages/saleCoin/dollarOrderList?status=hold')
    await page.getByText('No orders with this status').waitFor()
  })
})

test('an entry of the statement leads to its order', async () => {
  const { page } = customer
  const sale = await newest()
  await openSettled(page, plumb, `pages/saleCoin/dollarOrderList?id=${sale.id}`)
  await page.getByRole('dialog').getByText(sale.reference, { exact: false }).first().waitFor()
  await openSettled(page, plumb, 'pages/setting/bill?view=entry')
  await button(page, /Coins sold for dollars/)
    .first()
    .click()
  await page.getByRole('dialog').locator('a[href*="saleCoin/dollarOrderList"]').click()
  await page.locator(`[data-page*="dollarOrderList?id=${sale.id}"]`).waitFor()
})

test('in the hours that the customer locked, both forms say so before anything is typed to confirm', async () => {
  const { page } = customer
  await review('USDT', '50')
  await confirm()
  await closeSheet()
  const night = String(new Date().getUTCHours() + 1)
  await ask(plumb, await token(), setRail, { kind: 'night', value: night })
  const note = page.getByRole('note').filter({ hasText: 'Your night lock is on until' })
  await openSettled(page, plumb, 'pages/saleCoin/saleCoin?currency=USDT')
  await page.reload()
  await note.waitFor()
  await page.getByLabel(/^Amount/).fill('50')
  expect(await button(page, 'Review sale').isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  await openSettled(page, plumb, 'pages/fund/withdraw?currency=USDT&network=TRC20')
  await note.waitFor()
  await button(page, /Ledger cold/)
    .first()
    .click()
  await page.getByLabel(/^Amount/).fill('50')
  await page.getByText('49.00 USDT', { exact: true }).waitFor()
  expect(await button(page, 'Review withdrawal').isDisabled()).toBe(true)
})

test('who has no card is told to bind one, and led to it', async () => {
  const { page } = customer
  const mine = await token()
  const saved = [
    ...(await ask(plumb, mine, cards, {})).items,
    ...(await ask(plumb, mine, internationalCards, {})).items,
  ]
  for (const { id } of saved) await ask(plumb, mine, removeCard, { id })
  expect((await ask(plumb, mine, saleTerms, {})).hasPayPassword).toBe(true)
  await openSettled(page, plumb, 'pages/saleCoin/saleCoin')
  await page.reload()
  const note = page.getByRole('note').filter({ hasText: 'Please bind bank card first' })
  await note.getByRole('link', { name: 'Add a card' }).click()
  await page.locator('[data-page*="/pages/setting/bank?view=add"]').waitFor()
})

test('a sale that waits says that it is held while the account is frozen, and no usual time', async () => {
  const { page } = customer
  const { id, status } = await newest()
  expect(status).toBe('hold')
  await ask(plumb, await token(), freezeAccount, {})
  await openSettled(page, plumb, `pages/saleCoin/dollarOrderList?id=${id}`)
  await page.reload()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Held while your account is frozen', { exact: true }).waitFor()
  expect(await sheet.getByText('Usually paid within', { exact: false }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
})
