import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Computed once an hour for everybody who asks; again at the next question where it failed. */
export function hourly<Figures>(
  compute: (db: Db, nowMs: number) => Promise<Figures>,
): (db: Db, nowMs: number) => Promise<Figures> {
  let known: Promise<Figures> | undefined
  let atMs = -DAY_MS
  return (db, nowMs) => {
    if (known === undefined || nowMs - atMs >= HOUR_MS) {
      atMs = nowMs
      known = compute(db, nowMs)
      known.catch(() => {
        known = undefined
      })
    }
    return known
  }
}
