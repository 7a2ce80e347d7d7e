/** What the rules of loans and the files that only name things have in common. */

/** `pending`: not reviewed. `overdue`: due and not repaid. */
export const loanStatuses = ['pending', 'issued', 'overdue', 'repaid', 'rejected', 'cancelled'] as const
export type LoanStatus = (typeof loanStatuses)[number]

/** Which action each status allows. */
export const loanCan = {
  approve: ['pending'],
  reject: ['pending'],
  cancel: ['pending'],
  repay: ['issued', 'overdue'],
} as const satisfies Record<string, readonly LoanStatus[]>

/** The terms that can be chosen, in days. Source: rulings, section 5. */
export const loanDays = [7, 15, 30, 60, 90] as const
export type LoanDays = (typeof loanDays)[number]

/** Why a score changes. */
export const scoreCauses = ['on-time', 'overdue', 'overdue-day'] as const
export type ScoreCause = (typeof scoreCauses)[number]

/** What support, the contract and the customer call a loan. @example loanReference(3361n) // 'L-03361' */
export const loanReference = (number: bigint): string => `L-${String(number).padStart(5, '0')}`
