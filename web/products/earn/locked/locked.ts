import { type AppTermKind, rulesOf } from '../term/kind.ts'

/** Locked deposits: a fixed term, interest at its end, a penalty for redeeming before. */
export const locked: AppTermKind = {
  name: 'locked',
  rules: rulesOf('locked'),
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
    one: 'earn.order_title',
    seeOffer: 'earn.see_terms',
    noneActive: 'earn.none_running',
    noneEnded: 'earn.none_ended',
    ifLeft: 'earn.if_you_leave',
    leave: 'earn.leave_early',
    leaveTitle: 'earn.leave_title',
    leaveWhy: 'earn.leave_why',
  },
}
