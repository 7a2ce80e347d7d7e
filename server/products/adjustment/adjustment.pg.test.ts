import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSuspended } from '#domain/adjustment/contract.ts'
import { units as asUnits, parseDecimal } from '#domain/money/amount.ts'
import { notices as noticeList } from '#domain/notice/contract.ts'
import { GRACE_MS } from '#domain/privacy/rules.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { maskContact } from '#domain/user/contact.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { claimPayment } from '#server/core/incoming-payments.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import { practiceOwnerOf } from '#server/core/ledger/practice.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { nextId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { newPayment } from '#server/testing/treasury.ts'
import { readOwed } from '../liabilities/owed.ts'
import { suspenseOf, suspenseSetAside } from './accounts.ts'
import { returnedOnChain } from './store.ts'

/** What two operators can do with a customer's balance, and what neither of them nor both can. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string
let risk: string
beforeAll(async () => {
  app = await openTestApp()
  consoleApp = openTestConsole(app)
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  risk = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

type Fields = Record<string, string>

const units = (text: string, decimals = 7) => parseDecimal(text, decimals)!
const balance = ({ id }: TestCustomer, wallet: 'funding' | 'spot' = 'funding', currency = 'USDT') =>
  balanceOf(app.db, accountId(id, wallets[wallet], 'available', currency))
const suspense = (currency = 'USDT') => balanceOf(app.db, suspenseOf(currency))

const REASON = 'Deposit D-10001 was credited twice'
const propose = (way: 'take' | 'give' | 'return', fields: Fields, token = maker) =>
  consoleApp.post(`/console/adjustments/${way}`, token, { currency: 'USDT', reason: REASON, ...fields })
const take = ({ id }: TestCustomer, fields: Fields = {}, token = maker) =>
  propose('take', { customer_id: String(id), wallet: 'funding', amount: '40', ...fields }, token)
const give = (taken: string, { id }: TestCustomer, fields: Fields = {}) =>
  propose('give', { take: taken, customer_id: String(id), wallet: 'funding', amount: '10', ...fields })
const giveBack = (taken: string, fields: Fields = {}) =>
  propose('return', { take: taken, amount: '10', chain: 'Tron', tx_reference: payment(), ...fields })
const payment = () => newPayment()
const approve = (id: string, token = checker) =>
  consoleApp.post('/console/proposal/approve', token, { id, reason: 'seen' })

/** A customer who has 100 USDT in funding. */
async function customerWith(amount = '100', wallet: 'funding' | 'spot' = 'funding'): Promise<TestCustomer> {
  const customer = await app.newCustomer()
  await app.give(customer.id, wallet, 'USDT', amount)
  return customer
}

/** Takes an amount from a customer, by both; returns the adjustment. */
async function taken(customer: TestCustomer, fields: Fields = {}): Promise<string> {
  const { data } = await take(customer, fields)
  expect(await approve(data.id)).toMatchObject({ code: 1, data: { status: 'approved' } })
  return data.id
}

/** What could have been written, counted. */
async function written(): Promise<string> {
  const { rows } = await sql<{ rows: string }>`
    select concat_ws(' ', (select count(*) from proposal), (select count(*) from transfer),
      (select count(*) from adjustment), (select count(*) from notice), (select count(*) from audit_log)) as rows`.execute(
    app.db,
  )
  return rows[0]!.rows
}

/** What is moved and told, without the proposals and their log. */
async function moved(): Promise<string> {
  const { rows } = await sql<{ rows: string }>`
    select concat_ws(' ', (select count(*) from transfer), (select count(*) from adjustment),
      (select count(*) from notice)) as rows`.execute(app.db)
  return rows[0]!.rows
}

/** What the customer's own wallet page says is in suspense. */
const suspendedFor = async ({ token }: TestCustomer) => (await app.call(ownSuspended, {}, token)).data

