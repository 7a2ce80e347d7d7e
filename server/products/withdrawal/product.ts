import { sql } from 'kysely'
import { SECOND_MS } from '#domain/time.ts'
import { withdrawalConsoleEndpoints } from '#domain/withdrawal/console.ts'
import { savedAddresses, withdrawalEndpoints, withdrawals } from '#domain/withdrawal/contract.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import type { OpenProduct, Product } from '../product.ts'
import { equityCheck, usdPrices } from '../wallet/service.ts'
import { withdrawalAccounts } from './accounts.ts'
import { forgetAddresses } from './address-book.ts'
import { withdrawalConsole } from './console.ts'
import {
  withdrawalFigures,
  withdrawalPayees,
  withdrawalSigns,
  withdrawalTimeline,
} from './console-customer.ts'
import { withdrawalEvents } from './events.ts'
import { withdrawalLimits } from './limits.ts'
import { withdrawalRoutes } from './routes.ts'
import { openScreening, type Screening } from './screening.ts'
import { createSending } from './sending.ts'
import { auditWithdrawals } from './store.ts'
import { termProposals, termRoutes } from './term-proposals.ts'

const RUN_EVERY_MS = 3 * SECOND_MS

/** Withdrawals to saved addresses: requested, reviewed, signed away from the server, sent and counted; and to bank cards, paid by hand. */
export const withdrawal: Product<OpenProduct & { readonly screening: Screening }> = {
  name: 'withdrawal',
  endpoints: withdrawalEndpoints,
  keeps: [withdrawals, savedAddresses],
  forget: forgetAddresses,
  consoleEndpoints: withdrawalConsoleEndpoints,
  accounts: withdrawalAccounts,
  funds: [
    {
      name: 'withdrawal-fees',
      label: 'Withdrawal fees',
      account: (currency) => platformAccount(withdrawalAccounts.fees, currency),
      isMovable: true,
    },
  ],
  events: [withdrawalEvents],
  subjectsOfCustomer: (customer) =>
    sql`select 'withdrawal:' || id from withdrawal where customer_id = ${customer}`,
  referenced: { W: (id) => sql`select ${`withdrawal:${id}`}::text` },
  ownOrders: {
    kind: 'withdrawal',
    of: (customer) =>
      sql`select id, 'W-' || id as reference, requested_at as at from withdrawal where customer_id = ${customer}`,
  },
  fundRecords: (customer) => sql`
    select 'withdrawal' as kind, id, 'W-' || id as reference, case when status = 'done' then 'approved'
      when status in ('rejected', 'failed', 'cancelled') then 'rejected' else 'pending' end as status,
      status as state, currency, amount, requested_at as at
    from withdrawal where customer_id = ${customer}`,
  external: ['withdrawal'],
  limits: withdrawalLimits,
  audit: auditWithdrawals,
  timeline: withdrawalTimeline,
  signs: withdrawalSigns,
  customerFigures: withdrawalFigures,
  payees: withdrawalPayees,
  testing: () => import('./testing.ts').then(({ withdrawalTesting }) => withdrawalTesting),
  open({ db, clock, log, chains, markets, screeningLists, privateData, products, uploads }) {
    const screening = openScreening(screeningLists, clock, log)
    const prices = usdPrices((symbol) => (markets.isFresh(symbol) ? markets.lastPrice(symbol) : undefined))
    const rules = { chains, screening, prices, privateData, equity: equityCheck(products, markets) }
    const sending = createSending({ db, clock, log, ...rules })
    const review = withdrawalConsole({ ...rules, clock }, sending)
    return {
      screening,
      routes: withdrawalRoutes({ ...rules, uploads, hasher: createPasswordHasher() }),
      consoleRoutes: [...review.routes, ...termRoutes(screening, sending)],
      proposals: [...review.proposals, ...termProposals],
      queue: review.queue,
      queueSize: review.queueSize,
      jobs: [{ name: 'withdrawal: approve, send and count', everyMs: RUN_EVERY_MS, run: sending.run }],
    }
  },
}
