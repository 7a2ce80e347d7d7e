import type { OwnTermKind } from '../term/kind.ts'

/** Quantitative savings: interest paid out each day; without a term until notice is given, or with one. */
export const quantization: OwnTermKind = {
  name: 'quantization',
  pages: {
    offer: 'pages/quantization/quantization',
    subscriptions: 'pages/quantization/quantitativeOrder',
  },
  nameOf: ({ termDays }, t) => (termDays === 0 ? t('earn.open_ended') : t('earn.days', { count: termDays })),
  texts: {
    note: 'earn.quantization_note',
    own: 'earn.quantization_own',
    one: 'earn.quantization_title',
    seeOffer: 'common.tab_savings',
    noneActive: 'earn.quantization_none_active',
    noneEnded: 'earn.quantization_none_ended',
    redeem: 'earn.quantization_redeem',
    redeemTitle: 'earn.quantization_redeem_title',
    redeemWhy: 'earn.quantization_redeem_why',
  },
}
