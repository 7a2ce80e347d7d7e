import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** How much of what a caller may do in a while is used up, counted in this process. */

/** A budget of a fixed window of time. */
interface Budget {
  readonly limit: number
  readonly windowMs: number
}

export const WEIGHT_BUDGET: Budget = { limit: 6_000, windowMs: MINUTE_MS }
export const ORDER_BUDGETS = {
  '10S': { limit: 100, windowMs: 10 * SECOND_MS },
  '1D': { limit: 200_000, windowMs: 24 * 60 * MINUTE_MS },
} as const satisfies Record<string, Budget>

export interface WeightCounter {
  /** Counts some; returns what is used with it, and how long until it is free again where that is too much. */
  take(
    caller: string,
    amount: number,
    nowMs: number,
  ): { readonly used: number; readonly waitMs: number | undefined }
}

/** A counter of one budget. What is refused is counted too: who goes on asking goes on waiting. */
export function createWeightCounter({ limit, windowMs }: Budget): WeightCounter {
  let windowStart = 0
  let used = new Map<string, number>()
  return {
    take(caller, amount, nowMs) {
      const start = Math.floor(nowMs / windowMs) * windowMs
      if (start !== windowStart) {
        windowStart = start
        used = new Map()
      }
      const sum = (used.get(caller) ?? 0) + amount
      used.set(caller, sum)
      return { used: sum, waitMs: sum > limit ? start + windowMs - nowMs : undefined }
    },
  }
}
