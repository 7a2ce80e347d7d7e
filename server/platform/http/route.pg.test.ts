import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#domain/endpoint.ts'
import { text } from '#domain/fields.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { type AccountId, accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, lockBalances, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { realClock } from '#server/platform/clock.ts'
import { withIdempotency } from '#server/platform/idempotency.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import type { Database, Tx } from '../db/database.ts'
import { buildApp } from './app.ts'
import { createRateLimiter } from './rate-limits.ts'
import { moneyRoute } from './route.ts'

const cross = endpoint({
  area: 'test',
  method: 'POST',
  path: '/cross',
  access: 'user',
  money: true,
  summary: 'Locks two accounts in the order given, then moves one unit to the first',
  input: { order: z.enum(['there', 'back']) },
  output: z.object({ tries: z.number() }),
})
const lose = endpoint({
  area: 'test',
  method: 'POST',
  path: '/lose',
  access: 'user',
  money: true,
  summary: 'Moves one unit; the first times the database ends it with an error',
  input: { times: text(2), sqlstate: text(5) },
  output: z.object({ tries: z.number() }),
})
const hold = endpoint({
  area: 'test',
  method: 'POST',
  path: '/hold',
  access: 'user',
  money: true,
  summary: 'Moves one unit when it is let',
  output: z.object({ tries: z.number() }),
})

const CUSTOMER = { id: customerId(10_001n), sessionId: 1n }
const OUTSIDE = outsideAccount('USDT')
const account = (customer: CustomerId) => accountId(customer, wallets.funding, 'available', 'USDT')
const THERE = [account(customerId(10_002n)), account(customerId(10_003n))] as const
const BACK = [THERE[1], THERE[0]] as const

let database: Database
let app: ReturnType<typeof buildApp>
let tries: Record<string, number> = {}
/** Lets the two of a deadlock go on when each holds what the other wants. */
let holding = 0
let bothHold: PromiseWithResolvers<void>
/** The victim's second try waits for the other to be through: on a busy machine they would meet again. */
let oneIsThrough: PromiseWithResolvers<void>
/** Is told that the call of `hold` is under way, and lets it go on. */
let isHolding: PromiseWithResolvers<void>
let mayGoOn: PromiseWithResolvers<void>

const pay = (tx: Tx, credit: AccountId) =>
  post(tx, [{ debit: OUTSIDE, credit, amount: 1n as Units, reason: 'deposit', reference: 1n }], 0)

beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.transaction().execute(async (tx) => {
    for (const each of [account(CUSTOMER.id), ...THERE]) await pay(tx, each)
  })
  app = buildApp({
    title: 'test',
    version: '1',
    db: database.db,
    clock: realClock,
    log: pino({ level: 'silent' }),
    limiter: createRateLimiter(),
    authenticate: async () => ({ customer: CUSTOMER }),
    isReady: async () => true,
    routes: [
      moneyRoute(cross, async ({ order }, _, tx) => {
        const [first, second] = order === 'there' ? THERE : BACK
        tries[order] = (tries[order] ?? 0) + 1
        if (tries[order] > 1) await oneIsThrough.promise
        await lockBalances(tx, [first])
        if (++holding === 2) bothHold.resolve()
        await bothHold.promise
        await lockBalances(tx, [second])
        await pay(tx, first)
        return { tries: tries[order] }
      }),
      moneyRoute(hold, async (_, _ctx, tx) => {
        await pay(tx, account(CUSTOMER.id))
        isHolding.resolve()
        await mayGoOn.promise
        return { tries: 1 }
      }),
      moneyRoute(lose, async ({ times, sqlstate }, _, tx) => {
        tries.lose = (tries.lose ?? 0) + 1
        await pay(tx, account(CUSTOMER.id))
        if (tries.lose <= Number(times))
          await sql`do ${sql.lit(`begin raise exception 'lost' using errcode = '${sqlstate}'; end`)}`.execute(
            tx,
          )
        return { tries: tries.lose }
      }),
    ],
  })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const send = async (path: string, fields: Record<string, string>, key?: string) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'token',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return answer.json()
}

