/** Why a customer's money moves: lent, and paid back in its three parts. */
export const loanReasons = [
  'loan-payout',
  'loan-repayment',
  'loan-interest',
  'loan-overdue-interest',
] as const
