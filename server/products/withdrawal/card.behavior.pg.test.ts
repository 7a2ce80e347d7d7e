// long-running
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cards, removeCard, saveCard } from '#domain/card/contract.ts'
import type { CardKind } from '#domain/card/rules.ts'
import { DAY_MS, HOUR_MS, utcMinute } from '#domain/time.ts'
import { setPayPassword } from '#domain/user/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { accountId, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addUsableCard, cardInput, cardNumber, verifyAs } from '#server/testing/cards.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { openTestProducts, testPrivateData } from '#server/testing/products.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { meet } from '#server/testing/waiting.ts'
import { withdrawalAccounts } from './accounts.ts'
import { withdrawalSigns } from './console-customer.ts'
import { withdrawal as product } from './product.ts'
import { auditWithdrawals } from './store.ts'

/** Dollars and euros to bank cards: asked for, reviewed, paid at the bank by two, and at once. */

type Payee = TestCustomer & { readonly cardId: string; readonly lastDigits: string }

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let people: { maker: Person; checker: Person; support: Person }
let runJobs: () => Promise<void>
let saved = 0
/** The newest price of each, in its ticks; none that is not here. */
const prices: Record<string, number> = { 'BTC-USDT': 2_000_000, 'EUR-USD': 110_000 }

beforeAll(async () => {
  const markets = {
    isFresh: (symbol: string) => symbol in prices,
    lastPrice: (symbol: string) =>
      symbol in prices ? { price: prices[symbol]!, atMs: 0, isClose: false } : undefined,
  }
  app = await openTestApp({ markets })
  const [opened] = openTestProducts({ db: app.db, clock: app.clock, markets, products: [product] })
  runJobs = async () => {
    for (const job of opened!.jobs ?? []) await job.run()
  }
  consoleApp = openTestConsole(app)
  people = {
    maker: await consoleApp.addOperator('finance'),
    checker: await consoleApp.addOperator('finance'),
    support: await consoleApp.addOperator('support'),
  }
}, LONG.timeout)
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  expect(await auditWithdrawals(app.db)).toEqual([])
  await consoleApp.close()
  await app.close()
})

/** A verified customer with money, a pay password and a card that they have had for long. */
async function payee(
  amount = '1000',
  { currency = 'USD', kind = 'domestic' as CardKind } = {},
): Promise<Payee> {
  const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
  await app.give(customer.id, 'funding', currency, amount)
  await makeReadyToWithdraw(app.db, customer.id)
  const n = ++saved
  const cardId = await addUsableCard(app.db, testPrivateData, customer.id, n, kind)
  return { ...customer, cardId, lastDigits: cardNumber(n).slice(-4) }
}
const ask = ({ token, cardId }: Payee, change: Record<string, string> = {}, key?: string) =>
  app.call(
    calls.requestWithdrawal,
    { currency: 'USD', amount: '100', cardId, payPassword: PAY_PASSWORD, ...change },
    token,
    key ? { key } : {},
  )
const funding = ({ id }: TestCustomer, state: 'available' | 'held', currency = 'USD') =>
  balanceOf(app.db, accountId(id, wallets.funding, state, currency))
const detail = async ({ token }: TestCustomer, id: string) =>
  (await app.call(calls.withdrawalDetail, { id }, token)).data as calls.WithdrawalView

type Who = keyof typeof people
const post = async (path: string, who: Who, fields: Record<string, string>) =>
  consoleApp.post(`/console/withdrawal/${path}`, await consoleApp.tokenOf(people[who]), fields)
const decide = async (
  path: 'approve' | 'decline',
  proposal: string,
  who: Who,
  again?: string,
): ReturnType<typeof post> =>
  consoleApp.post(`/console/proposal/${path}`, await consoleApp.tokenOf(people[who]), {
    ...{ id: proposal, reason: 'seen too' },
    ...(again !== undefined && { again }),
  })
const read = async (path: string, who: Who, id: string) =>
  consoleApp.get(`/console/withdrawal${path}?id=${id}`, await consoleApp.tokenOf(people[who]))

/** Brings one as far as somebody pays it at the bank. */
async function paying(customer: Payee, change: Record<string, string> = {}): Promise<string> {
  const { data, error } = await ask(customer, change)
  expect(error).toBeUndefined()
  const { id, isReviewed } = data
  if (isReviewed) {
    const { data: proposed } = await post('propose', 'maker', { id, reason: 'known' })
    expect((await decide('approve', proposed.proposal.id, 'checker')).error).toBeUndefined()
  } else await runJobs()
  expect((await post('prepare', 'maker', { id })).data.status).toBe('signing')
  return id
}
const nameOf = (who: Who) => `Operator ${/\d+/.exec(people[who].email)![0]}`
const settle = (id: string, reference: string, who: Who = 'maker') =>
  post('settle', who, { id, settled_as: 'paid', tx_reference: reference, reason: 'as the bank says' })

let references = 0
const reference = () => `FT26003CARD${String(++references).padStart(6, '0')}`

