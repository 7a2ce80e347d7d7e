import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fundRecords } from '#domain/deposit/contract.ts'
import { units } from '#domain/money/amount.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { setPayPassword } from '#domain/user/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { NIGHT_HOURS, setRail } from '#domain/user/guard-rails.ts'
import * as factor from '#domain/user/second-factor.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { MAX_OPEN_WITHDRAWALS, MAX_SAVED_ADDRESSES } from '#domain/withdrawal/rules.ts'
import { claimPayment } from '#server/core/incoming-payments.ts'
import { accountId, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { evmAddress } from '#server/testing/addresses.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { addTestCustomer, PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { openTestProducts } from '#server/testing/products.ts'
import { givePasskey } from '#server/testing/second-factor.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import { insertSwitch, lockSwitch } from '../deposit/networks.ts'
import { withdrawalAccounts } from './accounts.ts'
import { withdrawalSigns } from './console-customer.ts'
import { withdrawal as product } from './product.ts'
import { auditWithdrawals } from './store.ts'

const ADDRESS = 'TJpySyx7GxD4bv3Nwq5So1auEeJC923gHV'
const PAY_PASSWORD = '493817'

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let finance: { maker: Person; checker: Person }
let payPasswordHash: string
let runJobs: () => Promise<void>

beforeAll(async () => {
  const markets = { isFresh: (symbol: string) => symbol === 'BTC-USDT' }
  app = await openTestApp({ markets })
  const [opened] = openTestProducts({ db: app.db, clock: app.clock, markets, products: [product] })
  runJobs = async () => {
    for (const job of opened!.jobs ?? []) await job.run()
  }
  consoleApp = openTestConsole(app)
  finance = {
    maker: await consoleApp.addOperator('finance'),
    checker: await consoleApp.addOperator('finance'),
  }
  payPasswordHash = await createPasswordHasher().hash(PAY_PASSWORD)
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  expect(await auditWithdrawals(app.db)).toEqual([])
  await consoleApp.close()
  await app.close()
})

/** A verified customer with money, a pay password, and an address that may be used. */
async function payee({ amount = '1000', tier = 'basic' as const, isReady = true } = {}) {
  const customer = await addTestCustomer(app.db, app.clock, { tier })
  await app.give(customer.id, 'funding', 'USDT', amount)
  await app.db
    .updateTable('customer')
    .set({ pay_password_hash: payPasswordHash })
    .where('id', '=', customer.id)
    .execute()
  await save(customer)
  if (isReady) app.clock.advance(DAY_MS)
  return customer
}
const save = (customer: TestCustomer, change: Record<string, string> = {}) =>
  app.call(
    calls.saveAddress,
    { currency: 'USDT', network: 'TRC20', name: 'Ledger cold', address: ADDRESS, ...change },
    customer.token,
  )
const ask = (customer: TestCustomer, change: Record<string, string> = {}, key?: string) =>
  app.call(
    calls.requestWithdrawal,
    {
      ...{ currency: 'USDT', network: 'TRC20', amount: '100', address: ADDRESS, payPassword: PAY_PASSWORD },
      ...change,
    },
    customer.token,
    key ? { key } : {},
  )
const state = async (customer: TestCustomer, held: 'available' | 'held') =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, held, 'USDT'))
const detail = async (customer: TestCustomer, id: string) =>
  (await app.call(calls.withdrawalDetail, { id }, customer.token)).data as calls.WithdrawalView
type Who = keyof typeof finance
/** Days pass here, and a console's session does not last a day. */
const as = (who: Who) => consoleApp.tokenOf(finance[who])
const post = async (path: string, who: Who, fields: Record<string, string>) =>
  consoleApp.post(`/console/withdrawal/${path}`, await as(who), fields)
const approve = async (proposal: string, who: Who = 'checker') =>
  consoleApp.post('/console/proposal/approve', await as(who), { id: proposal, reason: 'seen too' })
/** Somebody whose first withdrawal is done: later ones need nobody to look at them. */
async function paidBefore(options: Parameters<typeof payee>[0] = {}): Promise<TestCustomer> {
  const customer = await payee(options)
  const { id } = (await ask(customer)).data
  const { data } = await post('propose', 'maker', { id, reason: 'known' })
  await approve(data.proposal.id)
  await post('prepare', 'maker', { id })
  const paid = { id, settled_as: 'paid', tx_reference: randomBytes(32).toString('hex'), reason: 'paid' }
  await approve((await post('settle', 'maker', paid)).data.proposal.id)
  expect(await detail(customer, id)).toMatchObject({ status: 'done' })
  return customer
}

