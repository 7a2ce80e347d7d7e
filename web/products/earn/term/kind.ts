import type { ProductView } from '#domain/earn/contract.ts'
import type { TermKind } from '#domain/earn/kinds.ts'
import type { PageRoute } from '#web/app/page-list.ts'
import type { PlainTextKey, Translate } from '#web/texts/texts.ts'

/** One kind of term product, as the pages show it to who has some of it. */
export interface OwnTermKind {
  /** As the calls name it. */
  readonly name: TermKind
  readonly pages: {
    readonly products: PageRoute
    readonly subscriptions: PageRoute
  }
  /** What one product is called among the others of its kind; 0 days is no term. @example '30 days' */
  nameOf(product: Pick<ProductView, 'termDays'>, t: Translate): string
  readonly texts: {
    /** What the kind is, in a sentence. */
    readonly note: PlainTextKey
    /** The customer's own ones, in the bar of a page. */
    readonly own: PlainTextKey
    /** One of them. */
    readonly one: PlainTextKey
    /** The way to those on offer. */
    readonly seeProducts: PlainTextKey
    readonly noneActive: PlainTextKey
    readonly noneEnded: PlainTextKey
    /** Redeeming before the end: the button, and the sheet that asks once more. */
    readonly redeem: PlainTextKey
    readonly redeemTitle: PlainTextKey
    readonly redeemWhy: PlainTextKey
  }
}

/** One kind of term product that the app also offers. */
export interface AppTermKind extends OwnTermKind {
  readonly pages: OwnTermKind['pages'] & {
    readonly subscribe: PageRoute
    readonly howItWorks: PageRoute
  }
  readonly texts: OwnTermKind['texts'] & {
    readonly title: PlainTextKey
    /** What it is not: no bank deposit, no guarantee. Under lists, and under the button. */
    readonly risk: PlainTextKey
    readonly riskShort: PlainTextKey
    readonly howItWorks: PlainTextKey
    /** The heading over the figures of redeeming before the end. */
    readonly ifRedeemed: PlainTextKey
  }
}
