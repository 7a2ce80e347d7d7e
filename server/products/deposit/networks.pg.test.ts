import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DepositView, depositAddress, deposits, requestDeposit } from '#domain/deposit/contract.ts'
import { walletInfo } from '#domain/wallet/contract.ts'
import { requestWithdrawal, withdrawalTerms } from '#domain/withdrawal/contract.ts'
import type { ChainNode, ChainTransfer } from '#server/core/chain/node.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { type Clock, virtualClock } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { localSettings } from '#server/testing/local-chain.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { publishDepositAddresses } from './addresses.ts'
import { createWatcher, DROPPED_AFTER_MS, type Watcher } from './watcher.ts'

/** What operators decide of a network while the exchange runs, on a chain that is written here block by block. */

const { settings } = localSettings('Litecoin', 'http://127.0.0.1:1')
const SHARED = 'DEMO-USDT-TRC20-ADDRESS'
let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string
let watcher: Watcher

/** The blocks above the first: of each its hash, and what it pays. */
let blocks: { hash: string; transfers: ChainTransfer[] }[]
const node: ChainNode = {
  check: async () => {},
  tipHeight: async () => blocks.length - 1,
  hashAt: async (height) => blocks[height]?.hash,
  async blockAt(height) {
    const { hash, transfers } = blocks[height]!
    return { height, hash, parentHash: blocks[height - 1]!.hash, transfers }
  },
}

