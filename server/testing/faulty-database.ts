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
  /** Fails once, at the `n`th such moment from now on, and goes on as if nothing had been. */
  failOnce(n: number, fault: Fault): void
  /** Takes back a failure that has not come. Returns: whether it had come. */
  endFault(): boolean
}

/**
 * How a database fails and stays: before a transaction, at a statement, instead of a commit, or after one whose answer never
 * arrives. `code` is the SQLSTATE.
 */
export interface Fault {
  readonly moment: 'begin' | 'statement' | 'commit' | 'answer'
  readonly code: string
}

const failureOf = (code: string, message: string) => Object.assign(new Error(message), { code })

/** The line to the database fails once, before a transaction. */
export const CUT: Fault = { moment: 'begin', code: CONNECTION_FAILURE }

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
      throw failureOf(CONNECTION_FAILURE, 'the simulation has lost the database')
    }
  }

  let fault: (Fault & { left: number }) | undefined
  let hasFailed = false
  /** Fails if this is the moment. */
  function meet(moment: Fault['moment']) {
    if (fault?.moment !== moment || --fault.left > 0) return
    const { code } = fault
    fault = undefined
    hasFailed = true
    throw failureOf(code, `the simulation has the database fail: ${code}, ${moment}`)
  }
  const counted = real.withPlugin({
    transformQuery({ node }) {
      meet('statement')
      return node
    },
    transformResult: async ({ result }) => result,
  })

  async function transaction<T>(run: () => Promise<T>): Promise<T> {
    check()
    const isLast = --left <= 0
    if (isLast && moment === 'before') lose()
    check()
    meet('begin')
    const result = await run()
    if (isLast) lose()
    check()
    meet('answer')
    return result
  }

  const builder = (real: ReturnType<Db['transaction']>): ReturnType<Db['transaction']> =>
    new Proxy(real, {
      get(target, name) {
        if (name === 'execute') {
          return (run: Parameters<typeof target.execute>[0]) =>
            transaction(() =>
              target.execute(async (tx) => {
                const result = await run(tx)
                meet('commit')
                return result
              }),
            )
        }
        const value = Reflect.get(target, name)
        return typeof value === 'function'
          ? (...args: unknown[]) => builder(value.apply(target, args))
          : value
      },
    })

  const db = new Proxy(counted, {
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
    failOnce(n, { moment, code }) {
      fault = { moment, code, left: n }
      hasFailed = false
    },
    endFault() {
      fault = undefined
      return hasFailed
    },
  }
}
