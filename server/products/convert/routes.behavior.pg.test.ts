import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#domain/convert/contract.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { type ConvertFixture, openConvertFixture } from '#server/testing/convert.ts'
import { sendFields } from '#server/testing/http.ts'
import { auditConversions } from './audit.ts'
import { deleteQuotes } from './store.ts'

/** The calls of conversions, as customers make them. */

let app: ConvertFixture
let alice: Awaited<ReturnType<ConvertFixture['customerWith']>>

beforeAll(async () => {
  app = await openConvertFixture()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.tick('BTC-USDT', 2_000_000, 2_001_000)
  app.tick('ETH-USDT', 100_000, 100_100)
  alice = await app.customerWith('USDT', '1000')
})

const order = { from: 'USDT', to: 'BTC', amount: '200.1' }
const quote = async (input = order, who = alice) => app.call(calls.quoteConversion, input, who.token)
const convert = async (input: Record<string, unknown> = order, who = alice, key?: string) =>
  app.call(calls.convert, input, who.token, key === undefined ? {} : { key })
const available = async (currency: string, who = alice) =>
  (await app.call(walletDetail, { currency, walletType: 'funding' }, who.token)).data.available

describe('a quote', () => {
  test('says fee, rate, spread and tick, and moves nothing', async () => {
    const { data } = await quote()
    // 200.1 less 0.2001 at 20,010: 199.8999 / 20,010 = 0.00999 BTC.
    expect(data).toMatchObject({
      ...{ from: 'USDT', to: 'BTC', amount: '200.1000000', fee: '0.2001000', feePercent: '0.10' },
      ...{ receive: '0.00999000', spreadPercent: '0.025' },
      validUntilMs: app.clock.nowMs() + 10_000,
      legs: [{ symbol: 'BTC-USDT', side: 'buy', price: '20010.00', bid: '20000.00', ask: '20010.00' }],
    })
    expect(await available('USDT')).toBe('1000.0000000')
  })

  test('goes over USDT where two coins have no price of their own', async () => {
    const bob = await app.customerWith('BTC', '1')
    const { data } = await quote({ from: 'BTC', to: 'ETH', amount: '0.1' }, bob)
    // 0.0999 at 20,000 is 1,998 USDT; at 1,001 that is 1.996003996003... ETH.
    expect(data.receive).toBe('1.9960039960')
    expect(data.legs.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTC-USDT', 'ETH-USDT'])
  })

  test('is kept by the specification’s names', async () => {
    const fields = { from_currency_id: 'USDT', to_currency_id: 'BTC', number: '200.1' }
    const response = await sendFields(app.app, 'POST', '/user/getTransferFee', fields, { token: alice.token })
    expect(response.json()).toMatchObject({
      ...{ type: 1, code: 1 },
      data: { from_currency_id: 'USDT', number: '200.1000000', fee: '0.2001000', receive: '0.00999000' },
    })
    expect(response.json().data.quote_id).toMatch(/^\d+$/)
  })

  test('without an amount is none: the rate and the fee of this moment are said, and nothing is kept', async () => {
    const { data: before } = await quote()
    const fields = { from_currency_id: 'USDT', to_currency_id: 'BTC' }
    const response = await sendFields(app.app, 'POST', '/user/getTransferFee', fields, { token: alice.token })
    expect(response.json()).toMatchObject({
      ...{ type: 1, code: 1 },
      data: {
        ...{ from_currency_id: 'USDT', to_currency_id: 'BTC', number: null, quote_id: null, fee: null },
        ...{ receive: null, validUntilMs: null, feePercent: '0.10', spreadPercent: '0.025' },
        // 1 / 20,010.
        rate: '0.000049975012',
        legs: [{ symbol: 'BTC-USDT', side: 'buy', price: '20010.00', bid: '20000.00', ask: '20010.00' }],
      },
    })
    // The quote before it is still the customer's.
    expect((await convert({ ...order, quoteId: before.quoteId })).error).toBeUndefined()
    const rate = async (from: string, to: string) =>
      app.call(calls.quoteConversion, { from, to }, alice.token)
    // Sold at 20,000 and bought at 1,001.
    expect((await rate('BTC', 'ETH')).data).toMatchObject({ rate: '19.980019980019' })
    expect((await rate('USD', 'USDT')).data).toMatchObject({ rate: '1', legs: [] })
    expect((await rate('USDT', 'USD')).error).toBe('CONVERT_PAIR_UNKNOWN')
    app.silence('BTC-USDT')
    expect((await rate('USDT', 'BTC')).error).toBe('PRICE_STALE')
  })

  test.each([
    ['one currency', { to: 'USDT' }, 'CONVERT_PAIR_UNKNOWN'],
    ['a pair the tape has no price of', { to: 'USD' }, 'CONVERT_PAIR_UNKNOWN'],
    ['too little', { amount: '4.9999999' }, 'AMOUNT_TOO_SMALL'],
    ['too much', { amount: '50000.0000001' }, 'AMOUNT_TOO_LARGE'],
  ])('is refused for %s', async (_, change, code) => {
    expect((await quote({ ...order, ...change })).error).toBe(code)
  })

  test('is refused without a fresh price, and while a market is shut', async () => {
    app.silence('BTC-USDT')
    expect((await quote()).error).toBe('PRICE_STALE')
    const bob = await app.customerWith('EUR', '100')
    const before = app.clock.nowMs()
    app.clock.advance(Date.UTC(2026, 0, 3, 12) - before)
    app.tick('EUR-USD', 105_000, 105_010)
    const euros = { from: 'EUR', to: 'USD', amount: '50' }
    expect((await quote(euros, bob)).error).toBe('MARKET_SESSION_CLOSED')
    expect((await convert(euros, bob)).error).toBe('MARKET_SESSION_CLOSED')
  })

  test('T25: ends the one before, whatever they were for, and there is one row of a customer', async () => {
    const [first, other] = [await quote(), await quote({ ...order, to: 'ETH' })]
    const last = await quote()
    for (const { data } of [first, other])
      expect((await convert({ ...order, to: data.to, quoteId: data.quoteId })).error).toBe(
        'CONVERT_QUOTE_EXPIRED',
      )
    expect(await available('USDT')).toBe('1000.0000000')
    const rows = app.db.selectFrom('convert_quote').select('id').where('customer_id', '=', alice.id)
    expect(await rows.execute()).toEqual([{ id: BigInt(last.data.quoteId) }])
    expect((await convert({ ...order, quoteId: last.data.quoteId })).error).toBeUndefined()
    // What it was used for is still known when another has followed it.
    await quote()
    expect((await convert({ ...order, quoteId: last.data.quoteId })).error).toBe('CONVERT_QUOTE_USED')
  })

  test('T01: of a hostile amount writes nothing', async () => {
    const count = async () =>
      Number(
        (await app.db
          .selectFrom('convert_quote')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirst())!.n,
      )
    const before = await count()
    for (const amount of hostileAmounts) {
      const { data, error } = await quote({ ...order, amount })
      // An empty field was left out: there is no amount, and so no quote.
      if (amount === '') expect(data.quoteId).toBeNull()
      else expect(error, JSON.stringify(amount)).toBeDefined()
    }
    expect(await count()).toBe(before)
  })
})

describe('a conversion', () => {
  test('is at the quote’s figures, whatever the price did since', async () => {
    const { data } = await quote()
    app.clock.advance(10_000)
    app.tick('BTC-USDT', 3_000_000, 3_001_000)
    const done = await convert({ ...order, quoteId: data.quoteId })
    expect(done.data).toMatchObject({ id: data.quoteId, receive: '0.00999000', rate: data.rate })
    expect([await available('USDT'), await available('BTC')]).toEqual(['799.9000000', '0.00999000'])
    expect(await auditConversions(app.db)).toEqual([])
    expect(await app.isConsistent()).toBe(true)
  })

  test('T05, T63: is not made at a quote that ran out, is somebody else’s, or is for something else', async () => {
    const { data } = await quote()
    const bob = await app.customerWith('USDT', '1000')
    const by = { ...order, quoteId: data.quoteId }
    expect((await convert(by, bob)).error).toBe('CONVERT_QUOTE_EXPIRED')
    expect((await convert({ ...by, amount: '200.2' })).error).toBe('CONVERT_QUOTE_EXPIRED')
    expect((await convert({ ...by, to: 'ETH' })).error).toBe('CONVERT_QUOTE_EXPIRED')
    app.clock.advance(10_001)
    app.tick('BTC-USDT', 2_000_000, 2_001_000)
    expect((await convert(by)).error).toBe('CONVERT_QUOTE_EXPIRED')
    expect(await available('USDT')).toBe('1000.0000000')
  })

  test('is made once by a quote; with its key again it answers the first', async () => {
    const { data } = await quote()
    const by = { ...order, quoteId: data.quoteId }
    const first = await convert(by, alice, 'key-1')
    const again = await convert(by, alice, 'key-1')
    expect(again.data).toEqual(first.data)
    expect((await convert(by)).error).toBe('CONVERT_QUOTE_USED')
    expect(await available('USDT')).toBe('799.9000000')
  })

  test('is not made at a quote whose market has fallen silent since', async () => {
    const { data } = await quote()
    app.silence('BTC-USDT')
    expect((await convert({ ...order, quoteId: data.quoteId })).error).toBe('PRICE_STALE')
  })

  test('without a quote is at this moment’s price, by no price that is sent with it', async () => {
    const fields = { from_currency_id: 'USDT', to_currency_id: 'BTC', number: '200.1' }
    const more = { price: '1', rate: '1', receive: '9', fee: '0' }
    const response = await sendFields(
      app.app,
      'POST',
      '/user/Transfer',
      { ...fields, ...more },
      { token: alice.token },
    )
    expect(response.json().data).toMatchObject({ receive: '0.00999000', fee: '0.2001000' })
  })

  test('needs the money, in the funding wallet', async () => {
    await app.give(alice.id, 'spot', 'USDT', '5000')
    expect((await convert({ ...order, amount: '1000.0000001' })).error).toBe('INSUFFICIENT_BALANCE')
    expect((await convert({ ...order, amount: '1000' })).error).toBeUndefined()
    expect(await available('USDT')).toBe('0.0000000')
  })

  test('needs a verified customer', async () => {
    await app.db.updateTable('customer').set({ tier: 'unverified' }).where('id', '=', alice.id).execute()
    expect((await quote()).error).toBe('KYC_REQUIRED')
    expect((await convert()).error).toBe('KYC_REQUIRED')
  })

  test('T25: there and back by a customer counts both ways, and ends at their limit for 24 hours', async () => {
    const bob = await app.customerWith('USDT', '50000')
    // Quoted while the price rises, used as it has, and back at that moment's price: what the net limit does not see.
    for (const [bid, ask] of [
      [2_000_000, 2_000_000],
      [2_040_000, 2_040_000],
    ] as const) {
      app.tick('BTC-USDT', bid, ask)
      const there = { from: 'USDT', to: 'BTC', amount: '25000' }
      const { data } = await quote(there, bob)
      app.tick('BTC-USDT', bid + 20_000, ask + 20_000)
      const bought = await convert({ ...there, quoteId: data.quoteId }, bob)
      const back = { from: 'BTC', to: 'USDT', amount: '1.2' }
      expect([bought.error, (await convert(back, bob)).error]).toEqual([undefined, undefined])
    }
    // 25,000, 1.2 at 20,200, 25,000, 1.2 at 20,600: 98,960 of 100,000.
    const more = { from: 'USDT', to: 'BTC', amount: '1040.0000001' }
    const refused = await convert(more, bob)
    expect(refused.error).toBe('CONVERT_CUSTOMER_LIMIT')
    expect(refused.body).toContain('Left: 1,040 USDT')
    expect((await convert({ ...more, amount: '1040' }, bob)).error).toBeUndefined()
    app.clock.advance(DAY_MS)
    app.tick('BTC-USDT', 2_000_000, 2_001_000)
    expect((await convert(more, bob)).error).toBeUndefined()
  })

  test('of what the fund has not got is refused', async () => {
    const bob = await app.customerWith('USDT', '100')
    app.tick('LTC-USDT', 10_000, 10_010)
    expect((await convert({ from: 'USDT', to: 'LTC', amount: '50' }, bob)).error).toBe('CONVERT_LIMIT')
    expect(await available('USDT', bob)).toBe('100.0000000')
  })
})

test('records are their owner’s, and say what was quoted', async () => {
  const { data: done } = await convert()
  const bob = await app.customerWith('USDT', '1')
  expect((await app.call(calls.conversion, { id: done.id }, alice.token)).data).toEqual(done)
  expect((await app.call(calls.conversion, { id: done.id }, bob.token)).error).toBe('ORDER_NOT_FOUND')
  expect((await app.call(calls.conversions, {}, alice.token)).data.items).toEqual([done])
  expect((await app.call(calls.conversions, {}, bob.token)).data.items).toEqual([])
  const { data } = await app.call(statementEvents, {}, alice.token)
  expect(data.items[0]).toMatchObject({ kind: 'conversion', params: { sold: 'USDT', bought: 'BTC' } })
})

test('quotes are swept when they are over; what was converted stays', async () => {
  const { data } = await quote()
  await convert({ ...order, quoteId: data.quoteId })
  await deleteQuotes(app.db, app.clock.nowMs() + 60_000, 1_000)
  const left = await app.db.selectFrom('convert_quote').select('id').execute()
  expect(left).toEqual([])
  expect((await app.call(calls.conversion, { id: data.quoteId }, alice.token)).data.receive).toBe(
    '0.00999000',
  )
})

test('dollars that came from a bank become as many USDT, without a price, and never the other way', async () => {
  const carol = await app.customerWith('USD', '985')
  const dollars = { from: 'USD', to: 'USDT', amount: '985' }
  const { data } = await app.call(calls.quoteConversion, dollars, carol.token)
  expect(data).toMatchObject({ fee: '0.99', receive: '984.0100000', rate: '1', legs: [] })
  const { quoteId } = data
  const done = await app.call(calls.convert, { ...dollars, quoteId }, carol.token)
  expect(done.data).toMatchObject({ receive: '984.0100000', legs: [] })
  const back = { from: 'USDT', to: 'USD', amount: '900' }
  expect((await app.call(calls.quoteConversion, back, carol.token)).error).toBe('CONVERT_PAIR_UNKNOWN')
})

test('what can be converted to what is said to everybody', async () => {
  const { data } = await app.call(calls.convertTerms)
  expect(data.maxPerCustomer).toBe('100000.0000000')
  expect(data).toMatchObject({ feePercent: '0.10', minimum: '5.0000000', quoteSeconds: 10 })
  const to = (code: string) => data.currencies.find((one: { code: string }) => one.code === code)?.to
  expect(to('EUR')).toEqual(['USD'])
  expect(to('USD')).toEqual(expect.arrayContaining(['EUR', 'USDT']))
  expect(to('USDT')).not.toContain('USD')
  expect(to('USDT')).toContain('BTC')
})
