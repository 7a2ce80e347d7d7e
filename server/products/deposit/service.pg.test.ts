import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#domain/deposit/contract.ts'
import type { Units } from '#domain/money/amount.ts'
import { statement } from '#domain/statement/contract.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { countRows } from '#server/testing/rows.ts'
import { type DepositAddress, publishDepositAddresses } from './addresses.ts'
import { creditDeposit, MAX_PENDING, rejectDeposit } from './service.ts'
import { findDeposit } from './store.ts'

const receivingAddresses: readonly DepositAddress[] = [
  { currency: 'USDT', network: 'TRC20', address: 'DEMO-USDT-TRC20-ADDRESS', minimum: '10', isDemo: true },
  { currency: 'USDT', network: 'ERC20', address: 'DEMO-USDT-ERC20-ADDRESS', minimum: '20', isDemo: true },
  { currency: 'USDT', network: 'IBAN', address: 'DEMO-USDT-BANK-ACCOUNT', minimum: '10', isDemo: true },
  { currency: 'ETH', network: 'Ethereum', address: 'DEMO-ETH-ADDRESS', minimum: '0.01', isDemo: true },
]

let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
  await app.db.transaction().execute((tx) => publishDepositAddresses(tx, receivingAddresses))
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

/** A picture that the customer has sent. */
const imageOf = async (customer: TestCustomer) => app.keepAsSent(customer.id, await newPicture())

async function claimOf(customer: TestCustomer, change: Record<string, string> = {}) {
  const image = await imageOf(customer)
  return {
    sender: 'Ana Lopez',
    amount: '100',
    currency: 'USDT',
    network: 'TRC20',
    address: receivingAddresses[0]!.address,
    image,
    hashTail: 'a1B2c3',
    ...change,
  }
}

async function pendingDeposit(customer: TestCustomer, change: Record<string, string> = {}) {
  const { data, error } = await app.call(
    calls.requestDeposit,
    await claimOf(customer, change),
    customer.token,
  )
  expect(error).toBeUndefined()
  return BigInt(data.id)
}

let hashes = 0
const fullHash = (tail = 'a1b2c3') => `${(++hashes).toString(16).padStart(58, '0')}${tail}`
const credit = (id: bigint, change: object = {}) =>
  app.db.transaction().execute((tx) =>
    creditDeposit(
      tx,
      {
        id,
        amount: 990_000_000n as Units,
        txReference: fullHash(),
        outputIndex: 0,
        maker: 1n,
        checker: 2n,
        ...change,
      },
      app.clock.nowMs(),
    ),
  )
const reject = (id: bigint) =>
  app.db
    .transaction()
    .execute((tx) => rejectDeposit(tx, { id, reason: 'The picture shows another amount' }, app.clock.nowMs()))
const funding = (customer: TestCustomer, currency = 'USDT') =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, 'available', currency))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error.code ?? error.message,
  )