describe('what of a customer is in suspense', () => {
  test('is theirs to read, with the number and the reason, until all of it is given or returned', async () => {
    const [customer, other] = [await customerWith(), await customerWith()]
    expect(await suspendedFor(customer)).toEqual([])
    const [first, second] = [await taken(customer), await taken(customer, { amount: '7' })]
    expect(await suspendedFor(customer)).toMatchObject([
      { reference: `P-${first}`, currency: 'USDT', amount: '40.0000000', reason: REASON },
      { reference: `P-${second}`, amount: '7.0000000' },
    ])
    expect(await suspendedFor(other)).toEqual([])
    // To another: it is that customer's own then, and in no suspense.
    await approve((await give(first, other)).data.id)
    await approve((await giveBack(second, { amount: '7' })).data.id)
    expect(await suspendedFor(customer)).toMatchObject([{ reference: `P-${first}`, amount: '30.0000000' }])
    expect(await suspendedFor(other)).toEqual([])
    await approve((await give(first, customer, { amount: '30' })).data.id)
    expect(await suspendedFor(customer)).toEqual([])
  })
})

describe('taking from a customer', () => {
  test('moves nothing before a second operator approves it, then exactly that, once', async () => {
    const customer = await customerWith()
    const before = await suspense()
    const { data } = await take(customer)
    expect(data).toMatchObject({
      ...{ kind: 'adjustment', status: 'pending', viewerAction: 'waiting', reason: REASON },
      title: `Take 40.00 USDT from customer ${customer.id}`,
      lines: [
        { label: 'Amount', value: '40.00 USDT' },
        { label: 'Customer', value: maskContact(customer.email) },
        { label: 'From', value: `Funding of customer ${customer.id}` },
        { label: 'To', value: 'Suspense' },
        { label: 'Available now', value: '100.00 USDT' },
        { label: 'The customer is told', value: 'The amount and the reason as it is written' },
      ],
    })
    expect([await balance(customer), await suspense()]).toEqual([units('100'), before])
    expect((await approve(data.id)).data).toMatchObject({ status: 'approved' })
    expect([await balance(customer), await suspense()]).toEqual([units('60'), before + units('40')])
    expect(await approve(data.id)).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })
    const { rows } = await sql<{ reason: string }>`
      select reason from transfer where reference = ${BigInt(data.id)}`.execute(app.db)
    expect(rows).toEqual([{ reason: 'adjustment-take' }])
  })

  test('stands in the customer’s statement, notices and time line, with the number and the reason', async () => {
    const customer = await customerWith('100', 'spot')
    const id = await taken(customer, { wallet: 'spot', amount: '1.5' })
    const { data: statement } = await app.call(statementEvents, {}, customer.token)
    expect(statement.items[0]).toMatchObject({
      ...{ kind: 'adjustment', variant: 'take', state: 'done', params: { reference: `P-${id}` } },
    })
    const { data: told } = await app.call(noticeList, {}, customer.token)
    expect(told.items[0]).toMatchObject({ kind: 'adjustment', topic: 'money', subject: id })
    for (const said of ['1.50 USDT', `P-${id}`, REASON]) expect(told.items[0].text).toContain(said)
    const compliance = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
    const path = `/console/customer/timeline?customer=${customer.id}`
    const { items } = (await consoleApp.get(path, compliance)).data
    expect(items).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'adjustment-take', product: 'adjustment', amount: '1.5000000', currency: 'USDT' },
        ...{ detail: `P-${id}: ${REASON}`, subject: `adjustment:${customer.id}` },
      }),
    )
    const logged = items.filter(({ topic }: { topic: string }) => topic === 'operators')
    expect(logged).toHaveLength(2)
  })

  test('is logged as people read it: its amount, from or to whom, and the adjustment that it is of', async () => {
    const customer = await customerWith()
    const id = await taken(customer)
    const given = await give(id, customer)
    const detail = async (proposal: string) => {
      const auditor = await consoleApp.tokenOf(await consoleApp.addOperator('admin'))
      const { data } = await consoleApp.get('/console/audit', auditor, { search: `P-${proposal}` })
      return data.items.find(({ action }: { action: string }) => action === 'proposed').detail
    }
    const about = { kind: 'adjustment', reason: REASON }
    const number = String(customer.id)
    expect(await detail(id)).toEqual({
      ...{ ...about, proposal: `P-${id}`, amount: '40.00 USDT', takenFrom: number, wallet: 'funding' },
    })
    expect(await detail(given.data.id)).toEqual({
      ...{ ...about, proposal: given.data.reference, amount: '10.00 USDT', givenTo: number },
      ...{ wallet: 'funding', adjustment: `P-${id}` },
    })
    const waiting = async () => {
      const { suspended } = (await consoleApp.get('/console/adjustments', maker)).data
      return suspended.find((one: { id: string }) => one.id === id).waiting
    }
    expect(await waiting()).toBe(given.data.id)
    await approve(given.data.id)
    expect(await waiting()).toBeNull()
    const { data } = await giveBack(id, { amount: '5.5' })
    expect(await detail(data.id)).toMatchObject({
      ...{ ...about, amount: '5.50 USDT', returnedFor: number, adjustment: `P-${id}`, chain: 'Tron' },
    })
    await approve(data.id)
  })

  test('waits in the review queue with its amount', async () => {
    const { data } = await take(await customerWith(), { amount: '25.5' })
    const queue = await consoleApp.get('/console/queue', checker)
    const item = queue.data.items.find(({ id }: { id: string }) => id === data.id)
    expect(item).toMatchObject({ kind: 'proposal', amount: '25.5000000', currency: 'USDT' })
    await consoleApp.post('/console/proposal/withdraw', maker, { id: data.id, reason: 'a test' })
  })

  test('T97: is not approved by who proposed it, nor proposed or approved without the role', async () => {
    const [customer, other] = [await customerWith(), await customerWith()]
    const { data } = await take(customer)
    const before = await moved()
    expect(await approve(data.id, maker)).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
    expect(await approve(data.id, risk)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    expect(await take(other, {}, risk)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    expect(await take(customer, { amount: '1' })).toMatchObject({ error: 'PROPOSAL_EXISTS' })
    await consoleApp.post('/console/proposal/send_back', checker, { id: data.id, reason: 'no' })
    expect(await approve(data.id)).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })
    expect([await balance(customer), await moved()]).toEqual([units('100'), before])
  })

  test('is refused where the customer spent it meanwhile: nothing is written, and it still waits', async () => {
    const customer = await customerWith()
    const { data } = await take(customer)
    const account = (wallet: 'funding' | 'spot') =>
      accountId(customer.id, wallets[wallet], 'available', 'USDT')
    await app.db.transaction().execute((tx) =>
      post(
        tx,
        [
          {
            ...{ debit: account('funding'), credit: account('spot'), amount: asUnits(units('60.0000001')) },
            ...{ reason: 'account-transfer', reference: nextId() },
          },
        ],
        app.clock.nowMs(),
      ),
    )
    const before = await written()
    const { error, message } = await approve(data.id)
    expect(error).toBe('ADJUSTMENT_ABOVE_BALANCE')
    expect(message).toContain('39.9999999 USDT')
    expect(await written()).toBe(before)
    expect((await consoleApp.get('/console/proposal', maker, { id: data.id })).data.status).toBe('pending')
    await consoleApp.post('/console/proposal/withdraw', maker, { id: data.id, reason: 'spent' })
  })

  test('takes what is available alone: nothing that an order holds', async () => {
    const customer = await customerWith()
    await app.holdBack(customer.id, 'funding', 'USDT', '70', nextId())
    expect(await take(customer, { amount: '30.0000001' })).toMatchObject({
      error: 'ADJUSTMENT_ABOVE_BALANCE',
    })
    await taken(customer, { amount: '30' })
    expect(await balance(customer)).toBe(0n)
  })

  test('of hostile amounts, strange wallets and nobody’s numbers is not even proposed', async () => {
    const customer = await customerWith()
    const before = await written()
    const accepted = []
    for (const amount of hostileAmounts)
      if ((await take(customer, { amount })).code === 1) accepted.push(amount)
    expect(accepted).toEqual([])
    for (const [fields, error] of [
      [{ amount: '100.0000001' }, 'ADJUSTMENT_ABOVE_BALANCE'],
      [{ currency: 'DOLLAR' }, 'CURRENCY_UNKNOWN'],
      [{ currency: 'pUSDT' }, 'PARAMETER_ERROR'],
      [{ currency: 'BTC' }, 'ADJUSTMENT_ABOVE_BALANCE'],
      [{ wallet: 'contract' }, 'VALUE_NOT_ALLOWED'],
      [{ wallet: 'suspense' }, 'VALUE_NOT_ALLOWED'],
      [{ customer_id: String(practiceOwnerOf(customer.id)) }, 'NOT_FOUND'],
      [{ customer_id: '999999999' }, 'NOT_FOUND'],
      [{ customer_id: '2' }, 'NOT_FOUND'],
      [{ reason: ' ' }, 'PARAMETER_ERROR'],
      [{ reason: 'Write to help@plumb.example' }, 'MESSAGE_NAMES_ADDRESS'],
    ] as const)
      expect([fields, (await take(customer, fields)).error]).toEqual([fields, error])
    expect(await written()).toBe(before)
  })
})

