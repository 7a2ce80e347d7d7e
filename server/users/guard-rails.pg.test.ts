import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCard } from '#domain/card/contract.ts'
import { contractSubmit } from '#domain/contract/contract.ts'
import { copyFollow } from '#domain/copy/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { HOUR_MS } from '#domain/time.ts'
import { NIGHT_HOURS, ownRails, RAIL_DELAY_MS, type RailKind, setRail } from '#domain/user/guard-rails.ts'
import { requestWithdrawal, saveAddress } from '#domain/withdrawal/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { inputsOf } from '#server/testing/inputs.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import {
  cappedCustomers,
  railsInForce,
  requireMayCopy,
  requireNewPayees,
  requireOwnLimits,
} from './guard-rails.ts'

/** Limits that customers set for themselves, on either database. */

const { inputFor } = inputsOf(await loadTesting())
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.close())

const set = (me: TestCustomer, kind: string, value: string) => app.call(setRail, { kind, value }, me.token)
const railOf = async (me: TestCustomer, kind: string) => {
  const { data } = await app.call(ownRails, {}, me.token)
  return data.items.find((one: { kind: string }) => one.kind === kind)
}
const leverage = (me: TestCustomer, wanted: number) =>
  requireOwnLimits(app.db, me.id, { leverage: wanted, lostToday: async () => 0n }, app.clock.nowMs())