describe('a request', () => {
  test('holds the amount, shows fee, what arrives and the card’s last digits, and is looked at because it is the first', async () => {
    const customer = await payee()
    const { data, error } = await ask(customer, { amount: '100.00' })
    expect(error).toBeUndefined()
    expect(data).toMatchObject({
      ...{ status: 'under-review', isReviewed: true, canCancel: true, currency: 'USD', network: 'Card' },
      ...{ amount: '100.00', fee: '5.00', receive: '95.00', value: '0.00500000' },
      ...{
        address: `•••• ${customer.lastDigits}`,
        addressName: 'Banco Azul',
        txid: null,
        bankReference: null,
      },
      card: { kind: 'domestic', bankName: 'Banco Azul', lastDigits: customer.lastDigits },
    })
    expect(await funding(customer, 'held')).toBe(100_00n)
    expect(await funding(customer, 'available')).toBe(900_00n)
  })

  // Source: rulings, section 5: a card half a percent and at least 5; international 1 % and at least 25.
  test.each([
    ['domestic', 'USD', '1000', '5.00', '995.00'],
    ['domestic', 'EUR', '4000', '20.00', '3980.00'],
    ['domestic', 'USD', '1000.01', '5.01', '995.00'],
    ['international', 'USD', '50', '25.00', '25.00'],
    ['international', 'EUR', '4000', '40.00', '3960.00'],
  ] as const)(
    'to a card that is %s, of %s %s, costs %s: %s arrive',
    async (kind, currency, amount, fee, receive) => {
      const customer = await payee('5000', { currency, kind })
      expect((await ask(customer, { currency, amount })).data).toMatchObject({ fee, receive })
    },
  )

  test('T08: is not taken below its minimum, for a part of a cent, and for more than there is', async () => {
    const [near, abroad] = [await payee(), await payee('1000', { kind: 'international' })]
    expect((await ask(near, { amount: '19.99' })).error).toBe('AMOUNT_TOO_SMALL')
    expect((await ask(abroad, { amount: '49.99' })).error).toBe('AMOUNT_TOO_SMALL')
    expect((await ask(near, { amount: '20.001' })).error).toBe('AMOUNT_TOO_PRECISE')
    expect((await ask(near, { amount: '0' })).error).toBe('AMOUNT_INVALID')
    expect((await ask(near, { amount: '-20' })).error).toBe('PARAMETER_ERROR')
    expect((await ask(near, { amount: '1000.01' })).error).toBe('INSUFFICIENT_BALANCE')
    expect(await funding(near, 'held')).toBe(0n)
  })

  test('at another fee than the one that was reviewed is not taken, and holds nothing', async () => {
    const customer = await payee()
    for (const fee of ['4.99', '5.01', '0'])
      expect((await ask(customer, { fee })).error).toBe('TERMS_CHANGED')
    expect((await ask(customer, { fee: '5.001' })).error).toBe('PARAMETER_ERROR')
    expect(await funding(customer, 'held')).toBe(0n)
    expect((await ask(customer, { fee: '5' })).data).toMatchObject({ fee: '5.00' })
  })

  test('T07: the same key holds once, and another input under it is refused', async () => {
    const customer = await payee()
    const first = await ask(customer, {}, 'one')
    expect((await ask(customer, {}, 'one')).data.id).toBe(first.data.id)
    expect((await ask(customer, { amount: '101' }, 'one')).error).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await funding(customer, 'held')).toBe(100_00n)
  })

  test('is refused for verification, then pay password, then the card, pause, hold and limit', async () => {
    const stranger = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
    const nobody = { cardId: '999', lastDigits: '' }
    expect((await ask({ ...stranger, ...nobody })).error).toBe('KYC_REQUIRED')
    const unset = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    expect((await ask({ ...unset, ...nobody })).error).toBe('PAY_PASSWORD_UNSET')
    const customer = await payee('9000000')
    const { cardId } = await payee()
    // Another's card, and one that was never there, are alike.
    for (const other of [cardId, '999'])
      expect((await ask(customer, { cardId: other })).error).toBe('CARD_REQUIRED')
    expect((await ask(customer, { amount: '4000001' })).error).toBe('WITHDRAWAL_LIMIT')
    expect((await ask(customer, { amount: '4000000' })).error).toBeUndefined()
    expect((await ask(customer, { amount: '20' })).error).toBe('WITHDRAWAL_LIMIT')
    app.clock.advance(DAY_MS)
    expect((await ask(customer, { amount: '20' })).error).toBeUndefined()
  })

  test('goes to one place: no address with a card, no card of the other kind, and no coin to a card', async () => {
    const customer = await payee()
    expect((await ask(customer, { address: PAYEE_ADDRESS })).error).toBe('PARAMETER_ERROR')
    expect((await ask(customer, { cardKind: 'international' })).error).toBe('PARAMETER_ERROR')
    expect((await ask(customer, { network: 'International card' })).error).toBe('PARAMETER_ERROR')
    expect((await ask(customer, { network: 'TRC20' })).error).toBe('PARAMETER_ERROR')
    await app.give(customer.id, 'funding', 'USDT', '1000')
    expect((await ask(customer, { currency: 'USDT' })).error).toBe('WITHDRAWAL_NOT_OFFERED')
    expect((await ask(customer, { network: 'Card', cardKind: 'domestic' })).error).toBeUndefined()
  })

  test('T10: waits 24 h after a card was saved, and after another pay password', async () => {
    const customer = await payee()
    await verifyAs(app.db, testPrivateData, customer.id)
    const { data } = await app.call(saveCard, cardInput(70_001), customer.token)
    const change = { cardId: data.id as string }
    expect((await ask(customer, change)).error).toBe('CARD_NEW')
    app.clock.advance(DAY_MS - 1)
    expect((await ask(customer, change)).error).toBe('CARD_NEW')
    app.clock.advance(1)
    const payPassword = '739164'
    const other = { payPassword, repeated: payPassword, oldPassword: PAY_PASSWORD }
    expect((await app.call(setPayPassword, other, customer.token)).error).toBeUndefined()
    expect((await ask(customer, { ...change, payPassword })).error).toBe('WITHDRAWAL_HELD')
    app.clock.advance(DAY_MS)
    expect((await ask(customer, { ...change, payPassword })).error).toBeUndefined()
  })

  test('T63: five wrong pay passwords lock it for a day, with those to addresses', async () => {
    const customer = await payee()
    for (let n = 0; n < 4; n++)
      expect((await ask(customer, { payPassword: '000000' })).error).toBe('PAY_PASSWORD_WRONG')
    expect((await ask(customer, { payPassword: '000000' })).error).toBe('PAY_PASSWORD_LOCKED')
    expect((await ask(customer)).error).toBe('PAY_PASSWORD_LOCKED')
    app.clock.advance(DAY_MS - HOUR_MS)
    expect((await ask(customer)).error).toBe('PAY_PASSWORD_LOCKED')
    app.clock.advance(HOUR_MS)
    expect((await ask(customer)).error).toBeUndefined()
  })

  test('counts towards one limit with those to addresses', async () => {
    const customer = await payee('4000000')
    await app.give(customer.id, 'funding', 'USDT', '1000000')
    expect((await ask(customer, { amount: '3999950' })).error).toBeUndefined()
    const toAddress = {
      currency: 'USDT',
      network: 'TRC20',
      address: PAYEE_ADDRESS,
      payPassword: PAY_PASSWORD,
    }
    const out = (amount: string) =>
      app.call(calls.requestWithdrawal, { ...toAddress, amount }, customer.token)
    expect((await out('50.1')).error).toBe('WITHDRAWAL_LIMIT')
    expect((await out('50')).error).toBeUndefined()
    expect((await ask(customer, { amount: '20' })).error).toBe('WITHDRAWAL_LIMIT')
  })

  test('of euros waits for their price, and the terms say when their closed market opens', async () => {
    const now = new Date(app.clock.nowMs())
    // Saturday noon; the market opens on Sunday at 17:00 in New York.
    const saturday = Date.UTC(
      now.getUTCFullYear(),
      now.getUTCMonth(),
      now.getUTCDate() + 6 - now.getUTCDay() + 7,
      12,
    )
    app.clock.advance(saturday - app.clock.nowMs())
    const customer = await payee('1000', { currency: 'EUR' })
    const terms = async () => {
      const { ways } = (await app.call(calls.withdrawalTerms, {}, customer.token)).data as {
        ways: { currency: string; unitValue: string | null; pricedFromMs: number | null }[]
      }
      return Object.fromEntries(ways.map((way) => [way.currency, way]))
    }
    expect((await terms()).EUR).toMatchObject({ unitValue: expect.any(String), pricedFromMs: null })
    const { 'EUR-USD': price } = prices
    delete prices['EUR-USD']
    try {
      const { EUR, USD } = await terms()
      const opens = new Date(EUR!.pricedFromMs!)
      expect(EUR!.unitValue).toBeNull()
      const inNewYork = {
        timeZone: 'America/New_York',
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      } as const
      expect(opens.toLocaleString('en-US', inNewYork)).toBe('Sun, 17')
      expect(opens.getTime() - saturday).toBeLessThan(2 * DAY_MS)
      expect(USD).toMatchObject({ unitValue: expect.any(String), pricedFromMs: null })
      expect((await ask(customer, { currency: 'EUR' })).error).toBe('PRICE_STALE')
      app.clock.advance(2 * DAY_MS)
      // It is open, and without a price all the same: nobody knows until when.
      expect((await terms()).EUR).toMatchObject({ unitValue: null, pricedFromMs: null })
    } finally {
      prices['EUR-USD'] = price!
    }
    expect(await funding(customer, 'held', 'EUR')).toBe(0n)
  })

  test('of who froze the account is neither asked for, nor begun to be paid; it can be cancelled', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    const { data } = await post('propose', 'maker', { id, reason: 'known' })
    await decide('approve', data.proposal.id, 'checker')
    expect((await app.call(freezeAccount, {}, customer.token)).error).toBeUndefined()
    expect((await ask(customer)).error).toBe('ACCOUNT_FROZEN')
    expect((await post('prepare', 'maker', { id })).error).toBe('CUSTOMER_FROZEN')
    expect((await app.call(calls.cancelWithdrawal, { id }, customer.token)).data.status).toBe('cancelled')
    expect(await funding(customer, 'available')).toBe(1000_00n)
  })
})

