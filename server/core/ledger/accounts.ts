import { assert } from '#domain/errors.ts'
import { currencies, findCurrency } from '#domain/money/currencies.ts'
import { type HoldState, type Purse, purses } from '#domain/wallet/purses.ts'

/**
 * What an account is stands in its id, so that no look-up is needed to name one:
 *
 *     id = owner * 4096 + currency number * 8 + purse * 2 + held
 *
 * Owners below 1,000 are the house's named accounts, from 1,000 the house's own traders, customers
 * from 10,000.
 */
export type AccountId = bigint

const OWNER_SIZE = 4096n
const CURRENCY_SIZE = 8n

/** The house's accounts. Nothing is paid from nowhere: every payment debits one of these or a customer. */
export const houseAccounts = {
  /** The world outside: the only account below zero, by what customers brought in. */
  outside: 1n,
  treasury: 2n,
  /** Trading fees. Written by the spot engine alone, so that nobody waits for it. */
  fees: 3n,
  /** The free part of the fund that pays interest on locked deposits; what it cannot cover is not sold. */
  interest: 4n,
  /** What customers own in locked deposits: principal and the interest earned so far. */
  locked: 5n,
  /** Penalties of early redemptions. */
  penalties: 6n,
  insurance: 7n,
  /** The odd units below a currency's smallest. */
  rounding: 8n,
  /** Interest set aside for open locked deposits and not yet earned. */
  lockedReserve: 9n,
} as const satisfies Record<string, bigint>

export type HouseAccount = keyof typeof houseAccounts

/** The house's market maker: trades by the same door as a customer, from its own funded account. */
export const MARKET_MAKER = 1_000n
export const FIRST_CUSTOMER = 10_000n

const numberByCode = new Map<string, number>(currencies.map((currency) => [currency.code, currency.number]))
const codeByNumber = new Map<number, string>(currencies.map((currency) => [currency.number, currency.code]))

/** The account of a customer (or of the house's trader) for one purse, state and currency. */
export function accountId(owner: bigint, purse: Purse, state: HoldState, currency: string): AccountId {
  return (
    owner * OWNER_SIZE +
    BigInt(currencyNumber(currency)) * CURRENCY_SIZE +
    BigInt(purses.indexOf(purse) * 2 + (state === 'held' ? 1 : 0))
  )
}

/** One of the house's named accounts in one currency. */
export const houseAccount = (name: HouseAccount, currency: string): AccountId =>
  houseAccounts[name] * OWNER_SIZE + BigInt(currencyNumber(currency)) * CURRENCY_SIZE

/** The first and last id an owner's accounts can have. */
export const accountRange = (owner: bigint): readonly [AccountId, AccountId] => [
  owner * OWNER_SIZE,
  owner * OWNER_SIZE + OWNER_SIZE - 1n,
]

export interface AccountParts {
  readonly owner: bigint
  readonly currency: string
  readonly purse: Purse
  readonly state: HoldState
}

/** Reads an account's id back into its parts. */
export function accountParts(account: AccountId): AccountParts {
  const rest = Number(account % OWNER_SIZE)
  const currency = codeByNumber.get(rest >> 3)
  assert(currency !== undefined, `account ${account} has a known currency`)
  return {
    owner: account / OWNER_SIZE,
    currency,
    purse: purses[(rest >> 1) & 3]!,
    state: (rest & 1) === 1 ? 'held' : 'available',
  }
}

function currencyNumber(code: string): number {
  const number = numberByCode.get(code)
  assert(number !== undefined && findCurrency(code), `currency ${code} exists`)
  return number
}
