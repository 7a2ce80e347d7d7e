import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOf } from '#domain/console/table.ts'
import { consoleDeposits } from '#domain/deposit/console.ts'
import { requestDeposit } from '#domain/deposit/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { ListEndpoint } from '#domain/list.ts'
import { units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, HOUR_MS, startOfDayUtc } from '#domain/time.ts'
import { maskContact } from '#domain/user/contact.ts'
import { consoleEndpoints } from '#server/contract.ts'
import { accountId, MARKET_MAKER, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { firstIdAt } from '#server/platform/ids.ts'
import { publishDepositAddresses } from '#server/products/deposit/addresses.ts'
import { spotAccounts } from '#server/products/spot/accounts.ts'
import { treasuryAccounts } from '#server/products/treasury/accounts.ts'
import { openTestApp, START_MS, type TestApp } from '#server/testing/app.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { openTestProducts } from '#server/testing/products.ts'
import { createDashboard } from './dashboard.ts'

const ADDRESS = 'DEMO-USDT-TRC20-ADDRESS'
/** What a spreadsheet would run. */
const FORMULA = '+SUM(A1)'

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string
let admin: string
let ana: TestCustomer
let bob: TestCustomer
/** Ana's three requests of 100, 30 and 250 USDT, one a day, then Bob's of 60. */
const claims: string[] = []
/** When the first of them was credited. */
let creditedAtMs: number

beforeAll(async () => {
  app = await openTestApp()
  await app.db
    .transaction()
    .execute((tx) =>
      publishDepositAddresses(tx, [
        { currency: 'USDT', network: 'TRC20', address: ADDRESS, minimum: '10', isDemo: true },
      ]),
    )
  consoleApp = openTestConsole(app)
  ;[ana, bob] = [await app.newCustomer(), await app.newCustomer()]
  for (const [amount, sender] of [
    ['100', 'Ana Lopez'],
    ['30', FORMULA],
    ['250', 'Ana Lopez'],
  ] as const) {
    claims.push(await claim(ana, amount, sender))
    app.clock.advance(DAY_MS)
  }
  claims.push(await claim(bob, '60', 'Bob'))
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
  admin = await consoleApp.tokenOf(await consoleApp.addOperator('admin'))
})
afterAll(async () => {
  await consoleApp.close()
  await app.close()
})

async function claim(customer: TestCustomer, amount: string, sender: string): Promise<string> {
  const image = await app.uploads.keep(customer.id, await newPicture())
  const input = { sender, amount, currency: 'USDT', network: 'TRC20', address: ADDRESS, image }
  const { data } = await app.call(requestDeposit, { ...input, hashTail: 'a1b2c3' }, customer.token)
  return data.id
}

type Fields = Record<string, string>
const idsOf = async (path: string, fields: Fields = {}, token = maker): Promise<string[]> => {
  const { data, error } = await consoleApp.get(path, token, fields)
  expect(error).toBeUndefined()
  return data.items.map(({ id }: { id: string }) => id)
}
const deposits = (fields: Fields) => idsOf('/console/deposits', fields)
const [first, second, third, fourth] = [0, 1, 2, 3].map((n) => () => claims[n]!)

/** The lines of a CSV file, its names first. */
async function csv(path: string, fields: Fields = {}, token = maker): Promise<string[]> {
  const answer = await consoleApp.send('GET', path, token, fields)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  return answer.body.trimEnd().split('\r\n')
}

describe('a table', () => {
  test.each([
    ['a reference', () => `D-${first!()}`, () => [first!()]],
    ['an id', () => second!(), () => [second!()]],
    // The numbers of customers and of requests begin at the same one.
    [
      'a customer’s id',
      () => String(bob.id),
      () => [fourth!(), ...claims.filter((id) => id === String(bob.id))],
    ],
    ['a customer’s email', () => bob.email.toUpperCase(), () => [fourth!()]],
    ['a sender', () => 'ana lopez', () => [third!(), first!()]],
    ['a part of a word', () => 'Lop', () => []],
    ['a sign that stands for any', () => '_', () => []],
  ])('finds %s exactly', async (_, search, found) => {
    expect(await deposits({ search: search() })).toEqual(found())
  })

  test('is filtered by time, amount, status and customer, each by itself and together', async () => {
    const begin = START_MS
    const end = String(begin + 2 * DAY_MS)
    expect(await deposits({ fromMs: String(begin + DAY_MS), toMs: end })).toEqual([second!()])
    expect(await deposits({ currency: 'USDT', minimum: '60', maximum: '100' })).toEqual([fourth!(), first!()])
    expect(await deposits({ currency: 'BTC' })).toEqual([])
    expect(await deposits({ status: 'approved' })).toEqual([])
    expect(await deposits({ customer: String(ana.id), toMs: end, currency: 'USDT', minimum: '60' })).toEqual([
      first!(),
    ])
  })

  test('has no amounts without a currency, and says which field is missing', async () => {
    for (const fields of [{ minimum: '1' }, { maximum: '1' }, { sort: 'amount' }])
      expect(await consoleApp.get('/console/deposits', maker, fields)).toMatchObject({
        error: 'PARAMETER_ERROR',
        message: 'Parameter error: currency',
      })
  })

  test('is read page by page in either direction and by amount, nothing twice and nothing left out', async () => {
    const byAmount = [second!(), fourth!(), first!(), third!()]
    for (const [fields, whole] of [
      [{}, claims.toReversed()],
      [{ direction: 'asc' }, claims],
      // What waits is read from whoever has waited longest.
      [{ status: 'pending' }, claims],
      [{ sort: 'amount', currency: 'USDT', direction: 'asc' }, byAmount],
      [{ sort: 'amount', currency: 'USDT' }, byAmount.toReversed()],
    ] as const) {
      const seen: string[] = []
      let cursor: string | null = ''
      do {
        const page: Fields = { ...fields, limit: '1', ...(cursor && { cursor }) }
        const { data } = await consoleApp.get('/console/deposits', maker, page)
        seen.push(...data.items.map(({ id }: { id: string }) => id))
        cursor = data.next
      } while (cursor)
      expect(seen).toEqual(whole)
    }
  })

  test('of one customer leaves a line in the log, by number or by contact, and from any row on', async () => {
    const lines = async () => {
      const { data } = await consoleApp.get('/console/audit', admin, { subject: `customer:${bob.id}` })
      return data.items as { action: string; detail: object }[]
    }
    const before = (await lines()).length
    await deposits({ customer: String(bob.id) })
    await deposits({ customer: String(bob.id), page: '2' })
    await deposits({ customer: String(bob.id), cursor: '9000000000000000000' })
    await deposits({ search: bob.email })
    await deposits({ search: String(bob.id) })
    await deposits({ search: '7' })
    const after = await lines()
    expect(after).toHaveLength(before + 5)
    expect(after[0]).toMatchObject({ action: 'viewed', detail: { list: 'deposits' } })
  })
})

describe('T67: a table’s CSV file', () => {
  test('has what the filters let through, times in UTC, and nothing that a spreadsheet would run', async () => {
    const [names, ...rows] = await csv('/console/deposits/csv', {
      direction: 'asc',
      customer: String(ana.id),
    })
    expect(names!.split(',').slice(0, 4)).toEqual(['id', 'reference', 'status', 'customer_id'])
    expect(names).toContain('submitted_at_utc')
    expect(rows.map((row) => row.split(',')[0])).toEqual([first!(), second!(), third!()])
    expect(rows[0]).toContain(new Date(START_MS).toISOString())
    expect(rows[1]).toContain(`,'${FORMULA},`)
    expect(rows.join()).not.toContain(ana.email)
  })

  test('is noted in the log with its filters and how many rows it had', async () => {
    await csv('/console/deposits/csv', { search: `D-${first!()}` })
    const { data } = await consoleApp.get('/console/audit', admin, { subject: 'list:deposits' })
    expect(data.items[0]).toMatchObject({
      action: 'exported',
      detail: { search: `D-${first!()}`, rows: '1' },
    })
  })

  test('of one customer is noted with the customer, and by no contact that could not be erased', async () => {
    await csv('/console/deposits/csv', { search: ana.email })
    const { data } = await consoleApp.get('/console/audit', admin, {})
    expect(data.items.slice(0, 2)).toMatchObject([
      { action: 'exported', subject: 'list:deposits', detail: { search: maskContact(ana.email) } },
      { action: 'viewed', subject: `customer:${ana.id}`, detail: { list: 'deposits' } },
    ])
    expect(JSON.stringify(data.items)).not.toContain(ana.email)
  })

  test('is for whoever may read the table, and for nobody else', async () => {
    const tables = consoleEndpoints.filter(
      (call) => 'sort' in call.input.shape && !call.path.endsWith('/csv'),
    )
    expect(tables.length).toBeGreaterThan(7)
    for (const table of tables) {
      const { path, roles } = csvOf(table as ListEndpoint)
      expect(consoleEndpoints.find((call) => call.path === path)?.roles).toEqual(table.roles)
      expect(roles.length).toBeGreaterThan(0)
    }
    const writer = await consoleApp.tokenOf(await consoleApp.addOperator('content'))
    const { path } = csvOf(consoleDeposits)
    expect((await consoleApp.send('GET', path, writer)).json()).toMatchObject({
      error: 'OPERATOR_ROLE_REQUIRED',
    })
    expect((await consoleApp.send('GET', path, undefined)).json()).toMatchObject({ type: 999 })
  })
})

describe('customers by the day they registered', () => {
  test('are for few roles, masked, and each page is noted', async () => {
    const path = '/console/customers/list'
    for (const role of ['support', 'finance', 'content'] as const) {
      const token = await consoleApp.tokenOf(await consoleApp.addOperator(role))
      expect(await consoleApp.get(path, token)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    }
    const text = JSON.stringify(await consoleApp.get(path, checker, { limit: '1' }))
    expect(text).toContain(String(bob.id))
    for (const { email } of [ana, bob]) expect(text).not.toContain(email)
    const { data } = await consoleApp.get('/console/audit', admin, { subject: 'list:customers' })
    expect(data.items).toMatchObject([{ action: 'viewed' }])
  })
})

describe('the page of a customer', () => {
  test('shows the person masked, with sessions, and is noted in the log', async () => {
    const { data } = await consoleApp.get('/console/customer', maker, { id: String(ana.id) })
    expect(data).toMatchObject({
      hasPayPassword: false,
      invitedBy: null,
      invited: 0,
      sessions: [{ device: 'test', ip: '10.0.0.1', endedAtMs: null }],
    })
    expect(JSON.stringify(data)).not.toContain(ana.email)
    const log = await consoleApp.get('/console/audit', admin, { subject: `customer:${ana.id}` })
    expect(log.data.items[0]).toMatchObject({ action: 'viewed', detail: {} })
  })

  test('has the proposals and the log of the customer’s requests, and of nobody else’s', async () => {
    const proposed = await consoleApp.post('/console/deposit/propose', maker, {
      id: first!(),
      tx_reference: `${'1'.repeat(58)}a1b2c3`,
      amount: '99.5',
      confirmations: '6',
      reason: 'found on the chain',
    })
    const { id } = proposed.data.proposal
    expect(await idsOf('/console/proposals', { customer: String(ana.id) })).toEqual([id])
    expect(await idsOf('/console/proposals', { customer: String(bob.id) })).toEqual([])
    const log = async (customer: TestCustomer) =>
      (await consoleApp.get('/console/audit', admin, { customer: String(customer.id) })).data.items.map(
        ({ action }: { action: string }) => action,
      )
    expect(await log(ana)).toContain('proposed')
    expect(await log(bob)).not.toContain('proposed')
    await consoleApp.post('/console/proposal/approve', checker, { id, reason: 'seen too' })
    creditedAtMs = app.clock.nowMs()
    expect(await idsOf('/console/proposals', { status: 'approved', search: `P-${id}` })).toEqual([id])
  })

  test('shows proposals to those who may see their kind alone', async () => {
    const supporter = await consoleApp.tokenOf(await consoleApp.addOperator('support'))
    await consoleApp.post('/console/treasury/fund', maker, {
      ...{ currency: 'USDT', amount: '10', chain: 'Tron', tx_reference: '2'.repeat(64), reason: 'capital' },
    })
    const kinds = async (token: string) =>
      (await consoleApp.get('/console/proposals', token)).data.items.map(({ kind }: { kind: string }) => kind)
    expect(await kinds(maker)).toEqual(['treasury-funding', 'deposit-credit'])
    expect(await kinds(supporter)).toEqual(['deposit-credit'])
  })

  test('has every entry of the customer’s accounts, and none without a customer', async () => {
    const { data } = await consoleApp.get('/console/entries', maker, { customer: String(ana.id) })
    expect(data.items).toMatchObject([{ reason: 'deposit', amount: '99.5000000', currency: 'USDT' }])
    expect((await consoleApp.get('/console/entries', maker)).data.items).toEqual([])
    // The world outside, the platform, its market maker, and the largest number there is.
    for (const customer of ['1', '2', '1000', '9223372036854775807']) {
      expect((await consoleApp.get('/console/entries', maker, { customer })).data.items).toEqual([])
    }
    expect((await csv('/console/entries/csv', { customer: String(ana.id) })).length).toBe(2)
  })

  test('has what the customer was told', async () => {
    await app.messagesTo(ana.email)
    const { data } = await consoleApp.get('/console/notices', maker, { customer: String(ana.id) })
    expect(data.items[0]).toMatchObject({ topic: 'money', title: 'Your deposit was credited' })
    expect((await consoleApp.get('/console/notices', maker)).data.items).toEqual([])
  })
})

describe('the dashboard', () => {
  /** An order of a customer's, as the engine stores one. */
  const order = (customer: bigint, atMs: number) => {
    const at = new Date(atMs)
    return asWriter(app.db, 'spot', (tx) =>
      sql`
      insert into spot_order (id, customer_id, symbol, side, order_type, time_in_force, post_only, price, quantity,
        filled, notional, fee, maker_fee_bps, taker_fee_bps, terms_version, status, created_at, updated_at)
      values (${firstIdAt(atMs) + customer}, ${customer}, 'BTC-USDT', 'buy', 'limit', 'gtc', false, 100, 100,
        100, 250000000, 0, 10, 10, 1, 'filled', ${at}, ${at})`.execute(tx),
    )
  }

  const read = async (token: string) => {
    // What was counted for somebody else a moment ago is kept for ten seconds.
    app.clock.advance(11_000)
    return (await consoleApp.get('/console/dashboard', token)).data
  }
  const figure = async (name: string, token = checker) =>
    (await read(token)).figures.find((one: { name: string }) => one.name === name)

  test('counts what its lists count, from the beginning of the day', async () => {
    const nowMs = app.clock.nowMs()
    const today = startOfDayUtc(nowMs)
    await order(1_000n, nowMs)
    for (const atMs of [today - HOUR_MS, today + 1, nowMs]) await order(ana.id, atMs)
    const fromMs = String(today)
    const [orders, credited] = [await figure('spot-orders'), await figure('deposit-credited')]
    expect(orders).toMatchObject({ count: 2, amounts: [{ currency: 'USDT', amount: '50.0000000' }] })
    expect(await idsOf('/console/orders', { fromMs })).toHaveLength(orders.count)
    expect(await idsOf('/console/orders', {})).toHaveLength(3)
    expect(credited).toMatchObject({ count: 1, amounts: [{ currency: 'USDT', amount: '99.5000000' }] })
    expect(await deposits({ fromMs, on: 'decided', status: 'approved' })).toEqual([first!()])
    const newOnes = await figure('customers')
    expect(await idsOf('/console/customers/list', { fromMs }, checker)).toHaveLength(newOnes.count)
  })

  test('counts the fees that customers paid, without what the market maker paid for the same trades', async () => {
    for (const payer of [ana.id, MARKET_MAKER]) await app.give(payer, 'spot', 'ETH', '1')
    const paid = (payer: CustomerId, amount: bigint) => ({
      debit: accountId(payer, spotAccounts.spot, 'available', 'ETH'),
      credit: platformAccount(spotAccounts.fees, 'ETH'),
      ...({ amount: units(amount), reason: 'spot-fee', reference: 1n } as const),
    })
    await app.db
      .transaction()
      .execute((tx) => post(tx, [paid(ana.id, 300n), paid(MARKET_MAKER, 700n)], app.clock.nowMs()))
    const amount = formatAmount(units(300n), 'ETH')
    const fees = await figure('fees')
    expect(fees).toMatchObject({ count: 1, amounts: [{ currency: 'ETH', amount }] })
    // The list that the figure leads to, and all that is on the account.
    const ofAccount = async (more: Record<string, string>) => {
      const filter = { account: 'fees', fromMs: String(startOfDayUtc(app.clock.nowMs())), ...more }
      const { data } = await consoleApp.get('/console/entries/platform', checker, filter)
      return data.items.map((entry: { amount: string }) => entry.amount)
    }
    expect(await ofAccount({ paidBy: 'customers' })).toEqual([amount])
    expect(await ofAccount({})).toEqual([formatAmount(units(700n), 'ETH'), amount])
  })

  test('says what is owed and held, and the customers’ part is covered', async () => {
    const { exposure } = await read(checker)
    const line = exposure.find(({ currency }: { currency: string }) => currency === 'USDT')
    expect(line).toMatchObject({
      owed: '99.5000000',
      held: '99.5000000',
      own: '0.0000000',
      coverageBps: 10_000,
      isCovered: true,
    })
  })

  test('says what came in for customers today by the hour, with what has a price in dollars, and what was paid out', async () => {
    const { flows } = await read(checker)
    expect(flows.currencies).toContainEqual({
      ...{ currency: 'USDT', in: '99.5000000', out: '0.0000000', isPriced: true },
    })
    expect(flows).toMatchObject({ inUsd: '99.50', outUsd: '0.00' })
    expect(flows.hours).toHaveLength(24)
    const moved = flows.hours.filter(({ inUsd }: { inUsd: string }) => Number(inUsd) > 0)
    expect(moved).toMatchObject([{ inUsd: '99.50', outUsd: '0.00' }])
    expect(moved[0].atMs).toBe(Math.floor(creditedAtMs / HOUR_MS) * HOUR_MS)
    // What the platform brings in for itself is no customer's.
    const own = { debit: outsideAccount('USDT'), credit: platformAccount(treasuryAccounts.treasury, 'USDT') }
    const transfer = { ...own, amount: units(5n), reason: 'treasury-funding', reference: 1n } as const
    await app.db.transaction().execute((tx) => post(tx, [transfer], app.clock.nowMs()))
    expect((await read(checker)).flows.inUsd).toBe('99.50')
  })

  test('shows each role what its lists show: nothing of money to those who write texts', async () => {
    const writer = await consoleApp.tokenOf(await consoleApp.addOperator('content'))
    expect(await read(writer)).toMatchObject({
      ...{ figures: [], exposure: null, open: [], flows: null, due: [], queues: [] },
    })
    const supporter = await consoleApp.tokenOf(await consoleApp.addOperator('support'))
    const { figures, exposure, queues } = await read(supporter)
    const names = figures.map(({ name }: { name: string }) => name)
    expect(names).toContain('deposit-credited')
    expect(names).not.toContain('fees')
    expect(names).not.toContain('customers')
    expect(exposure).toBeNull()
    expect(queues).toMatchObject([{ product: 'deposit', kind: 'request', waiting: 3 }])
  })

  test('costs as many queries for a busy day as for a quiet one', async () => {
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = app.db.withPlugin(counting)
    const products = openTestProducts(app)
    const operator = { id: 1n, sessionId: 1n, name: 'Ada', roles: ['finance', 'compliance'] }
    const asked: number[] = []
    for (const more of [0, 50]) {
      for (let n = 0; n < more; n++) await order(BigInt(20_000 + n), app.clock.nowMs())
      const before = queries
      await createDashboard(products, [])({ db, clock: app.clock, operator } as never)
      asked.push(queries - before)
    }
    expect(asked[1]).toBe(asked[0])
    expect(asked[0]).toBeLessThan(45)
  })
})

test('a customer’s entries are filtered by their reason', async () => {
  const { id } = await app.newCustomer()
  await app.give(id, 'funding', 'USDT', '5')
  const reasons = async (fields: Fields): Promise<string[]> => {
    const { data } = await consoleApp.get('/console/entries', maker, { customer: String(id), ...fields })
    return data.items.map(({ reason }: { reason: string }) => reason)
  }
  const [reason] = await reasons({})
  expect(await reasons({ entryReason: reason! })).toEqual([reason])
  expect(await reasons({ entryReason: 'spot-fee' })).toEqual([])
})

describe('the audit log', () => {
  const log = async (search: string) => {
    const { data, error } = await consoleApp.get('/console/audit', admin, { search })
    expect(error).toBeUndefined()
    return data.items as { action: string; subject: string; operator: string; detail: Fields }[]
  }

  test('is searched by a reference, a proposal, and whom it is about', async () => {
    await consoleApp.send('GET', '/console/deposit/proof', maker, { id: third!() })
    const seen = { action: 'viewed-proof', subject: `deposit:${third!()}` }
    for (const search of [`D-${third!()}`, `d-${third!()}`, String(ana.id), ana.email.toUpperCase()])
      expect(await log(search), search).toContainEqual(expect.objectContaining(seen))
    expect(await log(`D-${fourth!()}`)).not.toContainEqual(expect.objectContaining(seen))
    expect(await log(bob.email)).not.toContainEqual(expect.objectContaining(seen))
    expect(await log(`Z-${third!()}`)).toEqual([])

    const proposed = await consoleApp.post('/console/treasury/move', maker, {
      ...{ currency: 'USDT', amount: '1', from: 'treasury', to: 'market-maker', reason: 'to trade with' },
    })
    expect(proposed.error).toBeUndefined()
    const { reference, subject } = proposed.data
    for (const search of [reference, reference.toLowerCase()])
      expect(await log(search)).toMatchObject([
        { action: 'proposed', subject, detail: { proposal: reference } },
      ])
  })

  test('is searched by the email of who did it, and of whom it was done to', async () => {
    const person = await consoleApp.addOperator('risk')
    const { email, name } = await app.db
      .selectFrom('operator')
      .select(['email', 'name'])
      .where('id', '=', BigInt(person.id))
      .executeTakeFirstOrThrow()
    await consoleApp.tokenOf(person)
    for (const search of [email.toUpperCase(), name]) {
      const lines = await log(search)
      for (const action of ['created', 'signed-in'])
        expect(lines).toContainEqual(expect.objectContaining({ action, subject: `operator:${person.id}` }))
    }
  })
})
