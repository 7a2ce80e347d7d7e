import type { Db } from '#server/platform/db/database.ts'
import { CONNECTION_FAILURE } from '#server/platform/db/errors.ts'

/** A database that fails at a chosen moment, as by a crash; the real one behind it keeps running. */
export interface FaultyDatabase {
  readonly db: Db
  /** Loses it now: nothing more is written or read through it. */
  lose(): void
  /**
   * Loses it at a transaction to come: before that one begins, or after its commit, when whoever waits
   * for the answer will never know.
   */
  loseAt(transactions: number, moment: 'before' | 'after'): void
  /** Comes when it is lost. */
  readonly lost: Promise<void>
}

/** Makes a database that can be lost. What is under way when it is lost ends as it would. */
export function faultyDatabase(real: Db): FaultyDatabase {
  let isLost = false
  let left = Number.POSITIVE_INFINITY
  let moment: 'before' | 'after' = 'before'
  const lost = Promise.withResolvers<void>()
  const lose = () => {
    isLost = true
    lost.resolve()
  }
  const check = () => {
    if (isLost) {
      throw Object.assign(new Error('the simulation has lost the database'), { code: CONNECTION_FAILURE })
    }
  }

  async function transaction<T>(run: () => Promise<T>): Promise<T> {
    check()
    const isLast = --left <= 0
    if (isLast && moment === 'before') lose()
    check()
    const result = await run()
    if (isLast) lose()
    check()
    return result
  }

  const builder = (real: ReturnType<Db['transaction']>): ReturnType<Db['transaction']> =>
    new Proxy(real, {
      get(target, name) {
        if (name === 'execute') {
          return (run: Parameters<typeof target.execute>[0]) => transaction(() => target.execute(run))
        }
        const value = Reflect.get(target, name)
        return typeof value === 'function'
          ? (...args: unknown[]) => builder(value.apply(target, args))
          : value
      },
    })

  const db = new Proxy(real, {
    get(target, name) {
      if (name === 'transaction') return () => builder(target.transaction())
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        check()
        return value.apply(target, args)
      }
    },
  })
  return {
    db,
    lose,
    loseAt(transactions, when) {
      left = transactions
      moment = when
    },
    lost: lost.promise,
  }
}

/** The same database on a line that can fail at the beginning of a transaction. */
export function withCuts(real: Db) {
  let isCut = false
  const db = new Proxy(real, {
    get(target, name) {
      const member = Reflect.get(target, name, target)
      if (name === 'transaction' && isCut) {
        isCut = false
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: CONNECTION_FAILURE })
      }
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    db,
    cutNext() {
      isCut = true
    },
  }
}
