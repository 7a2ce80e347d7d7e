import * as z from 'zod/mini'
import { nothing, reason } from '../console/contract.ts'
import { canHideNicknames, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalString, idOf, symbol, timeMs } from '../fields.ts'
import type { CustomerId } from '../ids.ts'
import { roundStates } from './words.ts'

/** What operators see of the price game. No call knows a price, a result or points: they take a name off the board, and put it back. */

const consoleRound = z.object({
  id: z.string(),
  symbol,
  endsAtMs: timeMs,
  status: z.enum(roundStates),
  sequence: z.nullable(z.number()),
  price: z.nullable(decimalString),
  tickAtMs: z.nullable(timeMs),
  guesses: z.nullable(z.number()),
})
export type ConsoleRound = z.output<typeof consoleRound>

export const consoleRounds = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/game/list',
  access: 'operator',
  roles: canViewProducts,
  summary:
    'Rounds of the price game in which somebody guessed, with the tick that decided each, newest first',
  ...tableOf(consoleRound, {
    sorts: ['time'],
    filters: { ...searchFilter, ...timeFilter, status: z.optional(z.enum(roundStates)) },
  }),
})

const consolePlayer = z.object({
  id: z.string(),
  customerId: z.string(),
  contact: z.string(),
  nickname: z.nullable(z.string()),
  isListed: z.boolean(),
  isHidden: z.boolean(),
  points: z.number(),
  rounds: z.number(),
  /** When they guessed for the first time. */
  joinedAtMs: timeMs,
})
export type ConsolePlayer = z.output<typeof consolePlayer>

export const consolePlayers = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/game/players',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Who plays the price game, with nickname and points, the newest first',
  ...tableOf(consolePlayer, {
    sorts: ['time'],
    filters: { ...searchFilter, ...customerFilter, ...timeFilter, hidden: z.optional(z.enum(['yes', 'no'])) },
  }),
})

const player = { customerId: idOf<CustomerId>(), reason }

export const hideNickname = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/game/hide',
  access: 'operator',
  roles: canHideNicknames,
  rate: 'write',
  summary: 'Take a nickname off the board of the game, at once',
  input: player,
  wire: { customerId: 'customer_id' },
  output: nothing,
})

export const showNickname = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/game/show',
  access: 'operator',
  roles: canHideNicknames,
  rate: 'write',
  summary: 'Let a nickname that was taken off stand on the board of the game again',
  input: player,
  wire: { customerId: 'customer_id' },
  output: nothing,
})

export const gameConsoleEndpoints = [
  ...withCsv(consoleRounds),
  ...withCsv(consolePlayers),
  hideNickname,
  showNickname,
] as const
