import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allot } from '#domain/ieo/allotment.ts'
import * as calls from '#domain/ieo/contract.ts'
import { LISTED_WITHIN_MS, PAID_IN } from '#domain/ieo/rules.ts'
import { adoptListing } from '#domain/listing/listing.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { notices } from '#domain/notice/contract.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { refreshListing } from '#server/markets/listing.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { type IeoFixture, openIeoFixture } from '#server/testing/ieo.ts'
import { order, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { proceedsOf, supplyOf } from './accounts.ts'
import { auditAllotments, auditIeo } from './audit.ts'

let app: IeoFixture
let consoleApp: ReturnType<typeof openTestConsole>
let spot: TestSpot
let maker: string
let checker: string

beforeAll(async () => {
  app = await openIeoFixture()
  consoleApp = openTestConsole(app)
  spot = await startTestSpot(app.db, {
    instruments: () => instruments.filter(({ products }) => products.includes('spot')),
  })
})
afterAll(async () => {
  expect(await auditIeo(app.db)).toEqual([])
  expect(await auditAllotments(app.db, 1_000)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await spot.engine.stop()
  await consoleApp.close()
  await app.close()
  adoptListing(seedListing)
})

const detail = async (projectId: string, token?: string) =>
  (await app.call(calls.ieoProject, { projectId }, token)).data

test('the console shows sales while no coin of one is listed', async () => {
  const { code } = await app.sale()
  const operator = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  const { data } = await consoleApp.get('/console/ieo', operator)
  expect(data.projects).toMatchObject([{ code, phase: 'open', undelivered: null, held: '0.0000000' }])
})

describe('an order', () => {
  test('at the fixed price is of whole coins, and its money stays the customer’s own', async () => {
    const { id, code } = await app.sale()
    const customer = await app.customerWith('100')
    const bought = await app.order('exchange', customer, id, '10.9')
    expect(bought).toMatchObject({
      ...{ code, kind: 'exchange', status: 'allotted', quantity: '21', cost: '10.5000000' },
      ...{ allotted: '21', held: '10.5000000', paid: '0.0000000', refunded: '0.0000000', symbol: null },
    })
    expect(await app.balances(customer)).toEqual({ funding: 89_5000000n, held: 10_5000000n })
    expect(await detail(id, customer.token)).toMatchObject({ sold: '21', ownExchange: '21', phase: 'open' })
    const { data } = await app.call(walletList, {}, customer.token)
    expect(JSON.stringify(data)).toContain('"ieo"')
  })

  test('is by name on the wire, of paths and values of the specification', async () => {
    const { id } = await app.sale()
    const customer = await app.customerWith('100')
    const headers = {
      authorization: customer.token,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const send = async (url: string, fields: Record<string, string>) =>
      (
        await app.app.inject({
          ...{ method: 'POST', url: `/api${url}`, headers },
          payload: new URLSearchParams(fields).toString(),
        })
      ).json()
    expect(await send('/project/buy', { project_id: id, total_price: '1' })).toMatchObject({
      code: 1,
      data: { project_id: id, quantity: '2', pay_currency: 'USDT' },
    })
    const asked = { project_id: id, amount: '3', pay_currency: 'USDT', price: '0.50' }
    expect(await send('/project/order', asked)).toMatchObject({ code: 1, data: { status: 'waiting' } })
    const listed = await app.app.inject({ method: 'GET', url: '/api/user/project/order?page=1', headers })
    expect(listed.json().data.items.map(({ kind }: { kind: string }) => kind)).toEqual([
      'subscription',
      'exchange',
    ])
    const index = await app.app.inject({ method: 'GET', url: '/api/project?page=1' })
    expect(index.json().data.items[0]).toMatchObject({ presale: 'in_progress' })
    const one = await app.app.inject({ method: 'GET', url: `/api/project/detail?project_id=${id}` })
    expect(one.json().data).toMatchObject({ id, sold: '2', subscribed: '6', ownExchange: '0' })
  })

  test('finds its sale not started, in progress, sold out or ended, by the wire’s words', async () => {
    const nowMs = app.clock.nowMs()
    const small = { exchangeSupply: 2n, maxExchange: 2n, subscriptionSupply: 0n, quota: 0n }
    const sales = [
      await app.sale({ opensAtMs: nowMs + DAY_MS }),
      await app.sale(),
      await app.sale(small),
      await app.sale({ endsAtMs: nowMs + 1 }),
    ]
    await app.order('exchange', await app.customerWith('10'), sales[2]!.id, '1')
    app.clock.advance(1)
    const words = ['not_started', 'in_progress', 'sold_out', 'ended']
    const read = async (url: string) => (await app.app.inject({ method: 'GET', url })).json().data
    const { items } = await read('/api/project')
    for (const [at, { id }] of sales.entries()) {
      const listed = items.find((one: { id: string }) => one.id === id)
      const alone = await read(`/api/project/detail?project_id=${id}`)
      expect([listed.presale, alone.presale]).toEqual([words[at], words[at]])
    }
  })

  test('T42: is at the sale’s price, whatever a client sends', async () => {
    const { id } = await app.sale()
    const customer = await app.customerWith('100')
    const send = async (fields: Record<string, string>, call = calls.subscribeIeo) =>
      (await app.call(call, { projectId: id, ...fields }, customer.token)).error
    expect(await send({ amount: '10', price: '0.01' })).toBe('IEO_PRICE_DIFFERS')
    expect(await send({ amount: '10', price: '5' })).toBe('IEO_PRICE_DIFFERS')
    expect(await send({ amount: '10', payCurrency: 'BTC' })).toBe('CURRENCY_UNKNOWN')
    for (const amount of ['-1', '1e3', 'x', ' ']) expect(await send({ amount })).toBe('PARAMETER_ERROR')
    expect(await send({ amount: '0' })).toBe('AMOUNT_INVALID')
    expect(await send({ amount: '0.49' })).toBe('AMOUNT_TOO_SMALL')
    expect(await send({ amount: '0.49999999' })).toBe('AMOUNT_TOO_PRECISE')
    expect(await send({ amount: '0.49' }, calls.buyIeo as never)).toBe('AMOUNT_TOO_SMALL')
    expect(await app.balances(customer)).toEqual({ funding: 100_0000000n, held: 0n })
    expect(await send({ amount: '10', price: '0.5' })).toBeUndefined()
  })

  test('takes basic verification, and who froze the account orders nothing', async () => {
    const { id } = await app.sale()
    const stranger = await app.customerWith('100', 'unverified')
    for (const call of [calls.buyIeo, calls.subscribeIeo])
      expect(await app.call(call, { projectId: id, amount: '1' }, stranger.token)).toMatchObject({
        ...{ type: 998, error: 'KYC_REQUIRED' },
      })
    const customer = await app.customerWith('100')
    expect((await app.call(freezeAccount, {}, customer.token)).error).toBeUndefined()
    expect((await app.call(calls.buyIeo, { projectId: id, amount: '1' }, customer.token)).error).toBe(
      'ACCOUNT_FROZEN',
    )
  })

  test('is within what one customer may have and what there is, and of nobody else', async () => {
    const { id } = await app.sale({ exchangeSupply: 12n, maxExchange: 10n, quota: 10n })
    const customer = await app.customerWith('100')
    const buy = async (amount: string, who = customer) =>
      (await app.call(calls.buyIeo, { projectId: id, amount }, who.token)).error
    expect(await buy('5.5')).toBe('AMOUNT_TOO_LARGE')
    const own = await app.order('exchange', customer, id, '4')
    expect(await buy('1.5')).toBe('AMOUNT_TOO_LARGE')
    const poor = await app.customerWith('0.4')
    expect(await buy('1', poor)).toBe('INSUFFICIENT_BALANCE')
    const other = await app.customerWith('100')
    expect(await buy('2.5', other)).toBe('EARN_SOLD_OUT')
    expect(await buy('2', other)).toBeUndefined()
    expect((await app.call(calls.ieoOrder, { id: own.id }, other.token)).error).toBe('ORDER_NOT_FOUND')
    expect((await app.call(calls.ieoProject, { projectId: '999999' })).error).toBe('NOT_FOUND')
    // A quota is counted over all of one customer's subscriptions.
    await app.order('subscription', customer, id, '3')
    expect((await app.call(calls.subscribeIeo, { projectId: id, amount: '2.5' }, customer.token)).error).toBe(
      'AMOUNT_TOO_LARGE',
    )
  })

  test('is taken from the opening until the end', async () => {
    const opensAtMs = app.clock.nowMs() + DAY_MS
    const { id } = await app.sale({ opensAtMs, endsAtMs: opensAtMs + DAY_MS, listsAtMs: opensAtMs + DAY_MS })
    const customer = await app.customerWith('100')
    const buy = async () =>
      (await app.call(calls.buyIeo, { projectId: id, amount: '1' }, customer.token)).error
    expect([(await detail(id)).phase, await buy()]).toEqual(['announced', 'IEO_CLOSED'])
    app.clock.advance(DAY_MS)
    expect([(await detail(id)).phase, await buy()]).toEqual(['open', undefined])
    app.clock.advance(DAY_MS)
    expect([(await detail(id)).phase, await buy()]).toEqual(['ended', 'IEO_CLOSED'])
  })
})

describe('a sale that is over', () => {
  test('is shared out by the rule, and what was not allotted comes back; a browser computes it again', async () => {
    const { id, code } = await app.sale({ subscriptionSupply: 1_000n, quota: 1_000n, lockDays: 2 })
    const asks = ['500', '367.5', '332.5']
    const customers = []
    for (const amount of asks) {
      const customer = await app.customerWith(amount)
      await app.order('subscription', customer, id, amount)
      customers.push(customer)
    }
    expect(await detail(id)).toMatchObject({ subscribed: '2400', allotment: null })
    expect((await app.call(calls.ieoAllotments, { projectId: id })).data.items).toEqual([])
    app.clock.advance(7 * DAY_MS)
    await app.settle()
    await app.settle()
    const token = await app.signIn(customers[0]!)
    // As in the golden table: 1,000 among 1,000, 735 and 665.
    const found = await detail(id)
    expect(found).toMatchObject({ phase: 'allotted', allotment: { subscriptions: 3, left: 1 } })
    const { data } = await app.call(calls.ieoAllotments, { projectId: id })
    expect(data.items).toEqual([
      { position: 1, asked: '1000', allotted: '417' },
      { position: 2, asked: '735', allotted: '306' },
      { position: 3, asked: '665', allotted: '277' },
    ])
    const again = allot(
      BigInt(found.subscriptionSupply),
      (data.items as { asked: string }[]).map(({ asked }) => BigInt(asked)),
    )
    expect(again.lines.map(({ allotted }) => String(allotted))).toEqual(['417', '306', '277'])
    const [first] = (await app.call(calls.ieoOrders, {}, token)).data.items
    expect(first).toMatchObject({
      ...{ status: 'allotted', allotted: '417', held: '208.5000000', refunded: '291.5000000' },
      allotment: {
        ...{ position: 1, total: '2400', supply: '1000', whole: '416' },
        ...{ remainder: '1600', rank: 1, left: 1 },
      },
    })
    expect(await app.balances(customers[0]!)).toEqual({ funding: 291_5000000n, held: 208_5000000n })
    const told = JSON.stringify((await app.call(notices, {}, token)).data.items)
    expect(told).toContain('ieo-allotted')

    // Listed: coins for the money, locked for two days, then the customer's.
    const before = await balanceOf(app.db, proceedsOf(PAID_IN))
    expect(findCurrency(code)).toBeUndefined()
    await app.list(id, 1_200n)
    await app.settle()
    await app.settle()
    expect(await app.balances(customers[0]!, code)).toEqual({
      ...{ funding: 291_5000000n, held: 0n, coins: 0n, locked: 417_0000n },
    })
    expect((await balanceOf(app.db, proceedsOf(PAID_IN))) - before).toBe(500_0000000n)
    expect(await balanceOf(app.db, supplyOf(code))).toBe(200_0000n)
    expect(await auditIeo(app.db)).toEqual([])
    app.clock.advance(2 * DAY_MS - 1)
    await app.settle()
    expect((await app.balances(customers[0]!, code)).locked).toBe(417_0000n)
    app.clock.advance(1)
    await app.settle()
    await app.settle()
    expect(await app.balances(customers[0]!, code)).toMatchObject({ coins: 417_0000n, locked: 0n })
    const { data: done } = await app.call(calls.ieoOrder, { id: first.id }, token)
    expect(done).toMatchObject({ status: 'unlocked', paid: '208.5000000', symbol: `${code}-USDT` })
    const { data: events } = await app.call(statementEvents, {}, token)
    expect(JSON.stringify(events.items)).toContain('"subscription"')
  })

  test('below its soft cap gives all money back, of either kind', async () => {
    const { id } = await app.sale({ softCap: 101n })
    const [buyer, subscriber] = [await app.customerWith('25'), await app.customerWith('25')]
    await app.order('exchange', buyer, id, '25')
    await app.order('subscription', subscriber, id, '25')
    app.clock.advance(7 * DAY_MS)
    await app.settle()
    await app.settle()
    expect(await detail(id)).toMatchObject({ phase: 'failed', failure: 'soft-cap' })
    for (const customer of [buyer, subscriber]) {
      expect(await app.balances(customer)).toEqual({ funding: 25_0000000n, held: 0n })
      const { data } = await app.call(calls.ieoOrders, { status: 'refunded' }, await app.signIn(customer))
      expect(data.items).toMatchObject([{ refunded: '25.0000000', paid: '0.0000000' }])
    }
  })

  test('that is never listed gives all money back after ninety days', async () => {
    const { id } = await app.sale({ subscriptionSupply: 20n, quota: 20n })
    const [buyer, subscriber] = [await app.customerWith('25'), await app.customerWith('10')]
    await app.order('exchange', buyer, id, '25')
    await app.order('subscription', subscriber, id, '10')
    app.clock.advance(7 * DAY_MS)
    await app.settle()
    expect((await app.balances(buyer)).held).toBe(25_0000000n)
    app.clock.advance(LISTED_WITHIN_MS - 1)
    await app.settle()
    expect((await detail(id)).phase).toBe('allotted')
    app.clock.advance(1)
    await app.settle()
    expect(await detail(id)).toMatchObject({ phase: 'failed', failure: 'unlisted' })
    expect(await app.balances(buyer)).toEqual({ funding: 25_0000000n, held: 0n })
    expect(await app.balances(subscriber)).toEqual({ funding: 10_0000000n, held: 0n })
  })
})

describe('two operators', () => {
  let people: Person[] = []
  beforeAll(async () => {
    people = [await consoleApp.addOperator('finance'), await consoleApp.addOperator('risk')]
    await pass(DAY_MS)
  })
  /** Lets time pass: operators sign in again. */
  async function pass(ms: number) {
    app.clock.advance(ms)
    maker = await consoleApp.tokenOf(people[0]!)
    checker = await consoleApp.tokenOf(people[1]!)
  }
  const draft = (code: string, changes: Record<string, string> = {}) => {
    const at = (days: number) => String(app.clock.nowMs() + days * DAY_MS)
    return {
      ...{ code, name: 'Proposed', tagline: 'By two', decimals: '4', colour: '#3AB08C', price: '0.5' },
      ...{ exchange_supply: '100', subscription_supply: '100', max_exchange: '100', quota: '100' },
      ...{ soft_cap: '0', opens_at: at(1), ends_at: at(2), lists_at: at(3), lock_days: '0', reason: 'new' },
      ...changes,
    }
  }
  const propose = (what: string, input: Record<string, string>) =>
    consoleApp.post(`/console/ieo/${what}`, maker, input)
  const approve = (id: string) =>
    consoleApp.post('/console/proposal/approve', checker, { id, reason: 'seen' })
  async function agree(what: string, input: Record<string, string>) {
    const { data, error } = await propose(what, input)
    expect(error).toBeUndefined()
    expect((await approve(data.id)).error).toBeUndefined()
  }
  const projectOf = async (code: string) =>
    (await consoleApp.get('/console/ieo', maker)).data.projects.find(
      (each: { code: string }) => each.code === code,
    )

  test('announce a sale, change it before it opens, close and open it, and list its coin while all runs', async () => {
    expect((await propose('create', draft('BTC'))).error).toBe('TERMS_INVALID')
    expect((await propose('create', draft('TWO', { quota: '101' }))).error).toBe('TERMS_INVALID')
    await agree('create', draft('TWO'))
    expect((await propose('create', draft('TWO'))).error).toBe('ALREADY_LISTED')
    const { id } = await projectOf('TWO')
    await agree('edit', { id, ...draft('TWO', { price: '0.25', lock_days: '1' }) })
    expect(await detail(id)).toMatchObject({ price: '0.2500000', lockDays: 1, phase: 'announced' })

    // What was proposed before it opened is not done once it has.
    const late = await propose('edit', { id, ...draft('TWO', { price: '9' }) })
    await pass(DAY_MS)
    expect((await approve(late.data.id)).error).toBe('PROPOSAL_OUTDATED')
    await consoleApp.post('/console/proposal/withdraw', maker, { id: late.data.id, reason: 'late' })
    const customer = await app.customerWith('100')
    await app.order('exchange', customer, id, '10')
    await consoleApp.post('/console/ieo/close', checker, { id, reason: 'odd' })
    expect((await app.call(calls.buyIeo, { projectId: id, amount: '1' }, customer.token)).error).toBe(
      'IEO_CLOSED',
    )
    await agree('open', { id, reason: 'looked at' })
    await app.order('subscription', customer, id, '25')
    const seen = await consoleApp.get('/console/ieo/preview', maker, { id })
    expect(seen.data).toMatchObject({ subscriptions: 1, asked: '100', allotted: '100', refund: '0.0000000' })

    const listing = {
      ...{ id, received: '139', payment: 'tx 1', tick_size: '0.0001', step_size: '1', min_notional: '1' },
      ...{ maker_fee_bps: '10', taker_fee_bps: '10', reason: 'delivered' },
    }
    expect((await propose('list_coin', listing)).error).toBe('IEO_NOT_ALLOTTED')
    await pass(DAY_MS)
    await app.settle()
    expect((await propose('list_coin', listing)).error).toBe('TERMS_INVALID')
    expect((await propose('list_coin', { ...listing, received: '140', step_size: '0.00001' })).error).toBe(
      'TERMS_INVALID',
    )
    await agree('list_coin', { ...listing, received: '150' })
    const news = await app.db
      .selectFrom('content_text as t')
      .innerJoin('content_item as i', 'i.id', 't.item_id')
      .select(['t.language', 't.title'])
      .where('i.announces', 'is not', null)
      .where('t.title', 'like', '%TWO%')
      .execute()
    expect(news.map(({ title }) => title)).toContain('Coin TWO: listed')
    expect(news.filter(({ title }) => title.endsWith(': listed'))).toHaveLength(1)
    // Late on purpose: the job runs before and after the listing is adopted.
    await app.settle()
    expect((await app.balances(customer)).held).toBe(35_0000000n)
    await refreshListing(app.db)
    await app.settle()
    expect(await app.balances(customer, 'TWO')).toMatchObject({ held: 0n, coins: 0n, locked: 140_0000n })
    await pass(DAY_MS)
    await app.settle()
    expect(await app.balances(customer, 'TWO')).toMatchObject({ coins: 140_0000n, locked: 0n })
    expect(findInstrument('TWO-USDT')).toMatchObject({ status: 'trading', products: ['spot'], base: 'TWO' })
    expect(await projectOf('TWO')).toMatchObject({ phase: 'listed', owed: '0', undelivered: '10.0000' })
    expect((await propose('list_coin', { ...listing, received: '150' })).error).toBe('IEO_NOT_ALLOTTED')
    expect((await propose('fail', { id, reason: 'too late' })).error).toBe('IEO_CLOSED')

    // Its market is there: an order rests in a book that no restart made.
    spot.prices.set('TWO-USDT', 2_500)
    const coins = { currency: 'TWO', amount: '40', from: 'funding', to: 'spot' }
    expect((await app.call(walletTransfer, coins, customer.token)).error).toBeUndefined()
    const sale = { symbol: 'TWO-USDT', side: 'sell', quantity: '40', limitPrice: '0.2501' } as const
    expect(await order(spot, customer.id, sale)).toMatchObject({ status: 'open' })
  })

  test('call a sale off before its listing, and all money goes back', async () => {
    const { id, code } = await app.sale()
    const customer = await app.customerWith('100')
    await app.order('exchange', customer, id, '40')
    await app.order('subscription', customer, id, '40')
    await agree('fail', { id, reason: 'the issuer withdrew' })
    await app.settle()
    expect(await app.balances(customer)).toEqual({ funding: 100_0000000n, held: 0n })
    const { data } = await consoleApp.get('/console/ieo/list', maker, { search: code, refunded: 'yes' })
    expect(data.items).toMatchObject([
      { kind: 'subscription', refunded: '40.0000000', status: 'refunded' },
      { kind: 'exchange', refunded: '40.0000000', status: 'refunded' },
    ])
    const none = await consoleApp.get('/console/ieo/list', maker, { search: code, refunded: 'no' })
    expect(none.data.items).toEqual([])
    // A coin of a sale that failed may be sold again.
    await app.sale({ code })
  })
})

test('a coin is listed once, also where nobody bought any', async () => {
  const { id } = await app.sale({ exchangeSupply: 10n, maxExchange: 10n })
  app.clock.advance(7 * DAY_MS)
  await app.settle()
  await app.list(id, 0n)
  await expect(app.list(id, 0n)).rejects.toMatchObject({ code: 'IEO_NOT_ALLOTTED' })
})
