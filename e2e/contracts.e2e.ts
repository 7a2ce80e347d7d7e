import { beforeAll, describe, expect, test } from 'vitest'
import {
  contractClose,
  contractDetail,
  contractList,
  contractOpen,
  contractSubmit,
  type PositionView,
} from '#domain/contract/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { advance } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** Leveraged contracts on a phone: opened, followed, closed. The clock stands still, so that a price is what it was. */
scenarioOnOnePhone({ clock: 'virtual' })

const trade = 'pages/transaction/contract?symbol=BTC-USDT'
const own = 'pages/transaction/contract_order'
const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const sheet = (name: string | RegExp) => page.getByRole('dialog', { name })
const card = (name: string | RegExp = /^BTC\/USDT/) => page.getByRole('article', { name })
const openPositions = async () => (await ask(plumb, await tokenOf(page), contractOpen, {})).items
const onlyPosition = async () => {
  const [position, ...others] = await openPositions()
  expect(others).toEqual([])
  return position!
}
const detailOf = async (id: string) => ask(plumb, await tokenOf(page), contractDetail, { id })
/** A share of a price in whole ticks of a cent. */
const times = (price: string, factor: number): string =>
  (Math.round(Number(price) * factor * 100) / 100).toFixed(2)
/** What stands beside a name in a list of figures. */
const figureBeside = async (within: ReturnType<typeof sheet>, name: string | RegExp): Promise<string> =>
  (await within
    .locator('dt', { hasText: name })
    .first()
    .locator('xpath=following-sibling::dd')
    .textContent())!

/** What a position came to after fees and financing, by the server. */
const resultUnits = ({ realizedPnl, fee, financing }: PositionView): bigint =>
  unitsOf(realizedPnl, 'USDT') - unitsOf(fee, 'USDT') - unitsOf(financing, 'USDT')
/** Whether a figure is an amount, rounded down to a cent. */
const isDownToCent = (shown: string, units: bigint): boolean => {
  const rest = units - unitsOf(shown, 'USDT')
  return rest >= 0n && rest < unitsOf('0.01', 'USDT')
}

beforeAll(async () => {
  // The prices of a clock that stood still are old.
  await advance(plumb, 5_000)
  await signIn(page, plumb)
})

describe('the ticket', () => {
  test('offers what is missing from the funding wallet, and opens nothing without it', async () => {
    await openSettled(page, plumb, trade)
    await page.getByRole('radio', { name: '10×' }).click()
    await field('Lots').fill('1.5')
    await page.getByRole('alert').filter({ hasText: 'Not enough available balance' }).waitFor()
    expect(await button('Open long 1.5 lots').isDisabled()).toBe(true)
    await button(/^Transfer [\d,.]+ USDT from Funding$/).click()
    await sheet('Confirm transfer').getByText('To Contract').waitFor()
    await page.keyboard.press('Escape')
  })

  test('says at its field what is wrong with a take profit or a stop loss', async () => {
    await openSettled(page, plumb, trade)
    await page.getByRole('radio', { name: '10×' }).click()
    await field('Lots').fill('0.05')
    await field('Take profit USDT').fill('1')
    await page
      .getByRole('alert')
      .filter({ hasText: 'The take profit of a long position must be above the mark price' })
      .waitFor()
    await field('Take profit USDT').fill('')
    await field('Stop loss USDT').fill('1')
    await page.getByRole('alert').filter({ hasText: 'The position is liquidated at' }).waitFor()
    expect(await button('Open long 0.05 lots').isDisabled()).toBe(true)
    await field('Stop loss USDT').fill('')
    expect(await seriousFindings(page)).toEqual([])
  })

  test('asks to read the risk notice before the first order, and takes the right answers alone', async () => {
    await button('Open long 0.05 lots').click()
    const notice = sheet('Before your first contract')
    const answer = (text: string) => notice.getByRole('radio', { name: text, exact: true }).click()
    const accept = notice.getByRole('button', { name: 'I understand the risk' })
    await notice.waitFor()
    expect(await accept.isDisabled()).toBe(true)
    const wrong = ['Only its fees', '10%', 'The position is closed automatically', 'No, not after a gap']
    for (const text of wrong) await answer(text)
    await accept.click()
    await notice.getByRole('alert').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await answer('Its whole margin and its fees')
    await accept.click()
    // What was asked for goes on.
    await sheet('BTC/USDT · Long 10×').waitFor()
    await page.keyboard.press('Escape')
    await sheet('BTC/USDT · Long 10×').waitFor({ state: 'hidden' })
  })

  test('opens what it has shown: margin, fee, liquidation price, spread and the most that can be lost', async () => {
    const spread = page
      .getByRole('region', { name: 'Costs of the order' })
      .locator('dt', { hasText: 'Spread' })
    const shownSpread = figure((await spread.locator('xpath=following-sibling::dd').textContent())!)
    await button('Open long 0.05 lots').click()
    const confirm = sheet('BTC/USDT · Long 10×')
    const shown = {
      margin: figure(await figureBeside(confirm, 'Margin')),
      fee: figure(await figureBeside(confirm, 'Fee')),
      liquidationPrice: figure(await figureBeside(confirm, 'Liquidation price')),
      worst: figure(await figureBeside(confirm, 'The most you can lose')),
    }
    expect(await seriousFindings(page)).toEqual([])
    await confirm.getByRole('button', { name: 'Open long 0.05 lots' }).click()
    await expectToast(page, 'Position opened')
    const position = await onlyPosition()
    expect(position).toMatchObject({ lots: '0.05', direction: 'long', leverage: 10, status: 'open' })
    expect(unitsOf(shown.margin, 'USDT')).toBe(unitsOf(position.margin, 'USDT'))
    expect(unitsOf(shown.fee, 'USDT')).toBe(unitsOf(position.fee, 'USDT'))
    expect(shown.liquidationPrice).toBe(position.liquidationPrice)
    // At the tick that it opened at, a position is behind by the spread to the mark price, and by nothing else.
    expect(unitsOf(shownSpread, 'USDT')).toBe(-unitsOf(position.unrealizedPnl!, 'USDT'))
    expect(unitsOf(shown.worst, 'USDT')).toBe(
      unitsOf(position.margin, 'USDT') + unitsOf(position.fee, 'USDT'),
    )
  })
})