describe('its ends', () => {
  test('T14: cancelled while nobody pays it: all of it comes back once, and the card is erased', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    const other = await payee()
    const cancel = (token: string) => app.call(calls.cancelWithdrawal, { id }, token)
    expect((await cancel(other.token)).error).toBe('NOT_FOUND')
    expect((await cancel(customer.token)).data).toMatchObject({ status: 'cancelled', canCancel: false })
    expect((await cancel(customer.token)).error).toBe('WITHDRAWAL_NOT_CANCELABLE')
    expect(await funding(customer, 'available')).toBe(1000_00n)
    expect(await keptCard(id)).toBeNull()
  })

  test('T14: rejected with a reason that the customer reads, and given back once', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    const reject = () => post('reject', 'maker', { id, reason: 'the card is another’s' })
    expect((await reject()).data.status).toBe('rejected')
    expect((await reject()).error).toBe('WITHDRAWAL_STATUS')
    expect(await detail(customer, id)).toMatchObject({ rejection: 'the card is another’s' })
    expect(await funding(customer, 'available')).toBe(1000_00n)
    expect(await keptCard(id)).toBeNull()
  })

  test('paid by two with the bank’s reference: what was held leaves, the fee stays, and the customer is told', async () => {
    const customer = await payee()
    const [outside, fees] = [outsideAccount('USD'), platformAccount(withdrawalAccounts.fees, 'USD')]
    const before = { outside: await balanceOf(app.db, outside), fees: await balanceOf(app.db, fees) }
    const id = await paying(customer)
    expect((await app.call(calls.cancelWithdrawal, { id }, customer.token)).error).toBe(
      'WITHDRAWAL_NOT_CANCELABLE',
    )
    expect((await post('reject', 'maker', { id, reason: 'too late' })).error).toBe('WITHDRAWAL_STATUS')
    for (const wrong of ['', 'FT26', 'ab'.repeat(32)])
      expect((await settle(id, wrong)).error).toBe('PARAMETER_ERROR')
    const bank = reference()
    const proposal = (await settle(id, bank)).data.proposal.id
    const again = `${customer.lastDigits} 95`
    // What is to be typed from the bank's record is neither there to be copied nor to be reckoned.
    const { actions, proposal: seen } = (await read('', 'checker', id)).data
    expect(actions).not.toContain('seeCard')
    expect(seen.lines.map(({ label }: { label: string }) => label)).toEqual([
      ...['Amount', 'Network', 'Bank', 'Transaction'],
    ])
    expect((await decide('approve', proposal, 'maker', again)).error).toBe('PROPOSAL_IS_YOURS')
    for (const wrong of [undefined, '95', `${customer.lastDigits} 100`, `0000 95.00`])
      expect((await decide('approve', proposal, 'checker', wrong)).error).toBe('TYPED_AGAIN_DIFFERS')
    expect((await decide('approve', proposal, 'checker', again)).data.status).toBe('approved')
    expect(await detail(customer, id)).toMatchObject({ status: 'done', bankReference: bank, txid: null })
    expect(await funding(customer, 'held')).toBe(0n)
    expect(await funding(customer, 'available')).toBe(900_00n)
    expect((await balanceOf(app.db, outside)) - before.outside).toBe(95_00n)
    expect((await balanceOf(app.db, fees)) - before.fees).toBe(5_00n)
    expect(await keptCard(id)).toBeNull()
    const { rows } = await sql<{ params: Record<string, string> }>`
      select params from notice where customer_id = ${customer.id} and kind = 'withdrawal-paid'`.execute(
      app.db,
    )
    expect(rows.map(({ params }) => params)).toMatchObject([
      { amount: '95.00', currency: 'USD', card: `•••• ${customer.lastDigits}` },
    ])
  })

  test('not paid, as two say: all of it comes back', async () => {
    const customer = await payee()
    const id = await paying(customer)
    const { data } = await post('settle', 'maker', {
      id,
      settled_as: 'returned',
      reason: 'the bank refused it',
    })
    const label = 'Before you approve'
    expect(data.proposal.lines).toContainEqual(
      expect.objectContaining({ label, value: 'Make sure that the bank has not paid it' }),
    )
    expect((await decide('approve', data.proposal.id, 'checker')).error).toBeUndefined()
    expect(await detail(customer, id)).toMatchObject({ status: 'failed', bankReference: null })
    expect(await funding(customer, 'available')).toBe(1000_00n)
  })

  test('says in the queue what its next step is to each viewer, where that is nothing to propose', async () => {
    const { data } = await ask(await payee(), {})
    const compliance = await consoleApp.addOperator('compliance')
    const stepOf = async (person: Person) => {
      const { items } = (await consoleApp.get('/console/queue', await consoleApp.tokenOf(person))).data
      const item = items.find(
        (one: { id: string; product: string }) => one.product === 'withdrawal' && one.id === data.id,
      )
      return [item.viewerAction, item.step]
    }
    expect([await stepOf(people.maker), await stepOf(compliance)]).toEqual([
      ['make', undefined],
      ['make', undefined],
    ])
    const { data: proposed } = await post('propose', 'maker', { id: data.id, reason: 'known' })
    await decide('approve', proposed.proposal.id, 'checker')
    expect([await stepOf(people.maker), await stepOf(compliance), await stepOf(people.support)]).toEqual([
      ['make', 'begin'],
      ['make', 'reject'],
      ['none', undefined],
    ])
    await post('prepare', 'maker', { id: data.id })
    expect(await stepOf(people.maker)).toEqual(['make', undefined])
  })

  test('is being paid by one operator: nobody else sees the card or says how it ended, but for who takes it over with a reason', async () => {
    const customer = await payee()
    const id = await paying(customer)
    const since = app.clock.nowMs()
    const by = nameOf('maker')
    const mine = await read('', 'maker', id)
    expect(mine.data).toMatchObject({ payer: { name: by, sinceMs: since, isViewer: true } })
    expect(mine.data.actions).toEqual(['seeCard', 'settle'])
    const others = await read('', 'checker', id)
    expect(others.data).toMatchObject({ payer: { name: by, sinceMs: since, isViewer: false } })
    expect(others.data.actions).toEqual(['takeOver'])
    expect((await read('', 'support', id)).data.actions).toEqual([])
    const queue = async (who: Who) =>
      (await consoleApp.get('/console/queue', await consoleApp.tokenOf(people[who]))).data.items.find(
        (one: { id: string; product?: string }) => one.product === 'withdrawal' && one.id === id,
      )
    expect((await queue('maker')).viewerAction).toBe('make')
    expect(await queue('checker')).toMatchObject({ viewerAction: 'none' })
    expect((await queue('checker')).risk).toContainEqual(`Being paid by ${by} since ${utcMinute(since)} UTC`)
    expect((await read('/card', 'checker', id)).error).toBe('WITHDRAWAL_TAKEN')
    expect((await settle(id, reference(), 'checker')).error).toBe('WITHDRAWAL_TAKEN')
    const returned = { id, settled_as: 'returned', reason: 'the bank refused it' }
    expect((await post('settle', 'checker', returned)).error).toBe('WITHDRAWAL_TAKEN')
    expect((await post('prepare', 'checker', { id })).error).toBe('WITHDRAWAL_STATUS')

    app.clock.advance(HOUR_MS)
    const takeOver = (who: Who, reason = 'they are ill, and the bank has paid nothing') =>
      post('take_over', who, { id, reason })
    expect((await takeOver('support')).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await takeOver('checker', '')).error).toBe('PARAMETER_ERROR')
    expect((await takeOver('checker')).data).toMatchObject({
      payer: { name: nameOf('checker'), isViewer: true },
      actions: ['seeCard', 'settle'],
    })
    expect((await read('', 'maker', id)).data.payer.sinceMs).toBeGreaterThanOrEqual(since + HOUR_MS)
    const { rows } = await sql<{ detail: Record<string, string> }>`
      select detail from audit_log where subject = ${`withdrawal:${id}`} and action = 'taken-over'`.execute(
      app.db,
    )
    expect(rows).toEqual([{ detail: { from: by, reason: 'they are ill, and the bank has paid nothing' } }])
    expect((await read('/card', 'maker', id)).error).toBe('WITHDRAWAL_TAKEN')
    expect((await settle(id, reference())).error).toBe('WITHDRAWAL_TAKEN')
    expect((await read('/card', 'checker', id)).error).toBeUndefined()
    const proposal = (await settle(id, reference(), 'checker')).data.proposal.id
    // What waits for a checker is nobody's to take over.
    expect((await takeOver('maker')).error).toBe('PROPOSAL_EXISTS')
    const again = `${customer.lastDigits} 95`
    expect((await decide('approve', proposal, 'maker', again)).error).toBeUndefined()
    expect(await detail(customer, id)).toMatchObject({ status: 'done' })
    expect((await read('', 'maker', id)).data.payer).toBeNull()
  })

  test('nothing is taken over that nobody pays', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    expect((await post('take_over', 'checker', { id, reason: 'mine' })).error).toBe('WITHDRAWAL_STATUS')
    expect((await read('', 'checker', id)).data.payer).toBeNull()
  })

  test('T11: a reference of the bank pays one thing, proposed at a time and for ever', async () => {
    const bank = reference()
    const [one, other] = [await payee(), await payee()]
    const ids = [await paying(one), await paying(other)] as const
    const first = (await settle(ids[0], bank)).data.proposal.id
    expect((await settle(ids[1], bank)).error).toBe('PROPOSAL_EXISTS')
    await decide('approve', first, 'checker', `${one.lastDigits} 95`)
    expect((await settle(ids[1], bank.toLowerCase())).error).toBe('DEPOSIT_REFERENCE_USED')
    // As of a deposit or a coin sold: all payments of a bank are in one list.
    const { rows } = await sql<{ as: string }>`
      select credited_as as "as" from incoming_payment where tx_reference = ${bank}`.execute(app.db)
    expect(rows).toEqual([{ as: `withdrawal:${ids[0]}` }])
    expect(await detail(other, ids[1])).toMatchObject({ status: 'signing' })
    expect(await funding(other, 'held')).toBe(100_00n)
  })

  test('the second one is nobody’s to look at, and is approved by itself', async () => {
    const customer = await payee('50000')
    const id = await paying(customer)
    await decide(
      'approve',
      (await settle(id, reference())).data.proposal.id,
      'checker',
      `${customer.lastDigits} 95`,
    )
    const next = (await ask(customer)).data
    expect(next).toMatchObject({ status: 'pending', isReviewed: false })
    await runJobs()
    expect(await detail(customer, next.id)).toMatchObject({ status: 'approved', canCancel: true })
    expect((await ask(customer, { amount: '20001' })).data).toMatchObject({ status: 'under-review' })
  })
})

