/** The home page: balance, what to do with it, the invitation to visitors. */
export const en = {
  total_balance: 'Total balance',
  play_money: 'Play money',
  show_balance: 'Show balances',
  hide_balance: 'Hide balances',
  not_whole: 'Without holdings whose price is unknown right now',
  entries_add_up_one: '{count} entry adds up to this',
  entries_add_up_other: '{count} entries add up to this',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  transfer: 'Transfer',
  convert: 'Convert',
  more: 'More',
  more_locked: 'Locked deposit',
  more_orders: 'Orders',
  more_bill: 'Bill',
  more_settings: 'Settings',
  news: 'News',
  promise: 'The exchange you can check.',
  promise_why: 'Every price is on the record and every cent has an entry.',
  create_account: 'Create account',
} as const

declare module '../areas.ts' {
  interface Areas {
    home: typeof en
  }
}
