import { sql } from 'kysely'
import { optionConsoleEndpoints } from '#domain/option/console.ts'
import { optionChannels, optionEndpoints, optionLimits, optionList } from '#domain/option/contract.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { runApart } from '#server/core/engine/start-apart.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { publishesBalances } from '#server/core/ledger/balance-publisher.ts'
import { customerResultsJob } from '#server/core/ledger/customer-results.ts'
import { logError } from '#server/platform/log.ts'
import { requireTier } from '#server/users/tiers.ts'
import type { OpenProduct, Product } from '../product.ts'
import { optionAccounts } from './accounts.ts'
import { auditOptions, auditResults } from './audit.ts'
import { optionConsoleRoutes, optionProposals } from './console.ts'
import { optionSigns, optionTimeline } from './console-customer.ts'
import { optionsOfDay, optionTableRoutes } from './console-table.ts'
import { endedOptions } from './ended.ts'
import { createOptionEngine, type OptionEngine } from './engine.ts'
import { optionEvents } from './events.ts'
import { exposureNow, optionExposure } from './exposure.ts'
import { listOptionHolds } from './holds.ts'
import { optionLimitViews } from './limit-views.ts'
import { optionSource } from './notices.ts'
import { optionOutcomesJob } from './outcomes.ts'
import { publishOptions, publishPractisedOptions } from './publish.ts'
import { practiceOptions, realOptions } from './realm.ts'
import { optionResults, settlementLags } from './results.ts'
import { optionRoutes } from './routes.ts'
import { seedOptions } from './seed.ts'
import type { Options } from './service.ts'
import { createTapeFeeder } from './tape-feeder.ts'
import { unusualTableRoutes } from './unusual-table.ts'

/** Seconds options: whether a price is higher or lower after a period, settled by the tape alone. */
export const option: Product<OpenProduct & { engine: OptionEngine }> = {
  name: 'option',
  endpoints: optionEndpoints,
  keeps: [optionList, optionLimits],
  consoleEndpoints: optionConsoleEndpoints,
  dayFigures: [optionsOfDay],
  uncovered: async (db) => {
    const { escrow, owed } = await exposureNow(db)
    return escrow < owed ? [STAKE_CURRENCY] : []
  },
  channels: optionChannels,
  accounts: optionAccounts,
  funds: [
    {
      name: 'option',
      label: 'Seconds options fund',
      account: (currency) => platformAccount(optionAccounts.fund, currency),
      isMovable: true,
    },
    {
      name: 'option-escrow',
      label: 'Set aside for seconds options',
      account: (currency) => platformAccount(optionAccounts.escrow, currency),
    },
  ],
  holds: listOptionHolds,
  limits: optionLimitViews,
  events: [optionEvents],
  ownOrders: {
    kind: 'option-order',
    of: (customer) =>
      sql`select id, symbol as reference, accepted_at as at from option_order where customer_id = ${customer}`,
  },
  ended: endedOptions,
  notices: { sources: [optionSource] },
  seedDemo: seedOptions,
  settlementLags,
  audit: auditOptions,
  auditResults: (db, { newest }) => auditResults(db, newest),
  timeline: optionTimeline,
  signs: optionSigns,
  testing: () => import('./testing.ts').then(({ optionTesting }) => optionTesting),
  open({ db, writers, clock, log, markets, site }) {
    const engine = createOptionEngine({
      db: writers,
      clock,
      signer: markets.proofs.signer,
      onError: (error) => logError(log, error, 'a batch of seconds options was not written'),
    })
    const feeder = createTapeFeeder({
      engine,
      onWritten: markets.onWritten,
      onError: (error) =>
        logError(log, error, 'the tape was not compared with the seconds options; it is again'),
    })
    // The same code with accounts and tables of its own: nothing that it decides touches money.
    const practiceEngine = createOptionEngine({
      ...{ db: writers, clock, signer: markets.proofs.signer, realm: practiceOptions },
      onError: (error) => logError(log, error, 'a batch of practice in seconds options was not written'),
    })
    const practiceApart = runApart({
      engine: practiceEngine,
      createFeeder: () =>
        createTapeFeeder({
          engine: practiceEngine,
          onWritten: markets.onWritten,
          onError: (error) =>
            logError(log, error, 'the tape was not compared with practice in seconds options; it is again'),
        }),
      onError: (error) =>
        logError(log, error, 'practice in seconds options does not run; its calls are refused until it does'),
    })
    const isDemo = site.H5_DEMO === 1
    const withBalances = publishesBalances(db, (error) =>
      logError(log, error, 'balances were not read for sockets; these were told without figures'),
    )
    const { lastTick, canPrice, proofs } = markets
    const options: Options = {
      ...{ db, clock, engine, isDemo, lastTick, canPrice, proofs, realm: realOptions },
      requireVerified: (db, customer) => requireTier(db, customer, 'basic'),
    }
    return {
      engine,
      consoleRoutes: [...optionConsoleRoutes(isDemo), ...optionTableRoutes, ...unusualTableRoutes],
      jobs: [customerResultsJob(db, optionResults), optionOutcomesJob(db)],
      exposure: optionExposure,
      proposals: optionProposals(isDemo),
      routes: optionRoutes(options, { ...options, engine: practiceEngine, realm: practiceOptions }),
      publish: withBalances((realtime, balances) => {
        const stop = publishOptions(realtime, engine, balances)
        const stopPractice = publishPractisedOptions(realtime, practiceEngine)
        return () => {
          stop()
          stopPractice()
        }
      }),
      isReady: engine.isReady,
      isOver: engine.isOver,
      isPracticeReady: practiceApart.isReady,
      settled: () => Promise.all([feeder.settled(), practiceApart.settled()]),
      // What is written to the tape is taken before the engine reads it, so that none is missed in between.
      async start() {
        feeder.start()
        await engine.start()
        await practiceApart.start()
      },
      async stop() {
        feeder.stop()
        await engine.stop()
        await practiceApart.stop()
      },
    }
  },
}
