/** Settings and the choice of language. */
export const en = {
  title: 'Settings',
  profile: 'Profile',
  security: 'Security',
  bill: 'Bill',
  orders: 'Orders',
  display: 'Display',
  language: 'Language',
  fiat: 'Value shown in',
  fiat_rate: '1 USD = {rate} {code}',
  fiat_saved: 'Rate updated {when}',
  hide_balance: 'Hide balances',
  hide_balance_note: 'Dots instead of your amounts, on every page',
  colours: 'Rise and fall',
  colours_note: 'Buy and Sell follow. The arrow and the sign always say it too.',
  green_up: 'Green up',
  red_up: 'Red up',
  colour_blind: 'Color-blind',
  about: 'Help',
  faq: 'Questions and answers',
  contact: 'Contact us',
  aboutus: 'About us',
  sign_out: 'Sign out',
  sign_out_title: 'Sign out?',
  sign_out_why: 'Open orders stay open. Language and colors stay on this device.',
  stay: 'Stay signed in',
} as const

declare module '../areas.ts' {
  interface Areas {
    setting: typeof en
  }
}
