import type { consoleDashboard } from '#domain/console/contract.ts'
import { canViewTreasury, hasRole } from '#domain/console/roles.ts'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { mulDiv } from '#domain/money/amount.ts'
import { BPS_ONE } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { levelMsOf, queueOf } from '#domain/queue/rules.ts'
import { MINUTE_MS, SECOND_MS, startOfDayUtc } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Context, Operator } from '#server/platform/http/context.ts'
import { ofEach } from '#server/platform/of-each.ts'
import { type DueSource, dueNext } from './due.ts'
import { flowsOfDay, type UsdPriceOf } from './flows.ts'
import { balanceSheet, type SheetSource } from './ledger-health.ts'
import { levelHours } from './levels.ts'
import { type QueueSource, queueSizes } from './queue.ts'

/**
 * The console's first page: what happened today, what is owed beside what there is, and what waits.
 *
 * Its number of queries is fixed: one for each figure, one for the balance sheet, one for what came in and out, and those of the
 * queue with its service levels. A figure costs what there was of it today; the balance sheet reads every account. Both are asked for once in ten
 * seconds, however many operators look; what the next midnight does, which adds up most of what is open, once in a minute.
 */

const KEPT_MS = 10 * SECOND_MS
/** What the next midnight does changes slowly, and reads most of what is open. */
const DUE_KEPT_MS = MINUTE_MS

type Dashboard = OutputOf<typeof consoleDashboard>
type Amounts = Dashboard['figures'][number]['amounts']

/** Something that is counted from the beginning of the day. Products bring their own. */
export interface DayFigure {
  /** In one word, the console's key for it. @example 'spot-orders' */
  readonly name: string
  /** The list that it counts: who may read that sees the figure. */
  readonly list: Endpoint
  read(
    db: Db,
    day: { readonly fromMs: number },
  ): Promise<{ readonly count: number; readonly amounts: Amounts }>
}

/** What a product may have to pay by what is open in it, and what there is to pay it with. Units: of the currency. */
export interface OpenExposure {
  readonly currency: string
  readonly needed: bigint
  readonly has: bigint
  readonly isCovered: boolean
  /** What an insurance fund would have to pay of it, and what that fund has; of a product that has one. */
  readonly insurance?: { readonly needed: bigint; readonly has: bigint }
  /** What of it each instrument may need; `net` is what is open, long less short, with its unit. */
  readonly instruments: readonly {
    readonly symbol: string
    readonly net?: string
    readonly needed: bigint
  }[]
}

/** What the dashboard asks of a product. */
export interface FigureSource extends QueueSource, SheetSource {
  readonly name: string
  readonly exposure?: (db: Db) => Promise<OpenExposure>
  readonly due?: DueSource
  readonly dayFigures?: readonly DayFigure[]
  readonly uncovered?: (db: Db) => Promise<string[]>
}

/** The dashboard, as each operator may see it. */
export function createDashboard(
  products: readonly FigureSource[],
  own: readonly DayFigure[],
  priceOf: UsdPriceOf = () => undefined,
) {
  const figures = [...products.flatMap(({ dayFigures }) => dayFigures ?? []), ...own]
  const all = keptOfDay(KEPT_MS, readAll)
  const due = keptOfDay(DUE_KEPT_MS, (db, _, nowMs) => dueNext(db, products, nowMs))

  /** What is the same for everybody. */
  async function readAll(db: Db, fromMs: number) {
    const counted = []
    for (const figure of figures) counted.push({ figure, ...(await figure.read(db, { fromMs })) })
    const uncovered = await ofEach(products, (product) => product.uncovered?.(db))
    const exposure = (await balanceSheet(db, products)).map((line) => ({
      currency: line.currency,
      owed: line.customers,
      held: line.held,
      own: line.own,
      coverageBps: line.coverageBps,
      isCovered:
        !uncovered.includes(line.currency) && (line.coverageBps === null || line.coverageBps >= 10_000),
    }))
    const open: Dashboard['open'] = []
    for (const { name, exposure } of products)
      if (exposure) open.push({ product: name, ...viewOf(await exposure(db)) })
    return { counted, exposure, open, flows: await flowsOfDay(db, { fromMs }, priceOf) }
  }

  return async function dashboard({ db, clock, operator }: Context): Promise<Dashboard> {
    const nowMs = clock.nowMs()
    const fromMs = startOfDayUtc(nowMs)
    const { counted, exposure, open, flows } = await all(db, fromMs, nowMs)
    const seesFunds = hasRole(operator.roles, canViewTreasury)
    return {
      nowMs,
      fromMs,
      figures: counted
        .filter(({ figure }) => hasRole(operator.roles, figure.list.roles))
        .map(({ figure, count, amounts }) => ({ name: figure.name, count, amounts })),
      exposure: seesFunds ? exposure : null,
      open: seesFunds ? open : [],
      flows: seesFunds ? flows : null,
      due: seesFunds ? await due(db, fromMs, nowMs) : [],
      queues: await queuesOf(db, products, operator),
    }
  }
}

/** What waits, each part with its service level. */
async function queuesOf(db: Db, products: readonly FigureSource[], operator: Operator) {
  const levels = await levelHours(db)
  const parts = await queueSizes(db, products, operator)
  return parts.map((part) => ({ ...part, levelMs: levelMsOf(levels, queueOf(part)) }))
}

/** Reads something of a day again once it is older than so much, however many ask. */
function keptOfDay<Read>(keptMs: number, read: (db: Db, fromMs: number, nowMs: number) => Promise<Read>) {
  let kept: { readonly fromMs: number; readonly untilMs: number; readonly read: Promise<Read> } | undefined
  return (db: Db, fromMs: number, nowMs: number): Promise<Read> => {
    if (!kept || kept.fromMs !== fromMs || kept.untilMs <= nowMs) {
      kept = { fromMs, untilMs: nowMs + keptMs, read: read(db, fromMs, nowMs) }
      // What failed is asked for again by whoever comes next.
      kept.read.catch(() => {
        kept = undefined
      })
    }
    return kept.read
  }
}

const usedBps = (needed: bigint, has: bigint): number | null =>
  has > 0n ? Number(mulDiv(needed, BPS_ONE, has, 'up')) : needed > 0n ? null : 0

const viewOf = ({
  currency,
  needed,
  has,
  isCovered,
  instruments,
}: OpenExposure): Omit<Dashboard['open'][number], 'product'> => ({
  ...{ currency, needed: formatAmount(needed, currency), has: formatAmount(has, currency), isCovered },
  usedBps: usedBps(needed, has),
  instruments: instruments
    .toSorted((one, other) => (one.needed > other.needed ? -1 : one.needed < other.needed ? 1 : 0))
    .map(({ symbol, net = null, needed }) => ({
      ...{ symbol, label: findInstrument(symbol)?.label ?? symbol, net },
      ...{ needed: formatAmount(needed, currency), usedBps: usedBps(needed, has) },
    })),
})
