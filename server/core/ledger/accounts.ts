import { assert } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { currencyOfNumber, findCurrency } from '#domain/money/currencies.ts'
import type { HoldState } from '#domain/wallet/wallet-types.ts'

/**
 * An account is an owner's balance of one kind in one currency, with a side for what is held. All four
 * stand in its id, so that no look-up is needed to name one:
 *
 *     id = owner (40 bits) | currency number (12) | kind number (10) | held (1)
 *
 * The database reads them by `account_owner(id)`, `account_currency(id)`, `account_kind(id)` and
 * `account_is_held(id)`. Owner 1 is the world outside, 2 the platform; owners from 1,000 are the platform's
 * own traders, customers begin at 10,000, owners of practice money at 2^39.
 */
export type AccountId = bigint & { readonly [accountIdBrand]: true }
declare const accountIdBrand: unique symbol

/** Whose an account is: a customer's, the platform's, or the outside world's. */
export type OwnerId = CustomerId | InstitutionId
type InstitutionId = bigint & { readonly [institutionIdBrand]: true }
declare const institutionIdBrand: unique symbol

/** A kind of account. Products bring their own. */
export interface AccountKind {
  /** 0 to 1023; stands in account ids, so it is never changed and never used again. */
  readonly number: number
  /** As operators read it; a wallet's is the wallet type. */
  readonly name: string
  /** Part of what a customer may spend: shown as a wallet. */
  readonly isWallet?: true
  /** A customer's money in a product: shown beside the wallets, by what the product's `balances` knows of it. */
  readonly isInProduct?: true
  /** Set aside to be paid, or lost, to somebody else: beside what a customer owes it counts as nothing. */
  readonly mayLeave?: true
}

/** The world outside: the only owner below zero, by what was brought in. */
const OUTSIDE = 1n as InstitutionId
/** Owner of the platform's own money. Every kind of fund is a kind of account. */
export const PLATFORM = 2n as InstitutionId
/** The platform's market maker: trades by the same door as a customer, from its own funded accounts. */
export const MARKET_MAKER = customerId(1_000n)
export const FIRST_CUSTOMER = customerId(10_000n)
/** From here on owners are those of practice money: see practice.ts. */
export const FIRST_PRACTICE = customerId(1n << 39n)

const CURRENCY_SHIFT = 11
const OWNER_SHIFT = 23n
const OWNER_SIZE = 1n << OWNER_SHIFT
const KIND_MASK = 1023
const CURRENCY_MASK = 4095

const outsideWorld: AccountKind = { number: 0, name: 'outside' }

/** The account of a customer (or of the platform's trader) for one kind, side and currency. */
export function accountId(owner: OwnerId, kind: AccountKind, state: HoldState, currency: string): AccountId {
  return ((owner << OWNER_SHIFT) | restOf(kind, state, currency)) as AccountId
}

/** What all accounts of one kind, side and currency have in common. */
function restOf(kind: AccountKind, state: HoldState, currency: string): bigint {
  const number = findCurrency(currency)?.number
  assert(number !== undefined, `currency ${currency} exists`)
  return BigInt((number << CURRENCY_SHIFT) | (kind.number << 1) | (state === 'held' ? 1 : 0))
}

/** `accountId` of one kind, side and currency, for an engine that names very many: what they have in common is computed once. */
export function accountsOfKind(
  kind: AccountKind,
  state: HoldState,
  currency: string,
): (owner: OwnerId) => AccountId {
  let rest: bigint | undefined
  return (owner) => {
    rest ??= restOf(kind, state, currency)
    return ((owner << OWNER_SHIFT) | rest) as AccountId
  }
}

/** One of the platform's own accounts in one currency. */
export const platformAccount = (kind: AccountKind, currency: string): AccountId =>
  accountId(PLATFORM, kind, 'available', currency)

/** `platformAccount` for an engine that names it very often: computed once, when the currencies are known. */
export function onePlatformAccount(kind: AccountKind, currency: string): () => AccountId {
  let account: AccountId | undefined
  return () => {
    account ??= platformAccount(kind, currency)
    return account
  }
}

/** Where money of a currency comes from that is brought in, and goes to that is paid out. */
export const outsideAccount = (currency: string): AccountId =>
  accountId(OUTSIDE, outsideWorld, 'available', currency)

/** Whether an account may be below zero: the outside world's alone. */
export const mayBeNegative = (account: AccountId): boolean => account >> OWNER_SHIFT === OUTSIDE

/** The first and last id an owner's accounts can have. */
export const accountRange = (owner: OwnerId): readonly [AccountId, AccountId] => [
  (owner << OWNER_SHIFT) as AccountId,
  ((owner << OWNER_SHIFT) + OWNER_SIZE - 1n) as AccountId,
]

export interface AccountParts {
  readonly owner: OwnerId
  readonly currency: string
  /** The kind's number. */
  readonly kind: number
  readonly state: HoldState
}

/** Reads an account's id back into its parts. */
export function accountParts(account: AccountId): AccountParts {
  const rest = Number(account & (OWNER_SIZE - 1n))
  const currency = currencyOfNumber((rest >> CURRENCY_SHIFT) & CURRENCY_MASK)?.code
  assert(currency !== undefined, `account ${account} has a known currency`)
  return {
    owner: ownerOf(account),
    currency,
    kind: (rest >> 1) & KIND_MASK,
    state: (rest & 1) === 1 ? 'held' : 'available',
  }
}

/** The account of the same kind, side and currency that another owner has. */
export const sameOf = (owner: OwnerId, account: AccountId): AccountId =>
  ((owner << OWNER_SHIFT) | (account & (OWNER_SIZE - 1n))) as AccountId

/** The owner of an account. */
export const ownerOf = (account: AccountId): OwnerId => (account >> OWNER_SHIFT) as OwnerId
