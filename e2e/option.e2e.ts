import { beforeAll, expect, test } from 'vitest'
import { quoteOf } from '#domain/market/contract.ts'
import { optionDetail, optionList } from '#domain/option/contract.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { advance } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/**
 * A seconds option from the risk notice to its result, on a clock that the test moves. What it comes to is the tape's:
 * the page is compared with what the server says.
 */

scenarioOnOnePhone({ clock: 'virtual' })

const ticket = 'pages/transaction/index2?symbol=BTC-USDT'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const stake = () => page.getByRole('textbox', { name: 'Stake USDT' })
const sheet = (name: string) => page.getByRole('dialog', { name, exact: true })
const question = () => sheet('Rise · BTC/USDT')
/** Second by second, so that the tape has a price of each. */
async function secondsPass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) await advance(plumb, 1_000)
}
const words = { won: 'Won', lost: 'Lost', tie: 'Tie', void: 'Void' } as const

beforeAll(async () => {
  // The prices of a clock that stood still are old.
  await advance(plumb, 5_000)
  await signIn(page, plumb)
})

test('the ticket is reached from home, and from an instrument’s page', async () => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByText('Seconds options').click()
  await page.waitForURL(/transaction\/index2/)
  await openSettled(page, plumb, 'pages/transaction/index?symbol=ETH-USDT&product=option')
  await page.getByRole('link', { name: 'Seconds', exact: true }).click()
  await page.waitForURL(/transaction\/index2\?symbol=ETH-USDT/)
  await page.getByRole('link', { name: 'Contract', exact: true }).click()
  await page.waitForURL(/transaction\/contract\?symbol=ETH-USDT/)
})

test('outcomes by month are reached from the ticket, and are none before a month of many orders has ended', async () => {
  await openSettled(page, plumb, ticket)
  await page.getByRole('link', { name: 'Outcomes by month' }).click()
  await page.waitForURL(/verify\/outcomes/)
  await page.getByText('No month has been published yet').waitFor()
  await page.getByText('at least 1,000 orders from 100 accounts', { exact: false }).waitFor()
})

test('both outcomes are shown in money before anything is sent, by the server’s own rules', async () => {
  await openSettled(page, plumb, ticket)
  await stake().fill('25')
  await page.getByText('46.25', { exact: true }).waitFor()
  await page.getByText('+21.25 profit').waitFor()
  await page.getByText('−25.00 lost').waitFor()
  await page.getByText('Break-even: right 54.06% of the time').waitFor()
  await page.getByRole('radio', { name: /^300 s/ }).click()
  await page.getByText('48.00', { exact: true }).waitFor()
  await stake().fill('4')
  await page.getByText('The minimum is 5', { exact: false }).waitFor()
  expect(await button('Rise').isDisabled()).toBe(true)
  await stake().fill('250')
  await page.getByText('Not enough available balance').waitFor()
  await button('Transfer 10.00 USDT from Funding').click()
  await sheet('Confirm transfer').getByText('To Options').waitFor()
  await page.keyboard.press('Escape')
  await sheet('Confirm transfer').waitFor({ state: 'detached' })
  expect(await seriousFindings(page)).toEqual([])
})

test('the first order asks to read the risk notice, and takes the right answers alone', async () => {
  await page.getByRole('radio', { name: /^60 s/ }).click()
  await stake().fill('25')
  await button('Rise').click()
  const notice = sheet('Before your first order')
  await notice.waitFor()
  const answer = (text: string) => notice.getByRole('radio', { name: text, exact: true }).click()
  for (const text of ['Nothing', 'More than 54', 'No', 'The recorded prices']) await answer(text)
  await notice.getByRole('button', { name: 'I understand the risk' }).click()
  await notice.getByRole('alert').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await answer('The whole stake')
  await notice.getByRole('button', { name: 'I understand the risk' }).click()
  await notice.waitFor({ state: 'hidden' })
})

test('it goes on to the exact figures, and nothing is placed before they are confirmed', async () => {
  await question().getByText('46.25 USDT').waitFor()
  await question()
    .getByText(/^≈ \d\d:\d\d:\d\d$/)
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await question().getByRole('button', { name: 'Keep editing' }).click()
  await question().waitFor({ state: 'detached' })
  expect((await ask(plumb, await tokenOf(page), optionList, {})).items).toEqual([])
  expect(await stake().inputValue()).toBe('25')
})

test('an order waits for its entry, runs, and gets its result by two ticks that the page names', async () => {
  await button('Rise').click()
  await button('Rise · 25.00 USDT').click()
  const order = sheet('BTC/USDT')
  await order.getByText('The entry price is about to be recorded.').waitFor()
  const id = new URL(page.url().replace('#/', '')).searchParams.get('id')!
  const token = await tokenOf(page)
  const now = () => ask(plumb, token, optionDetail, { id })

  await secondsPass(3)
  await poll('an entry', async () => (await now()).entry !== null)
  const { entry } = await now()
  await order.getByText('Entry tick', { exact: true }).waitFor()
  await order.getByText(`#${entry!.sequence.toLocaleString('en-US')}`).waitFor()

  await order.getByText('If it settled now').waitFor()

  // Within a second of its expiry by the server's clock, which stands still then.
  const { expiresAtMs } = await now()
  for (let nowMs = 0; nowMs <= expiresAtMs!; ) nowMs = await advance(plumb, 1_000)
  await order.getByText('Exit tick', { exact: true }).waitFor()
  const result = await now()
  await order.getByText(words[result.outcome!], { exact: true }).first().waitFor()
  await order
    .getByText(`#${result.exit!.sequence.toLocaleString('en-US')}`)
    .first()
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await order.waitFor({ state: 'hidden' })
})

