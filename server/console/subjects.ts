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

/** What the pages of a customer ask of a product. */
export interface SubjectSource {
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
