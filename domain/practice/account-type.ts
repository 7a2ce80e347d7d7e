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
