import { describe, expect, test } from 'vitest'
import { allowed, refused } from '../errors.ts'
import { parseDecimal, units } from '../money/amount.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import {
  type Activity,
  afterOrder,
  afterResult,
  checkLimits,
  isExclusion,
  type LimitsCheck,
  type LossLimitChoice,
  limitFrom,
  lossLimitAt,
  nextLossLimit,
  noActivity,
  withLossLimit,
} from './limits.ts'
import { checkOption, invalidOptionTerm, type OptionTerms } from './terms.ts'

const usdt = (text: string) => units(parseDecimal(text, 7)!)
const NOON = Date.parse('2026-03-02T12:00:00Z')

const terms: OptionTerms = {
  version: 1,
  periods: [
    { seconds: 60, payoutBps: 8_500 },
    { seconds: 120, payoutBps: 8_800 },
  ],
  ...{ minimum: usdt('5'), maximum: usdt('500'), maxOpen: 5, maxDaily: 60, lossLimit: usdt('200') },
  ...{ pauseAfter: 5, pauseMinutes: 15, exposureBps: 200 },
}
const asked = (change: Partial<LimitsCheck> = {}): LimitsCheck => ({
  ...{ terms, activity: noActivity(NOON), lossLimit: terms.lossLimit, excludedUntilMs: 0 },
  ...{ openOrders: 0, openStakes: 0n },
  ...change,
})
const check = (change: Partial<LimitsCheck>, stake = '5', nowMs = NOON) =>
  checkLimits(asked(change), usdt(stake), nowMs)
const result = (outcome: 'won' | 'lost' | 'tie' | 'void', stake = '10') => ({
  ...{ outcome, stake: usdt(stake), winnings: usdt('8.5') },
})
const follow = (activity: Activity, ...outcomes: ('won' | 'lost' | 'tie' | 'void')[]) =>
  outcomes.reduce((so, outcome) => afterResult(so, result(outcome), terms, NOON), activity)

describe('an order', () => {
  test('has its winnings by the period', () => {
    expect(checkOption(terms, { seconds: 120, stake: '12.5', currency: 'USDT' })).toEqual(
      allowed({ order: { seconds: 120, payoutBps: 8_800, stake: usdt('12.5'), winnings: usdt('11') } }),
    )
  })

  test.each([
    [{ seconds: 30 }, refused('OPTION_PERIOD_UNKNOWN', { allowed: '60, 120' })],
    [{ stake: '4.99' }, refused('AMOUNT_TOO_SMALL', { minimum: '5.0000000', currency: 'USDT' })],
    [{ stake: '500.01' }, refused('AMOUNT_TOO_LARGE', { maximum: '500.0000000', currency: 'USDT' })],
    [{ currency: 'BTC' }, refused('CURRENCY_UNKNOWN')],
    [{ stake: '-5' }, refused('AMOUNT_INVALID')],
    [{ stake: '1e30' }, refused('AMOUNT_INVALID')],
    [{ stake: '5.00000001' }, refused('AMOUNT_TOO_PRECISE', { decimals: 7, currency: 'USDT' })],
  ])('with %o is refused', (change, expected) => {
    expect(checkOption(terms, { seconds: 60, stake: '10', currency: 'USDT', ...change })).toEqual(expected)
  })
})

describe('the limits of a customer', () => {
  test.each([
    ['nothing against it', {}, allowed({})],
    ['four open', { openOrders: 4 }, allowed({})],
    ['five open', { openOrders: 5 }, refused('OPTION_TOO_MANY_OPEN', { maximum: 5 })],
    [
      'sixty today',
      { activity: { ...noActivity(NOON), orders: 60 } },
      refused('OPTION_TOO_MANY_TODAY', { maximum: 60 }),
    ],
    ['sixty yesterday', { activity: { ...noActivity(NOON - DAY_MS), orders: 60 } }, allowed({})],
    [
      'excluded',
      { excludedUntilMs: NOON + 1 },
      refused('OPTION_EXCLUDED', { until: '2026-03-02 12:00 UTC' }),
    ],
    ['excluded until now', { excludedUntilMs: NOON }, allowed({})],
    [
      'less left than the stake',
      { activity: { ...noActivity(NOON), lost: usdt('150') }, openStakes: usdt('45.5') },
      refused('OPTION_LOSS_LIMIT', { limit: '200.0000000', left: '4.5000000', currency: 'USDT' }),
    ],
    [
      'just enough left',
      { activity: { ...noActivity(NOON), lost: usdt('150') }, openStakes: usdt('45') },
      allowed({}),
    ],
    [
      'won before',
      { activity: { ...noActivity(NOON), lost: -usdt('30') }, openStakes: usdt('225') },
      allowed({}),
    ],
  ])('with %s', (_, change, expected) => {
    expect(check(change)).toEqual(expected)
  })

  test('pause them for 15 minutes after five losses in a row; ties and void orders do not count', () => {
    const four = follow(noActivity(NOON), 'lost', 'lost', 'tie', 'lost', 'void', 'lost')
    expect(check({ activity: four })).toEqual(allowed({}))
    const five = follow(four, 'lost')
    expect(check({ activity: five })).toEqual(refused('OPTION_PAUSED', { losses: 5, minutes: 15 }))
    expect(check({ activity: five }, '5', NOON + 14 * MINUTE_MS + 1)).toEqual(
      refused('OPTION_PAUSED', { losses: 5, minutes: 1 }),
    )
    expect(check({ activity: five }, '5', NOON + 15 * MINUTE_MS)).toEqual(allowed({}))
    expect(follow(five, 'lost', 'lost', 'lost', 'lost').losses).toBe(4)
    expect(follow(four, 'won', 'lost').losses).toBe(1)
  })

  test('count what was lost less what was won in a day of UTC, and begin anew with the next', () => {
    const today = follow(afterOrder(noActivity(NOON), NOON), 'lost', 'won', 'lost')
    expect(today).toMatchObject({ orders: 1, lost: usdt('11.5') })
    expect(afterOrder(today, NOON + DAY_MS)).toMatchObject({ orders: 1, lost: 0n, losses: 1 })
  })
})