describe('giving and returning', () => {
  test('give what was taken to whom it belongs, and say so to both', async () => {
    const [first, second] = [await customerWith(), await customerWith('1')]
    const before = await suspense()
    const id = await taken(first)
    const given = await give(id, second, { wallet: 'spot', amount: '25' })
    expect(given.data).toMatchObject({
      title: `Give 25.00 USDT to customer ${second.id}`,
      lines: [
        { value: '25.00 USDT' },
        { label: 'Customer', value: maskContact(second.email) },
        { value: 'Suspense' },
        { value: `Spot of customer ${second.id}` },
        { label: 'Taken by', value: `P-${id}, from customer ${first.id}, 40.00 USDT` },
        { label: 'Of it in suspense now', value: '40.00 USDT' },
        { label: 'The customer is told' },
        { label: `Customer ${first.id} is told`, value: 'That it was given to another, and the reason' },
      ],
    })
    await approve(given.data.id)
    expect([await balance(second, 'spot'), await suspense()]).toEqual([units('25'), before + units('15')])
    const back = await giveBack(id, { amount: '15' })
    const outside = await balanceOf(app.db, outsideAccount('USDT'))
    await approve(back.data.id)
    expect(await suspense()).toBe(before)
    expect(await balanceOf(app.db, outsideAccount('USDT'))).toBe(outside + units('15'))
    const titles = async ({ token }: TestCustomer) =>
      (await app.call(noticeList, {}, token)).data.items.map(({ title }: { title: string }) => title)
    expect(await titles(first)).toEqual([
      'Money set aside was returned',
      'Money set aside was given to another customer',
      'An adjustment took from your balance',
    ])
    expect(await titles(second)).toEqual(['An adjustment added to your balance'])
    const { items: told } = (await app.call(noticeList, {}, first.token)).data
    for (const said of ['25.00 USDT', given.data.reference, REASON]) expect(told[1].text).toContain(said)
    const { items } = (await app.call(statementEvents, {}, second.token)).data
    expect(items[0]).toMatchObject({ kind: 'adjustment', variant: 'give' })
  })

  test('T97: give nothing that was not taken: above it, in another currency, of nothing, or of a gift', async () => {
    const [first, second] = [await customerWith(), await customerWith()]
    const id = await taken(first)
    const gift = await give(id, second, { amount: '5' })
    await approve(gift.data.id)
    // Of others there is more in suspense.
    await taken(second)
    const before = await written()
    for (const [answer, error] of [
      [await give(id, second, { amount: '35.0000001' }), 'ADJUSTMENT_ABOVE_SUSPENSE'],
      [await giveBack(id, { amount: '35.0000001' }), 'ADJUSTMENT_ABOVE_SUSPENSE'],
      [await give(id, second, { currency: 'BTC', amount: '1' }), 'ADJUSTMENT_CURRENCY_DIFFERS'],
      [await giveBack(id, { currency: 'EUR', amount: '1' }), 'ADJUSTMENT_CURRENCY_DIFFERS'],
      [await give('999999999', second), 'NOT_FOUND'],
      [await give(gift.data.id, second), 'NOT_FOUND'],
      [await giveBack(gift.data.id), 'NOT_FOUND'],
      [await giveBack(id, { tx_reference: 'a1b2c3' }), 'PARAMETER_ERROR'],
      [await giveBack(id, { chain: 'Bitcoin', output_index: '0' }), 'NETWORK_NOT_FOR_CURRENCY'],
      [await giveBack(id, { chain: 'Bank', tx_reference: 'FT26001ABCDEF0199' }), 'NETWORK_NOT_FOR_CURRENCY'],
    ] as const)
      expect(answer).toMatchObject({ error })
    expect(await written()).toBe(before)
  })

  test('T97: count no payment that was booked as something else, and let nothing else book theirs', async () => {
    const id = await taken(await customerWith())
    const claim = (txReference: string, chain: string, outputIndex: number) =>
      app.db
        .transaction()
        .execute((tx) =>
          claimPayment(
            tx,
            { chain, txReference, outputIndex, by: 'person', address: null, amount: asUnits(units('10')) },
            'treasury:1',
          ),
        )
    // By a log of it that somebody else numbered, and between proposal and approval.
    const [known, late] = [payment(), payment()]
    await claim(known, 'Tron', 7)
    expect(await giveBack(id, { tx_reference: known })).toMatchObject({ error: 'DEPOSIT_REFERENCE_USED' })
    const waiting = await giveBack(id, { tx_reference: late })
    await claim(late, 'Tron', 7)
    const before = await written()
    expect(await approve(waiting.data.id)).toMatchObject({ error: 'DEPOSIT_REFERENCE_USED' })
    expect(await written()).toBe(before)
    const labels = async (proposal: string) =>
      (await consoleApp.get('/console/proposal', checker, { id: proposal })).data.lines
    expect(await labels(waiting.data.id)).toContainEqual(
      expect.objectContaining({
        label: 'Also credited of this transaction',
        value: 'treasury:1, output 7 on Tron',
      }),
    )
    await consoleApp.post('/console/proposal/withdraw', maker, { id: waiting.data.id, reason: 'funding' })

    const returned = payment()
    const back = await giveBack(id, { tx_reference: returned })
    expect(await approve(back.data.id)).toMatchObject({ code: 1 })
    for (const outputIndex of [0, 7])
      await expect(claim(returned, 'Tron', outputIndex)).rejects.toThrow(/DEPOSIT_REFERENCE_USED/)
    // Nobody is warned of the adjustment by itself.
    expect((await labels(back.data.id)).map(({ label }: { label: string }) => label)).not.toContain(
      'Also credited of this transaction',
    )
  })

  test('count a transaction of a chain without outputs once, whichever number is typed', async () => {
    const id = await taken(await customerWith())
    const tx_reference = payment()
    const back = await giveBack(id, { tx_reference, output_index: '1' })
    expect(back.data.lines).toContainEqual(
      expect.objectContaining({ label: 'Output or log index', value: '0' }),
    )
    expect(await giveBack(id, { tx_reference, output_index: '2' })).toMatchObject({
      error: 'PROPOSAL_EXISTS',
    })
    await approve(back.data.id)
    for (const output_index of ['0', '1', '2'])
      expect(await giveBack(id, { tx_reference, output_index })).toMatchObject({
        error: 'DEPOSIT_REFERENCE_USED',
      })
  })

  test('count a payment once, whoever proposes it and however it is written', async () => {
    const [first, second] = [await customerWith(), await customerWith()]
    const [one, other] = [await taken(first), await taken(second)]
    const tx_reference = payment()
    await approve((await giveBack(one, { tx_reference })).data.id)
    expect(await giveBack(other, { tx_reference: `0x${tx_reference.toUpperCase()}` })).toMatchObject({
      error: 'DEPOSIT_REFERENCE_USED',
    })
    const again = payment()
    const waiting = await giveBack(one, { tx_reference: again })
    expect(await giveBack(other, { tx_reference: again })).toMatchObject({ error: 'PROPOSAL_EXISTS' })
    await approve(waiting.data.id)
    expect(await giveBack(other, { tx_reference: again })).toMatchObject({ error: 'DEPOSIT_REFERENCE_USED' })
  })

  test('show what is left of each, and what was decided, to those who watch the money', async () => {
    const customer = await customerWith()
    const id = await taken(customer)
    await approve((await give(id, customer)).data.id)
    const page = (await consoleApp.get('/console/adjustments', risk)).data
    expect(page.suspended.find((one: { id: string }) => one.id === id)).toMatchObject({
      ...{ reference: `P-${id}`, customerId: String(customer.id), wallet: 'funding', currency: 'USDT' },
      ...{ amount: '40.0000000', left: '30.0000000', reason: REASON },
    })
    expect(page.balances).toContainEqual({ currency: 'USDT', balance: expect.any(String) })
    const [newest] = page.decided
    expect(newest).toMatchObject({ kind: 'adjustment', status: 'approved', viewerAction: 'none' })
  })
})

