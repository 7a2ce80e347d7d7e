import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const IN_TIME_MS = 2_000
/** A query this old was lost with its connection. */
const LOST_MS = 10_000

/**
 * Health probe with a timeout; concurrent callers share one query, so that probing adds no load to a
 * stalled database.
 */
export function healthProbe(db: Db, inTimeMs = IN_TIME_MS, lostMs = LOST_MS): () => Promise<boolean> {
  let waiting: { readonly answer: Promise<boolean>; readonly sinceMs: number } | undefined

  return () => {
    const nowMs = performance.now()
    if (waiting === undefined || nowMs - waiting.sinceMs > lostMs) {
      const asked = { answer: ask(db), sinceMs: nowMs }
      waiting = asked
      void asked.answer.then(() => {
        if (waiting === asked) waiting = undefined
      })
    }
    return Promise.race([waiting.answer, pause(inTimeMs, false, { ref: false })])
  }
}

async function ask(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
