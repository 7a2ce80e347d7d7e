import { beforeAll, describe, expect, test } from 'vitest'
import { earnProducts, earnSubscription, earnSubscriptions } from '#domain/earn/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { ask, open, signIn, subscribeTo, tokenOf } from './support/customer.ts'
import { figure, unitsOf } from './support/figures.ts'
import { expectStatementEqualsBalances } from './support/ledger.ts'
import { advance } from './support/plumb.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { textOf } from './support/text.ts'

/** Locked deposits, with days passing: interest each midnight, early redemption, and the end by itself. */
const DAY_MS = 86_400_000

scenarioOnOnePhone({ clock: 'virtual' })
beforeAll(async () => {
  await atNoon()
  await signIn(page, plumb)
})

/** Moves the clock on to noon: a minute more must not be another day, at whatever hour this runs. */
async function atNoon(): Promise<void> {
  const nowMs = await advance(plumb, 0)
  await advance(plumb, (1.5 * DAY_MS - (nowMs % DAY_MS)) % DAY_MS)
}

async function funding(): Promise<bigint> {
  const { holdings } = await ask(plumb, await tokenOf(page), walletList, {})
  const usdt = holdings.find(({ currency }) => currency === 'USDT')!
  return unitsOf(usdt.wallets.find(({ walletType }) => walletType === 'funding')!.available, 'USDT')
}

/** Puts an amount into the product of so many days, by its page; returns the subscription's id. */
async function put(termDays: number, amount: string): Promise<string> {
  const { products } = await ask(plumb, await tokenOf(page), earnProducts, {})
  const product = products.find((one) => one.currency === 'USDT' && one.termDays === termDays)!
  await subscribeTo(page, plumb, product.id, amount)
  return new URL(page.url().replace('#/', '')).searchParams.get('id')!
}

const subscription = async (id: string) => ask(plumb, await tokenOf(page), earnSubscription, { id })

/** Moves the clock over some midnights, one at a time. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) await advance(plumb, DAY_MS)
}

describe('a locked deposit', () => {
  let early: string
  let short: string

  test('takes its amount out of the funding wallet, once', async () => {
    const before = await funding()
    early = await put(30, '1000')
    short = await put(7, '500')
    expect(await funding()).toBe(before - unitsOf('1500', 'USDT'))
    const { items: subscriptions } = await ask(plumb, await tokenOf(page), earnSubscriptions, {
      status: 'active',
    })
    expect(subscriptions.map(({ id }) => id).sort()).toEqual([early, short].sort())
  })

  test('earns the same each full day, never for the day it began', async () => {
    // 0.014 % of 1,000 USDT.
    const daily = unitsOf('0.14', 'USDT')
    await advance(plumb, DAY_MS)
    const started = unitsOf((await subscription(early)).interestSoFar, 'USDT')
    expect(started).toBe(0n)
    for (let day = 1n; day <= 3n; day++) {
      await advance(plumb, DAY_MS)
      expect(unitsOf((await subscription(early)).interestSoFar, 'USDT')).toBe(day * daily)
    }
    await advance(plumb, 60_000)
    expect(unitsOf((await subscription(early)).interestSoFar, 'USDT'), 'no interest twice a day').toBe(
      3n * daily,
    )
  })

  test('redeemed early pays exactly what the quote said', async () => {
    const before = await funding()
    await open(page, plumb, `pages/lockming/order?id=${early}`)
    await page.getByRole('button', { name: 'Redeem early', exact: true }).click()
    const leave = page.getByRole('button', { name: /^Redeem for [\d,.]+ USDT$/ })
    const quoted = unitsOf(figure(await textOf(leave)), 'USDT')
    // 1,000 + 3 days of 0.14 − the penalty of 0.5 %.
    expect(quoted).toBe(unitsOf('995.42', 'USDT'))
    await leave.click()
    await page.getByRole('dialog', { name: 'Paid to your funding account' }).waitFor()
    expect(await funding()).toBe(before + quoted)
    expect((await subscription(early)).end).toBe('redeemed')
  })

  test('run to its end is paid out by itself, with all its interest', async () => {
    const before = await funding()
    await passDays(5)
    const matured = await subscription(short)
    expect(matured.end).toBe('matured')
    // 500 + 7 days of 0.01 %.
    expect(await funding()).toBe(before + unitsOf('500.35', 'USDT'))
    await open(page, plumb, 'pages/lockming/order?status=ended')
    await page.getByText('Paid out').first().waitFor()
  })

  test('leaves a statement that explains every balance, and nothing that went wrong', async () => {
    await open(page, plumb, 'pages/setting/bill?currency=USDT&walletType=funding&view=entry')
    for (const reason of [
      'Moved to a locked deposit',
      'Locked deposit redeemed early',
      'Locked deposit matured',
    ])
      await page
        .getByRole('button', { name: new RegExp(`^${reason}`) })
        .first()
        .waitFor()
    await expectStatementEqualsBalances(plumb, await tokenOf(page))
    expect(phone.consoleErrors).toEqual([])
  })
})
