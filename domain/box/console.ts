import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canCloseProducts, canManageProducts, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, id, momentInput, plainText, text, timeMs, whole } from '../fields.ts'
import { boxCode } from './contract.ts'
import { MAX_ITEMS } from './rules.ts'
import { boxFailures, boxPhases, boxRarities, boxStates } from './words.ts'

/** What operators see and propose of blind boxes. No call knows a secret, a draw or a result: rules decide these. */

const consoleSeries = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  currency: z.string(),
  price: decimalString,
  phase: z.enum(boxPhases),
  isOpen: z.boolean(),
  items: z.number(),
  issued: z.number(),
  drawn: z.number(),
  sealed: z.number(),
  refunded: z.number(),
  /** Drawn and not opened. */
  unopened: z.number(),
  perCustomer: z.number(),
  /** Money of customers in boxes that are not drawn. */
  held: decimalString,
  inventory: z.string(),
  commitment: z.string(),
  opensAtMs: timeMs,
  endsAtMs: timeMs,
  rarities: z.array(z.object({ rarity: z.enum(boxRarities), items: z.number(), left: z.number() })),
  pending: z.nullable(proposalView),
})
export type ConsoleBoxSeries = z.output<typeof consoleSeries>

export const consoleBoxes = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/box',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The newest hundred series of blind boxes, what lies in them, and proposals for new ones',
  output: z.object({ series: z.array(consoleSeries), drafts: z.array(proposalView) }),
})

/** At most so many characters name the contents. */
const MAX_CONTENTS = MAX_ITEMS * 45

export const proposeBox = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/box/create',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary:
    'Propose a series of blind boxes: its contents are those of the artworks as they are now, by a digest that is checked again when it is approved',
  input: {
    code: boxCode,
    name: plainText(40),
    description: plainText(400),
    price: decimalInput,
    perCustomer: whole(1, MAX_ITEMS),
    opensAtMs: momentInput,
    endsAtMs: momentInput,
    /** The codes of artworks, each before its rarity. @example 'RAIN-1 common, RAIN-2 rare' */
    contents: text(MAX_CONTENTS).check(
      z.regex(/^[A-Z0-9-]{3,31} [a-z]+(, [A-Z0-9-]{3,31} [a-z]+)*$/, 'codes of artworks and rarities'),
    ),
    reason,
  },
  wire: { perCustomer: 'per_customer', opensAtMs: 'opens_at', endsAtMs: 'ends_at' },
  output: proposalView,
})

export const proposeBoxOpening = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/box/open',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose to sell boxes again of a series that was closed',
  input: { id, reason },
  output: proposalView,
})

export const closeBox = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/box/close',
  access: 'operator',
  roles: canCloseProducts,
  rate: 'write',
  summary: 'Sell no more boxes of a series, at once: the safe direction needs no second person',
  input: { id, reason },
  output: nothing,
})

const consoleBox = z.object({
  id: z.string(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  series: z.string(),
  number: z.number(),
  state: z.enum(boxStates),
  failure: z.nullable(z.enum(boxFailures)),
  currency: z.string(),
  price: decimalString,
  /** The artwork's code; null until it is opened. */
  artwork: z.nullable(z.string()),
  boughtAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
})
export type ConsoleBox = z.output<typeof consoleBox>

export const consoleBoxTable = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/box/list',
  access: 'operator',
  roles: canViewCustomers,
  summary:
    'Customers’ blind boxes, newest first; those that were paid back are the log of what was not drawn in time',
  ...tableOf(consoleBox, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      state: z.optional(z.enum(boxStates)),
      failure: z.optional(z.enum(boxFailures)),
    },
  }),
})

export const boxConsoleEndpoints = [
  consoleBoxes,
  proposeBox,
  proposeBoxOpening,
  closeBox,
  ...withCsv(consoleBoxTable),
] as const
