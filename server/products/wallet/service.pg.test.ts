import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as depositCalls from '#domain/deposit/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { Units } from '#domain/money/amount.ts'
import * as statementCalls from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { upload, viewUpload } from '#domain/upload/contract.ts'
import { setPortrait } from '#domain/user/contract.ts'
import * as calls from '#domain/wallet/contract.ts'
import { products } from '#server/contract.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { insertUpload } from '#server/platform/uploads/store.ts'
import { UPLOADS_PER_DAY } from '#server/platform/uploads/uploads.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { countRows } from '#server/testing/rows.ts'
import { type DepositAddress, publishDepositAddresses } from '../deposit/addresses.ts'
import { type StatementQuery, statementPage } from '../statement/service.ts'

const receivingAddresses: readonly DepositAddress[] = [
  { currency: 'USDT', network: 'TRC20', address: 'DEMO-USDT-TRC20-ADDRESS', minimum: '10', isDemo: true },
  { currency: 'USDT', network: 'ERC20', address: 'DEMO-USDT-ERC20-ADDRESS', minimum: '20', isDemo: true },
  { currency: 'ETH', network: 'Ethereum', address: 'DEMO-ETH-ADDRESS', minimum: '0.01', isDemo: true },
]

let app: TestApp
/** All products, and a spot whose orders hold what a test says. */
const withHolds = (holds: ListHolds) =>
  products.map((product) => (product.name === 'spot' ? { ...product, holds } : product))
const orders: ListHolds = async (_, customerId) => [
  {
    purpose: 'spot-order',
    reference: customerId * 10n,
    currency: 'USDT',
    kind: wallets.spot.number,
    amount: 250_000_000n as Units,
    sinceMs: 5,
  },
]

beforeAll(async () => {
  app = await openTestApp({ products: withHolds(orders) })
  await app.db.transaction().execute((tx) => publishDepositAddresses(tx, receivingAddresses))
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

async function customerWith(amount: string, currency = 'USDT'): Promise<TestCustomer> {
  const customer = await app.newCustomer()
  await app.give(customer.id, 'funding', currency, amount)
  return customer
}

/** Sends an image as a browser does. */
async function sendImage(token: string, bytes: Buffer, name = 'proof.png') {
  const boundary = 'plumb-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  const response = await app.app.inject({
    method: 'POST',
    url: `/api${upload.path}`,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: response.statusCode, ...response.json() }
}

const funding = (customer: TestCustomer, currency = 'USDT') =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, 'available', currency))
describe('balances', () => {
  test('are shown for each currency and account, with what they are worth', async () => {
    const customer = await customerWith('100.5')
    await app.give(customer.id, 'spot', 'BTC', '0.25')
    const { data } = await app.call(calls.walletList, {}, customer.token)
    expect(data).toMatchObject({ totalUsd: '5100.50', isWhole: true })
    expect(data.wallets).toEqual([
      { walletType: 'funding', valueUsd: '100.50' },
      { walletType: 'spot', valueUsd: '5000.00' },
      { walletType: 'contract', valueUsd: '0.00' },
      { walletType: 'options', valueUsd: '0.00' },
    ])
    const btc = data.holdings.find((holding: { currency: string }) => holding.currency === 'BTC')
    expect(btc).toMatchObject({ available: '0.25000000', held: '0.00000000', valueUsd: '5000.00' })
    expect(btc.wallets[1]).toMatchObject({ walletType: 'spot', total: '0.25000000', entryCount: 1 })
  })

  test('say so when a price is unknown', async () => {
    const customer = await customerWith('1', 'ETH')
    const { data } = await app.call(calls.walletList, {}, customer.token)
    expect(data).toMatchObject({ totalUsd: '0.00', isWhole: false })
    const info = await app.call(calls.walletInfo, { currency: 'ETH' }, customer.token)
    expect(info.data.valueUsd).toBeNull()
    expect(info.data.deposit).toEqual([
      {
        ...{ network: 'Ethereum', minimum: '0.0100000000', isOpen: true },
        ...{ confirmationsNeeded: 5, isOwn: false },
      },
    ])
  })

  test('held money is shown apart, with what holds it', async () => {
    const customer = await app.newCustomer()
    await app.give(customer.id, 'spot', 'USDT', '100')
    await app.holdBack(customer.id, 'spot', 'USDT', '25', 7n)
    const { data } = await app.call(
      calls.walletDetail,
      { currency: 'USDT', walletType: 'spot' },
      customer.token,
    )
    expect(data).toMatchObject({
      available: '75.0000000',
      held: '25.0000000',
      total: '100.0000000',
      entryCount: 3,
    })
    const why = await app.call(calls.walletHolds, {}, customer.token)
    const reference = String(customer.id * 10n)
    expect(why.data).toEqual([
      {
        currency: 'USDT',
        walletType: 'spot',
        held: '25.0000000',
        holds: [{ kind: 'spot-order', reference, amount: '25.0000000', sinceMs: 5 }],
        rest: '0.0000000',
      },
    ])
  })

  test('what holds money beside the holds that are listed is said in one sum', async () => {
    const customer = await app.newCustomer()
    await app.give(customer.id, 'spot', 'USDT', '100')
    await app.holdBack(customer.id, 'spot', 'USDT', '60', 7n)
    const why = await app.call(calls.walletHolds, {}, customer.token)
    expect(why.data).toMatchObject([
      { held: '60.0000000', holds: [{ amount: '25.0000000' }], rest: '35.0000000' },
    ])
  })

  test('only what is used is in the short list', async () => {
    const customer = await customerWith('3')
    const { data } = await app.call(calls.walletUsed, {}, customer.token)
    expect(data.map(({ currency, walletType }: calls.WalletBalanceView) => [currency, walletType])).toEqual([
      ['USDT', 'funding'],
    ])
    const list = await app.call(calls.walletCurrencies, {}, customer.token)
    expect(list.data[0]).toMatchObject({ code: 'USDT', available: '3.0000000', canDeposit: true })
  })

  test('T53: are nobody else’s: a uid in the request changes nothing', async () => {
    const [ana, bob] = [await customerWith('5'), await customerWith('7')]
    for (const call of [
      calls.walletUsed,
      calls.walletList,
      statementCalls.statement,
      depositCalls.deposits,
    ] as Endpoint[]) {
      const own = await app.call(call, {}, ana.token)
      const tampered = await app.call(call, {}, ana.token, {
        extra: { uid: String(bob.id), owner: String(bob.id) },
      })
      expect(tampered.body).toBe(own.body)
    }
  })

  test('every call of the wallet needs a session', async () => {
    for (const call of [...calls.walletEndpoints, viewUpload]) {
      const { type, error } = await app.call(call)
      expect([call.path, type, error]).toEqual([call.path, 999, 'SESSION_EXPIRED'])
    }
  })
})

