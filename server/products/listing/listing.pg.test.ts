import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractTermsOf } from '#domain/contract/terms.ts'
import { listingChannel, listings } from '#domain/listing/contract.ts'
import { adoptedListing, adoptListing } from '#domain/listing/listing.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { openListing, refreshListing } from '#server/markets/listing.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { openTestProducts } from '#server/testing/products.ts'
import { customerWith, order, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { listing } from './product.ts'

/** What is listed is rows: changed by two operators while everything runs, frozen into each order. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let spot: TestSpot
let maker: string
let checker: string

beforeAll(async () => {
  app = await openTestApp()
  await openListing(app.db, app.clock.nowMs())
  consoleApp = openTestConsole(app)
  spot = await startTestSpot(app.db, {
    instruments: () => instruments.filter(({ products }) => products.includes('spot')),
  })
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
})
afterAll(async () => {
  await spot.engine.stop()
  await consoleApp.close()
  await app.close()
  adoptListing(seedListing)
})

const terms = {
  symbol: 'BTC-USDT',
  status: 'trading',
  min_notional: '5',
  maker_fee_bps: '10',
  taker_fee_bps: '10',
  collar: 'major',
  reason: 'a quarter of the old fee',
}
const coin = {
  code: 'NEWC',
  name: 'Newcoin',
  decimals: '8',
  kind: 'crypto',
  colour: '#3AB08C',
  reason: 'new',
}
const pair = {
  base: 'NEWC',
  quote: 'USDT',
  name: 'Newcoin',
  class: 'crypto',
  tick_size: '0.01',
  step_size: '0.001',
  reference_price: '12.5',
  min_notional: '5',
  maker_fee_bps: '10',
  taker_fee_bps: '10',
  reason: 'new',
}
const propose = (what: string, input: Record<string, string>) =>
  consoleApp.post(`/console/listing/${what}`, maker, input)

/** Proposed by one, approved by another, adopted by the server. */
async function agree(what: string, input: Record<string, string>): Promise<void> {
  const { data, error } = await propose(what, input)
  expect(error).toBeUndefined()
  const approved = await consoleApp.post('/console/proposal/approve', checker, {
    id: data.id,
    reason: 'seen',
  })
  expect(approved.error).toBeUndefined()
  await refreshListing(app.db)
}

describe('a new database', () => {
  test('lists what the domain says a new installation lists, and is filled once', async () => {
    await openListing(app.db, app.clock.nowMs())
    const { data } = await app.call(listings)
    expect(data.currencies).toMatchObject(seedListing.currencies)
    expect(data.instruments).toHaveLength(seedListing.instruments.length)
    expect(seedListing.instruments.map(({ symbol }) => findInstrument(symbol))).toEqual(
      seedListing.instruments,
    )
  })

  test('has a name of its own, which comes with the list and at every connection', async () => {
    const { data } = await app.call(listings)
    const { installation } = await app.db
      .selectFrom('listing')
      .select('installation')
      .executeTakeFirstOrThrow()
    expect(installation).toMatch(/^[0-9a-f-]{36}$/)
    const which = { installation, version: seedListing.version }
    expect(data).toMatchObject(which)
    const [product] = openTestProducts({ db: app.db, clock: app.clock, products: [listing] })
    expect(product!.snapshotFor!(listingChannel, {})).toEqual(which)
  })
})

describe('an id in the list', () => {
  test('is what other calls take as currency_id: a currency’s in the wallet’s, an instrument’s in the market’s', async () => {
    const { data } = await app.call(listings)
    const ids = (list: { id: string }[]) => list.map(({ id }) => id)
    expect(ids(data.currencies)).toEqual(seedListing.currencies.map(({ code }) => code))
    expect(ids(data.instruments)).toEqual(seedListing.instruments.map(({ symbol }) => symbol))
  })
})

describe('terms', () => {
  test('change once a second operator has seen them, and orders keep those they were made under', async () => {
    const customer = await customerWith(app.db, { USDT: '10000' })
    const before = await order(spot, customer)
    const { version } = adoptedListing()
    const { data: waiting } = await propose('terms', { ...terms, maker_fee_bps: '2', taker_fee_bps: '5' })
    expect(waiting).toMatchObject({ status: 'pending', title: 'Terms of BTC/USDT' })
    await refreshListing(app.db)
    expect(findInstrument('BTC-USDT')).toMatchObject({ makerFeeBps: 10, termsVersion: 1 })
    await consoleApp.post('/console/proposal/approve', checker, { id: waiting.id, reason: 'seen' })
    expect(await refreshListing(app.db)).toBe(version + 1)
    expect(await refreshListing(app.db)).toBeUndefined()

    const after = await order(spot, customer)
    const rows = await app.db
      .selectFrom('spot_order')
      .select(['maker_fee_bps', 'taker_fee_bps', 'terms_version'])
      .where('id', 'in', [before.id, after.id])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { maker_fee_bps: 10, taker_fee_bps: 15, terms_version: 1 },
      { maker_fee_bps: 2, taker_fee_bps: 5, terms_version: 2 },
    ])
    const history = await consoleApp.get('/console/listing/history', maker, { symbol: 'BTC-USDT' })
    expect(history.data).toMatchObject([
      { version: 2, makerFeeBps: 2, proposal: `P-${waiting.id}` },
      { version: 1, makerFeeBps: 10, proposal: null },
    ])
  })

  test('that cannot be are refused before anybody is asked to look', async () => {
    for (const [change, field, refusal] of [
      [{ maker_fee_bps: '1001' }, 'maker_fee_bps', 'PARAMETER_ERROR'],
      [{ min_notional: '0' }, 'minNotional', 'PARAMETER_ERROR'],
      [{ status: 'closed' }, 'status', 'VALUE_NOT_ALLOWED'],
    ] as const) {
      const answer = await propose('terms', { ...terms, ...change })
      expect([field, answer.error]).toEqual([field, refusal])
    }
    expect(await propose('terms', { ...terms, symbol: 'NONE-USDT' })).toMatchObject({
      error: 'INSTRUMENT_UNKNOWN',
    })
  })

  test('are never written over, not even by the application’s own role', async () => {
    for (const statement of [
      sql`update instrument_terms set maker_fee_bps = 0`,
      sql`delete from instrument_terms`,
      sql`update instrument set tick_size = '1'`,
      sql`update currency set decimals = 2`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
  })
})

test('is halted by the terms of the moment, whatever this server has adopted', async () => {
  await agree('terms', { ...terms, maker_fee_bps: '3' })
  const { data } = await propose('terms', { ...terms, maker_fee_bps: '4' })
  await consoleApp.post('/console/proposal/approve', checker, { id: data.id, reason: 'seen' })
  await consoleApp.post('/console/listing/halt', checker, { symbol: 'BTC-USDT', reason: 'odd' })
  await refreshListing(app.db)
  expect(findInstrument('BTC-USDT')).toMatchObject({ status: 'halted', makerFeeBps: 4 })
  await agree('terms', terms)
})

test('is not ended by a proposal that was made before it', async () => {
  const { data } = await propose('terms', { ...terms, maker_fee_bps: '6' })
  await consoleApp.post('/console/listing/halt', checker, { symbol: 'BTC-USDT', reason: 'odd' })
  const late = await consoleApp.post('/console/proposal/approve', checker, { id: data.id, reason: 'seen' })
  expect(late).toMatchObject({ error: 'PROPOSAL_OUTDATED' })
  await consoleApp.post('/console/proposal/withdraw', maker, { id: data.id, reason: 'late' })
  // Halting again changes nothing.
  await consoleApp.post('/console/listing/halt', checker, { symbol: 'BTC-USDT', reason: 'odd' })
  const { data: history } = await consoleApp.get('/console/listing/history', maker, { symbol: 'BTC-USDT' })
  expect(history[0]).toMatchObject({ status: 'halted', makerFeeBps: 10, atMs: app.clock.nowMs() })
  expect(history[1]).toMatchObject({ status: 'trading' })
  await refreshListing(app.db)
  await agree('terms', terms)
})

test('currencies that are approved at once get a number each', async () => {
  const codes = Array.from({ length: 8 }, (_, n) => `PAR${n}`)
  const made = await Promise.all(codes.map((code) => propose('currency', { ...coin, code })))
  const approved = await Promise.all(
    made.map(({ data }) =>
      consoleApp.post('/console/proposal/approve', checker, { id: data.id, reason: 'seen' }),
    ),
  )
  expect(approved.map(({ error }) => error).filter(Boolean)).toEqual([])
  await refreshListing(app.db)
  expect(new Set(codes.map((code) => findCurrency(code)?.number)).size).toBe(codes.length)
})

test('an instrument is halted by one operator at once, and taken up again by two', async () => {
  const customer = await customerWith(app.db, { USDT: '10000' })
  const resting = await order(spot, customer)
  const halted = await consoleApp.post('/console/listing/halt', checker, {
    symbol: 'BTC-USDT',
    reason: 'odd',
  })
  expect(halted.error).toBeUndefined()
  await refreshListing(app.db)
  await expect(order(spot, customer)).rejects.toMatchObject({ code: 'MARKET_CLOSED' })
  expect(await spot.engine.cancel(customer, resting.id)).toMatchObject({ status: 'cancelled' })
  await agree('terms', terms)
  expect(await order(spot, customer)).toMatchObject({ status: 'open' })
})

test('a currency and an instrument are listed while everything runs, and traded once they are taken up', async () => {
  expect(await propose('instrument', { ...pair, quote: 'NONE' })).toMatchObject({ error: 'CURRENCY_UNKNOWN' })
  await agree('currency', coin)
  expect(findCurrency('NEWC')).toMatchObject({ decimals: 8 })
  expect(await propose('currency', coin)).toMatchObject({ error: 'ALREADY_LISTED' })
  await agree('instrument', pair)
  expect(await propose('instrument', pair)).toMatchObject({ error: 'ALREADY_LISTED' })
  const listed = findInstrument('NEWC-USDT')!
  expect(listed).toMatchObject({
    status: 'halted',
    products: ['spot', 'contract', 'option'],
    termsVersion: 1,
  })

  const customer = await customerWith(app.db, { USDT: '1000' })
  spot.prices.set('NEWC-USDT', 1_250)
  const draft = { symbol: 'NEWC-USDT', quantity: '1', limitPrice: formatPrice(listed, 1_240) }
  await expect(order(spot, customer, draft)).rejects.toMatchObject({ code: 'MARKET_CLOSED' })
  await agree('terms', { ...terms, symbol: 'NEWC-USDT', collar: 'other' })
  const placed = await order(spot, customer, draft)
  expect(placed).toMatchObject({ status: 'open', termsVersion: 2 })
  await spot.restart()
  expect(await spot.engine.cancel(customer, placed.id)).toMatchObject({ status: 'cancelled' })
})

test('a lot of a contract is what two operators listed: a future says its multiplier, others what is usual', async () => {
  const gas = { ...pair, base: 'NG', quote: 'USD', name: 'Natural gas', class: 'future' }
  expect(await propose('instrument', gas)).toMatchObject({ error: 'PARAMETER_ERROR' })
  for (const lot_size of ['0', '1000001', '0.5'])
    expect(await propose('instrument', { ...gas, lot_size })).toMatchObject({ error: 'PARAMETER_ERROR' })
  const { data } = await propose('instrument', { ...gas, lot_size: '10000' })
  expect(data.lines).toContainEqual(
    expect.objectContaining({ label: 'One lot of its contract', value: '10000 NG' }),
  )
  await consoleApp.post('/console/proposal/approve', checker, { id: data.id, reason: 'seen' })
  await refreshListing(app.db)
  expect(contractTermsOf(findInstrument('NG-USD')!)).toMatchObject({ lotSize: 10_000 })
  await agree('instrument', { ...pair, base: 'EUR', quote: 'SEK', name: 'Euro', class: 'forex' })
  expect(findInstrument('EUR-SEK')).toMatchObject({ lotSize: 100_000 })
  await agree('instrument', { ...pair, base: 'NEWX', quote: 'USD', name: 'New', class: 'stock' })
  expect(findInstrument('NEWX-USD')).toMatchObject({ lotSize: 1 })
})

test('what an instrument is counted in must come out whole', async () => {
  for (const [field, value] of [
    ['tick_size', '0.03'],
    ['step_size', '0.0000001'],
    ['reference_price', '0'],
  ] as const) {
    const answer = await propose('instrument', { ...pair, base: 'OTHR', [field]: value })
    expect([field, answer.error]).toEqual([field, field === 'step_size' ? undefined : 'PARAMETER_ERROR'])
  }
  expect(
    await propose('instrument', { ...pair, base: 'BTC', quote: 'ETH', step_size: '0.0000000001' }),
  ).toMatchObject({
    error: 'PARAMETER_ERROR',
  })
})
