import type { ProductView } from '#domain/earn/contract.ts'
import type { TermKind } from '#domain/earn/kinds.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import type { PlainTextKey, Translate } from '#web/texts/texts.ts'

export type KindPage = 'products' | 'subscribe' | 'subscriptions' | 'howItWorks'

/** One kind of term product, as the pages show it. */
export interface AppTermKind {
  /** As the calls name it. */
  readonly name: TermKind
  readonly pages: Readonly<Record<KindPage, PageRoute>>
  /** What tells a page of several kinds which one is meant; nothing where it is the first of them. */
  readonly params?: { readonly kind: TermKind }
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
    readonly seeProducts: PlainTextKey
    readonly noneActive: PlainTextKey
    readonly noneEnded: PlainTextKey
    /** What it earns, by the day and in all; and where that comes from. */
    readonly perDay: PlainTextKey
    readonly atEnd: PlainTextKey
    readonly fromFund: PlainTextKey
    /** The heading over the figures of redeeming before the end. */
    readonly ifRedeemed: PlainTextKey
    /** Redeeming before the end: the button, and the sheet that asks once more. */
    readonly redeem: PlainTextKey
    readonly redeemTitle: PlainTextKey
    readonly redeemWhy: PlainTextKey
    /** The paragraphs of how it works that differ from kind to kind. */
    readonly howInterest: PlainTextKey
    readonly howEnd: PlainTextKey
    readonly howRedeem: PlainTextKey
    readonly howSource: PlainTextKey
    readonly howNot: PlainTextKey
  }
}

/** The URL of a page of a kind. */
export const toKindPage = (
  { pages, params }: AppTermKind,
  page: KindPage,
  more: Readonly<Record<string, string | undefined>> = {},
): string => toPage(pages[page], { ...params, ...more })