describe('a transfer between accounts', () => {
  const move = { currency: 'USDT', amount: '40', from: 'funding', to: 'spot' }

  test('moves at once and answers both balances', async () => {
    const customer = await customerWith('100')
    const { data } = await app.call(calls.walletTransfer, move, customer.token)
    expect(data).toMatchObject({
      amount: '40.0000000',
      from: { walletType: 'funding', available: '60.0000000' },
      to: { walletType: 'spot', available: '40.0000000' },
    })
    const history = await app.call(calls.walletTransfers, {}, customer.token)
    expect(history.data).toEqual({
      items: [
        {
          id: data.id,
          currency: 'USDT',
          amount: '40.0000000',
          from: 'funding',
          to: 'spot',
          atMs: app.clock.nowMs(),
        },
      ],
      next: null,
    })
  })

  test('takes the specification’s own names', async () => {
    const customer = await customerWith('100')
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/wallet/change',
      headers: { authorization: customer.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'currency_id=USDT&number=1.5&from_field=legal&to_field=lever&uid=1&lang=zh',
    })
    expect(response.json()).toMatchObject({
      type: 1,
      data: { to_field: { type: 'lever', available: '1.5000000' } },
    })
  })

  test.each([
    [{ to: 'funding' }, 'SAME_ACCOUNT'],
    [{ currency: 'DOGGY' }, 'CURRENCY_UNKNOWN'],
    [{ to: 'treasury' }, 'VALUE_NOT_ALLOWED'],
    [{ amount: '100.0000001' }, 'INSUFFICIENT_BALANCE'],
    [{ amount: '0.00000001' }, 'AMOUNT_TOO_PRECISE'],
    [{ amount: '0' }, 'AMOUNT_INVALID'],
    [{ from: 'options', to: 'spot' }, 'INSUFFICIENT_BALANCE'],
  ])('T02: with %o is refused as %s and moves nothing', async (change, error) => {
    const customer = await customerWith('100')
    for (const _ of [1, 2])
      expect((await app.call(calls.walletTransfer, { ...move, ...change }, customer.token)).error).toBe(error)
    expect(await funding(customer)).toBe(1_000_000_000n)
  })

  test('64 at once with one key move once, and all hear the same', async () => {
    const customer = await customerWith('100')
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => app.call(calls.walletTransfer, move, customer.token, { key: 'one' })),
    )
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await funding(customer)).toBe(600_000_000n)
    const other = await app.call(calls.walletTransfer, { ...move, amount: '1' }, customer.token, {
      key: 'one',
    })
    expect(other.error).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await funding(customer)).toBe(600_000_000n)
  })

  test('64 at once without a key never spend more than there is', async () => {
    const customer = await customerWith('100')
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => app.call(calls.walletTransfer, move, customer.token)),
    )
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(2)
    expect(new Set(answers.flatMap(({ error }) => error ?? []))).toEqual(new Set(['INSUFFICIENT_BALANCE']))
    expect(await funding(customer)).toBe(200_000_000n)
  })
})

