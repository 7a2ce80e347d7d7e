import { inviteConsoleEndpoints } from '#domain/invite/console.ts'
import {
  inviteCommissions,
  invitedCustomers,
  inviteEndpoints,
  inviteMonths,
} from '#domain/invite/contract.ts'
import type { Product } from '../product.ts'
import { inviteAccounts, reserveOf } from './accounts.ts'
import { auditInvite } from './audit.ts'
import { inviteTableRoutes } from './console-table.ts'
import { inviteEvents } from './events.ts'
import { inviteJobs } from './jobs.ts'
import { inviteRoutes } from './routes.ts'

/** Invitations: a share of the spot fees that invited customers pay. */
export const invite: Product = {
  name: 'invite',
  endpoints: inviteEndpoints,
  keeps: [invitedCustomers, inviteCommissions, inviteMonths],
  consoleEndpoints: inviteConsoleEndpoints,
  accounts: inviteAccounts,
  funds: [{ name: 'invite-reserve', label: 'Commission held for customers', account: reserveOf }],
  events: [inviteEvents],
  audit: auditInvite,
  testing: () => import('./testing.ts').then(({ inviteTesting }) => inviteTesting),
  open: ({ db, clock }) => ({
    routes: inviteRoutes,
    consoleRoutes: inviteTableRoutes,
    jobs: inviteJobs(db, clock),
  }),
}
