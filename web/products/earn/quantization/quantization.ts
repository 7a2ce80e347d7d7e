import type { OwnTermKind } from '../term/kind.ts'

/** Quantitative savings: interest paid out each day; without a term until notice is given, or with one. */
export const quantization: OwnTermKind = {
  name: 'quantization',
  pages: {
    products: 'pages/quantization/quantization',
    subscriptions: 'pages/quantization/quantitativeOrder',
  },
  nameOf: ({ termDays }, t) =>
    termDays === 0 ? t('earn_pages.open_ended') : t('earn_pages.days', { count: termDays }),
  texts: {
    note: 'earn_pages.quantization_note',
    own: 'earn_pages.quantization_own',
    one: 'earn_pages.quantization_title',
    seeProducts: 'common.tab_savings',
    noneActive: 'earn_pages.quantization_none_active',
    noneEnded: 'earn_pages.quantization_none_ended',
    redeem: 'earn_pages.quantization_redeem',
    redeemTitle: 'earn_pages.quantization_redeem_title',
    redeemWhy: 'earn_pages.quantization_redeem_why',
  },
}
