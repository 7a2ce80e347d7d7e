import type { PlainTextKey } from '#web/texts/texts.ts'

/** How the money of each kind of hold is freed, by the names that `/wallet/why_held` gives them. */
const ways = {
  'spot-order': 'financial_pages.free_order',
  'contract-order': 'financial_pages.free_order',
  'contract-position': 'financial_pages.free_position',
  'option-order': 'financial_pages.free_option',
  withdrawal: 'financial_pages.free_withdrawal',
  sale: 'financial_pages.free_sale',
  'otc-order': 'financial_pages.free_otc_order',
  'otc-offer': 'financial_pages.free_otc_offer',
} as const satisfies Record<string, PlainTextKey>

/** The kinds of hold that it is said of how their money is freed. */
export const kindsWithWay: ReadonlySet<string> = new Set(Object.keys(ways))

/** How a hold's money is freed, in words. @example wayOut('spot-order') // 'financial_pages.free_order' */
export const wayOut = (kind: string): PlainTextKey =>
  kind in ways ? ways[kind as keyof typeof ways] : 'financial_pages.free_rest'
