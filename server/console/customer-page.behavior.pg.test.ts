import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { setPayPassword } from '#domain/user/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { NIGHT_HOURS, setRail } from '#domain/user/guard-rails.ts'
import { RECOVERY_HOLD_MS, UNVERIFIED_WAIT_MS } from '#domain/user/recovery.ts'
import { requestWithdrawal, saveAddress } from '#domain/withdrawal/contract.ts'
import { nextId } from '#server/platform/ids.ts'
import { tronAddress } from '#server/testing/addresses.ts'
import { addUsableCard, cardNumber } from '#server/testing/cards.ts'
import { liveIn, switchCountry } from '#server/testing/countries.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { type LoanFixture, openLoanFixture } from '#server/testing/loan.ts'
import { PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { giveAuthenticator } from '#server/testing/second-factor.ts'
import { insertPasskey } from '#server/users/passkey-store.ts'
import { insertRecovery } from '#server/users/recovery-store.ts'
import { replaceRecoveryCodes } from '#server/users/second-factor-store.ts'
import { insertWallet } from '#server/users/wallet-sign-in-store.ts'

/** The page of a customer who has everything that it says, of one who has nothing, and for whom it is. */

const WALLET = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const NEW_ADDRESS = tronAddress(701)

let app: LoanFixture
/** Has everything; `whole` is their page at `atMs`. */
let ana: TestCustomer
let whole: Page
let atMs: number
let withdrawalId: string
let loanId: string
let finance: string

interface Page {
  readonly residence: object
  readonly figures: readonly object[]
  readonly payees: readonly object[]
  readonly security: {
    readonly withdrawalHolds: readonly object[]
    readonly payPasswordTries: object
  }
}

const pageOf = async ({ id }: TestCustomer): Promise<Page> =>
  (await app.console.get('/console/customer', finance, { id: String(id) })).data
const holdsOf = async (customer: TestCustomer) => (await pageOf(customer)).security.withdrawalHolds

/** Asks for a withdrawal of 100 USDT. */
const withdraw = ({ token }: TestCustomer, payPassword: string) =>
  app.call(
    requestWithdrawal,
    { currency: 'USDT', network: 'TRC20', amount: '100', address: PAYEE_ADDRESS, payPassword },
    token,
  )
async function withdrawWrongly(customer: TestCustomer, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await withdraw(customer, '111111')
}

beforeAll(async () => {
  app = await openLoanFixture()
  const { db, clock } = app
  ana = await app.borrower('1000')
  loanId = await app.lend(ana, '500')
  withdrawalId = (await withdraw(ana, PAY_PASSWORD)).data.id
  await withdrawWrongly(ana, 2)
  const address = { currency: 'USDT', network: 'TRC20', name: 'New wallet', address: NEW_ADDRESS }
  expect(await app.call(saveAddress, address, ana.token)).toMatchObject({ type: 1 })
  await addUsableCard(db, testPrivateData, ana.id, 7)
  for (const [kind, value] of [
    ['leverage', '5'],
    ['leverage', '10'],
    ['loss', '100'],
  ])
    expect(await app.call(setRail, { kind, value }, ana.token)).toMatchObject({ type: 1 })
  await giveAuthenticator({ db, clock, privateData: testPrivateData }, ana.id)
  atMs = clock.nowMs()
  await db.transaction().execute(async (tx) => {
    await replaceRecoveryCodes(tx, ana.id, ['a', 'b', 'c'])
    const key = { credential_id: 'credential', public_key: 'public-key', counter: 0n, transports: 'internal' }
    await insertPasskey(tx, { id: nextId(), customer_id: ana.id, name: 'Telephone', ...key }, atMs)
    await insertWallet(tx, { address: WALLET, customer: ana.id }, atMs)
  })
  await liveIn(db, ana.id, { country: 'KZ' })
  await switchCountry(db, { country: 'KZ', product: 'loan', isOpen: false })
  expect(await app.call(freezeAccount, {}, ana.token)).toMatchObject({ type: 1 })
  finance = await app.console.tokenOf(await app.console.addOperator('finance'))
  whole = await pageOf(ana)
})
afterAll(() => app?.close())

describe('the page of a customer who has everything', () => {
  test('says how the account is guarded, with the wrong pay passwords and what was limited', () => {
    expect(whole.security).toEqual({
      ...{ hasAuthenticator: true, recoveryCodesLeft: 3 },
      passkeys: [{ addedAtMs: atMs, usedAtMs: null }],
      wallets: [{ address: '0x5aAe…eAed', linkedAtMs: atMs }],
      payPasswordTries: { wrong: 2, lockedUntilMs: null },
      // The freeze is a change too: what ends in a day is not said beside what only the customer ends.
      withdrawalHolds: [{ cause: 'frozen', untilMs: null }],
      limits: [
        { kind: 'leverage', value: 5, next: { value: 10, fromMs: atMs + DAY_MS } },
        { kind: 'loss', value: 100, next: null },
        { kind: 'night', value: 0, next: null },
        { kind: 'payees', value: 0, next: null },
      ],
    })
  })

  test('says where they live, what says so, and what is not offered there', () => {
    expect(whole.residence).toEqual({ countries: ['KZ'], basis: 'verification', closed: ['loan'] })
  })

  test('has the limit that is used and the score, as the withdrawal’s and the loan’s own pages do', async () => {
    const [score, used] = whole.figures
    expect(whole.figures).toEqual([
      { title: 'Credit score', value: '600', of: '1000', unit: null, basis: '500.00 USDT owed' },
      // 100 USDT at 20,000.00.
      {
        ...{ title: 'Withdrawal limit used', value: '0.00500000', of: '500.00000000', unit: 'BTC' },
        basis: 'Rolling 24 hours, by value',
      },
    ])
    const withdrawal = await app.console.get('/console/withdrawal', finance, { id: withdrawalId })
    const { used: value, limit: of } = withdrawal.data.customer
    expect(used).toMatchObject({ value, of })
    const loan = await app.console.get('/console/loan', finance, { id: loanId })
    expect(score).toMatchObject({ value: String(loan.data.customer.score) })
    expect(loan.data.customer.used).toBe('500.0000000')
  })

  test('lists addresses and cards, shortened, and from when each can be used', () => {
    const ends = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
    const usdt = { kind: 'address', currency: 'USDT', network: 'TRC20' }
    expect(whole.payees).toMatchObject([
      {
        ...{ kind: 'card', currency: null, network: 'Card', name: null, savedAtMs: 0, usableAtMs: DAY_MS },
        shown: `•••• ${cardNumber(7).slice(-4)}`,
      },
      {
        ...{ ...usdt, name: 'New wallet', shown: ends(NEW_ADDRESS) },
        ...{ savedAtMs: atMs, usableAtMs: atMs + DAY_MS },
      },
      { ...usdt, name: 'Ledger cold', shown: ends(PAYEE_ADDRESS), savedAtMs: 0, usableAtMs: DAY_MS },
    ])
  })

  test('has nothing that proves an owner or that money could be sent by', () => {
    const text = JSON.stringify(whole)
    for (const whole of [WALLET, PAYEE_ADDRESS, NEW_ADDRESS, cardNumber(7), ana.email])
      expect(text.toLowerCase()).not.toContain(whole.toLowerCase())
    for (const secret of ['credential', 'public-key', 'Telephone']) expect(text).not.toContain(secret)
  })

  test('has their limits and their freeze in its time line, each once', async () => {
    const { data } = await app.console.get('/console/customer/timeline', finance, {
      ...{ customer: String(ana.id), topic: 'security' },
    })
    const lines = data.items as { kind: string; title: string; detail: string | null }[]
    const limits = lines.filter(({ kind }) => kind === 'own-limit').map(({ detail }) => detail)
    // Of the same moment: in no order.
    expect(limits.toSorted()).toEqual([
      'daily loss up to 100 USDT',
      `leverage up to 10×, from ${new Date(atMs + DAY_MS).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      'leverage up to 5×',
    ])
    const told = lines.filter(({ kind }) => kind === 'security-notice').map(({ title }) => title)
    expect(told).toEqual(['Your account is frozen'])
  })
})

describe('the page of a customer who has nothing', () => {
  test('says so, and holds nothing back', async () => {
    const bob = await app.newCustomer()
    expect(await pageOf(bob)).toMatchObject({
      residence: { countries: [], basis: 'unknown', closed: [] },
      payees: [],
      figures: [
        { value: '600', basis: 'No open loans' },
        { value: '0.00000000', of: '500.00000000' },
      ],
      security: {
        ...{ hasAuthenticator: false, recoveryCodesLeft: 0, passkeys: [], wallets: [], withdrawalHolds: [] },
        payPasswordTries: { wrong: 0, lockedUntilMs: null },
        limits: [{ value: 0 }, { value: 0 }, { value: 0 }, { value: 0 }],
      },
    })
  })

  test('names every country of the calling code where nothing is verified', async () => {
    const one = await app.newCustomer()
    await liveIn(app.db, one.id, { mobile: '+77010000001' })
    expect((await pageOf(one)).residence).toEqual({
      ...{ countries: ['KZ', 'RU'], basis: 'calling-code', closed: ['loan'] },
    })
  })
})

describe('what holds withdrawals', () => {
  test('is the change of a day, by its name, and is over after it', async () => {
    const one = await app.newCustomer()
    const change = { payPassword: PAY_PASSWORD, repeated: PAY_PASSWORD, password: PASSWORD }
    expect(await app.call(setPayPassword, change, one.token)).toMatchObject({ type: 1 })
    const untilMs = app.clock.nowMs() + DAY_MS
    expect(await holdsOf(one)).toEqual([{ cause: 'pay-password', untilMs }])
    app.clock.advance(DAY_MS)
    finance = await app.console.tokenOf(await app.console.addOperator('finance'))
    expect(await holdsOf(one)).toEqual([])
  })

  test('is the night that the customer locked, and a way back that waits', async () => {
    const one = await app.newCustomer()
    const nowMs = app.clock.nowMs()
    const hour = new Date(nowMs).getUTCHours()
    await app.call(setRail, { kind: 'night', value: String(hour + 1) }, one.token)
    const nightEndMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + NIGHT_HOURS * HOUR_MS
    expect(await holdsOf(one)).toEqual([{ cause: 'night', untilMs: nightEndMs }])
    const asked = { customer_id: one.id, missing: 'factor', by_document: false, note: 'lost' } as const
    await app.db
      .transaction()
      .execute((tx) => insertRecovery(tx, { id: nextId(), ...asked, device: 'test', ip: '10.0.0.1' }, nowMs))
    expect(await holdsOf(one)).toEqual([
      { cause: 'recovery', untilMs: nowMs + UNVERIFIED_WAIT_MS + RECOVERY_HOLD_MS },
      { cause: 'night', untilMs: nightEndMs },
    ])
  })
})

test('too many wrong pay passwords are said until they are over, and count anew then', async () => {
  const one = await app.borrower('1000')
  await withdrawWrongly(one, 5)
  const lockedUntilMs = app.clock.nowMs() + DAY_MS
  expect((await pageOf(one)).security.payPasswordTries).toEqual({ wrong: 5, lockedUntilMs })
  app.clock.advance(DAY_MS)
  finance = await app.console.tokenOf(await app.console.addOperator('finance'))
  expect((await pageOf(one)).security.payPasswordTries).toEqual({ wrong: 0, lockedUntilMs: null })
})

test('the page is for those who see customers, and for nobody else', async () => {
  for (const role of ['support', 'compliance', 'finance', 'admin'] as const) {
    const token = await app.console.tokenOf(await app.console.addOperator(role))
    const { data } = await app.console.get('/console/customer', token, { id: String(ana.id) })
    expect([role, data.security.hasAuthenticator]).toEqual([role, true])
  }
  for (const role of ['content', 'risk'] as const) {
    const token = await app.console.tokenOf(await app.console.addOperator(role))
    const answer = await app.console.get('/console/customer', token, { id: String(ana.id) })
    expect([role, answer.error]).toEqual([role, 'OPERATOR_ROLE_REQUIRED'])
    expect(JSON.stringify(answer)).not.toContain('hasAuthenticator')
  }
})
