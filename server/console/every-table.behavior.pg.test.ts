import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleOverview } from '#domain/console/contract.ts'
import { csvOf, isTable, optionsOf } from '#domain/console/table.ts'
import { consoleLeads } from '#domain/copy/console.ts'
import type { ListEndpoint } from '#domain/list.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { consoleEntries } from '#domain/statement/console.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { consoleEndpoints } from '#server/contract.ts'
import { chainDepositOf } from '#server/testing/chain-deposits.ts'
import { doOneOfEach, type Exchange, openExchange } from '#server/testing/exchange.ts'

/** What every table of the console promises by its filters, orders and pages, asked of customers who did one of everything. */

type Row = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, string>>

const tables = consoleEndpoints.filter(isTable)
/** What nobody has after one of everything: months of wins, and a lead who has acted since. */
const mayBeEmpty = ['/console/option/unusual', '/console/copy/actions']
const NOBODY = 'nobody@nowhere.test'
/** More than any table has here. */
const ALL = '200'
/** Rows that are read one by one. */
const FEW = 12

let exchange: Exchange
let lead: string
beforeAll(async () => {
  exchange = await openExchange()
  const { alice, bob, maker } = exchange
  for (const person of [alice, bob]) {
    await doOneOfEach(exchange, person)
    const txid = String(person.id).padStart(64, '0')
    await chainDepositOf(exchange.db, person.id, { txid }, exchange.clock.nowMs())
    await exchange.advance(3 * SECOND_MS)
  }
  const lastPrice = (await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice!
  const order = {
    ...{ base: 'BTC', quote: 'USDT', quantity: '0.01', orderType: 'limit' },
    limitPrice: lastPrice,
  }
  for (const [person, side] of [
    [alice, 'sell'],
    [bob, 'buy'],
  ] as const)
    await person.ask(spotTrade, { ...order, side })
  for (const { testing } of exchange.tested)
    for (const propose of testing.matrix?.proposals ?? []) await propose(maker, alice)
  lead = (await maker.ask(consoleLeads)).items[0]!.id
})
afterAll(() => exchange?.close())

/** What some tables are always asked by. */
function always(table: ListEndpoint): Fields {
  if (['/console/entries', '/console/notices', '/console/customer/timeline'].includes(table.path))
    return { customer: String(exchange.alice.id) }
  return 'id' in table.input.shape ? { id: lead } : {}
}

const takes = (table: ListEndpoint, filter: string) => filter in table.input.shape

async function ask(table: ListEndpoint, fields: Fields = {}): Promise<{ rows: Row[]; next: string | null }> {
  const { items, next } = await exchange.maker.ask(table, { limit: ALL, ...always(table), ...fields })
  return { rows: items as Row[], next }
}
const rowsOf = async (table: ListEndpoint, fields: Fields = {}) => (await ask(table, fields)).rows
const textsOf = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row))
const sorted = (rows: readonly Row[]) => textsOf(rows).toSorted()

/** What reading a table writes is a row of the audit log: of that, what was there before. */
const upTo = (table: ListEndpoint, atMs: number): Fields =>
  takes(table, 'toMs') ? { toMs: String(atMs) } : {}

