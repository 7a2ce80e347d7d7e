import type { Logger } from 'pino'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type Contact, readContact } from '#domain/user/contact.ts'
import type { Purpose } from '#domain/user/purposes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Context, Customer } from '#server/platform/http/context.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import type { CodeWork } from './code-work.ts'
import { type RightCode, requesterOf, tryCode } from './codes.ts'
import type { Evenly } from './even.ts'
import type { MessageBudget } from './message-budget.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { Sessions } from './sessions.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { type CustomerRow, customerById } from './store.ts'

/** What the services of this folder need. */
export interface UserDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly hasher: PasswordHasher
  readonly sessions: Sessions
  readonly limits: SignInLimits
  readonly budget: MessageBudget
  readonly work: CodeWork
  readonly privateData: PrivateData
  /** Has an answer come after the same time, whether or not a contact has an account. */
  readonly evenly: Evenly
  /** Whether a document of this number is what the customer was verified with. */
  readonly isOwnDocument: (customer: CustomerId, idNumber: string) => Promise<boolean>
  /** Whether the customer was verified with any, also where they have erased their data since. */
  readonly hasDocument: (customer: CustomerId) => Promise<boolean>
  /** The customer's score for loans. */
  readonly creditScore: (customer: CustomerId) => Promise<number>
  /** Where customers reach the app. */
  readonly publicUrl: string
}

/** Where a request comes from. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string
  readonly lang: Language
}

/** Where a call comes from. */
export const originOf = ({ ip, userAgent, lang }: Context): Origin => ({ ip, userAgent, lang })

/** A contact as a call takes it. */
export interface TypedContact {
  readonly contact: string
  readonly areaCode?: string | undefined
  readonly kind?: Contact['kind'] | undefined
}

/** Reads a typed contact. Refuses: CONTACT_INVALID. */
export function contactOf(typed: TypedContact): Contact {
  const contact = readContact(typed.contact, typed)
  if (!contact) throw refusal('CONTACT_INVALID')
  return contact
}

/** Verifies a code against the one that the same requester asked for. Refuses: CODE_WRONG. */
export const verifyCode = (
  { db, clock }: Pick<UserDeps, 'db' | 'clock'>,
  contact: Contact,
  purpose: Purpose,
  code: string,
  { ip }: Origin,
  current?: Customer,
): Promise<RightCode> =>
  tryCode(db, { contact, purpose, requester: requesterOf(purpose, current?.id, ip) }, code, clock.nowMs())

/** The customer of a session, who exists. */
export async function getOrThrow(db: Db, id: CustomerId): Promise<CustomerRow> {
  const customer = await customerById(db, id)
  assert(customer, `customer ${id} of a session exists`)
  return customer
}

/** What a session remembers of where it began. */
export const deviceOf = (origin: Origin, deviceHash?: string | null) => ({
  ...{ device: origin.userAgent, ip: origin.ip, deviceHash },
})
