import { afterAll, describe, expect, test } from 'vitest'
import { goldenTerms } from '#domain/earn/golden-for-tests.ts'
import { units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { openTermProducts } from '#server/testing/earn.ts'
import { listAccruals } from './store.ts'

/** What is booked, beside figures that were computed apart from the rules (docs/recipes/earn.md): to the unit. */

const earn = await openTermProducts()
afterAll(() => earn.close())
const { database, openProduct, give, fill, place, quote, redeemNow, settle, subscriptionNow } = earn
const { fundingIn, customerWith, expectConsistent } = earn
for (const currency of ['BTC', 'LTC', 'SOL', 'XRP']) await fill(currency, '1000')

const plus = (one: string, other: string, currency: string) =>
  formatAmount(
    units([one, other].reduce((sum, text) => sum + (isNothing(text) ? 0n : readAmount(text, currency)), 0n)),
    currency,
  )
const isNothing = (text: string) => !/[1-9]/.test(text)

describe.each(goldenTerms)('$kind, $principal $currency for $termDays days, $days of them over', (term) => {
  test('is booked as it was computed', async () => {
    const { kind, currency, rewardCurrency, principal, termDays, isMatured, earned, penalty } = term
    const [subscribedMs, endedMs] = [Date.parse(term.subscribedAt), Date.parse(term.endedAt)]
    const customer = await customerWith('1')
    await give(customer, currency, principal)
    const before = await fundingIn(customer, currency)
    const productId = await openProduct({
      ...{ kind, currency, rewardCurrency, termDays, noticeHours: 0 },
      ...{ dailyRate: parseRate(term.dailyRate)!, penaltyRate: parseRate(term.penaltyRate)! },
      minimum: readAmount(principal, currency),
      maximum: readAmount(principal, currency),
      cap: readAmount(principal, currency),
    })
    const subscription = await place(customer, productId, principal, subscribedMs)
    expect(formatAmount(subscription.interest_per_day, rewardCurrency)).toBe(term.perDay)

    // The last of many midnights at once, and one before it: the job was away.
    await settle(startOfDayUtc(endedMs) - DAY_MS)
    await settle(endedMs)
    if (!isMatured) {
      const quoted = await quote(subscription, endedMs)
      expect(formatAmount(quoted.quote.refund, currency)).toBe(term.refund)
      await redeemNow(subscription, endedMs, quoted.quote.id)
    }
    const row = await subscriptionNow(subscription)
    expect(row).toMatchObject({ status: isMatured ? 'matured' : 'redeemed', days_earned: term.days })
    const credited = (await listAccruals(database.db, row.id)).map(({ amount }) =>
      formatAmount(amount, rewardCurrency),
    )
    expect(credited).toEqual(Array.from({ length: term.days }, () => term.perDay))
    expect(formatAmount(row.penalty!, currency)).toBe(penalty)
    expect(formatAmount(row.refund!, currency)).toBe(term.refund)

    // What the funding wallet has more or less than before, in both coins.
    const gained = kind === 'quantization' ? plus(term.refund, earned, currency) : term.refund
    expect(await fundingIn(customer, currency)).toBe(
      formatAmount(
        units(readAmount(before, currency) - readAmount(principal, currency) + readAmount(gained, currency)),
        currency,
      ),
    )
    if (rewardCurrency !== currency)
      expect(await fundingIn(customer, rewardCurrency)).toBe(
        isMatured ? earned : plus('0', '0', rewardCurrency),
      )
    await expectConsistent()
  })
})