describe('at once', () => {
  test('T97: one approval of sixty-four takes, and sixty-four of two gifts give no more than there is', async () => {
    const [first, second, third] = [await customerWith(), await customerWith(), await customerWith()]
    const { data } = await take(first)
    const answers = await Promise.all(Array.from({ length: 64 }, () => approve(data.id)))
    expectAtOnce(answers, { done: 1, refused: 'PROPOSAL_NOT_PENDING' })
    expect(await balance(first)).toBe(units('60'))
    // Each is covered by itself, both together are not.
    const gifts = [
      await give(data.id, second, { amount: '30' }),
      await give(data.id, third, { amount: '30' }),
    ]
    const decided = await Promise.all(Array.from({ length: 64 }, (_, n) => approve(gifts[n % 2]!.data.id)))
    expect(decided.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(new Set(decided.flatMap(({ error }) => error ?? []))).toEqual(
      new Set(['PROPOSAL_NOT_PENDING', 'ADJUSTMENT_ABOVE_SUSPENSE']),
    )
    expect((await balance(second)) + (await balance(third))).toBe(units('230'))
  })

  test('a take and a spending of which the balance covers one leave nobody below zero', async () => {
    const customer = await customerWith('40')
    const { data } = await take(customer)
    const account = (wallet: 'funding' | 'spot') =>
      accountId(customer.id, wallets[wallet], 'available', 'USDT')
    const spend = () =>
      app.db
        .transaction()
        .execute((tx) =>
          post(
            tx,
            [
              {
                ...{ debit: account('funding'), credit: account('spot'), amount: asUnits(units('30')) },
                ...{ reason: 'account-transfer', reference: nextId() },
              },
            ],
            app.clock.nowMs(),
          ),
        )
        .then(
          () => 'spent',
          ({ code }) => code,
        )
    const [approved, spent] = await Promise.all([approve(data.id), spend()])
    const wasTaken = approved.code === 1
    expect([approved.error, spent]).toEqual(
      wasTaken ? [undefined, 'INSUFFICIENT_BALANCE'] : ['ADJUSTMENT_ABOVE_BALANCE', 'spent'],
    )
    expect(await balance(customer)).toBe(wasTaken ? 0n : units('10'))
  })
})

describe('the database', () => {
  test('T97: keeps no adjustment that two operators did not agree on, and lets nobody change one', async () => {
    const customer = await customerWith()
    const { data } = await take(customer)
    const row = (id: bigint, amount: bigint) =>
      sql`
      insert into adjustment (id, direction, customer_id, wallet, currency, amount, reason, created_at)
      values (${id}, 'take', ${customer.id}, 'funding', 'USDT', ${amount}, ${REASON}, now())`.execute(app.db)
    // It still waits.
    await expect(row(BigInt(data.id), units('40'))).rejects.toThrow('adjustment_agreed')
    await approve(data.id)
    await expect(row(BigInt(data.id), units('41'))).rejects.toThrow('adjustment_agreed')
    await expect(row(BigInt(data.id), units('40'))).rejects.toThrow('adjustment_pkey')
    await expect(sql`update adjustment set amount = 1`.execute(app.db)).rejects.toThrow('permission denied')
    await expect(sql`delete from adjustment`.execute(app.db)).rejects.toThrow('permission denied')
  })
})

describe('what is in suspense', () => {
  test('is owed in the console as it was before: the platform’s own and what covers it stay as they are', async () => {
    const customer = await customerWith()
    const lines = async () => {
      // The dashboard is read again after ten seconds.
      app.clock.advance(11_000)
      const { currencies } = (await consoleApp.get('/console/ledger', risk)).data
      const { exposure } = (await consoleApp.get('/console/dashboard', risk)).data
      const ofUsdt = ({ currency }: { currency: string }) => currency === 'USDT'
      return [currencies.find(ofUsdt), exposure.find(ofUsdt)]
    }
    const before = await lines()
    await taken(customer)
    expect(await lines()).toEqual(before)
    expect(before[0].platform).not.toContainEqual(expect.objectContaining({ account: 'suspense' }))
  })

  test('is on the customer’s page nothing that was taken out of the platform', async () => {
    const customer = await customerWith()
    const compliance = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
    const sums = async () =>
      (await consoleApp.get('/console/customer', compliance, { id: String(customer.id) })).data.sums
    const before = await sums()
    await taken(customer)
    expect(await sums()).toEqual(before)
  })

  test('is taken from what the platform has on the chain that it was returned by, and on no other', async () => {
    const id = await taken(await customerWith())
    const on = async () => [
      (await returnedOnChain(app.db, 'Tron')).get('USDT') ?? 0n,
      (await returnedOnChain(app.db, 'Ethereum')).get('USDT') ?? 0n,
    ]
    const [tron, ethereum] = await on()
    expect((await approve((await giveBack(id)).data.id)).error).toBeUndefined()
    expect(await on()).toEqual([tron! + units('10'), ethereum])
  })

  test('is owed to whom it was taken from, and is no income of the platform', async () => {
    const [first, second] = [await customerWith(), await customerWith('1')]
    const id = await taken(first)
    await approve((await give(id, second, { amount: '15' })).data.id)
    const owed = await app.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => readOwed(tx, [suspenseSetAside]))
    const place = owed.listed.findIndex(({ code }) => code === 'USDT')
    const of = ({ id: customer }: TestCustomer) =>
      owed.amounts[owed.customers.indexOf(Number(customer)) * owed.currencies + place]
    expect([of(first), of(second)]).toEqual([units('85'), units('16')])
    // Together it is what the ledger adds up to, suspense with it.
    const sum = owed.customers.reduce((all, _, n) => all + owed.amounts[n * owed.currencies + place]!, 0n)
    expect(sum).toBe(owed.sums[place])
  })
})