describe('hostile amounts', () => {
  test('there are at least 200 different ones', () => {
    expect(hostileAmounts.length).toBeGreaterThanOrEqual(200)
  })

  test('are refused by a transfer, and nothing is written', async () => {
    const customer = await customerWith('1000')
    const before = await countRows(app.db, ['transfer', 'entry', 'idempotent_call'])
    for (const amount of hostileAmounts) {
      const move = { currency: 'USDT', amount, from: 'funding', to: 'spot' }
      const key = `move-${hostileAmounts.indexOf(amount)}`
      const { type, error } = await app.call(calls.walletTransfer, move, customer.token, { key })
      expect([amount, type]).toEqual([amount, 0])
      expect(['PARAMETER_ERROR', 'AMOUNT_INVALID', 'AMOUNT_TOO_PRECISE', 'INSUFFICIENT_BALANCE']).toContain(
        error,
      )
    }
    expect(await countRows(app.db, ['transfer', 'entry', 'idempotent_call'])).toEqual(before)
    expect(await funding(customer)).toBe(10_000_000_000n)
  })
})

describe('the statement', () => {
  /** A customer with 25 transfers, alternating between two accounts. */
  async function busyCustomer() {
    const customer = await customerWith('100')
    for (let turn = 0; turn < 25; turn++) {
      app.clock.advance(1_000)
      const [from, to] = turn % 2 ? ['spot', 'funding'] : ['funding', 'spot']
      await app.call(calls.walletTransfer, { currency: 'USDT', amount: '1', from, to }, customer.token)
    }
    return customer
  }

  test('has every entry with the balance after it, and adds up', async () => {
    const customer = await busyCustomer()
    const { data } = await app.call(statementCalls.statement, { limit: '200' }, customer.token)
    expect(data.items).toHaveLength(51)
    expect(data.next).toBeNull()
    const sums = new Map<string, bigint>()
    for (const { walletType, amount, balance } of data.items.toReversed()) {
      const sum = (sums.get(walletType) ?? 0n) + BigInt(amount.replace('.', ''))
      sums.set(walletType, sum)
      expect(BigInt(balance.replace('.', ''))).toBe(sum)
    }
    const list = await app.call(calls.walletUsed, {}, customer.token)
    const counted = list.data.reduce(
      (sum: number, { entryCount }: calls.WalletBalanceView) => sum + entryCount,
      0,
    )
    expect(counted).toBe(51)
  })

  test('read page by page with the cursor is whole, without doubles, while new rows arrive', async () => {
    const customer = await busyCustomer()
    const whole = (await app.call(statementCalls.statement, { limit: '200' }, customer.token)).data.items
    const read: statementCalls.StatementEntryView[] = []
    let cursor: string | undefined
    do {
      const { data } = await app.call(statementCalls.statement, { limit: '7', cursor }, customer.token)
      read.push(...data.items)
      cursor = data.next ?? undefined
      await app.give(customer.id, 'funding', 'USDT', '1')
    } while (cursor)
    expect(read).toEqual(whole)
  })

  test('by page number gives the same rows while nothing arrives', async () => {
    const customer = await busyCustomer()
    const whole = (await app.call(statementCalls.statement, { limit: '200' }, customer.token)).data.items
    const second = await app.call(statementCalls.statement, { page: '2', limit: '10' }, customer.token)
    expect(second.data.items).toEqual(whole.slice(10, 20))
    expect(
      (await app.call(statementCalls.statement, { page: '100000', limit: '200' }, customer.token)).error,
    ).toBe('PARAMETER_ERROR')
  })

  test('is filtered by currency, account, reason and time', async () => {
    const customer = await busyCustomer()
    await app.give(customer.id, 'funding', 'BTC', '1')
    const count = async (filter: Record<string, unknown>) =>
      (await app.call(statementCalls.statement, { limit: '200', ...filter }, customer.token)).data.items
        .length
    expect(await count({ currency: 'BTC' })).toBe(1)
    expect(await count({ currency: 'USDT', walletType: 'spot' })).toBe(25)
    expect(await count({ walletType: 'options' })).toBe(0)
    expect(await count({ reason: 'demo-grant' })).toBe(2)
    const now = app.clock.nowMs()
    expect(await count({ reason: 'account-transfer', fromMs: now - 4_000, toMs: now })).toBe(8)
    expect((await app.call(statementCalls.statement, { reason: 'gift' }, customer.token)).error).toBe(
      'VALUE_NOT_ALLOWED',
    )
    expect((await app.call(statementCalls.statement, { cursor: '1' }, customer.token)).error).toBe(
      'PARAMETER_ERROR',
    )
    expect(await count({ cursor: '9999999999999999999.9999999999999999999' })).toBe(52)
  })

  /** Adds up a filter's entries, read page by page, transfer by transfer: what moved within is neither. */
  async function addedUp(customer: TestCustomer, filter: Record<string, unknown>) {
    const nets = new Map<string, { currency: string; net: bigint; entries: number }>()
    let cursor: string | undefined
    do {
      const { data } = await app.call(
        statementCalls.statement,
        { limit: '20', ...filter, cursor },
        customer.token,
      )
      for (const { transferId, currency, amount } of data.items) {
        const before = nets.get(transferId) ?? { currency, net: 0n, entries: 0 }
        const net = before.net + BigInt(amount.replace('.', ''))
        nets.set(transferId, { currency, net, entries: before.entries + 1 })
      }
      cursor = data.next ?? undefined
    } while (cursor)
    const sums: Record<string, { in: bigint; out: bigint; net: bigint; entries: number }> = {}
    for (const { currency, net, entries } of nets.values()) {
      sums[currency] ??= { in: 0n, out: 0n, net: 0n, entries: 0 }
      sums[currency][net > 0n ? 'in' : 'out'] += net
      sums[currency].net += net
      sums[currency].entries += entries
    }
    return sums
  }

  test('is added up over the whole filter, to the last unit, whatever one page shows of it', async () => {
    const customer = await busyCustomer()
    await app.give(customer.id, 'funding', 'BTC', '0.12345678')
    await app.holdBack(customer.id, 'funding', 'BTC', '0.00000007', 9n)
    app.clock.advance(5 * DAY_MS)
    await app.give(customer.id, 'spot', 'USDT', '0.0000001')
    await app.holdBack(customer.id, 'spot', 'USDT', '1.0000001', 10n)
    const now = app.clock.nowMs()
    for (const filter of [
      {},
      { currency: 'USDT' },
      { currency: 'BTC' },
      { currency: 'ETH' },
      { walletType: 'spot' },
      { walletType: 'funding', currency: 'USDT' },
      { walletType: 'options' },
      { reason: 'account-transfer' },
      { reason: 'account-transfer', walletType: 'spot' },
      { reason: 'demo-grant' },
      { fromMs: now },
      { toMs: now },
      { fromMs: now + 1 },
      { fromMs: now - 5 * DAY_MS - 9_000, toMs: now - 5 * DAY_MS - 3_000 },
      { walletType: 'funding', reason: 'account-transfer', fromMs: now - 6 * DAY_MS, toMs: now - DAY_MS },
      { fromMs: 0, toMs: 253_402_300_799_000 },
    ]) {
      const { data } = await app.call(statementCalls.statement, { limit: '3', ...filter }, customer.token)
      const sums = Object.fromEntries(
        data.sums.map(({ currency, entries, ...amounts }: statementCalls.StatementSumsView) => [
          currency,
          {
            in: BigInt(amounts.in.replace('.', '')),
            out: BigInt(amounts.out.replace('.', '')),
            net: BigInt(amounts.net.replace('.', '')),
            entries,
          },
        ]),
      )
      expect([filter, sums]).toEqual([filter, await addedUp(customer, filter)])
    }
  })

  test('is added up with the first page alone, and only where there is not too much of it', async () => {
    const customer = await busyCustomer()
    const { data } = await app.call(statementCalls.statement, { limit: '7' }, customer.token)
    expect(data.sums).toMatchObject([{ currency: 'USDT', entries: 51 }])
    for (const later of [{ cursor: data.next }, { page: '2' }])
      expect(
        (await app.call(statementCalls.statement, { limit: '7', ...later }, customer.token)).data.sums,
      ).toBeNull()

    app.clock.advance(3 * DAY_MS)
    const now = app.clock.nowMs()
    await app.give(customer.id, 'funding', 'USDT', '3')
    const first = { page: 1, limit: 1 }
    const totalsOf = async (question: StatementQuery, most: number) =>
      (await statementPage(app, customer.id, question, first, most)).sums
    expect(await totalsOf({}, 52)).toMatchObject([{ entries: 52 }])
    expect(await totalsOf({}, 51)).toBeNull()
    expect(await totalsOf({ walletType: 'spot' }, 51)).toMatchObject([{ entries: 25 }])
    expect(await totalsOf({ fromMs: now }, 1)).toMatchObject([{ in: '3.0000000', entries: 1 }])
    expect(await totalsOf({ toMs: now - 2 * DAY_MS }, 51)).toMatchObject([{ entries: 51 }])
    expect(await totalsOf({ toMs: now - 2 * DAY_MS }, 50)).toBeNull()
  })

  test('as CSV says the same, in UTC and to the last decimal', async () => {
    const customer = await busyCustomer()
    const { items: entries } = (await app.call(statementCalls.statement, { limit: '200' }, customer.token))
      .data
    const { body, status } = await app.call(statementCalls.statementCsv, {}, customer.token)
    expect(status).toBe(200)
    const [head, ...lines] = body.trimEnd().split('\r\n')
    expect(head).toBe('time_utc,transfer,reason,currency,account,state,amount,balance,reference')
    expect(lines).toHaveLength(entries.length)
    const [newest] = entries
    expect(lines[0]).toBe(
      [
        new Date(newest.atMs).toISOString(),
        newest.transferId,
        newest.reason,
        'USDT',
        newest.walletType,
        newest.state,
        newest.amount,
        newest.balance,
        newest.reference,
      ].join(','),
    )
  })
})