test('it stands among the settled orders, and among nothing else', async () => {
  const { items } = await ask(plumb, await tokenOf(page), optionList, {})
  expect(items).toHaveLength(1)
  await openSettled(page, plumb, 'pages/transaction/seconds_order')
  await page.getByText('No open seconds options').waitFor()
  await page.getByRole('tab', { name: items[0]!.outcome === 'void' ? 'Void' : 'Settled' }).click()
  await page.getByRole('button', { name: /BTC\/USDT/ }).click()
  await sheet('BTC/USDT').getByText(items[0]!.id).waitFor()
})

test('its result is computed again in the browser', async () => {
  const [settled] = (await ask(plumb, await tokenOf(page), optionList, {})).items
  // A proof names the first price after the end too.
  await secondsPass(5)
  await openSettled(page, plumb, `pages/transaction/seconds_order?id=${settled!.id}`)
  await sheet('BTC/USDT').getByRole('link', { name: 'Verify', exact: true }).click()
  await page.waitForURL(/verify\/verify\?option=\d+$/)
  await page.getByRole('heading', { name: 'It checks out' }).waitFor()
})

test('it is in the history of everything that ended too', async () => {
  const [settled] = (await ask(plumb, await tokenOf(page), optionList, {})).items
  await openSettled(page, plumb, 'pages/historyList/historyList')
  await page.getByRole('button', { name: 'Product' }).click()
  await page.getByRole('dialog').getByText('Seconds').click()
  await page.waitForURL(/product=option/)
  await page.getByRole('button', { name: /BTC\/USDT Rise Seconds/ }).click()
  await page.waitForURL(new RegExp(`id=option\\.${settled!.id}`))
  const order = sheet('BTC/USDT')
  await order.getByRole('link', { name: 'See in the statement' }).click()
  await page.waitForURL(/setting\/bill\?id=option\./)
  await page.getByRole('dialog').getByText('Seconds option stake').first().waitFor()
})

test('Rise and Fall say why the market takes no order whose period would end after its close', async () => {
  const token = await tokenOf(page)
  const future = () => ask(plumb, token, quoteOf, { symbol: 'ES' })
  if (!(await future()).isOpen) await advance(plumb, await untilChange())
  // A hundred seconds before it closes, with a price of now.
  await advance(plumb, (await untilChange()) - 105_000)
  await secondsPass(5)
  await page.reload()
  await openSettled(page, plumb, 'pages/transaction/index2?symbol=ES')
  await stake().fill('10')
  await page.getByRole('radio', { name: /^300 s/ }).click()
  const why = page.getByRole('status').filter({ hasText: 'ES closes before this period would end' })
  await why.waitFor()
  expect([await button('Rise').isDisabled(), await button('Fall').isDisabled()]).toEqual([true, true])
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('radio', { name: /^60 s/ }).click()
  await why.waitFor({ state: 'detached' })
  expect([await button('Rise').isEnabled(), await button('Fall').isEnabled()]).toEqual([true, true])

  async function untilChange(): Promise<number> {
    const { nextChangeAtMs } = await future()
    return nextChangeAtMs! - (await advance(plumb, 0))
  }
})

test('with one tap where the customer has chosen that, until the settings say otherwise', async () => {
  const setting = () => page.getByRole('switch', { name: 'Confirm seconds orders' })
  await openSettled(page, plumb, ticket)
  await secondsPass(5)
  await stake().fill('10')
  await button('Rise').click()
  await question().getByText('Confirm each seconds order').click()
  await button('Rise · 10.00 USDT').click()
  await sheet('BTC/USDT').getByText('The entry price is about to be recorded.').waitFor()
  await page.keyboard.press('Escape')
  await stake().fill('11')
  await button('Rise').click()
  await sheet('BTC/USDT').getByText('The entry price is about to be recorded.').waitFor()
  await page.keyboard.press('Escape')
  await openSettled(page, plumb, 'pages/setting/setting')
  expect(await setting().getAttribute('aria-checked')).toBe('false')
  await setting().click()
  await openSettled(page, plumb, ticket)
  await stake().fill('12')
  await button('Rise').click()
  await question().getByRole('button', { name: 'Keep editing' }).click()
})

test('a loss limit is lowered at once, and raised after a day', async () => {
  await openSettled(page, plumb, ticket)
  await button('Limits').click()
  const limits = sheet('Limits')
  const set = async (amount: string) => {
    await limits.getByRole('textbox', { name: 'New limit USDT' }).fill(amount)
    await limits.getByRole('button', { name: 'Set limit' }).click()
  }
  await set('150')
  await limits.getByText('150.00 USDT').waitFor()
  await set('190')
  await limits.getByText('190.00 USDT').waitFor()
  await limits.getByText('150.00 USDT').waitFor()
  await set('1')
  await limits.getByText('Enter a loss limit from', { exact: false }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

test('who excludes themselves is asked once more, and can order nothing after that', async () => {
  const limits = sheet('Limits')
  await limits.getByRole('radio', { name: '7 days' }).click()
  await limits.getByRole('button', { name: 'Exclude myself' }).click()
  await limits.getByText('This cannot be undone.', { exact: false }).waitFor()
  await limits.getByRole('button', { name: 'Exclude myself now' }).click()
  await limits.getByText('You have excluded yourself until', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await limits.waitFor({ state: 'hidden' })
  await page.getByRole('status').filter({ hasText: 'You have excluded yourself until' }).waitFor()
  await stake().fill('10')
  expect(await button('Rise').isDisabled()).toBe(true)
  expect(phone.consoleErrors).toEqual([])
})
