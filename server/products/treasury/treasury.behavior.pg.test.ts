import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress } from '#domain/deposit/addresses.ts'
import { depositAddress } from '#domain/deposit/contract.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { accountId, MARKET_MAKER, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { bitcoinAddress, evmAddress, tronAddress } from '#server/testing/addresses.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { FIRST_ADDRESS, newPayment, openTestTreasury } from '#server/testing/treasury.ts'
import { treasuryAccounts } from './accounts.ts'

/** The platform's own money and addresses: always by two people, once, and from somewhere. */

let app: TestApp
let consoleApp: ReturnType<typeof openTestConsole>
let kit: Awaited<ReturnType<typeof openTestTreasury>>
let risk: string

beforeAll(async () => {
  app = await openTestApp()
  consoleApp = openTestConsole(app)
  kit = await openTestTreasury(app, consoleApp)
  risk = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

const units = (text: string, decimals = 7) => parseDecimal(text, decimals)!

const [SECOND, OURS] = [tronAddress(2), bitcoinAddress(4)]
const OLD = readAddress('ERC20', evmAddress(5))!

const treasury = () => balanceOf(app.db, platformAccount(treasuryAccounts.treasury, 'USDT'))
const interest = () => balanceOf(app.db, platformAccount(earnAccounts.interest, 'USDT'))
const marketMaker = () => balanceOf(app.db, accountId(MARKET_MAKER, wallets.spot, 'available', 'USDT'))
const outside = () => balanceOf(app.db, outsideAccount('USDT'))
const written = async () => {
  const { rows } = await sql<{ rows: string }>`
    select concat_ws(' ', (select count(*) from proposal), (select count(*) from transfer),
      (select count(*) from incoming_payment), (select count(*) from deposit_address),
      (select count(*) from audit_log)) as rows`.execute(app.db)
  return rows[0]!.rows
}

describe('the platform’s own money from outside', () => {
  test('is in the treasury once somebody else has seen it too', async () => {
    const [before, beyond] = [await treasury(), await outside()]
    const { data } = await kit.fund({ tx_reference: `0x${'AB'.repeat(32)}` })
    expect(data).toMatchObject({
      kind: 'treasury-funding',
      title: 'Record funding of 1,000.50 USDT',
      viewerAction: 'waiting',
      lines: [
        { value: '1,000.50 USDT' },
        { value: 'Outside' },
        { value: 'Treasury' },
        { value: 'BNB Smart Chain' },
        { value: 'ab'.repeat(32) },
        { value: '0' },
      ],
    })
    expect(await treasury()).toBe(before)
    const waiting = (await consoleApp.get('/console/treasury', kit.checker)).data.pending
    expect(waiting).toMatchObject([{ id: data.id, viewerAction: 'check' }])
    const queued = (await consoleApp.get('/console/queue', kit.checker)).data.items
    const amount = { amount: '1000.5000000', currency: 'USDT' }
    expect(queued).toMatchObject([{ id: data.id, product: 'treasury', viewerAction: 'check', ...amount }])

    expect((await kit.approve(data.id)).data).toMatchObject({ status: 'approved' })
    expect(await treasury()).toBe(before + units('1000.5'))
    expect(await outside()).toBe(beyond - units('1000.5'))
    const { rows } = await sql<{ reason: string }>`
      select reason from transfer where reference = ${BigInt(data.id)}`.execute(app.db)
    expect(rows).toEqual([{ reason: 'treasury-funding' }])
  })

  test('cannot be approved by who proposed it, nor proposed or approved without the role', async () => {
    const before = await treasury()
    const { data } = await kit.fund()
    expect(await kit.approve(data.id, kit.maker)).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
    expect(await kit.approve(data.id, risk)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    expect(await kit.fund({}, risk)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    expect(await treasury()).toBe(before)
    await consoleApp.post('/console/proposal/send_back', kit.checker, {
      id: data.id,
      reason: 'not on the statement',
    })
    expect(await kit.approve(data.id)).toMatchObject({ error: 'PROPOSAL_NOT_PENDING' })
    expect(await treasury()).toBe(before)
  })

  test('is brought in once, however its reference is written and however often it is proposed', async () => {
    const before = await treasury()
    const tx_reference = newPayment()
    const first = await kit.fund({ tx_reference, amount: '5' })
    expect(await kit.fund({ tx_reference: `0x${tx_reference.toUpperCase()}` })).toMatchObject({
      error: 'PROPOSAL_EXISTS',
    })
    await kit.agreed(first)
    expect(await kit.fund({ tx_reference: ` 0x${tx_reference}` })).toMatchObject({
      error: 'DEPOSIT_REFERENCE_USED',
    })
    expect(await treasury()).toBe(before + units('5'))
  })

  test.each([
    ['a currency that is not kept', { currency: 'DOLLAR' }, 'CURRENCY_UNKNOWN'],
    ['the end of a reference', { tx_reference: 'a1b2c3' }, 'PARAMETER_ERROR'],
    ['a reference with other signs', { tx_reference: 'x'.repeat(20).concat('<b>') }, 'TEXT_PUNCTUATION'],
    ['no reason', { reason: ' ' }, 'PARAMETER_ERROR'],
    ['a chain that has no such coin', { currency: 'BTC', chain: 'Ethereum' }, 'NETWORK_NOT_FOR_CURRENCY'],
    ['a bank for a coin', { chain: 'Bank', tx_reference: 'FT26001ABCDEF0288' }, 'NETWORK_NOT_FOR_CURRENCY'],
  ])('with %s is not even proposed', async (_, change, error) => {
    const before = await written()
    expect(await kit.fund(change)).toMatchObject({ error })
    expect(await written()).toBe(before)
  })
})

describe('between the platform’s funds', () => {
  test('money goes by the treasury, there and back', async () => {
    await kit.agreed(await kit.fund({ amount: '2000' }))
    for (const [fundName, balance] of [
      ['interest', interest],
      ['market-maker', marketMaker],
    ] as const) {
      const [before, kept] = [await balance(), await treasury()]
      const there = await kit.agreed(await kit.move({ to: fundName }))
      expect(there).toMatchObject({ kind: 'treasury-move', status: 'approved' })
      expect([await balance(), await treasury()]).toEqual([before + units('400'), kept - units('400')])
      await kit.agreed(await kit.move({ from: fundName, to: 'treasury', amount: '399.9999999' }))
      expect(await balance()).toBe(before + units('0.0000001'))
    }
  })

  test('T15: nothing goes that is not there, and the proposal still waits', async () => {
    const before = [await treasury(), await interest()]
    const { data } = await kit.move({ amount: '90000000' })
    expect(await kit.approve(data.id)).toMatchObject({ error: 'INSUFFICIENT_BALANCE' })
    expect([await treasury(), await interest()]).toEqual(before)
    expect((await consoleApp.get('/console/proposal', kit.maker, { id: data.id })).data.status).toBe(
      'pending',
    )
    await consoleApp.post('/console/proposal/withdraw', kit.maker, { id: data.id, reason: 'too much' })
  })

  test.each([
    ['to where it is', { to: 'treasury' }, 'SAME_ACCOUNT'],
    ['past the treasury', { from: 'interest', to: 'market-maker' }, 'PARAMETER_ERROR'],
    ['to what customers own', { to: 'locked' }, 'PARAMETER_ERROR'],
    ['to what is set aside for them', { from: 'earnReserve', to: 'treasury' }, 'PARAMETER_ERROR'],
    ['to the outside', { to: 'outside' }, 'PARAMETER_ERROR'],
    ['to a customer', { to: '10001' }, 'PARAMETER_ERROR'],
  ])('nothing goes %s', async (_, change, error) => {
    const before = await written()
    expect(await kit.move(change)).toMatchObject({ error })
    expect(await written()).toBe(before)
  })

  test('hostile amounts are refused by both, and in a minimum, and nothing is written', async () => {
    const before = await written()
    const accepted = []
    for (const amount of hostileAmounts) {
      for (const answer of [
        await kit.fund({ amount }),
        await kit.move({ amount }),
        await kit.publish({ minimum: amount }),
      ])
        if (answer.code === 1 || answer.error === 'INTERNAL') accepted.push(amount)
    }
    expect(accepted).toEqual([])
    expect(await written()).toBe(before)
  })
})

describe('where customers pay to', () => {
  const shown = (customer: TestCustomer, network = 'TRC20') =>
    app.call(depositAddress, { currency: 'USDT', network }, customer.token)

  test('is shown once two have agreed on it, and replaced in the same way', async () => {
    const customer = await app.newCustomer()
    const { data } = await kit.publish()
    expect(data).toMatchObject({
      title: 'Publish a deposit address for USDT on TRC20',
      viewerAction: 'waiting',
    })
    expect((await shown(customer)).error).toBe('DEPOSIT_NOT_OFFERED')
    expect(await kit.approve(data.id, kit.maker)).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
    expect(await kit.approve(data.id, risk)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    expect((await shown(customer)).error).toBe('DEPOSIT_NOT_OFFERED')
    await kit.approve(data.id)
    expect((await shown(customer)).data).toMatchObject({
      ...{ address: FIRST_ADDRESS, minimum: '10.0000000', isDemo: false },
    })

    const next = await kit.publish({ network: 'trc20', address: SECOND, minimum: '12.50' })
    expect(next.data).toMatchObject({
      title: 'Replace the deposit address for USDT on TRC20',
      lines: [
        { value: 'USDT' },
        { value: 'TRC20' },
        { value: `${SECOND.slice(0, 6)}…${SECOND.slice(-4)}`, before: FIRST_ADDRESS },
        { value: '12.50 USDT', before: '10.00 USDT' },
      ],
    })
    expect(await kit.publish({ address: tronAddress(3) })).toMatchObject({ error: 'PROPOSAL_EXISTS' })
    expect((await shown(customer)).data.address).toBe(FIRST_ADDRESS)
    await kit.agreed(next)
    expect((await shown(customer)).data).toMatchObject({
      ...{ address: SECOND, minimum: '12.5000000' },
    })
    const { addresses } = (await consoleApp.get('/console/deposit/addresses', risk)).data
    expect(addresses.filter(({ network }: { network: string }) => network === 'TRC20')).toMatchObject([
      { address: SECOND, reference: next.data.reference, sinceMs: app.clock.nowMs() },
    ])
  })

  test.each([
    [
      'with one sign changed',
      { address: `${FIRST_ADDRESS.slice(0, -1)}1` },
      { error: 'ADDRESS_INVALID', field: 'address' },
    ],
    ['that is none', { address: 'not an address' }, { error: 'ADDRESS_INVALID', field: 'address' }],
    ['of another network', { address: OURS }, { error: 'ADDRESS_INVALID', field: 'address' }],
    ['on a network that nobody knows', { network: 'Moon' }, { error: 'NETWORK_UNKNOWN' }],
  ])('an address %s is not even proposed', async (_, change, refused) => {
    const before = await written()
    expect(await kit.publish(change)).toMatchObject(refused)
    expect(await written()).toBe(before)
  })

  test('is published only when the checker types the same address again', async () => {
    const { data } = await kit.publish({
      currency: 'LTC',
      network: 'Litecoin',
      address: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
    })
    expect(data.typeAgain).toContain('Address')
    expect(JSON.stringify(data.lines)).not.toContain('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh')
    for (const again of [
      '',
      'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wj',
      'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
      'ltc1qj…k4wh',
    ]) {
      expect(await kit.approve(data.id, kit.checker, again)).toMatchObject({ error: 'TYPED_AGAIN_DIFFERS' })
    }
    expect(
      await kit.approve(data.id, kit.checker, 'LTC1QJMXNZ78NMC8NQ77WUXH25N2ES7RZM5C2RKK4WH'),
    ).toMatchObject({ code: 1 })
    const { token } = await app.newCustomer()
    const { data: published } = await app.call(
      depositAddress,
      { currency: 'LTC', network: 'Litecoin' },
      token,
    )
    expect(published.address).toBe('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh')
  })

  test('stays known after it is replaced: what was sent there is credited, and marked for the reviewer', async () => {
    const customer = await app.newCustomer()
    await kit.agreed(await kit.publish({ network: 'ERC20', address: OLD }))
    const early = await kit.claim(customer, 'ERC20', OLD)
    expect([(await lineOf(early)).isAddressOurs, await isMarked(early)]).toEqual([true, false])
    await kit.agreed(await kit.publish({ network: 'ERC20', address: readAddress('ERC20', evmAddress(6))! }))
    const late = await kit.claim(customer, 'ERC20', OLD)
    const other = await kit.claim(customer, 'ERC20', readAddress('ERC20', evmAddress(7))!)
    for (const id of [early, late])
      expect([(await lineOf(id)).isAddressOurs, await isMarked(id)]).toEqual([true, true])
    expect([(await lineOf(other)).isAddressOurs, await isMarked(other)]).toEqual([false, false])

    const { data } = await consoleApp.post('/console/deposit/propose', kit.maker, {
      ...{
        id: early,
        tx_reference: newPayment(),
        amount: '50',
        confirmations: '5',
        reason: 'on the old address',
      },
    })
    await kit.approve(data.proposal.id)
    expect(await funding(customer)).toBe(units('50'))
    expect(await lineOf(early)).toMatchObject({ address: OLD, status: 'approved' })
  })

  test.each([
    ['a letter that looks like another', { address: 'TFirstАddressOfOurs' }, 'PARAMETER_ERROR'],
    ['signs that are not seen', { address: 'TFirst\u200bAddress' }, 'PARAMETER_ERROR'],
    ['two lines', { address: 'TFirst\nAddress' }, 'PARAMETER_ERROR'],
    ['a coin that its network does not carry', { currency: 'BTC' }, 'NETWORK_NOT_FOR_CURRENCY'],
    ['a bank', { currency: 'EUR', network: 'IBAN', address: 'DE89370400440532013000' }, 'NETWORK_UNKNOWN'],
    ['another coin’s chain', { network: 'Bitcoin' }, 'NETWORK_NOT_FOR_CURRENCY'],
    ['a network of other letters', { network: 'ТRС20' }, 'PARAMETER_ERROR'],
    ['a currency that is not kept', { currency: 'DOLLAR' }, 'CURRENCY_UNKNOWN'],
    ['no reason', { reason: '' }, 'PARAMETER_ERROR'],
  ])('with %s is not even proposed', async (_, change, error) => {
    const before = await written()
    expect(await kit.publish(change)).toMatchObject({ error })
    expect(await written()).toBe(before)
  })
})

describe('the treasury page', () => {
  test('shows every currency, also those it has nothing of, to those who watch the money alone', async () => {
    const { funds } = (await consoleApp.get('/console/treasury', risk)).data
    type Line = { currency: string; isCovered: boolean; balances: { fund: string; balance: string }[] }
    const of = (code: string): { isCovered: boolean; [fund: string]: unknown } => {
      const { balances, isCovered } = funds.find(({ currency }: Line) => currency === code) as Line
      return { isCovered, ...Object.fromEntries(balances.map(({ fund, balance }) => [fund, balance])) }
    }
    expect(of('EUR')).toMatchObject({
      treasury: '0.00',
      interest: '0.00',
      'market-maker': '0.00',
      isCovered: true,
    })
    expect(parseDecimal(String(of('USDT').treasury), 7)).toBe(await treasury())
    expect(parseDecimal(String(of('USDT').interest), 7)).toBe(await interest())
    expect(parseDecimal(String(of('USDT')['market-maker']), 7)).toBe(await marketMaker())
    const support = await consoleApp.tokenOf(await consoleApp.addOperator('support'))
    expect(await consoleApp.get('/console/treasury', support)).toMatchObject({
      error: 'OPERATOR_ROLE_REQUIRED',
    })
    const { data } = await kit.fund()
    const queued = (await consoleApp.get('/console/queue', support)).data.items
    expect(queued.map(({ id }: { id: string }) => id)).not.toContain(data.id)
  })

  test('and the log has who proposed and who approved', async () => {
    const tx_reference = newPayment()
    const proposal = await kit.agreed(await kit.fund({ tx_reference }))
    const auditor = await consoleApp.tokenOf(await consoleApp.addOperator('admin'))
    const { data } = await consoleApp.get('/console/audit', auditor, {
      subject: `treasury:funding:${tx_reference}:0`,
    })
    expect(data.items).toMatchObject([
      { action: 'approved', operator: proposal.checker.name, detail: { kind: 'treasury-funding' } },
      {
        action: 'proposed',
        operator: proposal.maker.name,
        detail: { amount: '1000.5000000', txReference: tx_reference, reason: 'own capital' },
      },
    ])
  })
})

const lineOf = async (id: string) => (await consoleApp.get('/console/deposit', kit.maker, { id })).data
const isMarked = async (id: string) =>
  (await lineOf(id)).risk.some((risk: string) => risk.includes('replaced'))
const funding = (customer: TestCustomer) =>
  balanceOf(app.db, accountId(customer.id, wallets.funding, 'available', 'USDT'))