/** What a reviewer reads of the customer of a withdrawal. */
const reviewed = async (id: string) =>
  (await consoleApp.get('/console/withdrawal', await as('maker'), { id })).data.customer

describe('what a reviewer reads', () => {
  test('of the limit is what was used when the withdrawal was asked for, whatever came after it', async () => {
    const customer = await payee({ amount: '5000' })
    const first = (await ask(customer)).data.id
    const before = await reviewed(first)
    expect(before).toMatchObject({ used: '0.00500000', paidBefore: 0 })
    app.clock.advance(HOUR_MS)
    const second = (await ask(customer, { amount: '300' })).data.id
    expect(await reviewed(second)).toMatchObject({ used: '0.02000000' })
    expect(await reviewed(first)).toMatchObject({ used: before.used, paidBefore: 0 })
  })

  test('of payees that others have too counts each of these customers once', async () => {
    const address = evmAddress(4711)
    const own = [
      { currency: 'USDT', network: 'ERC20', address },
      { currency: 'ETH', network: 'Ethereum', address },
    ]
    const [customer, other] = [await payee(), await payee()]
    // The address that everybody here has is no longer theirs.
    for (const { token } of [customer, other]) {
      const [{ id }] = (await app.call(calls.savedAddresses, {}, token)).data.items
      await app.call(calls.deleteAddress, { id }, token)
    }
    for (const change of own) expect((await save(customer, change)).error).toBeUndefined()
    const shared = async () => {
      const signs = await withdrawalSigns(app.db, customer.id, app.clock.nowMs())
      return signs.find(({ title }) => title === 'Payee of other customers too')!.basis
    }
    expect(await shared()).toBe('No shared address or card')
    for (const change of own) expect((await save(other, change)).error).toBeUndefined()
    expect(await shared()).toBe('Saved by 1 more customer')
  })
})

