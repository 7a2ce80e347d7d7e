import type { AppTermKind } from '../term/kind.ts'

/** Locked deposits: a fixed term, interest at its end, a penalty for redeeming before. */
export const locked: AppTermKind = {
  name: 'locked',
  pages: {
    offer: 'pages/lockming/lockming',
    subscribe: 'pages/lockming/buy',
    subscriptions: 'pages/lockming/order',
    howItWorks: 'pages/lockming/welcome',
  },
  nameOf: ({ termDays }, t) => t('earn.days', { count: termDays }),
  texts: {
    title: 'earn.title',
    note: 'earn.title_note',
    risk: 'earn.honest',
    riskShort: 'earn.not_guaranteed',
    howItWorks: 'earn.how',
    own: 'earn.my_deposits',
    one: 'earn.subscription_title',
    seeOffer: 'earn.see_terms',
    noneActive: 'earn.none_active',
    noneEnded: 'earn.none_ended',
    ifRedeemed: 'earn.if_redeemed',
    redeem: 'earn.redeem_early',
    redeemTitle: 'earn.redeem_title',
    redeemWhy: 'earn.redeem_why',
  },
}
