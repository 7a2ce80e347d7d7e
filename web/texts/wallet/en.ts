/** Balances, the bill and transfers. */
export const en = {
  nothing_moved: 'Nothing left your account.',
  outcome_unknown: 'No answer yet',
  outcome_unknown_why: 'We do not know yet whether it arrived.',
  not_twice: 'Trying again cannot do it twice.',
  checked: 'Checked',
} as const

declare module '../areas.ts' {
  interface Areas {
    wallet: typeof en
  }
}