describe('an open position', () => {
  test('is reached from the contract wallet, shows what the server says of it, and follows the price', async () => {
    await openSettled(page, plumb, 'pages/fund/assets_record?walletType=contract')
    await page.getByRole('main').getByRole('link', { name: 'Contracts', exact: true }).click()
    await page.waitForURL(/transaction\/contract_order/)
    await openSettled(page, plumb, own)
    await page.getByRole('tab', { name: 'Positions 1' }).waitFor()
    const pnl = () => card().getByText('Unrealized P&L').locator('xpath=..').textContent()
    const position = await onlyPosition()
    const server = unitsOf(position.unrealizedPnl!, 'USDT')
    // What is shown is the server's, down to a cent.
    await poll('the server’s profit', async () => {
      const shown = unitsOf(figure((await pnl()) ?? '0'), 'USDT')
      return shown <= server && server - shown < unitsOf('0.01', 'USDT')
    })
    const before = await pnl()
    await poll('another profit with another price', async () => {
      await advance(plumb, 1_000)
      return (await pnl()) !== before
    })
    expect(await seriousFindings(page)).toEqual([])
  })

  test('takes a take profit and a stop loss, each on its own side of the mark price', async () => {
    const { markPrice, entryPrice } = await onlyPosition()
    await card().getByRole('button', { name: 'TP / SL' }).click()
    const form = sheet('Take profit and stop loss')
    await form.getByRole('textbox', { name: 'Take profit USDT' }).fill(times(markPrice!, 0.9))
    await form.getByText('The take profit of a long position must be above the mark price').waitFor()
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    const [takeProfit, stopLoss] = [times(entryPrice!, 1.2), times(entryPrice!, 0.96)]
    await form.getByRole('textbox', { name: 'Take profit USDT' }).fill(takeProfit)
    await form.getByRole('textbox', { name: 'Stop loss USDT' }).fill(stopLoss)
    expect(await seriousFindings(page)).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Take profit and stop loss saved')
    expect(await onlyPosition()).toMatchObject({ takeProfit, stopLoss })
  })

  test('gets more margin, and its liquidation price moves as far as was said', async () => {
    const before = await onlyPosition()
    await card().getByRole('button', { name: 'Add margin' }).click()
    const form = sheet('Add margin')
    await form.getByRole('textbox', { name: 'Amount USDT' }).fill('99999')
    await form.getByText('Not enough available balance').waitFor()
    await form.getByRole('textbox', { name: 'Amount USDT' }).fill('20')
    const said = (await figureBeside(form, 'Liquidation price')).split('≈')[1]!
    await form.getByRole('button', { name: 'Add 20.00 USDT' }).click()
    await expectToast(page, 'Margin added')
    const after = await onlyPosition()
    expect(unitsOf(after.margin, 'USDT') - unitsOf(before.margin, 'USDT')).toBe(unitsOf('20', 'USDT'))
    expect(Number(after.liquidationPrice)).toBeLessThan(Number(before.liquidationPrice))
    expect(Math.abs(Number(figure(said)) - Number(after.liquidationPrice))).toBeLessThanOrEqual(0.011)
  })

  test('is closed in part, and the rest stays', async () => {
    await card().getByRole('button', { name: 'Close', exact: true }).click()
    const form = sheet('Close position')
    await form.getByRole('textbox', { name: 'Lots' }).fill('0.06')
    await form.getByText('At most 0.05 lots').waitFor()
    await form.getByRole('textbox', { name: 'Lots' }).fill('0.02')
    await form.getByRole('button', { name: 'Close 0.02 lots' }).click()
    await expectToast(page, 'Partly closed')
    await card().getByText('0.03 lots').waitFor()
    expect(await onlyPosition()).toMatchObject({ lots: '0.05', openLots: '0.03', status: 'open' })
  })

  test('has everything that happened to it in its details, each with its tick', async () => {
    const { id } = await onlyPosition()
    await openSettled(page, plumb, `${own}?id=${id}`)
    const details = sheet('BTC/USDT · Long 10×')
    const { position, changes } = await detailOf(id)
    const deciding = [position.entrySequence, ...changes.map(({ sequence }) => sequence)]
    for (const sequence of deciding) {
      if (sequence === null) continue
      await details
        .getByText(`Tick ${sequence.toLocaleString('en-US')}`, { exact: true })
        .first()
        .waitFor()
    }
    expect(changes.map(({ kind }) => kind).toSorted()).toEqual(['closed', 'margin', 'stops'])
    await details.getByText('0.02 lots at', { exact: false }).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await details.getByRole('link', { name: 'See in the statement' }).click()
    await page.waitForURL(/setting\/bill\?id=contract\./)
    await page.getByRole('dialog').getByText('Contract fee').first().waitFor()
  })

  test('says what closing it now would pay after fees, and pays that', async () => {
    const { id, markPrice } = await onlyPosition()
    const { account: before } = await ask(plumb, await tokenOf(page), contractOpen, {})
    await openSettled(page, plumb, `${own}?id=${id}`)
    const details = sheet('BTC/USDT · Long 10×')
    await poll(
      'the server’s price',
      async () => Number(figure(await figureBeside(details, /^Mark price$/))) === Number(markPrice),
    )
    const result = figure(await figureBeside(details, 'If closed now, after fees'))
    const paidBack = figure(await figureBeside(details, 'Paid back if closed now'))
    expect(await details.getByText('P&L before fees').count()).toBe(1)
    await ask(plumb, await tokenOf(page), contractClose, { id })
    const { position } = await detailOf(id)
    const { account } = await ask(plumb, await tokenOf(page), contractOpen, {})
    expect([result, isDownToCent(result, resultUnits(position))]).toEqual([result, true])
    expect(
      isDownToCent(paidBack, unitsOf(account.available, 'USDT') - unitsOf(before.available, 'USDT')),
    ).toBe(true)
    await openSettled(page, plumb, `pages/contractOrders/contractOrders?id=${id}`)
    await poll(
      'the result after fees',
      async () => figure(await figureBeside(details, 'P&L after fees')) === result,
    )
  })

  test('was closed with the rest of its margin coming back', async () => {
    await openSettled(page, plumb, own)
    await page.getByRole('heading', { name: 'No open positions' }).waitFor()
    const { account } = await ask(plumb, await tokenOf(page), contractOpen, {})
    expect(unitsOf(account.margin, 'USDT')).toBe(0n)
    await openSettled(page, plumb, 'pages/historyList/historyList')
    await page.getByRole('button', { name: /BTC\/USDT Long Contract · 0\.05 lots/ }).click()
    await sheet('BTC/USDT · Long 10×').getByRole('link', { name: 'Verify', exact: true }).click()
    await page.waitForURL(/verify\/verify\?position=\d+$/)
  })
})

