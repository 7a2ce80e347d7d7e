import * as byProduct from './all-reasons.ts'
import { assert } from './errors.ts'

/**
 * Why money moved: one word per kind of transfer, shown in the statement in the customer's language.
 * A reason is never reused for something else. docs/recipes shows each as a debit and credit table.
 */
export type Reason = (typeof byProduct)[keyof typeof byProduct][number]

export const reasons: readonly Reason[] = Object.values(byProduct).flat()

/** The key of a reason's text: in the area of the product that brings it. @example 'deposit.reason_deposit' */
export type ReasonText = {
  [List in keyof typeof byProduct]: List extends `${infer Product}Reasons`
    ? `${Product}.reason_${(typeof byProduct)[List][number]}`
    : never
}[keyof typeof byProduct]

const texts = new Map<Reason, ReasonText>(
  Object.entries(byProduct).flatMap(([list, own]) =>
    own.map((reason) => [reason, `${list.replace(/Reasons$/, '')}.reason_${reason}` as ReasonText] as const),
  ),
)

/** The key of the text that says why money moved. */
export function reasonText(reason: Reason): ReasonText {
  const key = texts.get(reason)
  assert(key, `a product brings the reason ${reason}`)
  return key
}
