import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import {
  type BankAccountTerms,
  type BankAccountText,
  type BankWay,
  isForCountry,
  paymentReference,
} from '#domain/deposit/bank.ts'
import type { BankAccountView } from '#domain/deposit/contract.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { callingCodeIn, callingCodes } from '#domain/user/calling-codes.ts'
import type { Texts } from '#server/console/store.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

/** The platform's bank accounts, as two operators agreed on them, and what customers write into their payments. */

/** A version of a platform account. */
export interface BankAccount extends BankAccountTerms {
  /** Of the version: what requests name. */
  readonly id: bigint
  /** The same of all its versions. */
  readonly account: bigint
  readonly version: number
  readonly isDemo: boolean
  /** The proposal it was published by; a demonstration's first ones have none. */
  readonly proposal: bigint | null
  readonly createdAtMs: number
}

interface Row {
  id: bigint
  account: bigint
  version: number
  details: Texts
  is_demo: boolean
  proposal: bigint | null
  created_at: number
}

const LISTED = ','
const listIn = (text: string | undefined): string[] => (text ? text.split(LISTED) : [])

/** Terms as a proposal keeps them, and so the row that it makes: all of it texts. */
export const textsOf = ({
  ways,
  countries,
  minimum,
  maximum,
  isOpen,
  ...terms
}: BankAccountTerms): Texts => ({
  ...terms,
  ...{ ways: ways.join(LISTED), countries: countries.join(LISTED), isOpen: String(isOpen) },
  minimum: formatAmount(minimum, terms.currency),
  maximum: formatAmount(maximum, terms.currency),
})

/** Reads terms as they are kept. Refuses: the amounts' own refusals. */
export function termsOf(texts: Texts): BankAccountTerms {
  const text = (name: BankAccountText) => texts[name] ?? ''
  const currency = texts.currency!
  return {
    currency,
    ...{ beneficiary: text('beneficiary'), beneficiaryAddress: text('beneficiaryAddress') },
    ...{ bankName: text('bankName'), bankAddress: text('bankAddress'), branch: text('branch') },
    ...{ iban: text('iban'), accountNumber: text('accountNumber'), aba: text('aba') },
    ...{ swiftCode: text('swiftCode'), cutOff: text('cutOff') },
    ways: listIn(texts.ways) as BankWay[],
    countries: listIn(texts.countries),
    minimum: readAmount(texts.minimum ?? '', currency),
    maximum: readAmount(texts.maximum ?? '', currency),
    isOpen: texts.isOpen === 'true',
  }
}

const accountOf = ({ id, account, version, details, is_demo, proposal, created_at }: Row): BankAccount => ({
  ...termsOf(details),
  ...{ id, account, version, proposal, isDemo: is_demo, createdAtMs: created_at },
})

/** The newest version of each account, in the order they were first published. */
export async function listBankAccounts(db: Db | Tx): Promise<BankAccount[]> {
  const { rows } = await sql<Row>`
    select b.* from bank_account b
    where not exists (select 1 from bank_account n where n.account = b.account and n.version > b.version)
    order by b.account`.execute(db)
  return rows.map(accountOf)
}

/** All versions of an account, newest first. */
export async function versionsOf(db: Db, account: bigint): Promise<BankAccount[]> {
  const { rows } = await sql<Row>`
    select * from bank_account where account = ${account} order by version desc`.execute(db)
  return rows.map(accountOf)
}

/** Those that a customer can pay to now, of one currency or of all. */
export async function accountsFor(
  db: Db | Tx,
  customer: CustomerId,
  currency?: string | undefined,
): Promise<BankAccount[]> {
  const country = await countryOf(db, customer)
  return (await listBankAccounts(db)).filter(
    (one) =>
      one.isOpen && isForCountry(one, country) && (currency === undefined || one.currency === currency),
  )
}

/**
 * Where a customer lives: by their verification, before that by the calling code of their mobile number, where only one
 * country has it. Undefined where neither says it.
 */
async function countryOf(db: Db | Tx, customer: CustomerId): Promise<string | undefined> {
  const { rows } = await sql<{ mobile: string | null; country: string | null }>`
    select mobile, country from customer where id = ${customer}`.execute(db)
  if (rows[0]?.country) return rows[0].country
  const code = callingCodeIn(rows[0]?.mobile?.replace('+', '') ?? '')
  const countries = callingCodes.filter((each) => each.code === code)
  return countries.length === 1 ? countries[0]!.country : undefined
}

/**
 * Publishes an account, or another version in the place of one. Earlier ones stay known, for requests that name them.
 *
 * Refuses: (the database) any but a made-up one without the approved proposal that says the same.
 */
export async function publishBankAccount(
  tx: Tx,
  published: {
    readonly id?: bigint
    readonly texts: Texts
    readonly replaces?: Pick<BankAccount, 'account' | 'version'> | undefined
    readonly isDemo: boolean
    readonly proposal: bigint | null
  },
  nowMs: number,
): Promise<void> {
  const { id = nextId(), texts, replaces, isDemo, proposal } = published
  await sql`
    insert into bank_account (id, account, version, details, is_demo, proposal, created_at)
    values (${id}, ${replaces?.account ?? id}, ${(replaces?.version ?? 0) + 1}, ${JSON.stringify(texts)}::jsonb, ${isDemo},
      ${proposal}, ${new Date(nowMs)})`.execute(tx)
}

const REFERENCE_DIGITS = 12
const MAX_TRIES = 8

/** What a customer writes into every payment; made when they first ask, and theirs for good. */
export async function paymentReferenceOf(db: Db | Tx, customer: CustomerId): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { rows } = await sql<{ reference: string }>`
      select reference from payment_reference where customer_id = ${customer}`.execute(db)
    if (rows[0]) return rows[0].reference
    // Another's by chance, or the customer's own of a moment ago: read or drawn again.
    await sql`insert into payment_reference (customer_id, reference) values (${customer}, ${newReference()})
      on conflict do nothing`.execute(db)
  }
  assert(false, 'a payment reference is found')
}

const newReference = (): string =>
  paymentReference(Array.from({ length: REFERENCE_DIGITS }, () => randomInt(10)).join(''))

/** An account as its customer sees it. */
export function bankAccountView(one: BankAccount): BankAccountView {
  const { isOpen: _, countries: __, account: ___, proposal: ____, createdAtMs, ...rest } = one
  return {
    ...rest,
    id: String(one.id),
    ways: [...one.ways],
    minimum: formatAmount(one.minimum, one.currency),
    maximum: formatAmount(one.maximum, one.currency),
    changedAtMs: one.version === 1 ? null : createdAtMs,
  }
}
