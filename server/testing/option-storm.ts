import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { auditOptions, auditResults } from '#server/products/option/audit.ts'
import type { OptionNow } from '#server/products/option/order.ts'
import { optionCustomers, type TestOptions } from './option.ts'

/** Many seconds options that expire in one second, and processes that settle them. */

export const ORDERS_EACH = 5
const PRICE = 2_000_000

export interface Storm {
  readonly customers: readonly CustomerId[]
  readonly placed: readonly OptionNow[]
  /** How long it took until the last was accepted. */
  readonly acceptedMs: number
}

/** Has so many customers order at one moment, half of them rising, and their orders expire: they rose. No engine is told. */
export async function orderTogether(fixture: TestOptions, count: number): Promise<Storm> {
  fixture.clock.advance(500)
  await fixture.tick(PRICE)
  const customers = await optionCustomers(fixture, count)
  const from = performance.now()
  const placed = await Promise.all(
    customers.flatMap((customer) =>
      Array.from({ length: ORDERS_EACH }, (_, n) =>
        fixture.place(customer, { stake: '5', direction: n % 2 === 0 ? 'rise' : 'fall' }),
      ),
    ),
  )
  const acceptedMs = performance.now() - from
  await fixture.pass(60_000, PRICE)
  fixture.clock.advance(900)
  await fixture.record(PRICE + 10)
  fixture.clock.advance(200)
  await fixture.record(PRICE - 10)
  return { customers, placed, acceptedMs }
}

/** Where it is not so that each order was settled once, by the ticks that decide it; empty where it is. */
export async function settledOnce(db: Db, orders: number): Promise<string[]> {
  const { rows } = await sql<{ results: number; paid: number; orders: number }>`
    select (select count(*) from option_result)::integer as results,
      (select count(*) from transfer where reason in ('option-return', 'option-loss'))::integer as paid,
      (select count(distinct reference) from transfer where reason in ('option-return', 'option-loss'))::integer
        as orders`.execute(db)
  const counts = Object.entries(rows[0]!).flatMap(([what, count]) =>
    count === orders ? [] : [`${count} ${what} of ${orders}`],
  )
  return [...counts, ...(await auditOptions(db)), ...(await auditResults(db))]
}

export interface Settler {
  /** Comes with how many orders are left, once it has said that it is at this point; undefined where it has ended. */
  reaches(point: 'ready' | 'middle' | 'done'): Promise<number | undefined>
  /** Ends it without its leave; comes once it is gone. */
  kill(): Promise<void>
}

/**
 * Starts a process with an engine that settles what the tape of this database has decided. One that `stops` has written
 * all of its second transaction at the point `middle`, and does not commit it: so it is always killed in the middle.
 */
export function startSettler(databaseUrl: string, { stops = false } = {}): Settler {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'option-settler.ts'), stops ? 'stop' : ''],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const callOff = runAfterExit('kill -KILL "$1"', String(child.pid))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(callOff)
  let said = ''
  child.stdout.setEncoding('utf8')
  return {
    reaches(point) {
      const line = new RegExp(`^${point} (\\d+)$`, 'm')
      return new Promise((resolve) => {
        const look = (more = '') => {
          said += more
          const left = line.exec(said)?.[1]
          if (left !== undefined) resolve(Number(left))
        }
        child.stdout.on('data', look)
        look()
        void ended.then(() => resolve(undefined))
      })
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
