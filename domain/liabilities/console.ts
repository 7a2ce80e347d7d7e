import * as z from 'zod/mini'
import { canManageTreasury, canViewTreasury } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { decimalString, timeMs } from '../fields.ts'

/** What operators see of the published totals. Nothing of a total is theirs to decide. */

const snapshot = z.object({
  number: z.number(),
  atMs: timeMs,
  /** Leaves of the tree as a power of two. */
  height: z.number(),
  root: z.string(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      liabilities: decimalString,
      /** Found on chains, and by the ledger what no chain was read for. */
      reserves: decimalString,
      /** What of them was found on chains; null where none was read. */
      found: z.nullable(decimalString),
      /** Whether there is at least as much as is owed. */
      isCovered: z.boolean(),
    }),
  ),
})

export const consoleLiabilities = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/liabilities',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'What was last published of the liabilities to all customers, and of the reserves',
  output: z.object({
    newest: z.nullable(snapshot),
    /** Those in which customers can still find themselves, newest first. */
    snapshots: z.array(z.object({ number: z.number(), atMs: timeMs })),
    /** What stands in blocks now of payments to customers’ own addresses, less what withdrawals paid out; currencies of no watched chain are left out. */
    onChains: z.array(z.object({ currency: z.string(), amount: decimalString })),
  }),
})

export const takeLiabilities = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/liabilities/take',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Publish the liabilities to all customers as they are now, ahead of the hour',
  output: snapshot,
})

export const liabilitiesConsoleEndpoints = [consoleLiabilities, takeLiabilities] as const
