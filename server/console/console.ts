import { type Clock, realClock } from '#server/core/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { JobHealth } from '#server/platform/jobs.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import { addressActions } from './deposit-addresses.ts'
import { type DepositService, depositActions } from './deposits.ts'
import { earnProposals } from './earn-products.ts'
import { createLedgerHealth } from './ledger-health.ts'
import { fundActions } from './platform-funds.ts'
import { consoleRoutes } from './routes.ts'
import { createOperatorService } from './sign-in.ts'

/** How the parts of the platform that are not in the database are doing. */
export interface ConsoleHealth {
  readonly feeds: readonly {
    readonly name: string
    readonly state: 'up' | 'stale' | 'down'
    readonly tickAgeMs: number | null
    readonly detail: string
  }[]
  readonly jobs: readonly JobHealth[]
}

export interface ConsoleOptions {
  readonly db: Db
  readonly clock: Clock
  readonly deposits: DepositService
  readonly health: () => ConsoleHealth
  /** Keeps the secrets of the operators' authenticators. */
  readonly sealer: Sealer
  /** The time on the operators' phones: real, even where the platform's clock is virtual. */
  readonly authenticatorClock?: Clock
}

/** The operator console, ready to be served on its own listener. */
export function createConsole({
  db,
  clock,
  deposits,
  health,
  sealer,
  authenticatorClock = realClock,
}: ConsoleOptions) {
  const operators = createOperatorService({ db, clock, authenticatorClock, sealer })
  const ledger = createLedgerHealth(db, clock)
  const actions = [...depositActions(deposits), ...earnProposals, ...fundActions, ...addressActions]
  return {
    routes: consoleRoutes({ operators, deposits, actions, ledger, health }),
    jobs: [ledger.job],
    authenticate: async (token: string) => {
      const operator = await operators.authenticate(token)
      return operator && { operator }
    },
    createOperator: operators.create,
  }
}