describe('a request', () => {
  test('holds the amount, shows the fee and what arrives, and is looked at because it is the first', async () => {
    const customer = await payee()
    const { data, error } = await ask(customer)
    expect(error).toBeUndefined()
    expect(data).toMatchObject({
      ...{ status: 'under-review', isReviewed: true, canCancel: true, addressName: 'Ledger cold' },
      ...{ amount: '100.0000000', fee: '1.0000000', receive: '99.0000000', value: '0.00500000' },
    })
    expect(await state(customer, 'held')).toBe(100_0000000n)
    expect(await state(customer, 'available')).toBe(900_0000000n)
  })

  test('the same key holds once, and another input under it is refused', async () => {
    const customer = await payee()
    const first = await ask(customer, {}, 'one')
    expect((await ask(customer, {}, 'one')).data.id).toBe(first.data.id)
    expect((await ask(customer, { amount: '101' }, 'one')).error).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await state(customer, 'held')).toBe(100_0000000n)
  })

  test('is refused for who is not verified, without a pay password, and for what the address book does not have', async () => {
    const stranger = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
    expect((await ask(stranger)).error).toBe('KYC_REQUIRED')
    const unset = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    expect((await ask(unset)).error).toBe('PAY_PASSWORD_UNSET')
    const customer = await payee()
    expect((await ask(customer, { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' })).error).toBe(
      'ADDRESS_NOT_SAVED',
    )
    expect((await ask(customer, { address: `${ADDRESS.slice(0, -1)}u` })).error).toBe('ADDRESS_INVALID')
    expect((await ask(customer, { network: 'Solana' })).error).toBe('WITHDRAWAL_NOT_OFFERED')
    expect((await ask(customer, { amount: '9.9' })).error).toBe('AMOUNT_TOO_SMALL')
    expect((await ask(customer, { amount: '10.1234567' })).error).toBe('AMOUNT_TOO_PRECISE')
    expect((await ask(customer, { amount: '1000.1' })).error).toBe('INSUFFICIENT_BALANCE')
    expect(await state(customer, 'held')).toBe(0n)
  })

  test('of more decimals than its chain has is refused before the pay password is proved, and is said what the chain has', async () => {
    const customer = await payee({ amount: '50.0000001' })
    const terms = async () => (await app.call(calls.withdrawalTerms, {}, customer.token)).data
    const { ways } = await terms()
    expect(ways).toContainEqual(
      expect.objectContaining({ currency: 'USDT', network: 'TRC20', decimals: 6, available: '50.0000001' }),
    )
    expect(ways).toContainEqual(expect.objectContaining({ currency: 'USD', network: 'Card', decimals: 2 }))
    const refused = await ask(customer, { amount: '50.0000001', payPassword: '000000' })
    expect(refused.error).toBe('AMOUNT_TOO_PRECISE')
    expect(refused.body).toContain('At most 6 decimals')
    expect((await terms()).triesLeft).toBe(5)
    expect((await ask(customer, { amount: '50' })).error).toBeUndefined()
  })

  test('T22: is not made in the hours that its customer locked, which the terms say before', async () => {
    const customer = await payee()
    const lockedUntilMs = async () =>
      (await app.call(calls.withdrawalTerms, {}, customer.token)).data.nightLockedUntilMs
    expect(await lockedUntilMs()).toBeNull()
    const nowMs = app.clock.nowMs()
    const hour = new Date(nowMs).getUTCHours()
    const night = { kind: 'night', value: String(hour + 1) }
    expect((await app.call(setRail, night, customer.token)).error).toBeUndefined()
    expect((await ask(customer)).error).toBe('NIGHT_LOCKED')
    const endMs = nowMs - (nowMs % HOUR_MS) + NIGHT_HOURS * HOUR_MS
    expect(await lockedUntilMs()).toBe(endMs)
    app.clock.advance(endMs - nowMs)
    expect(await lockedUntilMs()).toBeNull()
    expect((await ask(customer)).error).toBeUndefined()
  })

  test('T10: waits 24 h after a new address and after another pay password', async () => {
    const customer = await payee({ isReady: false })
    expect((await ask(customer)).error).toBe('ADDRESS_NEW')
    app.clock.advance(DAY_MS - 1)
    expect((await ask(customer)).error).toBe('ADDRESS_NEW')
    app.clock.advance(1)
    const payPassword = '739164'
    const change = { payPassword, repeated: payPassword, oldPassword: PAY_PASSWORD }
    expect((await app.call(setPayPassword, change, customer.token)).error).toBeUndefined()
    expect((await ask(customer, { payPassword })).error).toBe('WITHDRAWAL_HELD')
    app.clock.advance(DAY_MS)
    expect((await ask(customer, { payPassword })).error).toBeUndefined()
  })

  test('T63: five wrong pay passwords lock it for a day, also with the right one', async () => {
    const customer = await payee()
    for (const left of [4, 3, 2, 1]) {
      const { error, body } = await ask(customer, { payPassword: '000000' })
      expect(error).toBe('PAY_PASSWORD_WRONG')
      expect(body).toContain(`Tries left: ${left}`)
    }
    expect((await ask(customer, { payPassword: '000000' })).error).toBe('PAY_PASSWORD_LOCKED')
    expect((await ask(customer)).error).toBe('PAY_PASSWORD_LOCKED')
    app.clock.advance(DAY_MS - HOUR_MS)
    expect((await ask(customer)).error).toBe('PAY_PASSWORD_LOCKED')
    app.clock.advance(HOUR_MS)
    expect((await ask(customer)).error).toBeUndefined()
  })

  test('T08: is not taken unless it is above its fee and at least the minimum; the fee is part of it', async () => {
    const customer = await payee()
    for (const amount of ['0.5', '1', '1.000001', '9.999999'])
      expect((await ask(customer, { amount })).error).toBe('AMOUNT_TOO_SMALL')
    expect((await ask(customer, { amount: '0' })).error).toBe('AMOUNT_INVALID')
    expect((await ask(customer, { amount: '-10' })).error).toBe('PARAMETER_ERROR')
    expect(await state(customer, 'held')).toBe(0n)
    expect((await ask(customer, { amount: '10' })).data).toMatchObject({ receive: '9.0000000' })
    expect(await state(customer, 'held')).toBe(10_0000000n)
  })

  test('the limit counts the value of the last 24 h, and what was cancelled not (safety I10)', async () => {
    const customer = await payee({ amount: '9000000' })
    const first = await ask(customer, { amount: '3000000' })
    expect(first.error).toBeUndefined()
    expect((await ask(customer, { amount: '1000001' })).error).toBe('WITHDRAWAL_LIMIT')
    expect((await ask(customer, { amount: '1000000' })).error).toBeUndefined()
    expect((await ask(customer, { amount: '10' })).error).toBe('WITHDRAWAL_LIMIT')
    await app.call(calls.cancelWithdrawal, { id: first.data.id }, customer.token)
    expect((await ask(customer, { amount: '3000000' })).error).toBeUndefined()
    app.clock.advance(DAY_MS)
    expect((await ask(customer, { amount: '3000000' })).error).toBeUndefined()
  })
})

describe('a request of who has a second factor', () => {
  /** A payee with an authenticator, and what it shows next: each code counts once. */
  async function guarded() {
    const customer = await payee()
    const begun = await app.call(factor.beginSecondFactor, { password: PASSWORD }, customer.token)
    const secret = begun.data.setupKey as string
    const next = () => {
      app.clock.advance(MINUTE_MS)
      return generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    }
    const input = { password: PASSWORD, code: next() }
    const enabled = await app.call(factor.enableSecondFactor, input, customer.token)
    expect(enabled.error).toBeUndefined()
    return { customer, next, recoveryCodes: enabled.data.recoveryCodes as string[] }
  }
  const terms = async ({ token }: TestCustomer) => (await app.call(calls.withdrawalTerms, {}, token)).data

  test('T10: waits 24 h after it was set, and says until when', async () => {
    const { customer, next } = await guarded()
    const sinceMs = app.clock.nowMs()
    expect(await terms(customer)).toMatchObject({ hasSecondFactor: true, heldUntilMs: sinceMs + DAY_MS })
    expect((await ask(customer, { code: next() })).error).toBe('WITHDRAWAL_HELD')
    app.clock.advance(sinceMs + DAY_MS - 1 - app.clock.nowMs())
    expect((await terms(customer)).heldUntilMs).toBe(sinceMs + DAY_MS)
    app.clock.advance(1)
    expect((await terms(customer)).heldUntilMs).toBeNull()
    expect((await ask(customer, { code: next() })).error).toBeUndefined()
  })

  test('T63: takes a code with it, which confirms this one and no other', async () => {
    const { customer, next } = await guarded()
    app.clock.advance(DAY_MS)
    expect((await ask(customer)).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await ask(customer, { code: 'wrong-code' })).error).toBe('SECOND_FACTOR_WRONG')
    // The pay password first: who does not know it learns nothing of the code.
    expect((await ask(customer, { payPassword: '000000', code: next() })).error).toBe('PAY_PASSWORD_WRONG')
    const code = next()
    const first = await ask(customer, { code }, 'guarded')
    expect(first.error).toBeUndefined()
    expect((await ask(customer, { code, amount: '200' })).error).toBe('SECOND_FACTOR_WRONG')
    expect((await ask(customer, { code, amount: '200' }, 'guarded')).error).toBe('IDEMPOTENCY_KEY_REUSED')
    // Tried again after a lost answer: its code is no reason to refuse what was done.
    expect((await ask(customer, { code }, 'guarded')).data.id).toBe(first.data.id)
    app.clock.advance(HOUR_MS)
    expect((await ask(customer, { code }, 'guarded')).data.id).toBe(first.data.id)
    expect(await state(customer, 'held')).toBe(100_0000000n)
  })

  test('T63: takes what a passkey signed with it, which confirms this one and no other', async () => {
    const [customer, other] = [await payee(), await payee()]
    const [sign, othersSign] = [await givePasskey(app, customer), await givePasskey(app, other)]
    expect((await ask(customer, { code: await sign() })).error).toBe('WITHDRAWAL_HELD')
    app.clock.advance(DAY_MS)
    for (const none of [{}, { code: '123456' }])
      expect((await ask(customer, none)).error).toBe('PASSKEY_NEEDED')
    expect((await ask(customer, { code: await othersSign() })).error).toBe('PASSKEY_WRONG')
    const code = await sign()
    expect((await ask(customer, { payPassword: '000000', code })).error).toBe('PAY_PASSWORD_WRONG')
    expect((await ask(customer, { amount: '9999', code })).error).toBe('INSUFFICIENT_BALANCE')
    expect(await state(customer, 'held')).toBe(0n)
    // Refused for something else, it stays good.
    const first = await ask(customer, { code }, 'signed')
    expect(first.error).toBeUndefined()
    expect((await ask(customer, { code, amount: '200' })).error).toBe('PASSKEY_WRONG')
    expect((await ask(customer, { code }, 'signed')).data.id).toBe(first.data.id)
    expect(await state(customer, 'held')).toBe(100_0000000n)
    expect((await ask(customer, { code: await sign() })).error).toBeUndefined()
    expect(await state(customer, 'held')).toBe(200_0000000n)
  })

  test('refused for something else, a right code stays good and is no wrong try', async () => {
    const { customer, next, recoveryCodes } = await guarded()
    app.clock.advance(DAY_MS)
    const code = next()
    for (let n = 0; n < 4; n++) {
      expect((await ask(customer, { code, amount: '9999' })).error).toBe('INSUFFICIENT_BALANCE')
      expect((await ask(customer, { code: recoveryCodes[0]!, amount: '9999' })).error).toBe(
        'INSUFFICIENT_BALANCE',
      )
    }
    expect((await ask(customer, { code })).error).toBeUndefined()
    expect((await ask(customer, { code: recoveryCodes[0]! })).error).toBeUndefined()
    expect((await ask(customer, { code: recoveryCodes[0]! })).error).toBe('SECOND_FACTOR_WRONG')
  })

  test('five wrong codes make the right one wait', async () => {
    const { customer, next } = await guarded()
    app.clock.advance(DAY_MS)
    for (let n = 0; n < 5; n++)
      expect((await ask(customer, { code: 'wrong-code' })).error).toBe('SECOND_FACTOR_WRONG')
    const soon = await ask(customer, { code: 'wrong-code' })
    expect(soon.error).toBe('TOO_MANY_REQUESTS')
    expect((await ask(customer, { code: next() })).error).toBeUndefined()
  })
})

describe('its ends', () => {
  test('cancelled by the customer alone, while it is not being sent: all of it comes back once', async () => {
    const customer = await payee()
    const { data } = await ask(customer)
    const other = await payee()
    const cancel = (token: string) => app.call(calls.cancelWithdrawal, { id: data.id }, token)
    expect((await cancel(other.token)).error).toBe('NOT_FOUND')
    expect((await app.call(calls.withdrawalDetail, { id: data.id }, other.token)).error).toBe('NOT_FOUND')
    expect((await cancel(customer.token)).data).toMatchObject({ status: 'cancelled', canCancel: false })
    expect((await cancel(customer.token)).error).toBe('WITHDRAWAL_NOT_CANCELABLE')
    expect(await state(customer, 'available')).toBe(1000_0000000n)
  })

  test('one that was cancelled is called so among all records too, where the filter has it as rejected', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    const listed = async (status: 'pending' | 'rejected') =>
      (await app.call(fundRecords, { kind: 'withdrawal', status }, customer.token)).data.items
    expect(await listed('pending')).toMatchObject([{ recordId: id, state: 'under-review' }])
    await app.call(calls.cancelWithdrawal, { id }, customer.token)
    expect(await listed('rejected')).toMatchObject([{ recordId: id, state: 'cancelled' }])
  })

  test('rejected with a reason that the customer reads', async () => {
    const customer = await payee()
    const { data } = await ask(customer)
    const answer = await post('reject', 'maker', { id: data.id, reason: 'the name of the payee differs' })
    expect(answer.data.status).toBe('rejected')
    expect((await post('reject', 'maker', { id: data.id, reason: 'once more' })).error).toBe(
      'WITHDRAWAL_STATUS',
    )
    expect(await detail(customer, data.id)).toMatchObject({ rejection: 'the name of the payee differs' })
    expect(await state(customer, 'available')).toBe(1000_0000000n)
  })

  test('approved by two, paid by hand by two: what was held leaves, the fee stays (safety I6, I18)', async () => {
    const customer = await payee()
    const before = {
      outside: await balanceOf(app.db, outsideAccount('USDT')),
      fees: await balanceOf(app.db, platformAccount(withdrawalAccounts.fees, 'USDT')),
    }
    const { data } = await ask(customer)
    const { id } = data
    const proposed = await post('propose', 'maker', { id, reason: 'customer is known' })
    const proposal = proposed.data.proposal.id
    expect((await post('propose', 'checker', { id, reason: 'again' })).error).toBe('PROPOSAL_EXISTS')
    expect((await approve(proposal, 'maker')).error).toBe('PROPOSAL_IS_YOURS')
    expect((await approve(proposal)).data.status).toBe('approved')
    expect(await detail(customer, id)).toMatchObject({ status: 'approved', canCancel: true })
    expect((await post('prepare', 'maker', { id })).data).toMatchObject({ status: 'signing', unsigned: null })
    expect((await app.call(calls.cancelWithdrawal, { id }, customer.token)).error).toBe(
      'WITHDRAWAL_NOT_CANCELABLE',
    )
    const txReference = 'ab'.repeat(32)
    const settled = await post('settle', 'maker', {
      ...{ id, settled_as: 'paid', tx_reference: txReference, reason: 'paid from the wallet' },
    })
    // Who approved it is still read where its payment is.
    const approval = [
      { action: 'proposed', reason: 'customer is known' },
      { action: 'approved', reason: expect.any(String) },
      { action: 'prepared', reason: null },
    ]
    expect(settled.data.steps).toMatchObject(approval)
    expect((await approve(settled.data.proposal.id)).data.status).toBe('approved')
    expect(
      (await consoleApp.get(`/console/withdrawal?id=${id}`, await as('maker'))).data.steps,
    ).toMatchObject(approval)
    expect(await detail(customer, id)).toMatchObject({ status: 'done', txid: txReference })
    expect(await state(customer, 'held')).toBe(0n)
    expect(await state(customer, 'available')).toBe(900_0000000n)
    expect((await balanceOf(app.db, outsideAccount('USDT'))) - before.outside).toBe(99_0000000n)
    expect((await balanceOf(app.db, platformAccount(withdrawalAccounts.fees, 'USDT'))) - before.fees).toBe(
      1_0000000n,
    )
  })

  test('two paid by hand in one transaction are told apart by output; one payment pays one, of its own chain', async () => {
    const signing = async () => {
      const customer = await payee()
      const { id } = (await ask(customer)).data
      await approve((await post('propose', 'maker', { id, reason: 'known' })).data.proposal.id)
      await post('prepare', 'maker', { id })
      return { customer, id }
    }
    const [one, other] = [await signing(), await signing()]
    const txReference = randomBytes(32).toString('hex')
    const settle = (id: string, change: Record<string, string> = {}) =>
      post('settle', 'maker', {
        ...{ id, settled_as: 'paid', tx_reference: txReference, reason: 'paid from the wallet' },
        ...change,
      })
    // A bank's, of Solana, and no whole one.
    for (const wrong of ['FT26001ABCDEF0099', 'FT26001ABCDEF009', '5'.repeat(87), txReference.slice(1)])
      expect((await settle(one.id, { tx_reference: wrong })).error).toBe('PARAMETER_ERROR')
    const first = (await settle(one.id)).data.proposal.id
    expect((await approve(first)).data.status).toBe('approved')
    expect((await settle(other.id)).error).toBe('DEPOSIT_REFERENCE_USED')
    const second = await settle(other.id, { output_index: '1' })
    expect(second.error).toBeUndefined()
    expect((await approve(second.data.proposal.id)).data.status).toBe('approved')
    for (const { customer, id } of [one, other])
      expect(await detail(customer, id)).toMatchObject({ status: 'done', txid: txReference })
  })

  test('what paid one by hand returns nothing that was set aside, and what returned that pays none', async () => {
    const customer = await payee()
    const { id } = (await ask(customer)).data
    await approve((await post('propose', 'maker', { id, reason: 'known' })).data.proposal.id)
    await post('prepare', 'maker', { id })
    const adjust = async (way: 'take' | 'return', fields: Record<string, string>) =>
      consoleApp.post(`/console/adjustments/${way}`, await as('maker'), {
        ...{ currency: 'USDT', amount: '10', reason: 'credited twice' },
        ...fields,
      })
    const take = (await adjust('take', { customer_id: String(customer.id), wallet: 'funding', amount: '30' }))
      .data.id
    await approve(take)
    const giveBack = (tx_reference: string, output_index: string) =>
      adjust('return', { take, chain: 'Tron', tx_reference, output_index })
    const settle = (tx_reference: string) =>
      post('settle', 'maker', { id, settled_as: 'paid', tx_reference, output_index: '1', reason: 'paid' })
    const [returning, both, paying] = Array.from({ length: 3 }, () => randomBytes(32).toString('hex'))

    await approve((await giveBack(returning!, '0')).data.id)
    expect((await settle(returning!)).error).toBe('DEPOSIT_REFERENCE_USED')
    // A deposit to an address here is the same payment, seen from the other side.
    const inside = randomBytes(32).toString('hex')
    const seen = { chain: 'Tron', txReference: inside, outputIndex: 0, amount: units(99_0000000n) }
    await app.db
      .transaction()
      .execute((tx) => claimPayment(tx, { ...seen, by: 'watcher', address: ADDRESS }, 'chain:1'))
    const { data: deposited } = await settle(inside)
    await consoleApp.post('/console/proposal/withdraw', await as('maker'), {
      ...{ id: deposited.proposal.id, reason: 'another' },
    })
    // Both wait: whichever is approved first has it.
    const proposal = (await settle(both!)).data.proposal.id
    await approve((await giveBack(both!, '0')).data.id)
    expect((await approve(proposal)).error).toBe('DEPOSIT_REFERENCE_USED')
    await consoleApp.post('/console/proposal/withdraw', await as('maker'), {
      id: proposal,
      reason: 'another',
    })
    await approve((await settle(paying!)).data.proposal.id)
    expect(await detail(customer, id)).toMatchObject({ status: 'done', txid: paying })
    // Whichever log of it is typed.
    for (const index of ['0', '1', '2'])
      expect((await giveBack(paying!, index)).error).toBe('DEPOSIT_REFERENCE_USED')
  })

  test('of who froze the account is neither asked for, nor approved, nor sent by operators; it can be cancelled', async () => {
    const customer = await payee()
    const [one, other] = [(await ask(customer)).data.id, (await ask(customer)).data.id]
    const [first, second] = [
      await post('propose', 'maker', { id: one, reason: 'known' }),
      await post('propose', 'maker', { id: other, reason: 'known' }),
    ]
    await approve(first.data.proposal.id)
    expect((await app.call(freezeAccount, {}, customer.token)).error).toBeUndefined()
    expect((await ask(customer)).error).toBe('ACCOUNT_FROZEN')
    expect((await approve(second.data.proposal.id)).error).toBe('CUSTOMER_FROZEN')
    expect((await post('prepare', 'maker', { id: one })).error).toBe('CUSTOMER_FROZEN')
    for (const id of [one, other])
      expect((await app.call(calls.cancelWithdrawal, { id }, customer.token)).data.status).toBe('cancelled')
    expect(await state(customer, 'available')).toBe(1000_0000000n)
  })

  test('the second one is nobody’s to look at, unless it is worth more than 1 BTC', async () => {
    const customer = await paidBefore({ amount: '50000' })
    expect((await ask(customer)).data).toMatchObject({ status: 'pending', isReviewed: false })
    expect((await ask(customer, { amount: '20001' })).data).toMatchObject({ status: 'under-review' })
  })

  test('T10: of before a change of the pay password waits 24 h too, for operators and for the job', async () => {
    const customer = await paidBefore({ amount: '50000' })
    const small = (await ask(customer)).data.id
    const large = (await ask(customer, { amount: '20001' })).data.id
    const { data } = await post('propose', 'maker', { id: large, reason: 'known' })
    const payPassword = '739164'
    const change = { payPassword, repeated: payPassword, oldPassword: PAY_PASSWORD }
    expect((await app.call(setPayPassword, change, customer.token)).error).toBeUndefined()
    await runJobs()
    expect(await detail(customer, small)).toMatchObject({ status: 'pending' })
    expect(await approve(data.proposal.id)).toMatchObject({ error: 'CUSTOMER_HELD' })
    app.clock.advance(DAY_MS)
    await runJobs()
    expect(await detail(customer, small)).toMatchObject({ status: 'approved' })
  })

  test('those of who froze the account hold up nobody else’s', async () => {
    const [frozen, other] = [await paidBefore(), await paidBefore()]
    // As many as one look takes.
    for (let n = 0; n < MAX_OPEN_WITHDRAWALS; n++)
      expect((await ask(frozen, { amount: '10' })).data.status).toBe('pending')
    // Nor does anybody have more under way.
    expect((await ask(frozen, { amount: '10' })).error).toBe('WITHDRAWALS_TOO_MANY')
    const { id } = (await ask(other)).data
    expect((await app.call(freezeAccount, {}, frozen.token)).error).toBeUndefined()
    await runJobs()
    expect(await detail(other, id)).toMatchObject({ status: 'approved' })
    const { items } = (await app.call(calls.withdrawals, { limit: '100' }, frozen.token)).data
    expect(items.filter(({ status }: calls.WithdrawalView) => status === 'pending')).toHaveLength(
      MAX_OPEN_WITHDRAWALS,
    )
  })
})

