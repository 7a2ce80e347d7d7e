import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TierLimits } from '#domain/eligibility/limits.ts'
import { units } from '#domain/money/amount.ts'
import { quoteSale } from '#domain/sale/contract.ts'
import { basicState } from '#domain/verification/contract.ts'
import * as withdrawals from '#domain/withdrawal/contract.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { agree } from '#server/testing/agree.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { type OtcFixture, openOtcFixture, type Trader } from '#server/testing/otc.ts'
import { PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { insertTierLimits, newestTierLimits } from '#server/users/tier-limits.ts'
import { limitChange } from './limits.ts'

/** The limits of the tiers: two operators change them, and what customers ask for next is decided by them. */

let app: OtcFixture
let merchant: Trader
let consoleApp: ReturnType<typeof openTestConsole>
let tokens: { maker: string; checker: string; support: string }

beforeAll(async () => {
  app = await openOtcFixture()
  merchant = await app.merchant({ usdt: '1000000' })
  consoleApp = openTestConsole(app)
  const token = async (role: 'finance' | 'risk' | 'support') =>
    consoleApp.tokenOf(await consoleApp.addOperator(role))
  tokens = { maker: await token('finance'), checker: await token('risk'), support: await token('support') }
})
afterAll(async () => {
  expect(await app.isConsistent()).toBe(true)
  await consoleApp.close()
  await app.close()
})

const first = {
  withdrawal_basic: '200',
  withdrawal_advanced: '500',
  otc_basic: '2000',
  otc_advanced: '1000000',
}
/** The same by the names of the contract. */
const typed = {
  ...{ withdrawalBasic: '200', withdrawalAdvanced: '500', otcBasic: '2000', otcAdvanced: '1000000' },
}
type Change = Partial<Record<keyof typeof first, string>>
const propose = (change: Change, token = tokens.maker) =>
  consoleApp.post('/console/limits/propose', token, { ...first, ...change, reason: 'the risk of today' })
const decide = (id: string, token = tokens.checker) =>
  consoleApp.post('/console/proposal/approve', token, { id, reason: 'seen' })
/** Has them be the first, but for a change. */
async function change(to: Change): Promise<void> {
  const { data, error } = await propose(to)
  if (error === 'PROPOSAL_CHANGES_NOTHING') return
  expect(error).toBeUndefined()
  expect((await decide(data.id)).error).toBeUndefined()
}
const shown = async () => (await consoleApp.get('/console/limits', tokens.maker)).data

const withdraw = ({ token }: Trader, amount: string) =>
  app.call(
    withdrawals.requestWithdrawal,
    { currency: 'USDT', network: 'TRC20', amount, address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD },
    token,
  )
const sell = ({ token, cardId }: Trader, amount: string) =>
  app.call(quoteSale, { currency: 'USDT', amount, cardId }, token)

test('the first are those of the rulings', async () => {
  expect((await shown()).limits).toEqual({
    ...{ version: 1, withdrawalBasic: '200.00000000', withdrawalAdvanced: '500.00000000' },
    ...{ otcBasic: '2000.0000000', otcAdvanced: '1000000.0000000' },
  })
})

describe('the limits of the tiers', () => {
  beforeEach(() => change({}))

  test('are changed by two, who see what was before; by nobody else', async () => {
    const { version } = (await shown()).limits
    expect((await propose({}, tokens.support)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await propose({})).error).toBe('PROPOSAL_CHANGES_NOTHING')
    const { data } = await propose({ withdrawal_basic: '20', otc_advanced: '900000' })
    expect(data).toMatchObject({
      ...{ kind: 'tier-limits', status: 'pending', reason: 'the risk of today' },
      lines: [
        {
          ...{ value: '20.00 BTC', before: '200.00 BTC' },
          unusual: { kind: 'far-below' },
        },
        { value: '500.00 BTC', before: null },
        { value: '2,000.00 USDT', before: null },
        { value: '900,000.00 USDT', before: '1,000,000.00 USDT' },
      ],
    })
    expect((await propose({ otc_basic: '2100' })).error).toBe('PROPOSAL_EXISTS')
    expect((await decide(data.id, tokens.maker)).error).toBe('PROPOSAL_IS_YOURS')
    expect((await shown()).limits.version).toBe(version)
    expect((await decide(data.id)).error).toBeUndefined()
    expect((await decide(data.id)).error).toBe('PROPOSAL_NOT_PENDING')
    expect((await shown()).limits).toEqual({
      ...{ version: version + 1, withdrawalBasic: '20.00000000', withdrawalAdvanced: '500.00000000' },
      ...{ otcBasic: '2000.0000000', otcAdvanced: '900000.0000000' },
    })
  })

  test.each<[string, Change, string]>([
    ['nothing', { withdrawal_basic: '0' }, 'AMOUNT_INVALID'],
    ['less than nothing', { otc_basic: '-1' }, 'PARAMETER_ERROR'],
    ['more decimals than there are', { withdrawal_basic: '200.000000001' }, 'AMOUNT_TOO_PRECISE'],
    ['advanced below basic', { withdrawal_advanced: '199.99999999' }, 'TERMS_INVALID'],
    ['advanced below basic of OTC', { otc_advanced: '1999.9999999' }, 'TERMS_INVALID'],
    ['a trifle', { withdrawal_basic: '0.00999999' }, 'TERMS_INVALID'],
    ['an absurd amount', { otc_advanced: '1000000000.0000001' }, 'TERMS_INVALID'],
    ['what no number holds', { otc_advanced: '9'.repeat(30) }, 'PARAMETER_ERROR'],
  ])('T22: are refused as %s', async (_, to, code) => {
    const { version } = await newestTierLimits(app.db)
    expect((await propose(to)).error).toBe(code)
    expect((await newestTierLimits(app.db)).version).toBe(version)
  })

  test('that another change came before are not approved any more', async () => {
    const { data } = await propose({ withdrawal_basic: '100' })
    const others = async (tx: Tx) => ({
      ...(await limitChange.proposed(tx, { ...typed, otcBasic: '2100' })),
      subject: 'limits:others',
    })
    await agree(app.db, limitChange, others, app.clock.nowMs())
    expect((await decide(data.id)).error).toBe('PROPOSAL_OUTDATED')
    expect(
      (await consoleApp.post('/console/proposal/withdraw', tokens.maker, { id: data.id, reason: 'late' }))
        .error,
    ).toBeUndefined()
    expect((await newestTierLimits(app.db)).withdrawalBasic).toBe(20_000_000_000n)
  })

  test('are in the database what two operators agreed on, and nothing else', async () => {
    const { version } = await newestTierLimits(app.db)
    const insert = (limits: Partial<TierLimits>, proposal: bigint | null) =>
      app.db.transaction().execute(async (tx) => {
        await insertTierLimits(tx, { ...(await newestTierLimits(tx)), ...limits }, proposal!, 0)
      })
    const basic = units(10_000_000_000n)
    const { data } = await propose({ withdrawal_basic: '100' })
    for (const proposal of [null, 1n, BigInt(data.id)])
      await expect(insert({ withdrawalBasic: basic }, proposal)).rejects.toThrow('tier_limits_agreed')
    expect((await decide(data.id)).error).toBeUndefined()
    await expect(insert({}, BigInt(data.id))).rejects.toThrow('tier_limits_agreed')
    await expect(insert({ otcAdvanced: units(1n) }, BigInt(data.id))).rejects.toThrow('tier_limits_agreed')
    expect(await newestTierLimits(app.db)).toMatchObject({ version: version + 1, withdrawalBasic: basic })
  })

  test('are seen, proposed and approved by compliance too', async () => {
    const compliance = await consoleApp.tokenOf(await consoleApp.addOperator('compliance'))
    const { version } = (await consoleApp.get('/console/limits', compliance)).data.limits
    const { data } = await propose({ otc_basic: '1900' }, compliance)
    expect((await decide(data.id)).error).toBeUndefined()
    const { data: back } = await propose({ otc_basic: '2000' })
    expect((await decide(back.id, compliance)).error).toBeUndefined()
    expect((await newestTierLimits(app.db)).version).toBe(version + 2)
  })

  test('approved by several at once count once', async () => {
    const { version } = await newestTierLimits(app.db)
    const { data } = await propose({ withdrawal_basic: '150' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(data.id)))
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(await newestTierLimits(app.db)).toMatchObject({
      version: version + 1,
      withdrawalBasic: 15_000_000_000n,
    })
  })
})

describe('a request', () => {
  test('T22: of a withdrawal is decided by the limit of now, and what was requested stays', async () => {
    await change({})
    const trader = await app.trader({ usdt: '10000' })
    // 0.025 BTC.
    const before = await withdraw(trader, '500')
    expect(before.error).toBeUndefined()
    await change({ withdrawal_basic: '0.03' })
    expect(await withdraw(trader, '100.0001')).toMatchObject({ error: 'WITHDRAWAL_LIMIT' })
    expect((await withdraw(trader, '100')).error).toBeUndefined()
    await change({ withdrawal_basic: '0.01' })
    const { data } = await app.call(withdrawals.withdrawalDetail, { id: before.data.id }, trader.token)
    expect(data).toMatchObject({ status: 'under-review', amount: '500.0000000' })
    expect((await withdraw(trader, '10')).error).toBe('WITHDRAWAL_LIMIT')
    expect((await app.call(withdrawals.withdrawalTerms, {}, trader.token)).data).toMatchObject({
      ...{ limit: '0.01000000', used: '0.03000000', left: '0.00000000' },
    })
    // More than before is open again at once.
    await change({})
    expect((await withdraw(trader, '1000')).error).toBeUndefined()
  })

  test('T22: of an OTC order and of a sale is decided by the limit of now', async () => {
    await change({})
    const trader = await app.trader({ usdt: '10000' })
    const offer = await app.offer(merchant, { maximum: '5000', total: '10000' })
    expect((await app.place(trader, offer, '2000')).error).toBeUndefined()
    expect((await sell(trader, '2000')).error).toBeUndefined()
    await change({ otc_basic: '150' })
    expect(await app.place(trader, offer, '150.0000001')).toMatchObject({ error: 'AMOUNT_TOO_LARGE' })
    expect((await sell(trader, '150.0000001')).error).toBe('AMOUNT_TOO_LARGE')
    expect((await app.place(trader, offer, '150')).error).toBeUndefined()
    expect((await sell(trader, '150')).error).toBeUndefined()
  })

  test('of where the verification stands says the limits of now', async () => {
    const trader = await app.trader()
    await change({ withdrawal_basic: '12.5', otc_advanced: '3000' })
    const { data } = await app.call(basicState, {}, trader.token)
    expect(data.limits).toEqual([
      { name: 'withdrawal', currency: 'BTC', basic: '12.50000000', advanced: '500.00000000' },
      { name: 'otc', currency: 'USDT', basic: '2000.0000000', advanced: '3000.0000000' },
    ])
  })
})
