import { sql } from 'kysely'
import type { ResultSource } from '#server/core/ledger/customer-results.ts'
import { counterparty, fees } from '../contract/service.ts'
import { reservedShares } from './accounts.ts'

/**
 * Where the ledger has what followers gained and lost with what they copied: as with contracts, of copied positions alone,
 * and the lead's share. What is set aside for a lead counts as gone until it is given back.
 */
export const copyResults: ResultSource = {
  product: 'copy',
  accounts: () => [counterparty(), fees(), reservedShares()],
  endedBy: ['contract-profit', 'contract-loss'],
  only: {
    progress: 'copy_result_progress',
    transfers: sql`(t.reason in ('copy-share-reserve', 'copy-share-return')
      or exists (select from copy_position c where c.position_id = t.reference))`,
  },
}