describe('an image', () => {
  test('is kept for its customer_id, and nobody else finds it', async () => {
    const [ana, bob] = [await app.newCustomer(), await app.newCustomer()]
    const { data: id, message } = await sendImage(ana.token, await newPicture(), '../../etc/passwd.php')
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(message).toBe(id)
    const own = await app.app.inject({
      url: `/api/upload/view?id=${id}`,
      headers: { authorization: ana.token },
    })
    expect(own.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect((await sharp(own.rawPayload).metadata()).width).toBe(32)
    const missing = await app.call(viewUpload, { id: 'A'.repeat(22) }, bob.token)
    const foreign = await app.call(viewUpload, { id }, bob.token)
    expect([foreign.status, foreign.body]).toEqual([200, missing.body])
    expect((await app.call(viewUpload, { id: '../../secret' }, bob.token)).error).toBe('PARAMETER_ERROR')
    expect((await app.call(setPortrait, { portrait: id }, bob.token)).error).toBe('PORTRAIT_UNKNOWN')
    expect((await app.call(setPortrait, { portrait: id }, ana.token)).data.portrait).toBe(id)
  })

  test('is refused without a session, without a file, when it is none, and when it is too large', async () => {
    const { token } = await app.newCustomer()
    expect(await sendImage('nobody', await newPicture())).toMatchObject({ type: 999 })
    expect(await app.call(upload, {}, token)).toMatchObject({ error: 'UPLOAD_MISSING' })
    expect(await sendImage(token, Buffer.from('<svg/>'))).toMatchObject({ error: 'UPLOAD_NOT_AN_IMAGE' })
    expect(await sendImage(token, Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      error: 'BODY_TOO_LARGE',
    })
  })
})

test('a customer may send fifty images a day', async () => {
  const { id, token } = await app.newCustomer()
  for (let number = 0; number < UPLOADS_PER_DAY; number++) {
    const row = {
      id: `sent-before-${id}-${number}`,
      customer_id: id,
      sha256: 'x',
      bytes: 1,
      width: 1,
      height: 1,
    }
    await insertUpload(app.db, row, app.clock.nowMs())
  }
  expect(await sendImage(token, await newPicture())).toMatchObject({
    status: 429,
    error: 'TOO_MANY_REQUESTS',
  })
  app.clock.advance(DAY_MS)
  expect(await sendImage(token, await newPicture())).toMatchObject({ type: 1 })
})

test('an image that cannot be read counts as one of the day’s', async () => {
  const { id, token } = await app.newCustomer()
  for (let number = 0; number < UPLOADS_PER_DAY - 1; number++) {
    const row = { id: `taken-${id}-${number}`, customer_id: id, sha256: 'x', bytes: 1, width: 1, height: 1 }
    await insertUpload(app.db, row, app.clock.nowMs())
  }
  const damaged = (await newPicture()).subarray(0, 60)
  expect(await sendImage(token, damaged)).toMatchObject({ error: 'UPLOAD_UNREADABLE' })
  expect(await sendImage(token, await newPicture())).toMatchObject({ error: 'TOO_MANY_REQUESTS' })
})