describe('a deleted account', () => {
  test('has what came after it taken and returned, is told nothing, and is given nothing of others', async () => {
    const [gone, other] = [await customerWith('40'), await customerWith()]
    const told = await taken(gone)
    await sql`insert into account_deletion (id, customer_id, asked_at)
      values (${nextId()}, ${gone.id}, ${new Date(app.clock.nowMs())})`.execute(app.db)
    app.clock.advance(GRACE_MS)
    for (const job of app.opened.flatMap(({ jobs = [] }) => jobs))
      if (job.name.startsWith('privacy: ')) await job.run()
    maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
    checker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
    await app.give(gone.id, 'funding', 'USDT', '40')
    const before = await noticesOf(gone)
    const { data } = await take(gone)
    expect(data.lines.at(-1)).toMatchObject({ value: 'Nothing: the account was deleted' })
    await approve(data.id)
    // Of what was decided nobody knows any more whether they were: before it was deleted, its customer was.
    expect(
      JSON.stringify((await consoleApp.get('/console/proposal', checker, { id: told })).data),
    ).not.toContain('deleted')
    const back = await giveBack(data.id, { amount: '30' })
    await approve(back.data.id)
    // A slip goes back to where it was taken; nobody else's money goes there.
    await approve((await give(data.id, gone, { amount: '10' })).data.id)
    expect(await balance(gone)).toBe(units('10'))
    const others = await taken(other)
    expect(await give(others, gone)).toMatchObject({ error: 'ADJUSTMENT_CUSTOMER_DELETED' })
    expect(await noticesOf(gone)).toBe(before)
  })
})

const noticesOf = async ({ id }: TestCustomer) =>
  (await sql`select 1 from notice where customer_id = ${id}`.execute(app.db)).rows.length
