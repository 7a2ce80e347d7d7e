import { locked } from '../locked/locked.ts'
import type { AppTermKind } from '../term/kind.ts'

/** Quantitative savings: interest paid out each day; without a term until notice is given, or with one. */
export const quantization: AppTermKind = {
  name: 'quantization',
  pages: {
    ...locked.pages,
    products: 'pages/quantization/quantization',
    subscriptions: 'pages/quantization/quantitativeOrder',
  },
  params: { kind: 'quantization' },
  nameOf: ({ termDays }, t) =>
    termDays === 0 ? t('earn_pages.open_ended') : t('earn_pages.days', { count: termDays }),
  texts: {
    ...locked.texts,
    title: 'earn_pages.quantization_title',
    note: 'earn_pages.quantization_note',
    own: 'earn_pages.quantization_own',
    one: 'earn_pages.quantization_title',
    seeProducts: 'common.tab_savings',
    noneActive: 'earn_pages.quantization_none_active',
    noneEnded: 'earn_pages.quantization_none_ended',
    redeem: 'earn_pages.quantization_redeem',
    redeemTitle: 'earn_pages.quantization_redeem_title',
    redeemWhy: 'earn_pages.quantization_redeem_why',
    howInterest: 'earn_pages.quantization_how_interest',
    howEnd: 'earn_pages.quantization_how_end',
    howRedeem: 'earn_pages.quantization_how_redeem',
  },
}