describe('a deposit by proof', () => {
  test('T13: is a claim: pending, and nothing is credited', async () => {
    const customer = await app.newCustomer()
    const asked = { currency: 'USDT', network: 'TRC20' }
    const { data: where } = await app.call(calls.depositAddress, asked, customer.token)
    expect(where).toMatchObject({
      network: 'TRC20',
      networks: ['TRC20', 'ERC20', 'IBAN'],
      minimum: '10.0000000',
      isDemo: true,
    })
    const { data } = await app.call(calls.requestDeposit, await claimOf(customer), customer.token)
    expect(data).toMatchObject({
      reference: `D-${data.id}`,
      status: 'pending',
      claimed: '100.0000000',
      credited: null,
    })
    expect(await funding(customer)).toBe(0n)
    const log = await app.call(calls.deposits, { kind: 'deposit' }, customer.token)
    expect(log.data).toEqual({ items: [data], next: null })
  })

  test('has no address where the network is left open, unless there is only one', async () => {
    const customer = await app.newCustomer()
    const address = (currency: string) => app.call(calls.depositAddress, { currency }, customer.token)
    const open = await address('USDT')
    expect(open.error).toBe('NETWORK_REQUIRED')
    expect(JSON.parse(open.body).message).toBe('Please choose a network: TRC20, ERC20, IBAN')
    const only = { currency: 'LTC', network: 'Litecoin', address: 'DEMO-LTC', minimum: '1', isDemo: true }
    await app.db.transaction().execute((tx) => publishDepositAddresses(tx, [only]))
    expect((await address('LTC')).data).toMatchObject({ network: 'Litecoin', networks: ['Litecoin'] })
  })

  test('to an address of another network of ours is not one to an address of ours', async () => {
    const customer = await app.newCustomer()
    const isOurs = async (address: string, hashTail: string) => {
      const id = await pendingDeposit(customer, { address, hashTail })
      return (await findDeposit(app.db, id))?.isAddressOurs
    }
    expect(await isOurs('DEMO-USDT-TRC20-ADDRESS', 'aa0001')).toBe(true)
    expect(await isOurs('DEMO-USDT-ERC20-ADDRESS', 'aa0002')).toBe(false)
  })

  test('takes the specification’s own names', async () => {
    const customer = await app.newCustomer()
    const image = await imageOf(customer)
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/wallet/charge_req',
      headers: { authorization: customer.token, 'content-type': 'application/json' },
      payload: JSON.stringify({
        account: 'Ana',
        amount: '50',
        currency: 'USDT',
        sub_type: 'TRC20',
        address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
        image,
        hash_tail: '00ff00',
      }),
    })
    expect(response.json()).toMatchObject({ type: 1, data: { status: 'pending', account: 'Ana' } })
  })

  test.each([
    [{ amount: '9.99' }, 'AMOUNT_TOO_SMALL'],
    [{ network: 'BEP20' }, 'DEPOSIT_NOT_OFFERED'],
    [{ currency: 'XRP', network: 'Ripple' }, 'DEPOSIT_NOT_OFFERED'],
    [{ currency: 'NOPE' }, 'CURRENCY_UNKNOWN'],
    [{ image: 'A'.repeat(22) }, 'UPLOAD_UNKNOWN'],
    [{ image: 'x' }, 'PARAMETER_ERROR'],
    [{ hashTail: 'a1b2c' }, 'PARAMETER_ERROR'],
    [{ hashTail: 'a1b2c!' }, 'PARAMETER_ERROR'],
    [{ sender: '' }, 'PARAMETER_ERROR'],
    [{ sender: '<b>Ana</b>' }, 'TEXT_PUNCTUATION'],
    [{ sender: 'x'.repeat(61) }, 'TEXT_TOO_LONG'],
  ])('with %o is refused as %s', async (change, error) => {
    const customer = await app.newCustomer()
    const claim = await claimOf(customer, change)
    for (const _ of [1, 2])
      expect((await app.call(calls.requestDeposit, claim, customer.token)).error).toBe(error)
    expect((await app.call(calls.deposits, {}, customer.token)).data.items).toEqual([])
  })

  test('with a hostile amount is refused, and nothing is written', async () => {
    const customer = await app.newCustomer()
    const claim = await claimOf(customer)
    const tables = ['transfer', 'entry', 'deposit_request', 'deposit_lock', 'idempotent_call'] as const
    const before = await countRows(app.db, tables)
    for (const amount of hostileAmounts) {
      const { type, error } = await app.call(calls.requestDeposit, { ...claim, amount }, customer.token)
      expect([amount, type]).toEqual([amount, 0])
      expect(['PARAMETER_ERROR', 'AMOUNT_INVALID', 'AMOUNT_TOO_PRECISE', 'AMOUNT_TOO_SMALL']).toContain(error)
    }
    expect(await countRows(app.db, tables)).toEqual(before)
  })

  test('with the image of another customer is refused', async () => {
    const [ana, bob] = [await app.newCustomer(), await app.newCustomer()]
    const claim = await claimOf(bob)
    expect((await app.call(calls.requestDeposit, claim, ana.token)).error).toBe('UPLOAD_UNKNOWN')
  })

  test('64 at once with one proof are one request, with a key and without', async () => {
    const customer = await app.newCustomer()
    const [keyed, plain] = [await claimOf(customer), await claimOf(customer)]
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        app.call(calls.requestDeposit, keyed, customer.token, { key: 'deposit' }),
      ),
    )
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    const others = await Promise.all(
      Array.from({ length: 64 }, () => app.call(calls.requestDeposit, plain, customer.token)),
    )
    expect(others.filter(({ type }) => type === 1)).toHaveLength(1)
    expect(new Set(others.flatMap(({ error }) => error ?? []))).toEqual(new Set(['DEPOSIT_ALREADY_SENT']))
    expect((await app.call(calls.deposits, {}, customer.token)).data.items).toHaveLength(2)
  })

  test('sent again while it waits is refused by its reference; with another amount or once decided it is not', async () => {
    const customer = await app.newCustomer()
    const picture = await newPicture()
    const sent = async (change: Record<string, string> = {}) => {
      const image = await app.uploads.keep(customer.id, picture)
      return app.call(calls.requestDeposit, await claimOf(customer, { image, ...change }), customer.token)
    }
    const first = await sent()
    for (const _ of [1, 2])
      expect(await sent()).toMatchObject({
        type: 0,
        error: 'DEPOSIT_ALREADY_SENT',
        body: expect.stringContaining(`You already sent this as ${first.data.reference}`),
      })
    for (const other of [{ amount: '101' }, { hashTail: 'a1B2c4' }]) expect((await sent(other)).type).toBe(1)
    await app.db
      .transaction()
      .execute((tx) =>
        rejectDeposit(tx, { id: BigInt(first.data.id), reason: 'unreadable' }, app.clock.nowMs()),
      )
    expect((await sent()).type).toBe(1)
  })

  test('no more than five of a customer wait at once, also when asked for together', async () => {
    const customer = await app.newCustomer()
    const claims = []
    for (let number = 0; number < MAX_PENDING + 3; number++) claims.push(await claimOf(customer))
    const answers = await Promise.all(
      claims.map((claim) => app.call(calls.requestDeposit, claim, customer.token)),
    )
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(MAX_PENDING)
    expect(answers.find(({ type }) => type === 0)).toMatchObject({ error: 'DEPOSIT_TOO_MANY_PENDING' })
  })

  test('the history is read in pages while new ones arrive', async () => {
    const customer = await app.newCustomer()
    const ids = []
    for (let number = 0; number < 4; number++) ids.push(String(await pendingDeposit(customer)))
    const first = await app.call(calls.deposits, { limit: '2' }, customer.token)
    await pendingDeposit(customer)
    const next = { limit: '2', cursor: first.data.next }
    const second = await app.call(calls.deposits, next, customer.token)
    const shown = [...first.data.items, ...second.data.items].map(({ id }: calls.DepositView) => id)
    expect(shown).toEqual(ids.toReversed())
    expect((await app.call(calls.deposits, { status: 'approved' }, customer.token)).data.items).toEqual([])
    const wires = await app.call(calls.deposits, {}, customer.token, { extra: { type: '1' } })
    expect(wires.data).toEqual({ items: [], next: null })
  })
})

