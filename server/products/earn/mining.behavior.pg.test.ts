import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import { consoleEarn, proposeEarnEdit, proposeEarnOpening, proposeEarnProduct } from '#domain/earn/console.ts'
import * as calls from '#domain/earn/contract.ts'
import { financialOverview, quoteExits } from '#domain/financial/contract.ts'
import { parseRate } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { notices } from '#domain/notice/contract.ts'
import { statement } from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { allAtOnce, inTurn } from '#server/testing/at-once.ts'
import { FIRST_MIDNIGHT, openTermProducts, sevenDays } from '#server/testing/earn.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'
import { howMany } from '#server/testing/length.ts'
import { nextMidnight } from './midnight.ts'
import type { ProductDraft } from './products.ts'

/** Lock-mining: one coin is staked, another is the reward, covered in its own fund and given up by early redemption. */

/** 0.0025 LTC a day for 1 ETH over seven days, penalty 1 %. */
const eth = (text: string) => readAmount(text, 'ETH')
const sevenDaysOfLtc: ProductDraft = {
  ...sevenDays,
  kind: 'mining',
  ...{ currency: 'ETH', rewardCurrency: 'LTC', dailyRate: parseRate('0.0025')! },
  ...{ minimum: eth('0.1'), maximum: eth('1000'), cap: eth('1000') },
}
const earn = await openTermProducts(sevenDaysOfLtc)
afterAll(() => earn.close())

const { customerWith, give, fill, openProduct, place, redeemNow, quote, settle } = earn
const { fundingIn, platformIn, daysOf, subscriptionNow, expectConsistent } = earn
const midnight = (days: number) => FIRST_MIDNIGHT + days * DAY_MS

const staker = async (amount: string) => {
  const customer = await customerWith('1')
  await give(customer, 'ETH', amount)
  return customer
}

describe('a stake', () => {
  beforeAll(() => fill('LTC', '1'))

  test('sets its whole reward aside in the other coin, credits each day once, and pays both at its end', async () => {
    const customer = await staker('2')
    const stake = await place(customer, await openProduct(), '2')
    expect(await platformIn('reserve', 'LTC')).toBe('0.03500000')
    expect(await platformIn('interest', 'LTC')).toBe('0.96500000')
    await Promise.all(Array.from({ length: 8 }, () => settle(midnight(1))))
    expect(await daysOf(stake)).toEqual([1])
    expect(await fundingIn(customer, 'LTC')).toBe('0.00000000')
    await expectConsistent()
    const due = async (nowMs: number) => (await nextMidnight(earn.database.db, nowMs)).kinds
    const line = { kind: 'mining', principalDue: '0.0000000000', active: 1, owed: '2.0000000000' }
    expect(await due(midnight(1))).toContainEqual(expect.objectContaining({ ...line, currency: 'ETH' }))
    expect(await due(midnight(1))).toContainEqual(
      expect.objectContaining({ currency: 'LTC', interestDue: '0.00500000', reserved: '0.03000000' }),
    )
    expect(await due(midnight(6))).toContainEqual(
      expect.objectContaining({ currency: 'ETH', principalDue: '2.0000000000' }),
    )
    // The job was away for all other days, and runs beside itself.
    await Promise.all(Array.from({ length: 8 }, () => settle(midnight(9))))
    expect(await daysOf(stake)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(await fundingIn(customer, 'ETH')).toBe('2.0000000000')
    expect(await fundingIn(customer, 'LTC')).toBe('0.03500000')
    expect(await platformIn('reserve', 'LTC')).toBe('0.00000000')
    await expectConsistent()
  })

  test('T40: redeemed early gives its reward back to the fund and pays the stake less its penalty, as quoted', async () => {
    const customer = await staker('1')
    const fund = await platformIn('interest', 'LTC')
    const stake = await place(customer, await openProduct(), '1')
    await settle(midnight(3))
    const { quote: firm } = await quote(stake, midnight(3))
    expect(firm).toMatchObject({ days: 3, interest: 0n, penalty: eth('0.01'), refund: eth('0.99') })
    await redeemNow(stake, midnight(3) + 5_000, firm.id)
    expect(await fundingIn(customer, 'ETH')).toBe('0.9900000000')
    expect(await fundingIn(customer, 'LTC')).toBe('0.00000000')
    expect(await platformIn('interest', 'LTC')).toBe(fund)
    expect(await subscriptionNow(stake)).toMatchObject({ status: 'redeemed', interest_paid: 0n })
    await expectConsistent()
  })

  test('T39: is sold as far as the fund in the other coin goes, and no further', async () => {
    const poor = await openTermProducts(sevenDaysOfLtc)
    try {
      // 0.0175 LTC for each ETH in all: ten of them.
      await poor.fill('LTC', '0.175')
      const productId = await poor.openProduct()
      const customers = await inTurn(howMany(500, 64), async () => {
        const customer = await poor.customerWith('1')
        await poor.give(customer, 'ETH', '1')
        return customer
      })
      const results = await allAtOnce(customers.map((one) => () => poor.place(one, productId, '1')))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'EARN_SOLD_OUT' })
      expect(await poor.platformIn('interest', 'LTC')).toBe('0.00000000')
      await poor.expectConsistent()
    } finally {
      await poor.close()
    }
  })

  test.each(['maturity', 'redemption'] as const)(
    'T38: redeemed while it matures ends one way: %s first',
    async (first) => {
      const customer = await staker('1')
      const stake = await place(customer, await openProduct(), '1')
      await earn.redeemAtMaturity(stake, first)
      const { status } = await subscriptionNow(stake)
      const [paid, reward] = [await fundingIn(customer, 'ETH'), await fundingIn(customer, 'LTC')]
      expect([status, paid, reward]).toEqual(
        status === 'matured'
          ? ['matured', '1.0000000000', '0.01750000']
          : ['redeemed', '0.9900000000', '0.00000000'],
      )
      await expectConsistent()
    },
  )

  test('earns another coin, and other kinds do not', async () => {
    const refused = { code: 'TERMS_INVALID', params: { field: 'rewardCurrency' } }
    await expect(openProduct({ rewardCurrency: 'ETH' })).rejects.toMatchObject(refused)
    await expect(openProduct({ kind: 'locked' })).rejects.toMatchObject(refused)
    await expect(openProduct({ rewardCurrency: 'XYZ' })).rejects.toMatchObject({ code: 'CURRENCY_UNKNOWN' })
    await expect(openProduct({ termDays: 0, noticeHours: 24 })).rejects.toMatchObject({
      code: 'TERMS_INVALID',
      params: { field: 'termDays' },
    })
  })
})

