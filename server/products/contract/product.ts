import { sql } from 'kysely'
import { contractConsoleEndpoints } from '#domain/contract/console.ts'
import { contractChannels, contractEndpoints, contractList, contractOpen } from '#domain/contract/contract.ts'
import { contractTermsOf, MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { runApart } from '#server/core/engine/start-apart.ts'
import { createTickFeeder } from '#server/core/engine/tick-feeder.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { publishesBalances } from '#server/core/ledger/balance-publisher.ts'
import { customerResultsJob } from '#server/core/ledger/customer-results.ts'
import { logError } from '#server/platform/log.ts'
import type { Product } from '../product.ts'
import { contractAccounts } from './accounts.ts'
import { contractRecord } from './applicant.ts'
import { auditContracts } from './audit.ts'
import { auditPositionResults } from './audit-results.ts'
import { contractConsoleRoutes, contractExposure } from './console.ts'
import { financingDue } from './console-due.ts'
import { contractFeesOfDay, positionsOfDay, positionTableRoutes } from './console-table.ts'
import { contractTermsProposal, contractTermsRoutes } from './console-terms.ts'
import { contractTimeline } from './console-timeline.ts'
import { endedPositions } from './ended.ts'
import { createContractEngine } from './engine.ts'
import { positionEvents } from './events.ts'
import { listContractHolds } from './holds.ts'
import { contractLimits } from './limits.ts'
import { contractMonthsJob } from './months.ts'
import { contractSource } from './notices.ts'
import { cancelBeyondLimits } from './own-limits.ts'
import { publishContracts, publishPractice } from './publish.ts'
import { practiceRealm, realRealm } from './realm.ts'
import { contractResults } from './results.ts'
import { contractRoutes } from './routes.ts'
import { seedContracts } from './seed.ts'
import type { OpenContracts } from './service.ts'
import { contractUnrealized } from './unrealized.ts'

const OWN_LIMITS_EVERY_MS = 2_000

/** Leveraged contracts against the platform, decided by the tape. */
export const contract: Product<OpenContracts> = {
  name: 'contract',
  endpoints: contractEndpoints,
  keeps: [contractOpen, contractList],
  consoleEndpoints: contractConsoleEndpoints,
  record: contractRecord,
  dayFigures: [positionsOfDay, contractFeesOfDay],
  channels: contractChannels,
  accounts: contractAccounts,
  funds: [
    {
      name: 'contract-counterparty',
      label: 'Contracts: counterparty',
      account: (currency) => platformAccount(contractAccounts.counterparty, currency),
      isMovable: true,
      neededIn: [MARGIN_CURRENCY],
    },
    {
      name: 'contract-insurance',
      label: 'Contracts: insurance',
      account: (currency) => platformAccount(contractAccounts.insurance, currency),
      isMovable: true,
      neededIn: [MARGIN_CURRENCY],
    },
    {
      name: 'contract-fees',
      label: 'Contracts: fees',
      account: (currency) => platformAccount(contractAccounts.fees, currency),
    },
  ],
  holds: listContractHolds,
  limits: contractLimits,
  unrealized: contractUnrealized,
  events: [positionEvents],
  ownOrders: {
    kind: 'contract-position',
    of: (customer) =>
      sql`select id, symbol as reference, created_at as at from contract_position where customer_id = ${customer}`,
  },
  ended: endedPositions,
  notices: { sources: [contractSource] },
  seedDemo: seedContracts,
  audit: auditContracts,
  auditResults: auditPositionResults,
  timeline: contractTimeline,
  testing: () => import('./testing.ts').then(({ contractTesting }) => contractTesting),
  open({ db, writers, clock, log, markets, products }) {
    const shared = {
      ...{ db: writers, clock, signer: markets.proofs.signer, instruments: () => instruments },
      onError: (error: unknown) => logError(log, error, 'a batch of contracts was not written'),
    }
    const followers = products.find((product) => product.followers !== undefined)?.followers
    const engine = createContractEngine({ ...shared, followers })
    // The same code with accounts and tables of its own: nothing that it decides touches money.
    const practiceEngine = createContractEngine({ ...shared, realm: practiceRealm })
    const { lastTick } = markets
    const feeding = {
      isUsed(symbol: string) {
        const instrument = findInstrument(symbol)
        return instrument !== undefined && contractTermsOf(instrument) !== undefined
      },
      onTick: markets.onTick,
      onError: (error: unknown) =>
        logError(log, error, 'ticks were not compared with the positions; they are sent again'),
    }
    const feeder = createTickFeeder({ ...feeding, send: engine.ticks })
    const practiceApart = runApart({
      engine: practiceEngine,
      createFeeder: () => createTickFeeder({ ...feeding, send: practiceEngine.ticks }),
      onError: (error) => logError(log, error, 'practice does not run; its calls are refused until it does'),
    })
    const withBalances = publishesBalances(db, (error) =>
      logError(log, error, 'balances were not read for sockets; these were told without figures'),
    )
    const { canPrice } = markets
    const { proofs } = markets
    const contracts = { db, clock, engine, lastTick, canPrice, proofs, realm: realRealm }
    const practice = { ...contracts, engine: practiceEngine, realm: practiceRealm }
    return {
      contracts,
      practice,
      routes: contractRoutes(contracts, practice),
      consoleRoutes: [
        ...contractConsoleRoutes(engine),
        ...positionTableRoutes(lastTick),
        ...contractTermsRoutes,
      ],
      proposals: [contractTermsProposal],
      exposure: contractExposure(engine),
      due: financingDue(lastTick),
      jobs: [
        customerResultsJob(db, contractResults),
        contractMonthsJob(db),
        {
          name: 'contract: cancel orders beyond what customers allow themselves',
          everyMs: OWN_LIMITS_EVERY_MS,
          run: () => cancelBeyondLimits(contracts),
        },
      ],
      publish: withBalances((realtime, balances) => {
        const stop = publishContracts(realtime, engine, lastTick, balances)
        const stopPractice = publishPractice(realtime, practiceEngine)
        return () => {
          stop()
          stopPractice()
        }
      }),
      isReady: engine.isReady,
      isOver: engine.isOver,
      isPracticeReady: practiceApart.isReady,
      settled: () => Promise.all([feeder.settled(), practiceApart.settled()]),
      async start() {
        // Ticks are taken before the engine reads the tape, so that none is missed in between.
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
