import type { Logger } from 'pino'
import { MINUTE_MS } from '#domain/time.ts'
import type { Signer } from '#server/core/ledger/checkpoint.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { UsdPriceOf } from './flows.ts'
import { createLedgerHealth } from './ledger-health.ts'
import { type ConsoleHealth, type ConsoleProduct, consoleRoutes } from './routes.ts'
import type { OperatorService } from './sign-in.ts'

export interface ConsoleOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** All products; the console shows what they bring. */
  readonly products: readonly ConsoleProduct[]
  readonly health: () => Promise<ConsoleHealth>
  readonly operators: OperatorService
  /** Signs what the ledger's entries say. */
  readonly signer: Signer
  /** Values what came in and out in one currency. */
  readonly usdPrice?: UsdPriceOf
}

/** The operator console, ready to be served on its own listener. */
export function createConsole({
  db,
  clock,
  log,
  products,
  health,
  signer,
  usdPrice,
  operators,
}: ConsoleOptions) {
  const ledger = createLedgerHealth({ db, clock, log, signer })
  return {
    routes: consoleRoutes({ operators, products, ledger, health, usdPrice }),
    jobs: [
      ledger.job,
      {
        name: 'console: end the sockets of sessions that are over',
        everyMs: MINUTE_MS,
        run: operators.endOverdue,
      },
    ],
    /** Null before the first. */
    lastLedgerCheck: ledger.last,
    onEnded: operators.onEnded,
    authenticate: async (token: string) => {
      const operator = await operators.authenticate(token)
      return operator && { operator }
    },
    createOperator: operators.create,
  }
}