test('the terms say when a market is open, and when financing is charged next', async () => {
  const besideName = (name: string) =>
    page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
  await openSettled(page, plumb, trade)
  await page.getByRole('tab', { name: 'About' }).click()
  await besideName('Status').getByText('Open 24/7').waitFor()
  await besideName('Financing at 00:00 UTC')
    .getByText(/^0\.02% · [A-Z][a-z]{2} \d+, \d{4}, 00:00 UTC$/)
    .waitFor()
  await openSettled(page, plumb, 'pages/transaction/contract?symbol=EUR-USD')
  await page.getByRole('tab', { name: 'About' }).click()
  await besideName('Status')
    .getByText(/^(Open until|Closed · Opens) [A-Z][a-z]{2} \d\d:\d\d UTC$/)
    .waitFor()
})

describe('an order with a limit', () => {
  test('waits for its price with its margin held, and is canceled from its row', async () => {
    await openSettled(page, plumb, trade)
    await page.getByRole('radio', { name: 'Short' }).click()
    await button(/^Order type/).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Limit/ })
      .click()
    await field('Price USDT').fill('999999')
    await field('Lots').fill('0.01')
    await page.getByRole('alert').filter({ hasText: 'The price is too far from the market' }).waitFor()
    const { items } = await ask(plumb, await tokenOf(page), contractList, { status: 'closed' })
    await field('Price USDT').fill(times(items[0]!.closePrice!, 1.03))
    await button('Open short 0.01 lots').click()
    const confirm = sheet('BTC/USDT · Short 2×')
    await confirm.getByText('Waits for your price.', { exact: false }).waitFor()
    await confirm.getByRole('button', { name: 'Open short 0.01 lots' }).click()
    await expectToast(page, 'Order placed')
    await page.getByRole('tab', { name: 'Pending 1' }).click()
    await button(/^Cancel order at .*BTC\/USDT$/).click()
    await expectToast(page, 'Canceled')
    await page.getByRole('heading', { name: 'No pending orders' }).waitFor()
  })
})

