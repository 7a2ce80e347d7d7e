import * as z from 'zod/mini'
import type { WireField } from '../endpoint.ts'

/** What a call means: the customer's money, or practice. Source: rulings, section 1. */
export const accountTypes = ['real', 'practice'] as const
export type AccountType = (typeof accountTypes)[number]

/** The field of calls that know practice. Of all others, those that move money refuse practice. */
export const accountType = z.prefault(z.enum(accountTypes), 'real')

export const accountTypeOnWire = {
  accountType: { name: 'account_type', values: { real: ['real', '0'], practice: ['practice', '1'] } },
} as const satisfies Readonly<Record<string, WireField>>

/**
 * The field by which a request says anything but real money, however it is called or written. Whoever believes to be practising
 * spends nothing by a call that knows no practice.
 */
export function fieldOfPractice(record: Readonly<Record<string, string>>): string | undefined {
  const { name, values } = accountTypeOnWire.accountType
  const real: readonly (string | undefined)[] = [undefined, '', ...values.real]
  return ['accountType', name].find((field) => !real.includes(record[field]))
}
