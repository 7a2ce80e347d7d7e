import type { KyselyPlugin } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** A database as it is, and how many queries a piece of work makes of it. */
export function countQueries(plain: Db): {
  readonly db: Db
  during(work: () => Promise<unknown>): Promise<number>
} {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    db: plain.withPlugin(counter),
    async during(work) {
      const before = count
      await work()
      return count - before
    },
  }
}