describe('several positions', () => {
  test('are closed together, or those of one direction, with what became of each', async () => {
    const token = await tokenOf(page)
    for (const direction of ['long', 'short', 'long'] as const) {
      const order = { symbol: 'BTC-USDT', direction, lots: '0.01', leverage: '5' } as const
      await ask(plumb, token, contractSubmit, order)
    }
    await openSettled(page, plumb, own)
    await button('Close all…').click()
    const form = sheet('Close 3 positions?')
    await form.getByRole('radio', { name: 'Long 2' }).click()
    const longs = sheet('Close 2 positions?')
    const expected = figure(await figureBeside(longs, 'P&L after fees'))
    await longs.getByRole('button', { name: 'Close 2 positions' }).click()
    const outcomes = sheet('2 of 2 closed')
    await outcomes.waitFor()
    const { items } = await ask(plumb, token, contractList, { status: 'closed' })
    const results = items.slice(0, 2).map(resultUnits)
    const sum = results[0]! + results[1]!
    // Before as after: what the ledger booked, with both fees.
    const shown = figure(await figureBeside(outcomes, 'P&L after fees'))
    expect([isDownToCent(expected, sum), isDownToCent(shown, sum)]).toEqual([true, true])
    expect(await outcomes.getByText('BTC/USDT · Long 5×').count()).toBe(2)
    expect(await seriousFindings(page)).toEqual([])
    await outcomes.getByRole('button', { name: 'Close', exact: true }).last().click()
    expect((await openPositions()).map(({ direction }) => direction)).toEqual(['short'])
    await button('Close all…').click()
    await sheet('Close 1 position?').getByRole('button', { name: 'Close 1 position' }).click()
    await sheet('1 of 1 closed').waitFor()
    expect(await openPositions()).toEqual([])
  })
})

test('nothing went wrong on the pages', () => expect(phone.consoleErrors).toEqual([]))

test('nothing is closed, and no margin added, while there is no current price: the button says so', async () => {
  await ask(plumb, await tokenOf(page), contractSubmit, {
    ...{ symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '5' },
  })
  await page.reload()
  await openSettled(page, plumb, own)
  await card().getByRole('button', { name: 'Close', exact: true }).click()
  const form = sheet('Close position')
  const close = form.getByRole('button', { name: 'Close 0.01 lots' })
  await close.waitFor()
  expect(await close.isEnabled()).toBe(true)
  // Without the server no price comes.
  await plumb.kill()
  await form.getByRole('status').filter({ hasText: 'There is no current price for BTC/USDT' }).waitFor()
  expect(await close.isDisabled()).toBe(true)
})