describe('terms and pauses', () => {
  test('two operators set a fee; what was asked for before keeps its own', async () => {
    const customer = await payee()
    const { data } = await ask(customer)
    const fields = { currency: 'USDT', network: 'TRC20', minimum: '10', reason: 'the chain costs more' }
    expect((await post('propose_terms', 'maker', { ...fields, fee: '10' })).error).toBe('TERMS_INVALID')
    const proposed = await post('propose_terms', 'maker', { ...fields, fee: '2' })
    expect((await approve(proposed.data.id)).data.status).toBe('approved')
    expect((await ask(customer)).data).toMatchObject({ fee: '2.0000000' })
    expect(await detail(customer, data.id)).toMatchObject({ fee: '1.0000000' })
    expect(proposed.data.lines).toContainEqual({ label: 'Fee', value: '2.00 USDT', before: '1.00 USDT' })
    expect((await post('propose_terms', 'maker', { ...fields, fee: '2.0' })).error).toBe(
      'PROPOSAL_CHANGES_NOTHING',
    )
  })

  test('a pause of all stops requests, and goes on again', async () => {
    const customer = await payee()
    const pause = async (isPaused: string) => {
      const { data } = await post('pause', 'maker', { is_paused: isPaused, reason: 'an incident' })
      await approve(data.id)
    }
    const areAllPaused = async () =>
      (await app.call(calls.withdrawalTerms, {}, customer.token)).data.areAllPaused
    await pause('1')
    expect((await ask(customer)).error).toBe('WITHDRAWAL_PAUSED')
    expect(await areAllPaused()).toBe(true)
    await pause('0')
    expect((await ask(customer)).error).toBeUndefined()
    expect(await areAllPaused()).toBe(false)
  })
})

