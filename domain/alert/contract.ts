import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, id, symbol, symbolInput, timeMs } from '../fields.ts'
import { wholeListOf } from '../list.ts'
import { alertConditions } from './rules.ts'

/** A customer's price alerts that wait. One that was reached is a notice. */

export const alertView = z.object({
  id: z.string(),
  symbol,
  condition: z.enum(alertConditions),
  /** Of a move, as it was typed. */
  percent: z.nullable(z.string()),
  /** It is told at or above this, or at or below the other. */
  upper: z.nullable(decimalString),
  lower: z.nullable(decimalString),
  /** The price when it was set. */
  from: decimalString,
  createdAtMs: timeMs,
})
export type AlertView = z.output<typeof alertView>

const alertsOutput = wholeListOf(alertView)

export const alerts = endpoint({
  area: 'market',
  method: 'GET',
  path: '/alert/list',
  access: 'user',
  summary: 'The customer’s price alerts that wait, of one instrument or of all, newest first',
  input: { symbol: z.optional(symbolInput) },
  wire: { symbol: 'currency_id' },
  output: alertsOutput,
})

export const addAlert = endpoint({
  area: 'market',
  method: 'POST',
  path: '/alert/add',
  access: 'user',
  rate: 'write',
  takesKey: true,
  summary: 'Be told once when a price is at or above, at or below, or moves by a percent',
  input: {
    symbol: symbolInput,
    condition: z.enum(alertConditions),
    price: z.optional(decimalInput),
    percent: z.optional(decimalInput),
  },
  wire: { symbol: 'currency_id' },
  output: alertView,
})

export const removeAlert = endpoint({
  area: 'market',
  method: 'POST',
  path: '/alert/del',
  access: 'user',
  rate: 'write',
  summary: 'Remove a price alert that waits',
  input: { id },
  output: z.object({ done: z.literal(true) }),
})

export const alertEndpoints = [alerts, addAlert, removeAlert] as const