describe('deciding on a deposit', () => {
  test('credits what arrived, not what was claimed, and tells the customer', async () => {
    const customer = await app.newCustomer()
    const id = await pendingDeposit(customer)
    await credit(id)
    expect(await funding(customer)).toBe(990_000_000n)
    const { data } = await app.call(calls.deposits, {}, customer.token)
    expect(data.items[0]).toMatchObject({
      status: 'approved',
      claimed: '100.0000000',
      credited: '99.0000000',
    })
    const [entry] = (await app.call(statement, {}, customer.token)).data.items
    expect(entry).toMatchObject({ reason: 'deposit', amount: '99.0000000', reference: String(id) })
    expect((await app.messagesTo(customer.email)).at(-1)!.text).toContain(`D-${id}: 99.00 USDT`)
  })

  test('64 approvals at once credit once', async () => {
    const customer = await app.newCustomer()
    const id = await pendingDeposit(customer)
    const txReference = fullHash()
    const codes = await Promise.all(Array.from({ length: 64 }, () => codeOf(credit(id, { txReference }))))
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set([undefined, 'DEPOSIT_NOT_PENDING']))
    expect(await funding(customer)).toBe(990_000_000n)
  })

  test.each([
    ['transaction', 'TRC20', fullHash(), (hash: string) => `0x${hash.toUpperCase()}`],
    ['bank’s payment', 'IBAN', 'FT26001-XK70-A1B2C3', () => 'ft26001 xk70a1b 2c3'],
  ])(
    'one %s is credited once, whoever claims it and however it is written',
    async (_, network, one, otherwise) => {
      const [ana, bob] = [await app.newCustomer(), await app.newCustomer()]
      await credit(await pendingDeposit(ana, { network }), { txReference: one })
      const second = await pendingDeposit(bob, { network })
      expect(await codeOf(credit(second, { txReference: otherwise(one) }))).toBe('DEPOSIT_REFERENCE_USED')
      expect(await funding(bob)).toBe(0n)
      expect(await codeOf(reject(second))).toBeUndefined()
    },
  )

  test('a reference in the form of another network is refused', async () => {
    const id = await pendingDeposit(await app.newCustomer())
    // Half a hash, or a bank's reference that ends alike, would be a second name of a payment.
    for (const txReference of [
      fullHash().slice(-32),
      'FT26001-XK70-A1B2C3',
      `5VERv8NMvzbJMEk${'x'.repeat(50)}a1b2c3`,
    ])
      expect(await codeOf(credit(id, { txReference }))).toBe('PARAMETER_ERROR')
  })

  test('a transaction that does not end as the customer said is refused', async () => {
    const id = await pendingDeposit(await app.newCustomer())
    expect(await codeOf(credit(id, { txReference: fullHash('ffffff') }))).toBe('DEPOSIT_HASH_DIFFERS')
    expect(await codeOf(credit(id, { txReference: 'a1b2c3' }))).toBe('PARAMETER_ERROR')
    expect(await codeOf(credit(999_999n))).toBe('NOT_FOUND')
  })

  test('the database itself refuses one operator alone', async () => {
    const customer = await app.newCustomer()
    const id = await pendingDeposit(customer)
    expect(await codeOf(credit(id, { maker: 3n, checker: 3n }))).toBeDefined()
    expect(await funding(customer)).toBe(0n)
  })

  test('approval and rejection at once: one of them', async () => {
    const customer = await app.newCustomer()
    const id = await pendingDeposit(customer)
    const codes = await Promise.all([
      codeOf(credit(id)),
      codeOf(reject(id)),
      codeOf(credit(id)),
      codeOf(reject(id)),
    ])
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set([undefined, 'DEPOSIT_NOT_PENDING']))
  })

  test('a rejection gives its reason, credits nothing, and is final', async () => {
    const customer = await app.newCustomer()
    const id = await pendingDeposit(customer)
    await reject(id)
    const { data } = await app.call(calls.deposits, {}, customer.token)
    expect(data.items[0]).toMatchObject({
      status: 'rejected',
      rejection: 'The picture shows another amount',
    })
    expect(await codeOf(reject(id))).toBe('DEPOSIT_NOT_PENDING')
    expect(await codeOf(credit(id))).toBe('DEPOSIT_NOT_PENDING')
    expect(await funding(customer)).toBe(0n)
  })

  test('what looks like another deposit is marked for the reviewer', async () => {
    const [ana, bob] = [await app.newCustomer(), await app.newCustomer()]
    const same = await newPicture()
    const images = [await app.uploads.keep(ana.id, same), await app.uploads.keep(bob.id, same)] as const
    const change = { hashTail: 'fEeD01', amount: '77' }
    const first = await pendingDeposit(ana, { ...change, image: images[0] })
    const second = await pendingDeposit(bob, {
      ...change,
      hashTail: 'FeEd01',
      image: images[1],
      address: 'elsewhere',
    })
    const { risk } = (await findDeposit(app.db, second))!
    expect(risk).toEqual([
      'The same picture was sent with another deposit',
      'Another deposit has the same currency, amount and last 6 of the hash',
      'The address is not the one we published',
    ])
    await reject(second)
    expect((await findDeposit(app.db, first))!.risk).toEqual([])
    expect((await app.uploads.readUpload(images[0]))!.type).toBe('image/png')
  })
})
