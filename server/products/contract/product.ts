import { contractConsoleEndpoints } from '#domain/contract/console.ts'
import { contractChannels, contractEndpoints } from '#domain/contract/contract.ts'
import { contractTermsOf, MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { createTickFeeder } from '#server/core/engine/tick-feeder.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { logError } from '#server/platform/log.ts'
import type { Product } from '../product.ts'
import { contractAccounts } from './accounts.ts'
import { auditContracts } from './audit.ts'
import { contractConsoleRoutes } from './console.ts'
import { createContractEngine } from './engine.ts'
import { positionEvents } from './events.ts'
import { listContractHolds } from './holds.ts'
import { contractSource } from './notices.ts'
import { publishContracts } from './publish.ts'
import { contractRoutes } from './routes.ts'
import { seedContracts } from './seed.ts'
import { contractUnrealized } from './unrealized.ts'

/** Leveraged contracts against the platform, decided by the tape. */
export const contract: Product = {
  name: 'contract',
  endpoints: contractEndpoints,
  consoleEndpoints: contractConsoleEndpoints,
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
  unrealized: contractUnrealized,
  events: [positionEvents],
  notices: { sources: [contractSource] },
  seedDemo: seedContracts,
  audit: auditContracts,
  testing: () => import('./testing.ts').then(({ contractTesting }) => contractTesting),
  open({ db, writers, clock, log, markets }) {
    const engine = createContractEngine({
      db: writers,
      clock,
      signer: markets.proofs.signer,
      instruments: () => instruments,
      onError: (error) => logError(log, error, 'a batch of contracts was not written'),
    })
    const { lastTick } = markets
    const feeder = createTickFeeder({
      send: engine.ticks,
      isUsed(symbol) {
        const instrument = findInstrument(symbol)
        return instrument !== undefined && contractTermsOf(instrument) !== undefined
      },
      onTick: markets.onTick,
      onError: (error) =>
        logError(log, error, 'ticks were not compared with the positions; they are sent again'),
    })
    return {
      routes: contractRoutes({ db, clock, engine, lastTick, proofs: markets.proofs }),
      consoleRoutes: contractConsoleRoutes(engine),
      publish: (realtime) => publishContracts(realtime, engine, lastTick),
      isReady: engine.isReady,
      settled: feeder.settled,
      async start() {
        // Ticks are taken before the engine reads the tape, so that none is missed in between.
        feeder.start()
        await engine.start()
      },
      async stop() {
        feeder.stop()
        await engine.stop()
      },
    }
  },
}