describe.each(tables.map((table) => [table.path, table] as const))('%s', (path, table) => {
  let still: Fields
  let whole: Row[]
  let nowMs: number
  beforeAll(async () => {
    await exchange.advance(SECOND_MS)
    nowMs = (await exchange.maker.ask(consoleOverview)).nowMs
    still = upTo(table, nowMs)
    exchange.passTime(1)
    whole = await rowsOf(table, still)
  })

  test('has rows, in parts as in one, and in its file', async () => {
    if (!mayBeEmpty.includes(path)) expect(whole.length).toBeGreaterThan(0)
    const parts: Row[] = []
    let cursor: string | null = null
    do {
      const { rows, next } = await ask(table, { ...still, limit: '1', ...(cursor !== null && { cursor }) })
      parts.push(...rows)
      cursor = next
    } while (cursor !== null && parts.length < FEW)
    expect(textsOf(parts)).toEqual(textsOf(whole.slice(0, parts.length)))
    if (whole.length <= FEW) expect(parts).toHaveLength(whole.length)
    const { text } = await exchange.send('operators', csvOf(table), exchange.maker.token, {
      ...always(table),
      ...still,
    })
    expect(recordsOf(text)).toBe(whole.length + 1)
  })

  test('is turned around by its direction, by each of its orders', async () => {
    for (const sort of optionsOf(table, 'sort') ?? []) {
      const one = { ...still, sort, ...(sort === 'amount' && { currency: 'USDT' }) }
      const down = await rowsOf(table, { ...one, direction: 'desc' })
      expect(sorted(down)).toEqual(
        sorted(sort === 'amount' ? await rowsOf(table, { ...still, currency: 'USDT' }) : whole),
      )
      if (!optionsOf(table, 'direction')?.includes('asc')) continue
      expect(textsOf(await rowsOf(table, { ...one, direction: 'asc' }))).toEqual(textsOf(down.toReversed()))
    }
  })

  test('is divided by each filter of a few, by a moment and by an amount: nothing is lost and nothing twice', async () => {
    for (const filter of ['status', 'side', 'termKind', 'tier', 'which', 'topic']) {
      const lists = await Promise.all(
        (optionsOf(table, filter) ?? []).map((value) => rowsOf(table, { ...still, [filter]: value })),
      )
      if (lists.length > 0) expect(sorted(lists.flat()), filter).toEqual(sorted(whole))
    }
    if (takes(table, 'fromMs')) {
      const cut = String(nowMs - 2 * SECOND_MS)
      const parts = [await rowsOf(table, { toMs: cut }), await rowsOf(table, { fromMs: cut, ...still })]
      expect(sorted(parts.flat())).toEqual(sorted(whole))
      expect(await rowsOf(table, { fromMs: cut, toMs: cut })).toEqual([])
      expect(await rowsOf(table, { fromMs: String(nowMs + DAY_MS) })).toEqual([])
    }
    if (takes(table, 'minimum')) {
      const ofCurrency = { ...still, currency: 'USDT' }
      const parts = await Promise.all(
        [{ minimum: '10' }, { maximum: '9.9999999' }].map((range) =>
          rowsOf(table, { ...ofCurrency, ...range }),
        ),
      )
      expect(parts[0]!.length).toBeGreaterThan(0)
      const all = await rowsOf(table, ofCurrency)
      // An entry is looked at without its sign: what left is found by its amount too.
      expect(sorted(parts.flat())).toEqual(sorted(all))
      const refused = await exchange.send('operators', table, exchange.maker.token, {
        ...always(table),
        minimum: '10',
      })
      expect(refused).toMatchObject({ ok: false, error: 'PARAMETER_ERROR' })
    }
  })

  test('finds a customer by the contact as by the number, and nothing by a contact that nobody has', async () => {
    if (!takes(table, 'search')) return
    const { alice } = exchange
    expect(await rowsOf(table, { ...still, search: NOBODY })).toEqual([])
    if (!takes(table, 'customer') || !('customerId' in (whole[0] ?? {}))) return
    const own = await rowsOf(table, { ...still, customer: String(alice.id) })
    expect(own.every(({ customerId }) => customerId === String(alice.id))).toBe(true)
    expect(sorted(await rowsOf(table, { ...still, search: alice.email }))).toEqual(sorted(own))
  })
})

test('entries are found by their transfer, and by the order or request that they are of', async () => {
  const customer = { customer: String(exchange.alice.id) }
  const [entry] = await rowsOf(consoleEntries, { ...customer, entryReason: 'spot-trade' })
  const { transferId, reference } = entry as { transferId: string; reference: string }
  const ofTransfer = await rowsOf(consoleEntries, { ...customer, search: transferId })
  expect(ofTransfer.map((row) => row.transferId)).toContain(transferId)
  const ofOrder = await rowsOf(consoleEntries, { ...customer, search: reference })
  const all = await rowsOf(consoleEntries, customer)
  expect(sorted(ofOrder)).toEqual(sorted(all.filter((row) => row.reference === reference)))
  expect(ofOrder.length).toBeGreaterThan(1)
})

/** How many records a CSV file has: a line break within quotes is part of one. */
const recordsOf = (text: string): number =>
  text
    .replaceAll(/"[^"]*"/g, '""')
    .trimEnd()
    .split('\r\n').length
