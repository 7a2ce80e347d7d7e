import type { ProductView } from '#domain/earn/contract.ts'
import { kindRules, type TermKind } from '#domain/earn/kinds.ts'
import { type EarlyRedemption, earlyRedemption, interestPerDay, type Terms } from '#domain/earn/rules.ts'
import type { Units } from '#domain/money/amount.ts'
import type { PageRoute } from '#web/app/page-list.ts'
import type { PlainTextKey, Translate } from '#web/texts/texts.ts'

/** What a kind of term product pays: the rules of the server, which decides by the same. */
export interface TermRules {
  /** The coin that interest is paid in. */
  rewardOf(product: Pick<ProductView, 'currency'>): string
  /** Whether each midnight pays the interest out, or the end does all of it. */
  readonly paysInterest: 'daily' | 'at-end'
  /** Interest of one full day, in the coin it is paid in. */
  interestPerDay(principal: Units, terms: Terms): Units
  /** What redeeming after so many full days gives, and what it costs. */
  redeemAfter(principal: Units, terms: Terms, days: number): EarlyRedemption
}

/** What a kind pays whose interest is in the coin that was put in. */
export const rulesOf = (kind: TermKind): TermRules => ({
  rewardOf: ({ currency }) => currency,
  paysInterest: kindRules[kind].paysInterest,
  interestPerDay,
  redeemAfter: (principal, terms, days) => earlyRedemption(principal, terms, days, kind),
})

/** One kind of term product, as the pages of the family show it. */
export interface AppTermKind {
  /** As the calls name it. */
  readonly name: TermKind
  readonly rules: TermRules
  readonly pages: {
    readonly offer: PageRoute
    readonly subscribe: PageRoute
    readonly subscriptions: PageRoute
    readonly howItWorks: PageRoute
  }
  /** What one product is called among the others of its kind; 0 days is no term. @example '30 days' */
  nameOf(product: Pick<ProductView, 'termDays'>, t: Translate): string
  readonly texts: {
    readonly title: PlainTextKey
    /** What the kind is, in a sentence. */
    readonly note: PlainTextKey
    /** What it is not: no bank deposit, no guarantee. Under lists, and under the button. */
    readonly risk: PlainTextKey
    readonly riskShort: PlainTextKey
    readonly howItWorks: PlainTextKey
    /** The customer's own ones, in the bar of a page. */
    readonly own: PlainTextKey
    /** One of them. */
    readonly one: PlainTextKey
    /** The way to those on offer. */
    readonly seeOffer: PlainTextKey
    readonly noneActive: PlainTextKey
    readonly noneEnded: PlainTextKey
    /** Redeeming before the end: the heading over its figures, the button, and the sheet that asks once more. */
    readonly ifRedeemed: PlainTextKey
    readonly redeem: PlainTextKey
    readonly redeemTitle: PlainTextKey
    readonly redeemWhy: PlainTextKey
  }
}