const keptCard = async (id: string) => {
  const { rows } = await sql<{ card: unknown }>`select card from withdrawal where id = ${BigInt(id)}`.execute(
    app.db,
  )
  return rows[0]!.card
}

describe('T70: the card', () => {
  test('is shown whole to who pays alone, while it is paid, although its customer removed it; each look is logged', async () => {
    const customer = await payee('1000', { kind: 'international' })
    const number = cardNumber(saved)
    const asked = await ask(customer)
    expect(asked.body).not.toContain(number)
    const { id } = asked.data
    expect((await read('/card', 'maker', id)).error).toBe('WITHDRAWAL_STATUS')
    const { data } = await post('propose', 'maker', { id, reason: 'known' })
    await decide('approve', data.proposal.id, 'checker')
    expect((await app.call(removeCard, { id: customer.cardId }, customer.token)).error).toBeUndefined()
    expect((await app.call(cards, {}, customer.token)).data.items).toEqual([])
    expect((await post('prepare', 'maker', { id })).error).toBeUndefined()
    expect((await read('/card', 'support', id)).error).toBe('OPERATOR_ROLE_REQUIRED')
    const whole = await read('/card', 'maker', id)
    expect(whole.data.lines).toContainEqual({ field: 'cardNumber', value: number })
    expect(whole.data.lines).toContainEqual({ field: 'swiftCode', value: 'CHASUS33' })
    const page = await read('', 'maker', id)
    expect(JSON.stringify(page.data)).not.toContain(number)
    expect(page.data).toMatchObject({ isToCard: true, address: `•••• ${customer.lastDigits}` })
    expect(page.data.actions).toContain('seeCard')
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log
      where subject = ${`withdrawal:${id}`} and action = 'viewed-card'`.execute(app.db)
    expect(rows[0]!.n).toBe(1)
    const bank = (await settle(id, reference())).data.proposal.id
    await decide('approve', bank, 'checker', `${customer.lastDigits} 75`)
    expect((await read('/card', 'maker', id)).error).toBe('WITHDRAWAL_STATUS')
  })

  test.each([
    ['CUSTOMER_FROZEN', 'The account is frozen: pay nothing'],
    ['CUSTOMER_HELD', 'Withdrawals of the account are held: pay nothing before'],
    ['WITHDRAWAL_PAUSED', 'Withdrawals are paused: pay nothing'],
  ] as const)('is not shown to who began to pay before %s, and the page says so', async (code, said) => {
    const customer = await payee()
    const id = await paying(customer)
    const setPaused = async (isPaused: string) => {
      const fields = { is_paused: isPaused, reason: 'an attack' }
      const token = await consoleApp.tokenOf(people.maker)
      const { data } = await consoleApp.post('/console/withdrawal/pause', token, fields)
      expect((await decide('approve', data.id, 'checker')).error).toBeUndefined()
    }
    if (code === 'CUSTOMER_FROZEN') await app.call(freezeAccount, {}, customer.token)
    else if (code === 'CUSTOMER_HELD') {
      const payPassword = '739164'
      const other = { payPassword, repeated: payPassword, oldPassword: PAY_PASSWORD }
      expect((await app.call(setPayPassword, other, customer.token)).error).toBeUndefined()
    } else await setPaused('1')
    expect((await read('/card', 'maker', id)).error).toBe(code)
    const { data } = await read('', 'maker', id)
    // A freeze is said alone: the day that its customer began has no date that operators go by.
    expect(data.risk).toEqual([expect.stringContaining(said)])
    expect(data.actions).toEqual(['settle'])
    const { data: table } = await consoleApp.get(
      `/console/withdrawals?customer=${customer.id}`,
      await consoleApp.tokenOf(people.maker),
    )
    expect(table.items[0].risk).toEqual(expect.arrayContaining([expect.stringContaining(said)]))
    // What the bank has paid before is still said, and seen by who says it.
    expect((await settle(id, reference())).error).toBeUndefined()
    expect((await read('/card', 'maker', id)).error).toBeUndefined()
    if (code === 'WITHDRAWAL_PAUSED') await setPaused('0')
  })

  test('that other customers have saved too is shown with how many, in the case, the lists, the queue and among the signs', async () => {
    const customer = await payee()
    const n = saved
    const { data, error } = await ask(customer)
    expect(error).toBeUndefined()
    const { id } = data
    const look = async () => {
      const token = await consoleApp.tokenOf(people.maker)
      const [{ data: one }, { data: table }, { data: queue }] = [
        await read('', 'maker', id),
        await consoleApp.get(`/console/withdrawals?customer=${customer.id}`, token),
        await consoleApp.get('/console/queue', token),
      ]
      const queued = queue.items.find(
        (item: { id: string; product?: string }) => item.product === 'withdrawal' && item.id === id,
      )
      const signs = await withdrawalSigns(app.db, customer.id, app.clock.nowMs())
      const shared = signs.find(({ title }) => title === 'Payee of other customers too')!
      return {
        shown: [one.customer.sameAddress, one.risk, table.items[0].risk, queued.risk],
        signs: Number(/\d+/.exec(shared.basis)?.[0] ?? 0),
      }
    }
    const before = await look()
    expect(before.shown).toEqual([0, [], [], []])
    for (const others of [1, 2]) {
      const other = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
      await addUsableCard(app.db, testPrivateData, other.id, n)
      const said = [`Also saved by ${others} other ${others === 1 ? 'customer' : 'customers'}`]
      // Everybody here has one address of theirs in common.
      expect(await look()).toEqual({ shown: [others, said, said, said], signs: before.signs + others })
    }
    // Who removes it after the request hides nothing.
    await app.call(removeCard, { id: customer.cardId }, customer.token)
    expect((await look()).shown[0]).toBe(2)
  })

  test('is found in the list by its last four digits', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    const token = await consoleApp.tokenOf(people.maker)
    const { data } = await consoleApp.get(`/console/withdrawals?search=${customer.lastDigits}`, token)
    expect(data.items.map((one: { id: string }) => one.id)).toContain(id)
    for (const one of data.items) expect(one.address).toBe(`•••• ${customer.lastDigits}`)
  })

  test('one to an address has none', async () => {
    const customer = await payee()
    await app.give(customer.id, 'funding', 'USDT', '1000')
    const input = { currency: 'USDT', network: 'TRC20', address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD }
    const { data } = await app.call(calls.requestWithdrawal, { ...input, amount: '100' }, customer.token)
    expect(data).toMatchObject({ card: null, bankReference: null })
    const proposed = await post('propose', 'maker', { id: data.id, reason: 'known' })
    await decide('approve', proposed.data.proposal.id, 'checker')
    await post('prepare', 'maker', { id: data.id })
    expect((await read('/card', 'maker', data.id)).error).toBe('NOT_FOUND')
    expect((await read('', 'maker', data.id)).data.actions).not.toContain('seeCard')
  })
})

describe('terms', () => {
  const fields = { currency: 'EUR', network: 'Card', fee: '5', minimum: '20', reason: 'the bank costs more' }
  const propose = (change: Record<string, string>) => post('propose_terms', 'maker', { ...fields, ...change })

  test('two operators set fee and rate; what was asked for before keeps its own', async () => {
    const customer = await payee('5000', { currency: 'EUR' })
    const before = (await ask(customer, { currency: 'EUR', amount: '2000' })).data
    expect(before).toMatchObject({ fee: '10.00' })
    const { data, error } = await propose({ fee: '6', fee_bps: '75' })
    expect(error).toBeUndefined()
    expect(data.lines).toContainEqual({ label: 'Minimum fee', value: '6.00 EUR', before: '5.00 EUR' })
    expect(data.lines).toContainEqual({ label: 'Fee rate', value: '0.75 %', before: '0.50 %' })
    expect((await decide('approve', data.id, 'checker')).error).toBeUndefined()
    expect((await ask(customer, { currency: 'EUR', amount: '2000' })).data).toMatchObject({ fee: '15.00' })
    expect(await detail(customer, before.id)).toMatchObject({ fee: '10.00' })
    const { ways } = (await app.call(calls.withdrawalTerms, {}, customer.token)).data
    expect(ways).toContainEqual(
      expect.objectContaining({ currency: 'EUR', cardKind: 'domestic', fee: '6.00', feeBps: 75 }),
    )
  })

  test('no fee is as high as the smallest amount, no chain has a rate, and no coin goes to a card', async () => {
    expect((await propose({ fee: '20' })).error).toBe('TERMS_INVALID')
    expect((await propose({ fee_bps: '501' })).error).toBe('PARAMETER_ERROR')
    expect((await propose({ currency: 'BTC' })).error).toBe('NETWORK_NOT_FOR_CURRENCY')
    const chain = { currency: 'USDT', network: 'TRC20', fee: '1', minimum: '10' }
    expect((await propose({ ...chain, fee_bps: '1' })).error).toBe('TERMS_INVALID')
  })

  test('a pause of one kind stops it alone, and what waits is not begun to be paid', async () => {
    const [near, abroad] = [
      await payee('1000', { currency: 'EUR' }),
      await payee('1000', { currency: 'EUR', kind: 'international' }),
    ]
    const { id } = (await ask(abroad, { currency: 'EUR' })).data
    const { data } = await post('propose', 'maker', { id, reason: 'known' })
    await decide('approve', data.proposal.id, 'checker')
    const network = { network: 'International card', fee: '25', fee_bps: '100', minimum: '50' }
    const pause = async (isPaused: string) => {
      const { data: proposed } = await propose({ ...network, is_paused: isPaused })
      expect((await decide('approve', proposed.id, 'checker')).error).toBeUndefined()
    }
    await pause('1')
    expect((await ask(abroad, { currency: 'EUR' })).error).toBe('WITHDRAWAL_PAUSED')
    expect((await ask(near, { currency: 'EUR' })).error).toBeUndefined()
    expect((await post('prepare', 'maker', { id })).error).toBe('WITHDRAWAL_PAUSED')
    await pause('0')
    expect((await post('prepare', 'maker', { id })).error).toBeUndefined()
  })
})

describe('the database', () => {
  test('lets nobody end one to a card whom two operators have not agreed with', async () => {
    const customer = await payee()
    const id = BigInt(await paying(customer))
    const now = new Date(app.clock.nowMs())
    await expect(
      sql`update withdrawal set status = 'done', txid = 'FT1', ended_at = ${now}, card = null where id = ${id}`.execute(
        app.db,
      ),
    ).rejects.toMatchObject({ message: expect.stringContaining('ends as two operators say') })
    await expect(
      sql`update withdrawal set status = 'failed', ended_at = ${now}, card = null where id = ${id}`.execute(
        app.db,
      ),
    ).rejects.toMatchObject({ message: expect.stringContaining('ends as two operators say') })
  })

  test('lets nobody put another card in its place, or keep it afterwards', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    await expect(
      sql`update withdrawal set card = '\\x00'::bytea where id = ${BigInt(id)}`.execute(app.db),
    ).rejects.toMatchObject({ message: expect.stringContaining('names its card') })
    await expect(
      sql`update withdrawal set status = 'cancelled', ended_at = ${new Date(app.clock.nowMs())}
        where id = ${BigInt(id)}`.execute(app.db),
    ).rejects.toMatchObject({ message: expect.stringContaining('withdrawal_card_until_the_end') })
    await expect(
      sql`update withdrawal set last_digits = '0000' where id = ${BigInt(id)}`.execute(app.db),
    ).rejects.toMatchObject({ message: expect.stringContaining('permission denied') })
  })
})

describe('at once', () => {
  /** How each party’s call ended: its refusal, or undefined where it was done. */
  const meeting = async (id: string, parties: readonly (() => ReturnType<typeof app.call>)[]) =>
    (
      await meet(app.db, {
        lock: (tx) => sql`select 1 from withdrawal where id = ${BigInt(id)} for update`.execute(tx),
        parties,
      })
    ).map((one) => (one.status === 'fulfilled' ? one.value.error : String(one.reason)))

  test('T14: it is cancelled, or somebody begins to pay it: whoever comes first', LONG, async () => {
    for (const isCancelBegun of [true, false]) {
      const customer = await payee()
      const { id } = (await ask(customer)).data
      const { data } = await post('propose', 'maker', { id, reason: 'known' })
      await decide('approve', data.proposal.id, 'checker')
      const token = await consoleApp.tokenOf(people.maker)
      const cancel = () => app.call(calls.cancelWithdrawal, { id }, customer.token)
      const pay = () => consoleApp.post('/console/withdrawal/prepare', token, { id })
      const errors = await meeting(id, isCancelBegun ? [cancel, pay] : [pay, cancel])
      const [cancelled, begun] = isCancelBegun ? errors : errors.toReversed()
      const isCancelled = cancelled === undefined
      expect([cancelled, begun]).toEqual(
        isCancelled ? [undefined, 'WITHDRAWAL_STATUS'] : ['WITHDRAWAL_NOT_CANCELABLE', undefined],
      )
      expect((await detail(customer, id)).status).toBe(isCancelled ? 'cancelled' : 'signing')
      expect(await funding(customer, 'held')).toBe(isCancelled ? 0n : 100_00n)
      expect(await funding(customer, 'available')).toBe(isCancelled ? 1000_00n : 900_00n)
    }
  })

  test('T14: cancelled and paid at once, it is paid, and nothing comes back', LONG, async () => {
    const customer = await payee()
    const id = await paying(customer)
    const proposal = (await settle(id, reference())).data.proposal.id
    const cancel = () => app.call(calls.cancelWithdrawal, { id }, customer.token)
    const paid = () => decide('approve', proposal, 'checker', `${customer.lastDigits} 95`)
    for (const error of await meeting(id, [cancel, paid]))
      expect([undefined, 'WITHDRAWAL_NOT_CANCELABLE']).toContain(error)
    expect(await detail(customer, id)).toMatchObject({ status: 'done' })
    expect(await funding(customer, 'available')).toBe(900_00n)
    expect(await funding(customer, 'held')).toBe(0n)
  })

  test('T14: four cancellations at once give it back once', LONG, async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    const cancel = () => app.call(calls.cancelWithdrawal, { id }, customer.token)
    const errors = await meeting(id, [cancel, cancel, cancel, cancel])
    expect(errors.filter((error) => error === undefined)).toHaveLength(1)
    expect(await funding(customer, 'available')).toBe(1000_00n)
    expect(await funding(customer, 'held')).toBe(0n)
  })

  test('T03: two requests of all there is hold it once', LONG, async () => {
    const customer = await payee('100')
    await ask(customer, { amount: '20' }).then(({ data }) =>
      app.call(calls.cancelWithdrawal, { id: data.id }, customer.token),
    )
    const ended = await meet(app.db, {
      lock: (tx) =>
        sql`select 1 from withdrawal_lock where customer_id = ${customer.id} for update`.execute(tx),
      parties: [() => ask(customer), () => ask(customer)],
    })
    expect(ended.map((one) => (one.status === 'fulfilled' ? one.value.error : one.reason))).toEqual([
      undefined,
      'INSUFFICIENT_BALANCE',
    ])
    expect(await funding(customer, 'held')).toBe(100_00n)
    expect(await funding(customer, 'available')).toBe(0n)
  })

  test('T14: 8 approvals of one payment at once pay it once', LONG, async () => {
    const customer = await payee()
    const outside = outsideAccount('USD')
    const id = await paying(customer)
    const before = await balanceOf(app.db, outside)
    const proposal = (await settle(id, reference())).data.proposal.id
    const token = await consoleApp.tokenOf(people.checker)
    const again = { again: `${customer.lastDigits} 95`, reason: 'seen too' }
    const approve = () => consoleApp.post('/console/proposal/approve', token, { id: proposal, ...again })
    const errors = (await Promise.all(Array.from({ length: 8 }, approve))).map(({ error }) => error)
    expect(errors.filter((error) => error === undefined)).toHaveLength(1)
    expect((await balanceOf(app.db, outside)) - before).toBe(95_00n)
    expect(await detail(customer, id)).toMatchObject({ status: 'done' })
    expect(await funding(customer, 'held')).toBe(0n)
  })
})