// The embedded database runs one transaction at a time: there is nobody to wait for in a circle.
testOnPostgres('of two calls in a deadlock both are answered, and each moved its money once', async () => {
  for (const round of [1, 2, 3]) {
    ;[tries, holding] = [{}, 0]
    ;[bothHold, oneIsThrough] = [Promise.withResolvers(), Promise.withResolvers()]
    const ask = async (order: 'there' | 'back') => {
      const answer = await send('/cross', { order }, `${order}-${round}`)
      oneIsThrough.resolve()
      return answer
    }
    const before = await Promise.all(THERE.map((each) => balanceOf(database.db, each)))
    const answers = await Promise.all([ask('there'), ask('back')])
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined])
    // One of the two was the victim.
    expect(answers.map(({ data }) => data.tries).sort()).toEqual([1, 2])
    const after = await Promise.all(THERE.map((each) => balanceOf(database.db, each)))
    expect(after).toEqual(before.map((balance) => balance + 1n))
  }
})

test.each(['40P01', '40001'])(
  'what the database ended with %s runs again, and moves money once',
  async (sqlstate) => {
    tries = {}
    const before = await balanceOf(database.db, account(CUSTOMER.id))
    const answer = await send('/lose', { times: '3', sqlstate }, `lose-${sqlstate}`)
    expect(answer).toMatchObject({ code: 1, data: { tries: 4 } })
    expect(await send('/lose', { times: '3', sqlstate }, `lose-${sqlstate}`)).toEqual(answer)
    expect(await balanceOf(database.db, account(CUSTOMER.id))).toBe(before + 1n)
  },
)

test.each([
  ['a transaction that loses every time is given up after three more', '40P01', 4, 'SERVICE_UNAVAILABLE'],
  ['another error is not tried again', '22012', 1, 'INTERNAL'],
])('%s', async (_, sqlstate, expected, error) => {
  tries = {}
  const before = await balanceOf(database.db, account(CUSTOMER.id))
  expect(await send('/lose', { times: '99', sqlstate }, `never-${sqlstate}`)).toMatchObject({ error })
  expect(tries.lose).toBe(expected)
  expect(await balanceOf(database.db, account(CUSTOMER.id))).toBe(before)
})

test('what may have been done is promised to be done once only to who sent a key', async () => {
  const lost = (key?: string) => send('/lose', { times: '99', sqlstate: '40P01' }, key)
  tries = {}
  const kept = await lost('kept')
  expect(kept.error).toBe('SERVICE_UNAVAILABLE')
  expect(kept.message).toMatch(/nothing is done twice/)
  tries = {}
  const answer = await lost()
  expect(answer).toMatchObject({ error: 'OUTCOME_UNKNOWN' })
  expect(answer.message).toMatch(/check your orders/i)
  expect(answer.message).not.toMatch(/twice/)
})

test('what a database that takes no writes refused was not done, also without a key', async () => {
  tries = {}
  const before = await balanceOf(database.db, account(CUSTOMER.id))
  const answer = await send('/lose', { times: '99', sqlstate: '25006' })
  expect(answer).toMatchObject({ error: 'SERVICE_UNAVAILABLE' })
  expect(await balanceOf(database.db, account(CUSTOMER.id))).toBe(before)
})

test('a key is one call, also while that is under way', async () => {
  ;[isHolding, mayGoOn, tries] = [Promise.withResolvers(), Promise.withResolvers(), {}]
  const before = await balanceOf(database.db, account(CUSTOMER.id))
  const held = send('/hold', {}, 'shared')
  await isHolding.promise
  const other = await send('/lose', { times: '0', sqlstate: '40001' }, 'shared')
  expect(other).toMatchObject({ error: 'IDEMPOTENCY_KEY_REUSED' })
  mayGoOn.resolve()
  expect(await held).toMatchObject({ code: 1 })
  expect(await send('/lose', { times: '0', sqlstate: '40001' }, 'shared')).toEqual(other)
  expect(await send('/hold', {}, 'shared')).toEqual(await held)
  expect(await balanceOf(database.db, account(CUSTOMER.id))).toBe(before + 1n)
})

test('a key that two processes use for different calls at once is one call', async () => {
  const attempt = (path: string) => ({
    caller: { customer: CUSTOMER.id },
    key: 'both',
    path,
    input: {},
    nowMs: 0,
  })
  const isWritten = Promise.withResolvers<void>()
  let effects = 0
  const effect = async () => ++effects
  const first = database.db.transaction().execute(async (tx) => {
    const answer = await withIdempotency(tx, attempt('/one'), effect)
    isWritten.resolve()
    // Its end comes after the other has begun.
    await sql`select 1`.execute(tx)
    return answer
  })
  await isWritten.promise
  const second = database.db.transaction().execute((tx) => withIdempotency(tx, attempt('/two'), effect))
  await expect(second).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  expect([await first, effects]).toEqual([1, 1])
})
