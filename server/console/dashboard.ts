import type { consoleDashboard } from '#domain/console/contract.ts'
import { canViewTreasury, hasRole } from '#domain/console/roles.ts'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import { mulDiv } from '#domain/money/amount.ts'
import { BPS_ONE } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { SECOND_MS, startOfDayUtc } from '#domain/time.ts'
import type { AccountKind } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Context } from '#server/platform/http/context.ts'
import { balanceSheet } from './ledger-health.ts'
import { type QueueSource, queueSizes } from './queue.ts'

/**
 * The console's first page: what happened today, what is owed beside what there is, and what waits.
 *
 * Its number of queries is fixed: one for each figure, one for the balance sheet, and those of the queue. A figure costs
 * what there was of it today; the balance sheet reads every account. Both are asked for once in ten seconds, however
 * many operators look.
 */

const KEPT_MS = 10 * SECOND_MS

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
}

/** What the dashboard asks of a product. */
export interface FigureSource extends QueueSource {
  readonly name: string
  readonly exposure?: (db: Db) => Promise<OpenExposure>
  readonly accounts?: Readonly<Record<string, AccountKind>>
  readonly dayFigures?: readonly DayFigure[]
  readonly uncovered?: (db: Db) => Promise<string[]>
}

/** The dashboard, as each operator may see it. */
export function createDashboard(products: readonly FigureSource[], own: readonly DayFigure[]) {
  const figures = [...products.flatMap(({ dayFigures }) => dayFigures ?? []), ...own]
  let kept:
    | { readonly fromMs: number; readonly untilMs: number; readonly read: ReturnType<typeof readAll> }
    | undefined

  /** What is the same for everybody. */
  async function readAll(db: Db, fromMs: number) {
    const counted = []
    for (const figure of figures) counted.push({ figure, ...(await figure.read(db, { fromMs })) })
    const kinds = products.flatMap(({ accounts }) => Object.values(accounts ?? {}))
    const uncovered: string[] = []
    for (const product of products) uncovered.push(...((await product.uncovered?.(db)) ?? []))
    const exposure = (await balanceSheet(db, kinds)).map((line) => ({
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
    return { counted, exposure, open }
  }

  return async function dashboard({ db, clock, operator }: Context): Promise<Dashboard> {
    const nowMs = clock.nowMs()
    const fromMs = startOfDayUtc(nowMs)
    if (!kept || kept.fromMs !== fromMs || kept.untilMs <= nowMs) {
      kept = { fromMs, untilMs: nowMs + KEPT_MS, read: readAll(db, fromMs) }
      // What failed is asked for again by whoever comes next.
      kept.read.catch(() => {
        kept = undefined
      })
    }
    const { counted, exposure, open } = await kept.read
    const seesFunds = hasRole(operator.roles, canViewTreasury)
    return {
      nowMs,
      fromMs,
      figures: counted
        .filter(({ figure }) => hasRole(operator.roles, figure.list.roles))
        .map(({ figure, count, amounts }) => ({ name: figure.name, count, amounts })),
      exposure: seesFunds ? exposure : null,
      open: seesFunds ? open : [],
      queues: await queueSizes(db, products, operator),
    }
  }
}

const viewOf = ({
  currency,
  needed,
  has,
  isCovered,
}: OpenExposure): Omit<Dashboard['open'][number], 'product'> => ({
  ...{ currency, needed: formatAmount(needed, currency), has: formatAmount(has, currency), isCovered },
  usedBps: has > 0n ? Number(mulDiv(needed, BPS_ONE, has, 'up')) : needed > 0n ? null : 0,
})
