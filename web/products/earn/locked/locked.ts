import type { AppTermKind } from '../term/kind.ts'

/** Locked deposits: a fixed term, interest at its end, a penalty for redeeming before. */
export const locked: AppTermKind = {
  name: 'locked',
  pages: {
    products: 'pages/lockming/lockming',
    subscribe: 'pages/lockming/buy',
    subscriptions: 'pages/lockming/order',
    howItWorks: 'pages/lockming/welcome',
  },
  nameOf: ({ termDays }, t) => t('earn_pages.days', { count: termDays }),
  texts: {
    title: 'earn_pages.title',
    note: 'earn_pages.title_note',
    risk: 'earn_pages.honest',
    riskShort: 'earn_pages.not_guaranteed',
    howItWorks: 'earn_pages.how',
    own: 'earn_pages.my_deposits',
    one: 'earn_pages.subscription_title',
    seeProducts: 'earn_pages.see_terms',
    noneActive: 'earn_pages.none_active',
    noneEnded: 'earn_pages.none_ended',
    perDay: 'earn_pages.per_day',
    atEnd: 'earn_pages.at_end',
    fromFund: 'earn_pages.from_fund',
    ifRedeemed: 'earn_pages.if_redeemed',
    redeem: 'earn_pages.redeem_early',
    redeemTitle: 'earn_pages.redeem_title',
    redeemWhy: 'earn_pages.redeem_why',
    howInterest: 'earn_pages.how_interest_text',
    howEnd: 'earn_pages.how_end_text',
    howRedeem: 'earn_pages.how_redeem_text',
    howSource: 'earn_pages.how_source_text',
    howNot: 'earn_pages.how_not_text',
  },
}
