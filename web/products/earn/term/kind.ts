import type { ProductView } from '#domain/earn/contract.ts'
import type { TermKind } from '#domain/earn/kinds.ts'
import type { PageRoute } from '#web/app/page-list.ts'
import type { PlainTextKey, Translate } from '#web/texts/texts.ts'

/** One kind of term product, as the pages of the family show it. */
export interface AppTermKind {
  /** As the calls name it. */
  readonly name: TermKind
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
