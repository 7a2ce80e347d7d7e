import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { beginSpan, errorTypeOf, type Span } from '#server/platform/tracing.ts'

/** Makes a span of every transaction, from its beginning until it is committed or rolled back. No statement is in it. */
export function withTraces(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => tracingDriver(dialect.createDriver()),
  }
}

function tracingDriver(driver: Driver): Driver {
  /** A connection has one transaction at a time. */
  const underWay = new WeakMap<DatabaseConnection, Span>()

  /** Does what ends a transaction, and ends its span. */
  async function ending(
    connection: DatabaseConnection,
    outcome: 'committed' | 'rolled back',
    end: () => Promise<void>,
  ): Promise<void> {
    const span = underWay.get(connection)
    underWay.delete(connection)
    try {
      await end()
      span?.set({ 'plumb.outcome': outcome })
      span?.end()
    } catch (error) {
      endFailed(span, error)
      throw error
    }
  }

  const begin = driver.beginTransaction.bind(driver)
  const commit = driver.commitTransaction.bind(driver)
  const rollback = driver.rollbackTransaction.bind(driver)
  driver.beginTransaction = async (connection, settings) => {
    const span = beginSpan('transaction', { attributes: { 'db.system.name': 'postgresql' } })
    try {
      await begin(connection, settings)
      if (span) underWay.set(connection, span)
    } catch (error) {
      endFailed(span, error)
      throw error
    }
  }
  driver.commitTransaction = (connection) => ending(connection, 'committed', () => commit(connection))
  driver.rollbackTransaction = (connection) => ending(connection, 'rolled back', () => rollback(connection))
  return driver
}

function endFailed(span: Span | undefined, error: unknown): void {
  const type = errorTypeOf(error)
  if (type !== undefined) span?.set({ 'error.type': type })
  span?.end(true)
}
