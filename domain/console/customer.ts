import * as z from 'zod/mini'
import { countryProducts } from '../eligibility/products.ts'
import { decimalString, timeMs } from '../fields.ts'
import { railView } from '../user/guard-rails.ts'
import { holdCauses } from '../user/hold-causes.ts'

/** What the page of a customer says of the person, the guards of the account, and where money can go: to read only. */

/** Where a customer lives, and what is not offered to them for it. */
export const residenceView = z.object({
  /** Several where a calling code is that of several; none where nothing says one. */
  countries: z.array(z.string()),
  basis: z.enum(['verification', 'calling-code', 'unknown']),
  closed: z.array(z.enum(countryProducts)),
})

/** A figure of a product's that is of a customer. */
export const customerFigure = z.object({
  /** As operators read it. @example 'Withdrawal limit used' */
  title: z.string(),
  value: decimalString,
  /** The most that it can be; null where it has none. */
  of: z.nullable(decimalString),
  unit: z.nullable(z.string()),
  /** What else is to be known of it. @example 'rolling 24 h' */
  basis: z.string(),
})
export type CustomerFigure = z.output<typeof customerFigure>

/** An address or a card that a customer saved. */
export const customerPayee = z.object({
  id: z.string(),
  kind: z.enum(['address', 'card']),
  /** Null of a card. */
  currency: z.nullable(z.string()),
  network: z.string(),
  /** As the customer calls it; null of a card. */
  name: z.nullable(z.string()),
  /** Shortened: both ends of an address, the last digits of a card. */
  shown: z.string(),
  savedAtMs: timeMs,
  usableAtMs: timeMs,
})
export type CustomerPayee = z.output<typeof customerPayee>

/** How an account is guarded, and what holds its withdrawals. */
export const customerSecurity = z.object({
  hasAuthenticator: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** The first one first. */
  passkeys: z.array(z.object({ addedAtMs: timeMs, usedAtMs: z.nullable(timeMs) })),
  /** That sign in, shortened; the first one first. */
  wallets: z.array(z.object({ address: z.string(), linkedAtMs: timeMs })),
  /** Wrong pay passwords in a row, and until when none is taken after too many. */
  payPasswordTries: z.object({ wrong: z.number(), lockedUntilMs: z.nullable(timeMs) }),
  /** None while withdrawals are open; `untilMs` null where only the customer ends it. */
  withdrawalHolds: z.array(z.object({ cause: z.enum(holdCauses), untilMs: z.nullable(timeMs) })),
  /** What the customer limited for themselves, and what comes into force later. */
  limits: z.array(railView),
})
export type CustomerSecurity = z.output<typeof customerSecurity>
