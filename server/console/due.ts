import type { consoleDashboard } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Something that happens by itself, soon: how often, and what it moves. Units: of each currency. */
export interface Due {
  /** In one word, the console's key for it. @example 'financing' */
  readonly name: string
  readonly atMs: number
  readonly count: number
  readonly amounts: readonly { readonly currency: string; readonly amount: bigint }[]
}

/** What a product will do by itself by the next midnight UTC, as things stand. */
export type DueSource = (
  db: Db,
  at: { readonly nowMs: number; readonly midnightMs: number },
) => Promise<readonly Due[]>

type Lines = OutputOf<typeof consoleDashboard>['due']

/** What all products will do by the next midnight, the soonest first. */
export async function dueNext(
  db: Db,
  products: readonly { readonly name: string; readonly due?: DueSource }[],
  nowMs: number,
): Promise<Lines> {
  const midnightMs = startOfDayUtc(nowMs) + DAY_MS
  const lines: Lines = []
  for (const { name: product, due } of products)
    for (const { amounts, ...line } of (await due?.(db, { nowMs, midnightMs })) ?? [])
      lines.push({
        ...line,
        product,
        amounts: amounts.map(({ currency, amount }) => ({
          currency,
          amount: formatAmount(amount, currency),
        })),
      })
  return lines.toSorted((one, other) => one.atMs - other.atMs)
}