describe('over HTTP', () => {
  let exchange: Exchange
  beforeAll(async () => {
    exchange = await openExchange()
    for (const { ask } of [exchange.alice, exchange.bob])
      await ask(walletTransfer, { currency: 'BTC', amount: '1', from: 'spot', to: 'funding' })
  })
  afterAll(() => exchange?.close())

  test('is offered with what it earns in coins, and a year of it at today’s price by the ticks it names', async () => {
    const { products } = await exchange.alice.ask(calls.earnProducts, { kind: 'mining' })
    const product = products.find(({ currency, termDays }) => currency === 'ETH' && termDays === 30)!
    expect(product).toMatchObject({
      ...{ rewardCurrency: 'LTC', dailyRate: '0.0025', dailyPercent: null, aprPercent: null },
    })
    const { aprPercent, ticks } = product.atTodaysPrice!
    expect(ticks.map(({ symbol }) => symbol)).toEqual(['ETH-USDT', 'LTC-USDT'])
    const [staked, reward] = ticks.map(({ price }) => Number(price)) as [number, number]
    expect(Number(aprPercent)).toBeCloseTo((0.0025 * 365 * 100 * reward) / staked, 1)
  })

  test('is staked, listed with the labels of every kind, quoted and redeemed', async () => {
    const { alice } = exchange
    const { products } = await alice.ask(calls.earnProducts, { kind: 'mining' })
    const { id: productId } = products.find(
      ({ currency, termDays }) => currency === 'BTC' && termDays === 60,
    )!
    const made = await alice.ask(calls.subscribe, { productId, amount: '1' })
    expect(made).toMatchObject({
      ...{ kind: 'mining', rewardCurrency: 'SOL', interestPerDay: '0.12000000' },
      ...{ interestAtMaturity: '7.20000000', paidAtMaturity: '1.00000000' },
    })
    const { text } = await exchange.send('customers', calls.earnSubscriptions, alice.token, {
      kind: 'mining',
    })
    for (const label of [
      ...['id', 'maturity_time', 'amount', 'penalty', 'refund_amount', 'return_rate', 'today_income'],
      ...['total_income', 'normal'],
    ])
      expect(text).toContain(`"${label}"`)
    expect((await alice.ask(calls.earnSubscriptions)).items).toEqual([])

    const overview = await alice.ask(financialOverview)
    expect(overview.lines).toContainEqual({
      ...{ product: 'earn', kind: 'mining', currency: 'BTC', principal: '1.00000000' },
      ...{ today: '0.00000000', total: '0.00000000' },
    })
    const quoted = await alice.ask(calls.quoteRedemption, { id: made.id })
    expect(quoted).toMatchObject({ penalty: '0.00800000', refund: '0.99200000', givenUp: '0.00000000' })
    const ended = await alice.ask(calls.redeem, { id: made.id, quoteId: quoted.quoteId })
    expect(ended).toMatchObject({ end: 'redeemed', result: { refund: '0.99200000' } })
    const reasons = (await alice.ask(statement)).items.map(({ reason }) => reason)
    expect(reasons).toEqual(expect.arrayContaining(['earn-mining-subscription', 'earn-mining-redeemed']))
    expect((await alice.ask(notices)).items[0]).toMatchObject({ kind: 'earn-redeemed' })
  })

  test('what could be ended for money is quoted over all kinds, cheapest first, and paid as quoted', async () => {
    const { bob } = exchange
    const offered = async (kind: 'locked' | 'quantization' | 'mining', currency: string, termDays: number) =>
      (await bob.ask(calls.earnProducts, { kind })).products.find(
        (one) => one.currency === currency && one.termDays === termDays,
      )!.id
    const put = async (productId: string, amount: string) =>
      (await bob.ask(calls.subscribe, { productId, amount })).id
    const dear = await put(await offered('locked', 'USDT', 90), '1000')
    const small = await put(await offered('locked', 'USDT', 7), '100')
    const fixed = await put(await offered('quantization', 'USDT', 14), '600')
    const open = await put(await offered('quantization', 'USDT', 0), '700')
    const stake = await put(await offered('mining', 'BTC', 60), '1')

    const idsOf = (exits: readonly { readonly id: string }[]) => exits.map(({ id }) => id)
    const first = await bob.ask(quoteExits, { currency: 'USDT', amount: '500' })
    // 0 by notice, 1.8, 10; and 0.2 of what is not enough.
    expect(idsOf(first.exits)).toEqual([open, fixed, dear, small])
    expect(first.exits.map(({ costs, isEnough }) => [costs, isEnough])).toEqual([
      ['0.0000000', true],
      ['1.8000000', true],
      ['10.0000000', true],
      ['0.2000000', false],
    ])
    expect(idsOf((await bob.ask(quoteExits, { currency: 'BTC' })).exits)).toEqual([stake])

    const before = (await bob.ask(financialOverview)).totals
    const exit = first.exits[1]!
    const ended = await bob.ask(calls.redeem, { id: exit.id, quoteId: exit.quoteId })
    expect(ended.result).toMatchObject({ refund: exit.pays, penalty: exit.costs })
    // Notice does not end it: its money comes later, and until then it cannot be ended once more.
    await bob.ask(calls.redeem, { id: open, quoteId: first.exits[0]!.quoteId })
    const second = await bob.ask(quoteExits, { currency: 'USDT' })
    expect(idsOf(second.exits)).toEqual([small, dear])
    expect(second.locked).toMatchObject([{ id: open, freeAtMs: first.exits[0]!.paidAtMs }])
    expect((await bob.ask(financialOverview)).totals).not.toEqual(before)
  })

  test('exits are nobody else’s, and a currency that is none is refused', async () => {
    expect((await exchange.alice.ask(quoteExits, { currency: 'USDT' })).exits).toEqual([])
    const reply = await exchange.send('customers', quoteExits, exchange.alice.token, { currency: 'XYZ' })
    expect(reply.error).toBe('CURRENCY_UNKNOWN')
  })

  test('is created and edited by two operators, who see what midnight will bring', async () => {
    const { maker, checker } = exchange
    const input = {
      ...{ kind: 'mining', currency: 'LTC', rewardCurrency: 'SOL', termDays: '14', dailyRate: '0.004' },
      ...{ penaltyRate: '0.01', minimum: '0.1', maximum: '10', cap: '100', reason: 'asked for' },
    }
    for (const change of [{ rewardCurrency: 'LTC' }, { rewardCurrency: undefined }]) {
      const reply = await exchange.send('operators', proposeEarnProduct, maker.token, { ...input, ...change })
      expect(reply.error).toBe('TERMS_INVALID')
    }
    const proposal = await maker.ask(proposeEarnProduct, input)
    expect(proposal.title).toBe('New: LTC for SOL, 14 days')
    expect(proposal.lines).toContainEqual({ label: 'Earns', value: 'SOL', before: null })
    expect(proposal.lines).toContainEqual({
      ...{ label: 'Reward a day', value: '0.004 SOL for 1 LTC', before: null },
    })
    await checker.ask(approveProposal, { id: proposal.id, reason: 'agreed' })
    const created = (await maker.ask(consoleEarn)).products.find(
      ({ currency, kind }) => kind === 'mining' && currency === 'LTC',
    )!
    expect(created).toMatchObject({ availability: 'closed', dailyRate: '0.004' })
    const { kind: _, currency: __, rewardCurrency: ___, termDays: ____, ...terms } = input
    const edit = await maker.ask(proposeEarnEdit, { ...terms, id: created.id, dailyRate: '0.005' })
    await checker.ask(approveProposal, { id: edit.id, reason: 'agreed' })
    const opening = await maker.ask(proposeEarnOpening, { id: created.id, reason: 'start' })
    await checker.ask(approveProposal, { id: opening.id, reason: 'agreed' })

    const { kinds, midnightMs, coverage } = await maker.ask(consoleEarn)
    expect(midnightMs % DAY_MS).toBe(0)
    // Bob's stake of 1 BTC, whose first day is not over at the next midnight.
    const line = (currency: string) => kinds.find((one) => one.kind === 'mining' && one.currency === currency)
    expect(line('BTC')).toMatchObject({ active: 1, owed: '1.00000000', principalDue: '0.00000000' })
    expect(line('SOL')).toMatchObject({ reserved: '7.20000000', interestDue: '0.00000000' })
    expect(coverage.every(({ isCovered }) => isCovered)).toBe(true)
  })
})
