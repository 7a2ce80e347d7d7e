import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type GoldenTerm, goldenTerms } from '#domain/earn/golden-for-tests.ts'
import { decimal } from '#domain/money/amount.ts'
import { principalOf, projectionOf, redemptionOn } from './projection.ts'

/** What the pages preview, beside figures that were computed apart from the rules: to the unit. */

const product = ({ dailyRate, penaltyRate, ...terms }: GoldenTerm) => ({
  ...terms,
  dailyRate: decimal(dailyRate),
  penaltyRate: decimal(penaltyRate),
})

describe.each(goldenTerms)('$kind, $principal $currency for $termDays days, $days of them over', (term) => {
  const principal = principalOf(term.principal, term.currency)!
  const projection = projectionOf(product(term), principal, Date.parse(term.subscribedAt))

  test('previews what a day earns, and when it ends', () => {
    expect(projection.interestPerDay).toBe(term.perDay)
    if (!term.isMatured) return
    expect(projection).toMatchObject({
      maturesAtMs: Date.parse(term.endedAt),
      interest: term.earned,
      paid: term.refund,
    })
  })

  test('previews what redeeming then gives', () => {
    if (term.isMatured) return
    const redemption = redemptionOn(product(term), principal, term.days, projection.startsAtMs)
    expect(redemption).toMatchObject({ earned: term.earned, penalty: term.penalty, refund: term.refund })
  })
})

test('the table is the one of the recipe', () => {
  const recipe = readFileSync(join(import.meta.dirname, '../../../../docs/recipes/earn.md'), 'utf8')
  const lines = recipe.split('\n').map((line) => line.replace(/ {2,}/g, ' '))
  for (const { kind, principal, currency, subscribedAt, endedAt, isMatured, ...figures } of goldenTerms) {
    const { dailyRate, penaltyRate, termDays, days, perDay, earned, penalty, givenUp, refund } = figures
    const ended = isMatured ? `${endedAt} (maturity)` : endedAt
    const cells = [
      kind,
      `${principal} ${currency}`,
      dailyRate,
      penaltyRate,
      termDays,
      subscribedAt,
      ended,
      days,
    ]
    const figuresOf = [`${perDay} ${figures.rewardCurrency}`, earned, penalty, givenUp, refund]
    expect(lines).toContain(`| ${[...cells, ...figuresOf].join(' | ')} |`)
  }
})
