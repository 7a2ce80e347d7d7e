import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { CONNECTION_FAILURE } from './errors.ts'

/**
 * Gives every failure that did not come from PostgreSQL itself the SQLSTATE of a failed connection: what
 * the network and the drivers report has an `errno`, or only a sentence.
 */
export function withSqlstates(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => namingDriver(dialect.createDriver()),
  }
}

function namingDriver(driver: Driver): Driver {
  const seen = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch(rethrowNamed)
    if (!seen.has(connection)) {
      const run = connection.executeQuery.bind(connection)
      connection.executeQuery = <Row>(...query: Parameters<typeof run>) =>
        run<Row>(...query).catch(rethrowNamed)
      seen.add(connection)
    }
    return connection
  }
  return driver
}

function rethrowNamed(error: unknown): never {
  throw named(error)
}

/** The same error, with the code of a failed connection if it has none of PostgreSQL's. */
export function named(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  // A TypeError or RangeError is a mistake of ours in what was sent, whatever becomes of the connection.
  const isOurs = error.name !== 'Error' && error.name !== 'AggregateError' && error.name !== 'error'
  const isPostgres = typeof code === 'string' && syscall === undefined && /^[0-9A-Z]{5}$/.test(code)
  return isOurs || isPostgres ? error : Object.assign(error, { code: CONNECTION_FAILURE, systemCode: code })
}
