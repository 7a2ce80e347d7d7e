import { type RawBuilder, sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'

/** How things of one kind are named as subjects of proposals and of the audit log. */
export interface Subjects {
  /** @example subjectsOf('deposit').of(12n) // 'deposit:12' */
  readonly of: (id: bigint) => string
  /** The id that a subject of this kind was made of. */
  readonly idOf: (subject: string) => bigint
}

/** The subjects of one kind: made and read back by the same prefix. */
export function subjectsOf(kind: string): Subjects {
  const prefix = `${kind}:`
  return {
    of: (id) => `${prefix}${id}`,
    idOf(subject) {
      const id = subject.slice(prefix.length)
      assert(subject.startsWith(prefix) && /^\d+$/.test(id), `${subject} is the subject of a ${kind}`)
      return BigInt(id)
    },
  }
}

/** Of which subjects a reference is, by its letter: a query of one column, for the number after it. */
export type Referenced = Readonly<Record<string, (number: bigint) => RawBuilder<unknown>>>

/** What the pages of a customer, and the log, ask of a product. */
export interface SubjectSource {
  readonly referenced?: Referenced
  /** The subjects of proposals and of the audit log that are a customer's requests: a query of one column. */
  readonly subjectsOfCustomer?: (customer: CustomerId) => RawBuilder<unknown>
}

/** Whether a subject is a customer, or one of the customer's requests. */
export const isAbout = (
  subject: RawBuilder<unknown>,
  products: readonly SubjectSource[],
  customer: CustomerId,
): RawBuilder<unknown> => {
  const own = products.flatMap(({ subjectsOfCustomer }) => subjectsOfCustomer?.(customer) ?? [])
  const named = sql`select ${`customer:${customer}`}::text`
  return sql`${subject} in (${sql.join([named, ...own], sql` union all `)})`
}

const REFERENCE = /^([A-Z])-(\d{1,18})$/

/** Whether a subject is what a reference names, of whichever product; undefined for a text that is no reference of one. */
export function isReferenced(
  subject: RawBuilder<unknown>,
  products: readonly SubjectSource[],
  text: string,
): RawBuilder<unknown> | undefined {
  const [, letter = '', number = ''] = REFERENCE.exec(text.toUpperCase()) ?? []
  const subjects = products.flatMap(({ referenced = {} }) =>
    Object.hasOwn(referenced, letter) ? referenced[letter]!(BigInt(number)) : [],
  )
  return subjects.length === 0 ? undefined : sql`${subject} in (${sql.join(subjects, sql` union all `)})`
}
