import { assert } from '#domain/errors.ts'

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
