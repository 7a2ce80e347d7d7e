import type { Db, Tx } from '#server/platform/db/database.ts'

export interface HeldCommit {
  readonly db: Db
  /** Has the next transaction wait before its commit. */
  holdNext(): void
  /** Comes when that one has written everything. */
  readonly written: Promise<void>
  commit(): void
  rollBack(): void
}

/** The same database, of which one commit waits, once everything is written, until it is told how to end. */
export function withHeldCommit(db: Db): HeldCommit {
  const written = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  let isNext = false
  const transaction = () => ({
    execute: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (tx) => {
        const isHeld = isNext
        isNext = false
        const result = await work(tx)
        if (!isHeld) return result
        written.resolve()
        await ending.promise
        return result
      }),
  })
  const held = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    db: held,
    holdNext() {
      isNext = true
    },
    written: written.promise,
    commit: () => ending.resolve(),
    rollBack: () => ending.reject(new Error('the disk is full')),
  }
}