describe('a loss limit', () => {
  test('is lowered at once and raised after a day', () => {
    expect(limitFrom(usdt('200'), usdt('100'), NOON)).toBe(NOON)
    expect(limitFrom(usdt('200'), usdt('201'), NOON)).toBe(NOON + DAY_MS)
  })

  /** What is known after choices of amounts, each made at a moment. */
  const chosen = (...choices: readonly (readonly [amount: string, chosenMs: number])[]) =>
    choices.reduce<readonly LossLimitChoice[]>((known, [amount, chosenMs]) => {
      const current = lossLimitAt(known, usdt('200'), chosenMs)
      const fromMs = limitFrom(current, usdt(amount), chosenMs)
      return withLossLimit(known, { limit: usdt(amount), fromMs }, chosenMs)
    }, [])
  const at = (known: readonly LossLimitChoice[], nowMs: number) => lossLimitAt(known, usdt('200'), nowMs)

  test('that is raised is not in force before, and not any more once a lower one was chosen', () => {
    const raised = chosen(['300', NOON])
    expect(at(raised, NOON + DAY_MS - 1)).toBe(usdt('200'))
    expect(at(raised, NOON + DAY_MS)).toBe(usdt('300'))
    expect(nextLossLimit(raised, NOON)).toEqual(raised[0])
    const lowered = chosen(['300', NOON], ['50', NOON + 1])
    expect(at(lowered, NOON + 2 * DAY_MS)).toBe(usdt('50'))
    expect(nextLossLimit(lowered, NOON + 1)).toBeUndefined()
  })

  test('that was to be raised is never, once another raise took its place', () => {
    const later = NOON + 23 * HOUR_MS
    const raised = chosen(['50', NOON - DAY_MS], ['5000', NOON], ['300', later])
    expect(at(raised, NOON + DAY_MS)).toBe(usdt('50'))
    expect(at(raised, later + DAY_MS - 1)).toBe(usdt('50'))
    expect(at(raised, later + DAY_MS)).toBe(usdt('300'))
    // One that was in force when the next was chosen goes on until that.
    const twice = chosen(['300', NOON], ['400', NOON + DAY_MS])
    expect(at(twice, NOON + 2 * DAY_MS - 1)).toBe(usdt('300'))
    expect(twice).toHaveLength(2)
  })
})

test('customers exclude themselves for a day to five years, and never for less than before', () => {
  const until = (days: number, beforeMs = 0) => isExclusion(NOON + days * DAY_MS, beforeMs, NOON)
  expect([until(0.99), until(1), until(1_827), until(1_828)]).toEqual([false, true, true, false])
  expect([until(2, NOON + 3 * DAY_MS), until(3, NOON + 3 * DAY_MS)]).toEqual([false, true])
})

describe('terms', () => {
  const { version: _, ...draft } = terms
  test.each([
    [{}, undefined],
    [{ periods: [] }, 'periods'],
    [{ periods: [{ seconds: 30, payoutBps: 8_000 }] }, 'periods'],
    [{ periods: [{ seconds: 60, payoutBps: 10_000 }] }, 'payout'],
    [{ maximum: usdt('1') }, 'maximum'],
    [{ maxDaily: 4 }, 'maxDaily'],
    [{ exposureBps: 0 }, 'exposureBps'],
  ])('with %o', (change, field) => {
    expect(invalidOptionTerm({ ...draft, ...change }, false)).toBe(field)
  })

  test('of a demonstration may be as short as half a minute', () => {
    expect(
      invalidOptionTerm({ ...draft, periods: [{ seconds: 30, payoutBps: 8_000 }] }, true),
    ).toBeUndefined()
  })
})
