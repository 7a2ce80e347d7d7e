import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timeMs } from '../fields.ts'
import { instrumentClasses } from '../market/instrument.ts'

/** How the exchange is doing, for everybody: figures that it measures, and nothing of any customer. */

/** Requests that wait for operators, by what they are about. */
export const statusQueues = ['deposit', 'withdrawal', 'verification', 'support'] as const

export const status = endpoint({
  area: 'status',
  method: 'GET',
  path: '/status',
  access: 'public',
  summary:
    'Delay of the prices by class, age of the oldest waiting request and the service level by queue, how late results were settled, and the last reconciliation of the ledger',
  output: z.object({
    /** When it was measured: at most two seconds ago. */
    atMs: timeMs,
    feeds: z.array(
      z.object({
        class: z.enum(instrumentClasses),
        /** Markets that are open now, and those of them whose last price is too old to trade on. */
        open: z.number(),
        stale: z.number(),
        /** Age of the oldest last price of an open market; null while none is open or none is known. */
        delayMs: z.nullable(z.number()),
      }),
    ),
    queues: z.array(
      z.object({
        queue: z.enum(statusQueues),
        /** Since when the oldest waits, in whole minutes; null where nothing does. */
        oldestMs: z.nullable(z.number()),
        /** How long a request may wait there: its service level. */
        levelMs: z.number(),
      }),
    ),
    /** Mails and messages that wait to be sent. */
    messagesWaiting: z.number(),
    /** Of the newest results: from the price that decided until the money was booked. Null before the first. */
    settlement: z.nullable(z.object({ medianMs: z.number(), slowestMs: z.number(), results: z.number() })),
    /** The last check of the ledger; null before the first. */
    reconciliation: z.nullable(
      z.object({
        atMs: timeMs,
        /** Currencies whose sum is not zero, and accounts that differ from their entries. */
        differences: z.number(),
      }),
    ),
  }),
})
export type Status = z.output<typeof status.output>

export const statusEndpoints = [status] as const
