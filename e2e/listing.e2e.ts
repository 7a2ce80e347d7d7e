import { describe, expect, test } from 'vitest'
import { toWire } from '#domain/endpoint.ts'
import { listings } from '#domain/listing/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { spotCancel, spotTrade } from '#domain/spot/contract.ts'
import { seriousFindings } from './support/axe.ts'
import type { Phone } from './support/browser.ts'
import { ask, open, tokenOf } from './support/customer.ts'
import { panelOf, REASON } from './support/operators.ts'
import { poll } from './support/poll.ts'
import { checker, customer, errorsOfAll, maker, plumb, scenarioWithOperators } from './support/scenario.ts'
import { textOf } from './support/text.ts'
import { expectToast } from './support/toasts.ts'

/** The terms of an instrument, changed while a customer looks at them; then no more orders of it. */
scenarioWithOperators()

const rowOf = ({ page }: Phone) =>
  page.getByRole('table', { name: 'Instruments' }).getByRole('row', { name: /^BTC\/USDT/ })

async function chooseBitcoin(operator: Phone): Promise<void> {
  await operator.page.getByRole('link', { name: 'Listing', exact: true }).click()
  await operator.page.getByRole('textbox', { name: 'Find' }).fill('btc/usdt')
  await rowOf(operator).click()
}

/** A limit order too low to fill, as the app would send it. */
async function buy(): Promise<{ data: { id: string; status: string }; error?: string }> {
  const token = await tokenOf(customer.page)
  const { lastPrice } = await ask(plumb, token, quoteOf, { symbol: 'BTC-USDT' })
  const limitPrice = (Number(lastPrice) * 0.97).toFixed(2)
  const order = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.01', limitPrice }
  const answer = await fetch(`${plumb.url}/api${spotTrade.path}`, {
    method: 'POST',
    headers: { authorization: token, 'idempotency-key': crypto.randomUUID() },
    body: new URLSearchParams(toWire(spotTrade, order)),
  })
  return (await answer.json()) as Awaited<ReturnType<typeof buy>>
}

describe('the terms of an instrument', () => {
  test('are proposed by one operator, who is told of a fee that cannot be', async () => {
    await chooseBitcoin(maker)
    await panelOf(maker).getByRole('button', { name: 'Change terms', exact: true }).click()
    const fee = panelOf(maker).getByLabel('Maker fee, %')
    await fee.fill('0.085')
    await panelOf(maker).getByText('0 to 10, at most two decimals').waitFor()
    await panelOf(maker).getByLabel(REASON).fill('more orders in the book')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    expect(await fee.evaluate((input: HTMLInputElement) => input.validity.customError)).toBe(true)
    expect(await seriousFindings(maker.page)).toEqual([])

    await fee.fill('0.08')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(maker.page, 'Proposed. A different operator must approve.')
    await rowOf(maker).getByText('Proposal pending').waitFor()
    await panelOf(maker).getByText('You proposed this. A different operator must approve.').waitFor()
  })

  test('are what a customer is shown once another has approved, without loading anew', async () => {
    const { page } = customer
    await open(page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByText('0.10% / 0.10%').waitFor()

    await chooseBitcoin(checker)
    await panelOf(checker).getByText('was 0.10%').waitFor()
    await panelOf(checker).getByLabel(REASON).fill('seen as well')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await rowOf(checker).getByText('0.08 / 0.10%').waitFor()
    await page.getByText('0.08% / 0.10%').waitFor()
    const { instruments } = await ask(plumb, await tokenOf(page), listings, {})
    expect(instruments.find(({ symbol }) => symbol === 'BTC-USDT')).toMatchObject({
      makerFeeBps: 8,
      takerFeeBps: 10,
      termsVersion: 2,
    })
    const history = panelOf(checker).getByRole('list', { name: 'History of terms' })
    await poll('both terms', async () =>
      /Version 2.*P-\d+.*0\.08 \/ 0\.10%.*Version 1/s.test(await textOf(history)),
    )
    expect(await seriousFindings(checker.page)).toEqual([])
  })
})

describe('a halt', () => {
  test('needs one operator, and refuses new orders; one that rests can be cancelled', async () => {
    const { data: resting } = await buy()
    expect(resting.status).toBe('open')

    await panelOf(maker).getByRole('button', { name: 'Halt', exact: true }).click()
    await panelOf(maker).getByText('New orders are refused within seconds.').waitFor()
    await panelOf(maker).getByLabel(REASON).fill('a fault at the chain')
    await panelOf(maker).getByRole('button', { name: 'Halt', exact: true }).click()
    await expectToast(maker.page, 'BTC/USDT halted')
    await rowOf(maker).getByText('Halted').waitFor()
    await panelOf(maker).getByText('Halted by one operator').waitFor()

    expect(await buy()).toMatchObject({ error: 'MARKET_CLOSED' })
    expect(await textOf(customer.page.locator('main'))).toMatch(/Status\s*Halted/)
    const cancelled = await ask(plumb, await tokenOf(customer.page), spotCancel, { id: resting.id })
    expect(cancelled.status).toBe('cancelled')
  })

  test('is told to a customer on every page of the instrument, before they type', async () => {
    const { page } = customer
    await page.getByText('Trading is halted', { exact: true }).waitFor()
    await open(page, plumb, 'pages/market/market?class=2')
    await page.getByRole('link', { name: /^BTC .*Halted/ }).waitFor()
    await open(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
    await page.getByText('Trading is halted', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Order book' }).getByText('Halted', { exact: true }).waitFor()
    const ticket = page.getByRole('form', { name: 'Order ticket' })
    await ticket.getByText('Trading in BTC/USDT is halted').waitFor()
    expect(await ticket.getByRole('button', { name: 'Buy BTC' }).isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('is lifted by two operators, and the open page goes on', async () => {
    await panelOf(maker).getByRole('button', { name: 'Change terms', exact: true }).click()
    await panelOf(maker).getByLabel('Status').selectOption('trading')
    await panelOf(maker).getByLabel(REASON).fill('the chain works again')
    await panelOf(maker).getByRole('button', { name: 'Propose', exact: true }).click()
    await expectToast(maker.page, 'Proposed. A different operator must approve.')
    await chooseBitcoin(checker)
    await panelOf(checker).getByLabel(REASON).fill('seen as well')
    await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
    await customer.page.getByText('Trading is halted', { exact: true }).waitFor({ state: 'hidden' })
    await customer.page.getByText('Trading in BTC/USDT is halted').waitFor({ state: 'hidden' })
  })

  test('and nothing went wrong on the way', () => {
    expect(errorsOfAll()).toEqual([])
  })
})
