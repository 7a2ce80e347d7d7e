import { beforeAll, expect, test } from 'vitest'
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
const sheet = (name: string) => page.getByRole('dialog', { name })
/** Second by second, so that the tape has a price of each. */
async function secondsPass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) await advance(plumb, 1_000)
}
/** As the server would answer them. */
const months = [
  {
    ...{ month: '2026-10', orders: 1_200, accounts: 120, won: 480, lost: 600, tie: 60, void: 60 },
    ...{ stakes: '60000', kept: '5160', keptPercent: '8.60' },
    comparisons: [
      {
        ...{ by: 'stake', chancePercent: '0.00' },
        groups: [
          { name: 'small', won: 240, lost: 360, tie: 0, void: 0 },
          { name: 'large', won: 240, lost: 240, tie: 60, void: 60 },
        ],
      },
      {
        ...{ by: 'direction', chancePercent: '34.21' },
        groups: [
          { name: 'rise', won: 245, lost: 295, tie: 30, void: 30 },
          { name: 'fall', won: 235, lost: 305, tie: 30, void: 30 },
        ],
      },
    ],
  },
  {
    ...{ month: '2026-09', orders: 1_000, accounts: 100, won: 550, lost: 450, tie: 0, void: 0 },
    ...{ stakes: '10000', kept: '-120', keptPercent: '-1.20', comparisons: [] },
  },
]
const contractMonths = [
  {
    ...{ month: '2026-10', accounts: 100, fees: '150', financing: '5', losses: '3000', profits: '1200' },
    ...{ kept: '1955', insurancePaid: '27', insuranceAdded: '-500' },
  },
]

/** The page as it stands has no finding of axe, and is as wide as the window, in four sizes. */
async function inFourSizes(): Promise<void> {
  const size = page.viewportSize()!
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.setViewportSize(size)
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

test('outcomes of a month say what the platform kept, and whether groups differ beyond chance', async () => {
  // The server's answer, with months in it: a thousand orders of a hundred customers are not made here.
  await page.route('**/api/microtrade/outcomes', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const answer of [body.message, body.data]) answer.months = months
    await route.fulfill({ response, json: body })
  })
  await openSettled(page, plumb, 'pages/setting/powers')
  await page.getByRole('link', { name: /^Outcomes by month/ }).click()
  await page.getByRole('heading', { name: 'The platform kept 8.60% of the stakes' }).waitFor()
  await page.getByText('1,200 orders from 120 accounts').waitFor()
  const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row').allInnerTexts()
  expect((await rows('By stake')).map((row) => row.split(/\s*\t\s*/))).toEqual([
    ['Group', 'Orders', 'Won', 'Lost', 'Tie, void'],
    ['Under 20 USDT', '600', '40.0%', '60.0%', '0.0%'],
    ['From 100 USDT', '600', '40.0%', '40.0%', '20.0%'],
  ])
  const part = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
  expect(await part('By stake').getByText('A difference beyond chance').count()).toBe(1)
  expect(await part('By stake').getByText('in fewer than 0.01% of months', { exact: false }).count()).toBe(1)
  expect(await part('By direction').getByText('No difference beyond chance').count()).toBe(1)
  expect(await part('By direction').getByText('in 34.21% of months', { exact: false }).count()).toBe(1)
  expect(await part('By age of the account').getByText('Not published', { exact: false }).count()).toBe(1)
  await inFourSizes()
  await page.getByRole('radio', { name: 'Sep 2026' }).click()
  await page.waitForURL(/month=2026-09/)
  await page.getByRole('heading', { name: 'The platform lost 1.20% of the stakes' }).waitFor()
  await page.unroute('**/api/microtrade/outcomes')
})

test('beside it stands what contracts cost their customers, and what the insurance account paid', async () => {
  await openSettled(page, plumb, 'pages/verify/outcomes')
  await page.getByRole('tab', { name: 'Contracts' }).click()
  await page.waitForURL(/view=contract/)
  await page.getByText('money of at least 100 accounts', { exact: false }).waitFor()
  await page.route('**/api/lever/outcomes', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const answer of [body.message, body.data]) answer.months = contractMonths
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'The platform received 1,955.00 USDT from customers' }).waitFor()
  await page.getByText('of 100 accounts, from the ledger', { exact: false }).waitFor()
  const figures = await page.locator('dl > div').allInnerTexts()
  expect(figures.map((line) => line.replace(/\s+/g, ' '))).toEqual([
    'Fees paid 150.00 USDT',
    'Financing paid 5.00 USDT',
    'Losses, with the spread 3,000.00 USDT',
    'Profits, after the spread 1,200.00 USDT',
    'Paid out 27.00 USDT',
    'Taken out by the platform 500.00 USDT',
  ])
  await inFourSizes()
  await page.unroute('**/api/lever/outcomes')
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

test('an order waits for its entry, runs, and gets its result by two ticks that the page names', async () => {
  await button('Rise').click()
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