const isCapped = async (me: TestCustomer) => {
  const { rows } =
    await sql`select 1 where ${me.id}::bigint in ${cappedCustomers(app.clock.nowMs())}`.execute(app.db)
  return rows.length === 1
}
/** What lists of customers go by. */
async function inForce(me: TestCustomer, kind: RailKind): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select value from ${railsInForce(kind, app.clock.nowMs())} rail where customer_id = ${me.id}`.execute(
    app.db,
  )
  return rows[0]?.value ?? 0
}

const lostNothing = async () => 0n

describe('a limit of one’s own', () => {
  test('is in force at once when it is stricter, and after a day when it is looser', async () => {
    const me = await app.newCustomer()
    expect(await railOf(me, 'leverage')).toEqual({ kind: 'leverage', value: 0, next: null })
    await leverage(me, 20)
    expect((await set(me, 'leverage', '5')).type).toBe(1)
    await expect(leverage(me, 10)).rejects.toMatchObject({
      code: 'LEVERAGE_OVER_OWN',
      params: { maximum: 5 },
    })
    await leverage(me, 5)
    const fromMs = app.clock.nowMs() + RAIL_DELAY_MS
    expect((await set(me, 'leverage', '20')).type).toBe(1)
    app.clock.advance(RAIL_DELAY_MS - HOUR_MS)
    // Chosen again, its day does not begin anew.
    await set(me, 'leverage', '20')
    expect(await railOf(me, 'leverage')).toEqual({ kind: 'leverage', value: 5, next: { value: 20, fromMs } })
    app.clock.advance(HOUR_MS - 1)
    await expect(leverage(me, 10)).rejects.toMatchObject({ code: 'LEVERAGE_OVER_OWN' })
    app.clock.advance(1)
    await leverage(me, 20)
    expect(await railOf(me, 'leverage')).toEqual({ kind: 'leverage', value: 20, next: null })
  })

  test('chosen stricter again takes the place of a looser one that waits', async () => {
    const me = await app.newCustomer()
    await set(me, 'leverage', '5')
    await set(me, 'leverage', '0')
    await set(me, 'leverage', '2')
    app.clock.advance(RAIL_DELAY_MS)
    expect(await railOf(me, 'leverage')).toEqual({ kind: 'leverage', value: 2, next: null })
  })

  test('that was to be looser and is chosen anew before does not come into force', async () => {
    const me = await app.newCustomer()
    await set(me, 'leverage', '5')
    app.clock.advance(HOUR_MS)
    await set(me, 'leverage', '20')
    app.clock.advance(23 * HOUR_MS)
    await set(me, 'leverage', '10')
    const fromMs = app.clock.nowMs() + RAIL_DELAY_MS
    const waiting = { kind: 'leverage', value: 5, next: { value: 10, fromMs } }
    for (const hours of [0, 1, 22]) {
      app.clock.advance(hours * HOUR_MS)
      expect(await railOf(me, 'leverage')).toEqual(waiting)
      await expect(leverage(me, 6)).rejects.toMatchObject({ params: { maximum: 5 } })
      expect(await inForce(me, 'leverage')).toBe(5)
    }
    app.clock.advance(HOUR_MS)
    expect(await railOf(me, 'leverage')).toEqual({ kind: 'leverage', value: 10, next: null })
    await leverage(me, 10)
    await expect(leverage(me, 11)).rejects.toMatchObject({ params: { maximum: 10 } })
    expect(await inForce(me, 'leverage')).toBe(10)
  })

  test.each([
    ['leverage', '5', '0', '20'],
    ['loss', '50', '0', '500'],
    ['night', '23', '0', '22'],
  ] as const)(
    'of %s stays when what was to follow it is taken back and chosen anew',
    async (kind, now, later, another) => {
      const me = await app.newCustomer()
      await set(me, kind, now)
      await set(me, kind, later)
      app.clock.advance(HOUR_MS)
      await set(me, kind, another)
      app.clock.advance(RAIL_DELAY_MS - HOUR_MS)
      expect(await railOf(me, kind)).toMatchObject({ value: Number(now), next: { value: Number(another) } })
      expect(await inForce(me, kind)).toBe(Number(now))
      app.clock.advance(HOUR_MS)
      expect(await railOf(me, kind)).toEqual({ kind, value: Number(another), next: null })
      expect(await inForce(me, kind)).toBe(Number(another))
    },
  )

  test('of new payees stays when its end is taken back', async () => {
    const me = await app.newCustomer()
    await set(me, 'payees', '1')
    await set(me, 'payees', '0')
    app.clock.advance(HOUR_MS)
    await set(me, 'payees', '1')
    app.clock.advance(RAIL_DELAY_MS)
    expect(await railOf(me, 'payees')).toEqual({ kind: 'payees', value: 1, next: null })
    expect(await inForce(me, 'payees')).toBe(1)
  })

  test('T64: made looser is told by mail and in the app at once', async () => {
    const me = await app.newCustomer()
    await set(me, 'payees', '1')
    const loosened = 'One of your personal limits will be loosened'
    const subjects = async () =>
      (await app.messagesTo(me.email)).map((mail) => 'subject' in mail && mail.subject)
    expect(await subjects()).not.toContain(loosened)
    await set(me, 'payees', '0')
    await set(me, 'payees', '0')
    expect((await subjects()).filter((subject) => subject === loosened)).toHaveLength(1)
    await expect(requireNewPayees(app.db, me.id, app.clock.nowMs())).rejects.toMatchObject({
      code: 'PAYEES_LOCKED',
    })
    await requireNewPayees(app.db, me.id, app.clock.nowMs() + RAIL_DELAY_MS)
  })

  test('has its own values, and is nobody else’s', async () => {
    const me = await app.newCustomer()
    const other = await app.newCustomer()
    expect((await set(me, 'payees', '5')).error).toBe('PARAMETER_ERROR')
    expect((await set(me, 'leverage', '1')).error).toBe('PARAMETER_ERROR')
    await set(me, 'leverage', '2')
    await leverage(other, 20)
    expect(await isCapped(me)).toBe(true)
    expect(await isCapped(other)).toBe(false)
    await expect(requireMayCopy(app.db, me.id, lostNothing, app.clock.nowMs())).rejects.toMatchObject({
      code: 'COPY_WITH_CEILING',
    })
    await set(me, 'leverage', '0')
    app.clock.advance(RAIL_DELAY_MS)
    expect(await isCapped(me)).toBe(false)
    await requireMayCopy(app.db, me.id, lostNothing, app.clock.nowMs())
  })

  test('of 64 at once is kept once, and nothing of it can be changed', async () => {
    const me = await app.newCustomer()
    await Promise.all(Array.from({ length: 64 }, () => set(me, 'leverage', '2')))
    const rows = app.db.selectFrom('guard_rail').select('id').where('customer_id', '=', me.id)
    expect(await rows.execute()).toHaveLength(1)
    const change = app.db
      .updateTable('guard_rail')
      .set({ value: 20 })
      .where('customer_id', '=', me.id)
      .execute()
    await expect(change).rejects.toThrow()
  })
})

describe('T22: in the hours that a customer locked', () => {
  test('nothing is opened, copied or withdrawn, and by day everything is as ever', async () => {
    const me = await app.newCustomer()
    await makeReadyToWithdraw(app.db, me.id)
    const way = { currency: 'USDT', network: 'TRC20', address: PAYEE_ADDRESS, amount: '20' }
    const payout = () => app.call(requestWithdrawal, { ...way, payPassword: PAY_PASSWORD }, me.token)
    const refusals = async () => [
      (await app.call(contractSubmit, inputFor(contractSubmit, {}), me.token)).error,
      (await app.call(copyFollow, inputFor(copyFollow, {}), me.token)).error,
      (await payout()).error,
    ]
    expect(await refusals()).not.toContain('NIGHT_LOCKED')
    const hour = new Date(app.clock.nowMs()).getUTCHours()
    await set(me, 'night', String(hour + 1))
    expect(new Set(await refusals())).toEqual(new Set(['NIGHT_LOCKED']))
    app.clock.advance(NIGHT_HOURS * HOUR_MS)
    expect(await refusals()).not.toContain('NIGHT_LOCKED')
  })

  test('another night comes into force after a day, as it leaves hours open', async () => {
    const me = await app.newCustomer()
    await set(me, 'night', '23')
    const fromMs = app.clock.nowMs() + RAIL_DELAY_MS
    await set(me, 'night', '22')
    expect(await railOf(me, 'night')).toEqual({ kind: 'night', value: 23, next: { value: 22, fromMs } })
  })
})

describe('T22: it is asked by the server where', () => {
  test.each([
    ['a position is opened', 'leverage', '2', contractSubmit, 'LEVERAGE_OVER_OWN'],
    ['somebody is followed', 'leverage', '2', copyFollow, 'COPY_WITH_CEILING'],
    ['an address is saved', 'payees', '1', saveAddress, 'PAYEES_LOCKED'],
    ['a card is saved', 'payees', '1', saveCard, 'PAYEES_LOCKED'],
  ] as const)('%s', async (_, kind, value, call, error) => {
    const me = await app.newCustomer()
    const ask = () => app.call(call as Endpoint, inputFor(call as Endpoint, {}), me.token)
    expect((await ask()).error).not.toBe(error)
    const other = await app.newCustomer()
    await set(other, kind, value)
    const refused = await app.call(call as Endpoint, inputFor(call as Endpoint, {}), other.token)
    expect(refused.error).toBe(error)
  })
})
