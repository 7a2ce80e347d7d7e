import * as byProduct from './all-reasons.ts'

/**
 * Why money moved: one word per kind of transfer, shown in the statement in the customer's language.
 * A reason is never reused for something else. docs/recipes shows each as a debit and credit table.
 */
export type Reason = (typeof byProduct)[keyof typeof byProduct][number]

export const reasons: readonly Reason[] = Object.values(byProduct).flat()

/** The key of the text that says why money moved. @example reasonText('deposit') // 'statement_pages.reason_deposit' */
export const reasonText = <Of extends Reason>(reason: Of) => `statement_pages.reason_${reason}` as const
