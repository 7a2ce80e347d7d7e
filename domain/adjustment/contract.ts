import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, timeMs } from '../fields.ts'

/** What a customer reads of their own money in suspense. */

export const ownSuspended = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/suspended',
  access: 'user',
  showsMoney: true,
  summary:
    'What adjustments took of the customer’s and is in suspense, oldest first: in none of the wallets and in no total',
  output: z.array(
    z.object({
      /** As the statement and the notice name the adjustment. */
      reference: z.string(),
      currency: z.string(),
      /** What is left of it in suspense. */
      amount: decimalString,
      /** What the operators wrote, in whichever language. */
      reason: z.string(),
      takenAtMs: timeMs,
    }),
  ),
})

export const adjustmentEndpoints = [ownSuspended]
