import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#domain/language.ts'
import { statementPdf } from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { type AccountKind, accountId } from '#server/core/ledger/accounts.ts'
import { listAccounts, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openTestApp, START_MS, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { usdt } from '#server/testing/earn.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { requestOf } from '#server/testing/http.ts'
import { periodOf } from './period.ts'
import { idsWithin } from './service.ts'
import { countEntries } from './store.ts'

/** A year of bookings as a document, and its figures against the entries one by one. */

let app: TestApp
let me: TestCustomer
const year = { fromMs: START_MS - DAY_MS, toMs: START_MS + 300 * DAY_MS }
beforeAll(async () => {
  app = await openTestApp()
  me = await app.newCustomer()
  const gifts = [
    ['USDT', '500.0000001'],
    ['BTC', '0.5'],
    ['USDT', '1.0000009'],
    ['ETH', '3'],
  ] as const
  for (const [n, [currency, amount]] of gifts.entries())
    await giveFunds(app.db, me.id, [['funding', currency, amount]], START_MS + n * DAY_MS)
  app.clock.advance(5 * DAY_MS)
  const moved = { currency: 'USDT', amount: '30', from: 'funding', to: 'spot' }
  expect((await app.call(walletTransfer, moved, me.token, { key: 'move' })).error).toBeUndefined()
  await app.holdBack(me.id, 'spot', 'USDT', '7', 5n)
})
afterAll(() => app.close())

const pdf = (period: object, lang = 'en') =>
  requestOf(app.app, statementPdf, { ...period }, { token: me.token, extra: { lang } })

/** The sum of a customer's entries by currency, before a moment. */
async function sumBefore(atMs: number): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ currency: number; sum: string }>`
    select account_currency(account_id) as currency, sum(amount)::text as sum from entry
    where account_owner(account_id) = ${me.id} and created_at < ${new Date(atMs)} group by 1`.execute(app.db)
  return Object.fromEntries(rows.map(({ currency, sum }) => [currency, BigInt(sum)]))
}

test('adds up to the unit: what there was, what came and left, what there is', async () => {
  const cut = { ...year, fromMs: START_MS + DAY_MS, toMs: START_MS + 3 * DAY_MS }
  for (const period of [year, cut]) {
    const { balances, lines } = await periodOf(app, me.id, period)
    const values = (all: Record<string, bigint>) =>
      Object.values(all)
        .filter((sum) => sum !== 0n)
        .sort((a, b) => (a < b ? -1 : 1))
    const listed = (side: 'opening' | 'closing') =>
      values(Object.fromEntries(balances.map((one) => [one.currency, one[side]])))
    expect(listed('opening')).toEqual(values(await sumBefore(period.fromMs)))
    expect(listed('closing')).toEqual(values(await sumBefore(period.toMs)))
    for (const { currency, opening, closing } of balances) {
      const own = lines.filter((line) => line.currency === currency)
      expect(own.reduce((sum, line) => sum + line.in + line.out, opening)).toBe(closing)
    }
  }
})

test('names each kind by the product that booked it, and leaves out what only moved between own accounts', async () => {
  const { lines, entries, entryCount } = await periodOf(app, me.id, year)
  expect(lines.some(({ reason }) => reason === 'account-transfer')).toBe(false)
  expect(lines.map(({ product, in: came, out }) => [typeof product, came > 0n, out])).toEqual(
    lines.map(() => ['string', true, 0n]),
  )
  expect(entryCount).toBe(4)
  expect(entries!.map(({ currency }) => currency)).toEqual(['USDT', 'BTC', 'USDT', 'ETH'])
})

test.each(languages)('is a PDF that its customer is sent in %s', async (lang) => {
  const { statusCode, headers, rawPayload } = await pdf(year, lang)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toBe(`attachment; filename="plumb-statement-2026-01-01-${lang}.pdf"`)
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('is refused for more than 366 days, and for a period the wrong way round', async () => {
  const refusals = [
    { fromMs: 0, toMs: 367 * DAY_MS },
    { fromMs: START_MS, toMs: START_MS },
    { fromMs: START_MS, toMs: START_MS - 1 },
  ]
  for (const period of refusals)
    expect((await app.call(statementPdf, period, me.token)).error).toBe('PERIOD_INVALID')
})

test('of a customer without a booking says so', async () => {
  const other = await app.newCustomer()
  expect(await periodOf(app, other.id, year)).toMatchObject({ balances: [], lines: [], entryCount: 0 })
})

test('reads what was booked in the period, not what came since', async () => {
  const busy = await app.newCustomer()
  await giveFunds(app.db, busy.id, [['funding', 'USDT', '9']], app.clock.nowMs())
  // Far after it, as busy customers have it.
  const later = START_MS + 40 * DAY_MS
  const side = (kind: AccountKind) => accountId(busy.id, kind, 'available', 'USDT')
  const there = { debit: side(wallets.funding), credit: side(wallets.spot) }
  const back = { debit: there.credit, credit: there.debit }
  const common = { amount: usdt('1'), reason: 'account-transfer', reference: 5n } as const
  await app.db.transaction().execute((tx) =>
    post(
      tx,
      [there, back, there].map((one) => ({ ...one, ...common })),
      later,
    ),
  )
  const early = { fromMs: START_MS + 4 * DAY_MS, toMs: START_MS + 10 * DAY_MS }
  const accounts = await listAccounts(app.db, busy.id)
  expect(await countEntries(app.db, accounts, await idsWithin(app.db, early))).toBe(1)
  expect((await periodOf(app, busy.id, early)).balances).toEqual([
    { currency: 'USDT', opening: 0n, in: usdt('9'), out: 0n, closing: usdt('9') },
  ])
  // What moved since between the customer's own accounts is in the balances of then as it was.
  const late = { fromMs: later - DAY_MS / 2, toMs: later + DAY_MS }
  expect((await periodOf(app, busy.id, late)).balances).toEqual([
    { currency: 'USDT', opening: usdt('9'), in: 0n, out: 0n, closing: usdt('9') },
  ])
})
