import { sql } from 'kysely'
import { copyConsoleEndpoints } from '#domain/copy/console.ts'
import {
  copyCentre,
  copyChannels,
  copyEndpoints,
  copyFollowers,
  copyMine,
  copyOutcomes,
  copyPositions,
} from '#domain/copy/contract.ts'
import { customerResultsJob } from '#server/core/ledger/customer-results.ts'
import { contractsIn, endedCopies } from '../contract/service.ts'
import type { Product } from '../product.ts'
import { copyAccounts, reservedShares, sharesSetAside } from './accounts.ts'
import { isLeadApplicant, leadRecord } from './applicant.ts'
import { auditCopies } from './audit.ts'
import { auditCopyResults } from './audit-results.ts'
import { copyConsoleRoutes, copyQueue, copyQueueSize } from './console.ts'
import { copyTermsProposal, copyTermsRoutes } from './console-terms.ts'
import { copyTimeline } from './console-timeline.ts'
import { shareEvents } from './events.ts'
import { followers } from './followers.ts'
import { countLeading, forgetLead } from './lead-store.ts'
import { copySource } from './notices.ts'
import { publishCopies } from './publish.ts'
import { copyResults } from './results.ts'
import { copyRoutes } from './routes.ts'
import { pauseFrozen, payShares, syncLeads } from './service.ts'

const SHARES_EVERY_MS = 60_000
const FROZEN_EVERY_MS = 2_000

/** Copying another customer's contracts: decided in their engine, at the same tick for all. */
export const copy: Product = {
  name: 'copy',
  referenced: {
    T: (customer) => sql`select 'copy:lead:' || id from copy_lead where customer_id = ${customer}`,
  },
  endpoints: copyEndpoints,
  keeps: [copyMine, copyPositions, copyOutcomes, copyCentre, copyFollowers],
  belongings: async (db, customer) => [{ kind: 'leading', count: await countLeading(db, customer) }],
  forget: forgetLead,
  ownOrders: {
    kind: 'copy-relation',
    of: (customer) =>
      sql`select id, coalesce(lead_name, '') as reference, started_at as at from copy_relation where customer_id = ${customer}`,
  },
  consoleEndpoints: copyConsoleEndpoints,
  isApplicant: isLeadApplicant,
  record: leadRecord,
  channels: copyChannels,
  accounts: copyAccounts,
  funds: [
    {
      name: 'copy-shares',
      label: 'Copies: set aside of followers’ profits for leads',
      account: reservedShares,
    },
  ],
  setAside: sharesSetAside,
  events: [shareEvents],
  ended: endedCopies,
  notices: { sources: [copySource] },
  followers,
  audit: auditCopies,
  auditResults: auditCopyResults,
  timeline: copyTimeline,
  testing: () => import('./testing.ts').then(({ copyTesting }) => copyTesting),
  open({ db, opened }) {
    const contracts = () => contractsIn(opened())
    return {
      routes: copyRoutes(contracts),
      consoleRoutes: [...copyConsoleRoutes(contracts), ...copyTermsRoutes],
      proposals: [copyTermsProposal],
      queue: copyQueue,
      queueSize: copyQueueSize,
      publish: (realtime) => publishCopies(realtime, contracts().engine),
      jobs: [
        {
          name: 'copy: pay the shares of months that have ended',
          everyMs: SHARES_EVERY_MS,
          run: () => payShares(contracts()),
        },
        customerResultsJob(db, copyResults),
        {
          name: 'copy: pause what frozen accounts copy',
          everyMs: FROZEN_EVERY_MS,
          run: () => pauseFrozen(contracts()),
        },
        {
          name: 'copy: tell the engine who leads',
          everyMs: SHARES_EVERY_MS,
          run: () => syncLeads(contracts()),
        },
      ],
    }
  },
}