beforeAll(async () => {
  app = await openTestApp({
    chains: [settings],
    markets: { isFresh: (symbol: string) => symbol === 'BTC-USDT' },
  })
  await app.db
    .transaction()
    .execute((tx) =>
      publishDepositAddresses(tx, [
        { currency: 'USDT', network: 'TRC20', address: SHARED, minimum: '10', isDemo: true },
      ]),
    )
  consoleApp = openTestConsole({ ...app, chains: [settings] })
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  blocks = [{ hash: 'first', transfers: [] }]
  watcher = watcherAt(app.clock)
  await watcher.look()
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

const watcherAt = (clock: Clock): Watcher =>
  createWatcher({ ...{ db: app.db, clock, settings, node }, log: pino({ level: 'silent' }) })

const REASON = { reason: 'the chain was attacked' }
const post = (path: string, fields: Record<string, string>, token = maker) =>
  consoleApp.post(`/console/network/${path}`, token, { ...REASON, ...fields })
const propose = (confirmations: string, minimum = '0.01') =>
  post('terms', { network: 'Litecoin', confirmations, minimum })
const approve = (id: string, token = checker) =>
  consoleApp.post('/console/proposal/approve', token, { id, reason: 'seen too' })
async function agreeOn(confirmations: string, minimum?: string): Promise<void> {
  const { data } = await propose(confirmations, minimum)
  expect((await approve(data.id)).data).toMatchObject({ status: 'approved' })
}
async function openAgain(network: string, direction: string): Promise<void> {
  const { data } = await post('open', { network, direction })
  expect((await approve(data.id)).data).toMatchObject({ status: 'approved' })
}
const networkOf = async (code: string) =>
  (await consoleApp.get('/console/networks', checker)).data.networks.find(
    ({ network }: { network: string }) => network === code,
  )

const addressOf = async ({ token }: TestCustomer, fields: Record<string, string> = {}) =>
  app.call(depositAddress, { currency: 'LTC', network: 'Litecoin', ...fields }, token)
let txids = 1
async function paymentTo(customer: TestCustomer, amount = 5n * 10n ** 8n): Promise<ChainTransfer> {
  const { data } = await addressOf(customer, { whileClosed: '1' })
  return {
    ...{ currency: 'LTC', network: 'Litecoin', address: data.address, amount, index: 0, isReward: false },
    txid: (txids++).toString(16).padStart(64, '0'),
  }
}
/** Adds a block with what it pays, and each after it with nothing; all are looked at. */
async function mine(transfers: readonly ChainTransfer[], count = 1): Promise<void> {
  for (let n = 0; n < count; n++)
    blocks.push({ hash: `block ${blocks.length}`, transfers: n === 0 ? [...transfers] : [] })
  await watcher.look()
}
async function depositOf({ token }: TestCustomer): Promise<DepositView> {
  return (await app.call(deposits, {}, token)).data.items[0]!
}
const funding = ({ id }: TestCustomer, currency = 'LTC') =>
  balanceOf(app.db, accountId(id, wallets.funding, 'available', currency))

// Each test begins with the terms of the beginning.
beforeEach(async () => {
  const { confirmations, minimum } = await networkOf('Litecoin')
  if (confirmations !== 5 || Number(minimum) !== 0.01) await agreeOn('5')
})

describe('confirmations and the least deposit', () => {
  test('are shown to customers as two operators agreed, and in the console with who agreed', async () => {
    const customer = await app.newCustomer()
    const offered = async () =>
      (await app.call(walletInfo, { currency: 'LTC' }, customer.token)).data.deposit[0]
    expect((await addressOf(customer)).data).toMatchObject({ confirmationsNeeded: 5, minimum: '0.01000000' })
    expect(await offered()).toMatchObject({ confirmationsNeeded: 5, isOwn: true })
    const { data } = await propose('12', '0.2')
    expect(data).toMatchObject({
      kind: 'network-terms',
      lines: [
        { label: 'Network', value: 'Litecoin' },
        { label: 'Confirmations', value: '12 blocks', before: '5 blocks' },
        { label: 'Least deposit credited by itself', value: '0.20 LTC', before: '0.01 LTC' },
      ],
    })
    expect((await addressOf(customer)).data).toMatchObject({ confirmationsNeeded: 5 })
    expect((await approve(data.id, maker)).error).toBe('PROPOSAL_IS_YOURS')
    await approve(data.id)
    expect((await addressOf(customer)).data).toMatchObject({ confirmationsNeeded: 12, minimum: '0.20000000' })
    expect(await offered()).toMatchObject({ confirmationsNeeded: 12, minimum: '0.20000000' })
    expect(await networkOf('Litecoin')).toMatchObject({
      ...{ confirmations: 12, minimum: '0.20000000', leastConfirmations: 5, reference: `P-${data.id}` },
    })
  })

  test.each([
    ['4', '0.01', 'TERMS_INVALID'],
    ['0', '0.01', 'PARAMETER_ERROR'],
    ['1001', '0.01', 'PARAMETER_ERROR'],
    ['5', '0', 'AMOUNT_INVALID'],
    ['5', '-1', 'PARAMETER_ERROR'],
  ])('%s confirmations from %s are refused: %s', async (confirmations, minimum, error) => {
    expect((await propose(confirmations, minimum)).error).toBe(error)
  })

  test('the console says the least deposit of each currency that customers are shown, by an own address and by a shared one', async () => {
    const customer = await app.newCustomer()
    // Nobody follows Tron here, so what its terms say of an own address is shown to nobody.
    const shared = { network: 'TRC20', isDemo: true }
    await app.db.transaction().execute((tx) =>
      publishDepositAddresses(tx, [
        { ...shared, currency: 'USDT', address: SHARED, minimum: '25' },
        { ...shared, currency: 'TRX', address: 'DEMO-TRX-TRC20-ADDRESS', minimum: '40' },
        { ...shared, network: 'Litecoin', currency: 'LTC', address: 'DEMO-LTC-ADDRESS', minimum: '3' },
      ]),
    )
    for (const network of ['TRC20', 'Litecoin']) {
      const { leastDeposits } = await networkOf(network)
      expect(leastDeposits.map(({ currency }: { currency: string }) => currency)).toEqual(
        network === 'TRC20' ? ['USDT', 'TRX'] : ['LTC'],
      )
      for (const { currency, minimum } of leastDeposits) {
        expect((await addressOf(customer, { currency, network })).data).toMatchObject({ minimum })
        const { data } = await app.call(walletInfo, { currency }, customer.token)
        expect(data.deposit).toContainEqual(expect.objectContaining({ network, minimum }))
      }
    }
  })

  test('a network that nobody knows, a bank’s, fewer than 32 of Solana, and a minimum where none can be are refused', async () => {
    const terms = { confirmations: '40' }
    for (const network of ['Dogecoin', 'IBAN', 'constructor'])
      expect((await post('terms', { ...terms, network })).error).toBe('NETWORK_UNKNOWN')
    expect((await post('terms', { network: 'Solana', confirmations: '31' })).error).toBe('TERMS_INVALID')
    expect((await post('terms', { ...terms, network: 'Solana', minimum: '1' })).error).toBe('PARAMETER_ERROR')
    expect((await post('terms', { ...terms, network: 'Litecoin' })).error).toBe('PARAMETER_ERROR')
    const { data } = await post('terms', { network: 'solana', confirmations: '40' })
    await approve(data.id)
    expect(await networkOf('Solana')).toMatchObject({ confirmations: 40, minimum: null })
  })

  test('raised ones apply to what is being counted and not to what was credited, which keeps its number', async () => {
    const [credited, counted] = [await app.newCustomer(), await app.newCustomer()]
    await mine([await paymentTo(credited)], 3)
    await mine([await paymentTo(counted)], 2)
    expect(await depositOf(credited)).toMatchObject({ status: 'approved', confirmationsNeeded: 5 })
    await agreeOn('8')
    expect(await depositOf(credited)).toMatchObject({ status: 'approved', confirmationsNeeded: 5 })
    expect(await funding(credited)).toBe(5n * 10n ** 8n)
    await mine([], 5)
    expect(await depositOf(counted)).toMatchObject({
      ...{ status: 'pending', confirmations: 7, confirmationsNeeded: 8 },
    })
    await mine([])
    expect(await depositOf(counted)).toMatchObject({ status: 'approved', confirmationsNeeded: 8 })
    expect(await funding(counted)).toBe(5n * 10n ** 8n)
  })

  test('lowered ones never take back what was asked for when a deposit was seen', async () => {
    await agreeOn('8')
    const [before, after] = [await app.newCustomer(), await app.newCustomer()]
    await mine([await paymentTo(before)])
    await agreeOn('5')
    await mine([await paymentTo(after)], 5)
    expect(await depositOf(after)).toMatchObject({ status: 'approved', confirmationsNeeded: 5 })
    expect(await depositOf(before)).toMatchObject({
      status: 'pending',
      confirmations: 6,
      confirmationsNeeded: 8,
    })
    await mine([], 2)
    expect(await depositOf(before)).toMatchObject({ status: 'approved', confirmationsNeeded: 8 })
  })

  test('a raised minimum leaves what was seen before, also in another block after a reorganization', async () => {
    const customer = await app.newCustomer()
    const payment = await paymentTo(customer, 2_000_000n)
    await mine([payment], 2)
    await agreeOn('5', '1')
    blocks.splice(-2, 2)
    for (let n = 0; n < 3; n++) blocks.push({ hash: `in its place ${n}`, transfers: [] })
    await watcher.look()
    expect(await depositOf(customer)).toMatchObject({ status: 'pending', confirmations: 0 })
    await mine([payment], 5)
    expect(await depositOf(customer)).toMatchObject({ status: 'approved', credited: '0.02000000' })
    const later = await app.newCustomer()
    await mine([await paymentTo(later, 2_000_000n)], 6)
    expect(await depositOf(later)).toMatchObject({ status: 'rejected', outcome: 'below-minimum' })
  })

  /** Takes the newest blocks from the chain, and puts as many and one more without payments in their place. */
  async function reorganize(depth: number): Promise<void> {
    blocks.splice(-depth, depth)
    const at = blocks.length
    for (let n = 0; n <= depth; n++) blocks.push({ hash: `instead ${at + n} ${++others}`, transfers: [] })
    await watcher.look()
  }
  let others = 0

  test('lowered ones leave out none of what was asked for, also in another block after a reorganization', async () => {
    await agreeOn('8')
    const customer = await app.newCustomer()
    const payment = await paymentTo(customer)
    await mine([payment], 2)
    await reorganize(2)
    await agreeOn('5')
    await mine([payment], 7)
    expect(await depositOf(customer)).toMatchObject({
      ...{ status: 'pending', confirmations: 7, confirmationsNeeded: 8 },
    })
    await mine([])
    expect(await depositOf(customer)).toMatchObject({ status: 'approved', confirmationsNeeded: 8 })
  })

  test('a raised minimum leaves what was dropped and comes again, and a lowered one what was below it', async () => {
    const [above, below] = [await app.newCustomer(), await app.newCustomer()]
    const kept = await paymentTo(above, 2_000_000n)
    await mine([kept], 2)
    await reorganize(2)
    watcher = watcherAt(virtualClock(app.clock.nowMs() + DROPPED_AFTER_MS + 1))
    await mine([])
    watcher = watcherAt(app.clock)
    expect(await depositOf(above)).toMatchObject({ status: 'rejected', outcome: 'dropped' })
    await agreeOn('5', '1')
    const tooSmall = await paymentTo(below, 2_000_000n)
    await mine([tooSmall], 2)
    expect(await depositOf(below)).toMatchObject({ status: 'rejected', outcome: 'below-minimum' })
    await reorganize(2)
    await mine([kept])
    expect(await depositOf(above)).toMatchObject({ status: 'pending', outcome: null, decidedAtMs: null })
    await agreeOn('5')
    await mine([tooSmall], 5)
    expect(await depositOf(above)).toMatchObject({ status: 'approved', credited: '0.02000000' })
    expect(await depositOf(below)).toMatchObject({ status: 'rejected', outcome: 'below-minimum' })
    expect(await funding(below)).toBe(0n)
  })

  test('what came below the minimum is not credited, and no claim of it is taken', async () => {
    const customer = await app.newCustomer()
    const payment = await paymentTo(customer, 999_999n)
    await mine([payment], 6)
    expect(await depositOf(customer)).toMatchObject({ status: 'rejected', outcome: 'below-minimum' })
    const image = await app.keepAsSent(customer.id, await newPicture())
    const claim = {
      ...{ sender: 'Ana', amount: '0.00999999', currency: 'LTC', network: 'Litecoin' },
      ...{ address: payment.address, image, hashTail: payment.txid.slice(-6) },
    }
    expect((await app.call(requestDeposit, claim, customer.token)).error).toBe('AMOUNT_TOO_SMALL')
    expect(await funding(customer)).toBe(0n)
  })

  test('an operator who matches a deposit by hand has to have seen as many, and its checker as many as by then', async () => {
    const customer = await app.newCustomer()
    const image = await app.keepAsSent(customer.id, await newPicture())
    const claim = { sender: 'Ana', amount: '50', currency: 'USDT', network: 'TRC20', address: SHARED }
    const { data } = await app.call(requestDeposit, { ...claim, image, hashTail: 'a1b2c3' }, customer.token)
    const match = {
      ...{ id: data.id, tx_reference: `${'ab12'.repeat(14)}00a1b2c3`, amount: '50' },
      ...{ output_index: '0', confirmations: '6', reason: 'found' },
    }
    const proposed = await consoleApp.post('/console/deposit/propose', maker, match)
    expect(proposed.data).toMatchObject({ confirmationsNeeded: 5 })
    const terms = await post('terms', { network: 'TRC20', confirmations: '20', minimum: '10' })
    await approve(terms.data.id)
    expect((await approve(proposed.data.proposal.id)).error).toBe('DEPOSIT_UNCONFIRMED')
    expect(await funding(customer, 'USDT')).toBe(0n)
    const withdraw = { id: proposed.data.proposal.id, reason: 'not yet' }
    await consoleApp.post('/console/proposal/withdraw', maker, withdraw)
    expect((await consoleApp.post('/console/deposit/propose', maker, match)).error).toBe(
      'DEPOSIT_UNCONFIRMED',
    )
    const again = await consoleApp.post('/console/deposit/propose', maker, { ...match, confirmations: '20' })
    expect((await approve(again.data.proposal.id)).data).toMatchObject({ status: 'approved' })
    expect(await funding(customer, 'USDT')).toBe(500_000_000n)
  })

  test('one proposal for a network waits at a time, and is approved once', async () => {
    const { data } = await propose('9')
    expect((await propose('10')).error).toBe('PROPOSAL_EXISTS')
    await approve(data.id)
    expect((await approve(data.id)).error).toBe('PROPOSAL_NOT_PENDING')
    expect(await networkOf('Litecoin')).toMatchObject({ confirmations: 9 })
  })

  test('the database takes no terms and no opening that two operators did not agree on, changes none, and none below five', async () => {
    const insert = (confirmations: number, proposal: bigint | null) =>
      sql`insert into network_terms (network, confirmations, minimum, proposal)
        values ('Litecoin', ${confirmations}, '0.01', ${proposal})`.execute(app.db)
    await expect(insert(5, null)).rejects.toThrow('network_terms_agreed')
    const { data } = await propose('7')
    await expect(insert(7, BigInt(data.id))).rejects.toThrow('network_terms_agreed')
    await approve(data.id)
    await expect(insert(6, BigInt(data.id))).rejects.toThrow('network_terms_agreed')
    await expect(insert(7, BigInt(data.id))).rejects.toThrow('network_terms_proposed_once')
    const open = (proposal: bigint | null) =>
      sql`insert into network_switch (network, direction, is_open, proposal, switched_at)
        values ('Litecoin', 'deposit', true, ${proposal}, now())`.execute(app.db)
    await expect(open(null)).rejects.toThrow('network_switch_agreed')
    await expect(open(BigInt(data.id))).rejects.toThrow('network_switch_agreed')
    for (const table of ['network_terms', 'network_switch'])
      for (const change of [
        sql`update ${sql.table(table)} set network = 'x'`,
        sql`delete from ${sql.table(table)}`,
      ])
        await expect(change.execute(app.db)).rejects.toThrow('permission denied')
  })
})

describe('a network that is closed', () => {
  afterEach(async () => {
    for (const network of ['Litecoin', 'TRC20'])
      for (const direction of ['deposit', 'withdrawal'])
        if (!(await networkOf(network))[direction].isOpen) await openAgain(network, direction)
  })

  test('is closed for deposits by one at once, and opened by two', async () => {
    const customer = await app.newCustomer()
    const { address } = (await addressOf(customer)).data
    expect((await post('open', { network: 'Litecoin', direction: 'deposit' })).error).toBe('NETWORK_IS_OPEN')
    const risk = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
    expect((await post('close', { network: 'Litecoin', direction: 'deposit' }, risk)).error).toBeUndefined()
    expect((await addressOf(customer)).error).toBe('DEPOSIT_CLOSED')
    expect((await addressOf(customer, { whileClosed: '1' })).data).toMatchObject({
      ...{ address, isOpen: false, isOwn: true },
    })
    const info = await app.call(walletInfo, { currency: 'LTC' }, customer.token)
    expect(info.data.deposit).toMatchObject([{ network: 'Litecoin', isOpen: false }])
    expect(await networkOf('Litecoin')).toMatchObject({
      deposit: { isOpen: false, sinceMs: app.clock.nowMs() },
      withdrawal: { isOpen: true },
    })

    expect((await post('open', { network: 'Litecoin', direction: 'deposit' }, risk)).error).toBe(
      'OPERATOR_ROLE_REQUIRED',
    )
    const { data } = await post('open', { network: 'Litecoin', direction: 'deposit' })
    expect((await addressOf(customer)).error).toBe('DEPOSIT_CLOSED')
    await approve(data.id)
    expect((await addressOf(customer)).data).toMatchObject({ isOpen: true })
  })

  test('has no new address, also for who asks what was given before; the shared one that many have is told then', async () => {
    await post('close', { network: 'Litecoin', direction: 'deposit' })
    await post('close', { network: 'TRC20', direction: 'deposit' })
    const customer = await app.newCustomer()
    const given = () => sql`select 1 from customer_address where customer_id = ${customer.id}`.execute(app.db)
    for (const fields of [{}, { whileClosed: '1' }])
      expect((await addressOf(customer, fields)).error).toBe('DEPOSIT_CLOSED')
    expect((await given()).rows).toEqual([])
    const usdt = { currency: 'USDT', network: 'TRC20' }
    expect((await addressOf(customer, usdt)).error).toBe('DEPOSIT_CLOSED')
    expect((await addressOf(customer, { ...usdt, whileClosed: '1' })).data).toMatchObject({
      ...{ address: SHARED, isOpen: false, isOwn: false },
    })
    await openAgain('Litecoin', 'deposit')
    expect((await addressOf(customer)).data).toMatchObject({ isOpen: true, isOwn: true })
    expect((await given()).rows).toHaveLength(1)
  })

  test('still credits what is on its way, what arrives at an address given before, and a claim of what was sent', async () => {
    const [counted, later] = [await app.newCustomer(), await app.newCustomer()]
    const payment = await paymentTo(later)
    await mine([await paymentTo(counted)])
    await post('close', { network: 'Litecoin', direction: 'deposit' })
    await post('close', { network: 'TRC20', direction: 'deposit' })
    await mine([payment], 5)
    for (const customer of [counted, later]) {
      expect(await depositOf(customer)).toMatchObject({ status: 'approved' })
      expect(await funding(customer)).toBe(5n * 10n ** 8n)
    }
    const image = await app.keepAsSent(later.id, await newPicture())
    const claim = { sender: 'Ana', amount: '50', currency: 'USDT', network: 'TRC20', address: SHARED }
    const claimed = await app.call(requestDeposit, { ...claim, image, hashTail: 'a1b2c3' }, later.token)
    expect(claimed.data).toMatchObject({ status: 'pending' })
  })

  test('lets no withdrawal be asked for or leave, while its terms stay as they were agreed on', async () => {
    const customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    await app.give(customer.id, 'funding', 'USDT', '1000')
    await makeReadyToWithdraw(app.db, customer.id)
    const request = {
      ...{ currency: 'USDT', network: 'TRC20', amount: '25', address: PAYEE_ADDRESS },
      payPassword: PAY_PASSWORD,
    }
    const { data: asked } = await app.call(requestWithdrawal, request, customer.token)
    const review = { id: asked.id, reason: 'known' }
    const { data: proposed } = await consoleApp.post('/console/withdrawal/propose', maker, review)
    await post('close', { network: 'TRC20', direction: 'withdrawal' })
    expect((await app.call(requestWithdrawal, request, customer.token)).error).toBe('WITHDRAWAL_CLOSED')
    expect((await approve(proposed.proposal.id)).error).toBe('WITHDRAWAL_CLOSED')
    const { data: terms } = await app.call(withdrawalTerms, {}, customer.token)
    const pausedOf = (network: string) =>
      terms.ways.find((way: { network: string }) => way.network === network).isPaused
    expect([pausedOf('TRC20'), pausedOf('ERC20')]).toEqual([true, false])
    const { data: agreed } = await consoleApp.get('/console/withdrawal/terms', checker)
    expect(agreed.ways.some(({ isPaused }: { isPaused: boolean }) => isPaused)).toBe(false)

    await openAgain('TRC20', 'withdrawal')
    expect((await approve(proposed.proposal.id)).data).toMatchObject({ status: 'approved' })
    expect((await app.call(requestWithdrawal, request, customer.token)).error).toBeUndefined()
  })

  test('that is closed once more while its opening waits stays closed', async () => {
    await post('close', { network: 'Litecoin', direction: 'deposit' })
    const { data } = await post('open', { network: 'Litecoin', direction: 'deposit' })
    await post('close', { network: 'Litecoin', direction: 'deposit' })
    expect((await approve(data.id)).error).toBe('PROPOSAL_OUTDATED')
    expect(await networkOf('Litecoin')).toMatchObject({ deposit: { isOpen: false } })
    await consoleApp.post('/console/proposal/withdraw', maker, { id: data.id, reason: 'outdated' })
  })

  test('closings and an opening at once end closed, or opened once and closed after it', async () => {
    await post('close', { network: 'Litecoin', direction: 'deposit' })
    const { data } = await post('open', { network: 'Litecoin', direction: 'deposit' })
    const [approved] = await Promise.all([
      approve(data.id),
      ...Array.from({ length: 8 }, () => post('close', { network: 'Litecoin', direction: 'deposit' })),
    ])
    expect([undefined, 'PROPOSAL_OUTDATED']).toContain(approved?.error)
    if (approved?.error) {
      expect(await networkOf('Litecoin')).toMatchObject({ deposit: { isOpen: false } })
      await consoleApp.post('/console/proposal/withdraw', maker, { id: data.id, reason: 'outdated' })
    }
    const { rows } = await sql<{ isOpen: boolean }>`
      select is_open as "isOpen" from network_switch where proposal = ${BigInt(data.id)}`.execute(app.db)
    expect(rows).toHaveLength(approved?.error ? 0 : 1)
  })

  test('who only sees the treasury closes, proposes and opens nothing; who reviews closes', async () => {
    const support = await consoleApp.tokenOf(await consoleApp.addOperator('support'))
    const close = { network: 'Litecoin', direction: 'withdrawal' }
    expect((await post('close', close, support)).error).toBe('OPERATOR_ROLE_REQUIRED')
    const compliance = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
    const terms = { network: 'Litecoin', confirmations: '9', minimum: '0.01' }
    expect((await post('terms', terms, compliance)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await post('close', close, compliance)).error).toBeUndefined()
    const { rows } = await sql<{ action: string; subject: string }>`
      select action, subject from audit_log order by id desc limit 1`.execute(app.db)
    expect(rows).toEqual([{ action: 'closed', subject: 'network:Litecoin:withdrawal' }])
  })
})