describe('the address book', () => {
  test('keeps each address once, in the network’s own spelling, and lets it be removed', async () => {
    const customer = await payee()
    expect((await save(customer)).error).toBe('ADDRESS_SAVED_BEFORE')
    const typed = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    const saved = await save(customer, { network: 'ERC20', address: typed, name: 'Cold two' })
    expect(saved.data.address).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    const list = async () => (await app.call(calls.savedAddresses, {}, customer.token)).data.items
    expect(await list()).toHaveLength(2)
    const other = await payee()
    const remove = (token: string) => app.call(calls.deleteAddress, { id: saved.data.id }, token)
    expect((await remove(other.token)).error).toBe('NOT_FOUND')
    expect((await remove(customer.token)).error).toBeUndefined()
    expect(await list()).toHaveLength(1)
  })

  test('keeps no more than fifty at a time', async () => {
    const customer = await payee()
    await sql`
      insert into withdrawal_address (customer_id, currency, network, name, address, saved_at)
      select ${customer.id}, 'USDT', 'TRC20', 'Of many', 'T' || n, now() from generate_series(2, ${MAX_SAVED_ADDRESSES}) n`.execute(
      app.db,
    )
    const another = { network: 'ERC20', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }
    expect((await save(customer, another)).error).toBe('ADDRESSES_TOO_MANY')
    const { items } = (await app.call(calls.savedAddresses, {}, customer.token)).data
    await app.call(calls.deleteAddress, { id: items[0].id }, customer.token)
    expect((await save(customer, another)).error).toBeUndefined()
  })
})

test('one that is about to leave waits for whoever closes its network, and does not leave', async () => {
  const customer = await paidBefore()
  const { id } = (await ask(customer)).data
  await runJobs()
  expect(await detail(customer, id)).toMatchObject({ status: 'approved' })
  const closing = { network: 'TRC20', direction: 'withdrawal' } as const
  let prepared: ReturnType<typeof post> | undefined
  await app.db.transaction().execute(async (tx) => {
    await lockSwitch(tx, closing.network, closing.direction)
    await insertSwitch(tx, closing, null, app.clock.nowMs())
    let isAnswered = false
    prepared = post('prepare', 'maker', { id })
    prepared.finally(() => {
      isAnswered = true
    })
    const isWaiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and not granted and datname = current_database()`.execute(app.db)
      return isAnswered || rows[0]!.n > 0
    }
    await expect.poll(isWaiting, { timeout: LONG.timeout, interval: 20 }).toBe(true)
  })
  expect((await prepared)?.error).toBe('WITHDRAWAL_CLOSED')
  expect(await detail(customer, id)).toMatchObject({ status: 'approved' })
})
