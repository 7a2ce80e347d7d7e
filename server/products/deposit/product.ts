import { sql } from 'kysely'
import { depositConsoleEndpoints } from '#domain/deposit/console.ts'
import { depositEndpoints, deposits, fundRecords, ownDepositsChannel } from '#domain/deposit/contract.ts'
import type { Product } from '../product.ts'
import { addressProposals, addressRoutes } from './address-proposals.ts'
import { publishDepositAddresses } from './addresses.ts'
import { bankAccountProposals, bankAccountRoutes } from './bank-account-proposals.ts'
import { eraseBankSenders } from './bank-requests.ts'
import { watchChains } from './chain-jobs.ts'
import { auditChainDeposits, reversedDeposits } from './chain-store.ts'
import { depositProposals, depositQueue, depositQueueSize, requestRoutes } from './console.ts'
import { chainDepositRoutes, creditedOfDay } from './console-chain.ts'
import { depositSigns, depositTimeline } from './console-customer.ts'
import { depositEvents } from './events.ts'
import { networkProposals, networkRoutes } from './network-proposals.ts'
import { watchedAssets } from './own-addresses.ts'
import { depositRoutes } from './routes.ts'
import { demoAddresses, publishDemoAccounts } from './seed.ts'
import { depositRecords } from './store.ts'

/** Deposits by proof, by a bank and as chains show them, and where customers pay to. */
export const deposit: Product = {
  name: 'deposit',
  endpoints: depositEndpoints,
  keeps: [deposits, fundRecords],
  consoleEndpoints: depositConsoleEndpoints,
  events: [depositEvents],
  dayFigures: [creditedOfDay],
  subjectsOfCustomer: (customer) =>
    sql`select 'deposit:' || id from deposit_request where customer_id = ${customer}`,
  referenced: { D: (id) => sql`select ${`deposit:${id}`}::text` },
  ownOrders: {
    kind: 'deposit',
    // An id is of one of the two: both take theirs from one sequence.
    of: (customer) => sql`
      select id, 'D-' || id as reference, submitted_at as at from deposit_request where customer_id = ${customer}
      union all
      select id, 'D-' || id, seen_at from chain_deposit where customer_id = ${customer}`,
  },
  external: ['deposit'],
  timeline: depositTimeline,
  signs: depositSigns,
  fundRecords: depositRecords,
  erase: eraseBankSenders,
  async seedDemo(tx, { nowMs }) {
    await publishDepositAddresses(tx, demoAddresses)
    await publishDemoAccounts(tx, nowMs)
  },
  testing: () => import('./testing.ts').then(({ depositTesting }) => depositTesting),
  channels: [ownDepositsChannel],
  audit: auditChainDeposits,
  uncovered: async (db) => (await reversedDeposits(db)).map(({ currency }) => currency),
  open({ db, clock, log, uploads, privateData, chains, products }) {
    const limits = products.flatMap((product) => product.limits ?? [])
    return {
      ...watchChains({ db, clock, log, chains }),
      routes: depositRoutes({
        ...{ watched: watchedAssets(chains), privateData },
        records: products.flatMap(({ fundRecords }) => fundRecords ?? []),
      }),
      consoleRoutes: [
        ...requestRoutes(uploads, privateData),
        ...chainDepositRoutes,
        ...addressRoutes,
        ...bankAccountRoutes,
        ...networkRoutes({ chains, limits }),
      ],
      proposals: [
        ...depositProposals,
        ...addressProposals,
        ...bankAccountProposals,
        ...networkProposals(limits),
      ],
      queue: depositQueue,
      queueSize: depositQueueSize,
    }
  },
}
