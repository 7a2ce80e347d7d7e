import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractSubmit } from '#domain/contract/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { findCurrency, PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import {
  optionAcceptRisk,
  optionCurrencies,
  optionDetail,
  optionLimits,
  optionList,
  optionLossShare,
  optionPeriods,
  optionPrices,
  optionProof,
  optionResult,
  optionSetLimits,
  optionSubmit,
} from '#domain/option/contract.ts'
import { ENTRY_AFTER_MS } from '#domain/option/rules.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { practiceOpen, practiceWallet } from '#domain/practice/contract.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { auditProducts } from '#server/audit-products.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { auditOptions } from '../option/audit.ts'
import { exposureNow } from '../option/exposure.ts'
import { settlementLags } from '../option/results.ts'
import { acceptedRisk } from '../option/testing.ts'
import { auditPractice } from './audit.ts'

/** Seconds options in practice: the same rules on the same tape, and nothing of it among money. */

let exchange: Exchange
let alice: Person
let nobody: Person

const order = {
  symbol: 'BTC-USDT',
  currency: STAKE_CURRENCY,
  direction: 'rise',
  seconds: '60',
  stake: '10',
} as const
const LEVERAGE = 10
const unitsOf = (text: string): bigint => parseDecimal(text, findCurrency(PRACTICE_CURRENCY)!.decimals)!
const practised = { accountType: 'practice' } as const

beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice } = exchange)
  nobody = await exchange.newPerson('nobody', 'unverified')
  await alice.ask(optionAcceptRisk, acceptedRisk)
})
afterAll(async () => {
  expect(await auditPractice(exchange.db)).toEqual([])
  expect(await auditOptions(exchange.db)).toEqual([])
  expect(await auditProducts(exchange.db)).toEqual([])
  expect(isConsistent(await auditLedger(exchange.db))).toBe(true)
  await exchange.close()
})

const send = (person: Person, call: Parameters<Exchange['send']>[1], input: object, key?: string) =>
  exchange.send('customers', call, person.token, input as never, key)
const refusal = async (...args: Parameters<typeof send>) => (await send(...args)).error

/** A tick of every instrument that is fresh for longer. */
const STEP_MS = 3 * SECOND_MS

/** Prices, until every order of a minute has its result. */
async function untilSettled() {
  for (let passed = 0; passed <= ENTRY_AFTER_MS + 65 * SECOND_MS; passed += STEP_MS)
    await exchange.advance(STEP_MS)
}

describe('whoever is signed in', () => {
  test('may practise, verified or not, and writes nothing but practice', async () => {
    expect(await refusal(nobody, optionSubmit, order)).toBe('KYC_REQUIRED')
    // Nothing is in a wallet that was not opened.
    expect(await refusal(nobody, optionSubmit, { ...order, ...practised })).toBe('INSUFFICIENT_BALANCE')
    await nobody.ask(practiceOpen)
    const before = await exchange.counts()
    const accepted = await nobody.ask(optionSubmit, { ...order, ...practised })
    const after = await exchange.counts()
    const written = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(written.sort()).toEqual([
      ...['account', 'entry', 'practice_option_open', 'practice_option_order', 'transfer'],
    ])
    expect(accepted).toMatchObject({ currency: PRACTICE_CURRENCY, stake: '10.0000000', status: 'open' })
    expect(await nobody.ask(practiceWallet)).toMatchObject({
      ...{ available: '9990.0000000', margin: '0.0000000', stakes: '10.0000000' },
    })
    expect((await nobody.ask(optionPeriods, practised)).currency).toBe(PRACTICE_CURRENCY)
    expect((await nobody.ask(optionPeriods, {})).currency).toBe(STAKE_CURRENCY)
    expect((await nobody.ask(optionCurrencies, practised)).items).toMatchObject([
      { code: PRACTICE_CURRENCY, available: '9990.0000000' },
    ])
  })

  test('sees nothing of it among money, and nothing of money in it', async () => {
    const wallets = JSON.stringify(await nobody.ask(walletList))
    const exposure = await exposureNow(exchange.db)
    await nobody.ask(optionSubmit, { ...order, ...practised })
    expect(JSON.stringify(await nobody.ask(walletList))).toBe(wallets)
    expect(await exposureNow(exchange.db)).toEqual(exposure)
    expect((await nobody.ask(optionList, {})).items).toEqual([])
    expect((await nobody.ask(optionList, practised)).items).toHaveLength(2)
    expect(await nobody.ask(optionLimits, {})).toMatchObject({ openOrders: 0, ordersToday: 0 })
    expect(await nobody.ask(optionLimits, practised)).toMatchObject({
      ...{ openOrders: 2, ordersToday: 2, currency: PRACTICE_CURRENCY },
    })
  })

  test('finds an order on its own side alone, and nobody else’s', async () => {
    const { id } = (await nobody.ask(optionList, practised)).items[0]!
    const real = await alice.ask(optionSubmit, order)
    for (const call of [optionDetail, optionResult, optionPrices, optionProof]) {
      expect(await refusal(nobody, call, { id })).toBe('ORDER_NOT_FOUND')
      expect(await refusal(alice, call, { id, ...practised })).toBe('ORDER_NOT_FOUND')
      expect(await refusal(alice, call, { id: real.id, ...practised })).toBe('ORDER_NOT_FOUND')
    }
    expect(await nobody.ask(optionDetail, { id, ...practised })).toMatchObject({ id, receipt: null })
    await untilSettled()
    // No receipt is a claim on practice money, so there is no proof either.
    expect(await nobody.ask(optionDetail, { id, ...practised })).toMatchObject({ receipt: null })
    expect(await refusal(nobody, optionProof, { id, ...practised })).toBe('NOT_FOUND')
    expect((await alice.ask(optionDetail, { id: real.id })).receipt).not.toBeNull()
  })

  test('spends one wallet in contracts and in seconds, and no more than is in it', async () => {
    const person = await exchange.newPerson('one-wallet', 'unverified')
    await person.ask(practiceOpen)
    // A contract that leaves enough for some stakes, and less than the loss limit of a day.
    const last = Number((await person.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
    const lots = (Math.floor((9_880 * LEVERAGE * 100) / last) / 100).toFixed(2)
    const contract = { symbol: 'BTC-USDT', direction: 'long', leverage: String(LEVERAGE), lots, ...practised }
    const { fee } = await person.ask(contractSubmit, contract)
    const stake = { ...order, ...practised, stake: '50' }
    let placed = 0
    let error = await refusal(person, optionSubmit, stake)
    for (; error === undefined; placed++) error = await refusal(person, optionSubmit, stake)
    expect(error).toBe('INSUFFICIENT_BALANCE')
    expect(placed).toBeGreaterThan(0)
    expect(await refusal(person, contractSubmit, contract)).toBe('INSUFFICIENT_BALANCE')
    const { available, margin, stakes } = await person.ask(practiceWallet)
    expect(stakes).toBe(`${placed * 50}.0000000`)
    expect(Number(margin)).toBeGreaterThan(9_000)
    expect(unitsOf(available)).toBeGreaterThanOrEqual(0n)
    expect(unitsOf(available) + unitsOf(margin) + unitsOf(stakes) + unitsOf(fee)).toBe(unitsOf('10000'))
    await untilSettled()
    expect(await person.ask(practiceWallet)).toMatchObject({ stakes: '0.0000000' })
  })
})

describe('an order of practice', () => {
  test('has the ticks, terms and outcome of a real one, and counts in no figure of real ones', async () => {
    await alice.ask(practiceOpen)
    const lags = (await settlementLags(exchange.db)).length
    const share = await alice.ask(optionLossShare, {})
    const real = await alice.ask(optionSubmit, order)
    const practice = await alice.ask(optionSubmit, { ...order, ...practised })
    await untilSettled()
    const both = [
      await alice.ask(optionDetail, { id: real.id }),
      await alice.ask(optionDetail, { id: practice.id, ...practised }),
    ]
    const facts = both.map(({ id: _, currency: __, receipt: ___, ...rest }) => rest)
    expect(facts[1]).toEqual(facts[0])
    expect(both[1]!.status).not.toBe('open')
    expect(await settlementLags(exchange.db)).toHaveLength(lags + 1)
    expect(await alice.ask(optionLossShare, {})).toEqual(share)
  })

  test('T07: is placed once, however often it is sent with its key', async () => {
    const before = (await alice.ask(optionList, practised)).items.length
    const ids = await Promise.all(
      [1, 2].map(() => send(alice, optionSubmit, { ...order, ...practised }, 'one-of-practice')),
    )
    const { id } = (await alice.ask(optionList, practised)).items[0]!
    expect(ids.map(({ data }) => (data as { id: string }).id)).toEqual([id, id])
    expect((await alice.ask(optionList, practised)).items).toHaveLength(Math.min(5, before + 1))
    await untilSettled()
  })

  test('keeps to the loss limit of a day on each side by itself', async () => {
    const person = await exchange.newPerson('pauses', 'basic')
    await person.ask(practiceOpen)
    await person.ask(optionAcceptRisk, acceptedRisk)
    const { maxOpen } = await person.ask(optionLimits, practised)
    // The limit of a day is his own choice, and holds on both sides.
    await person.ask(optionSetLimits, { lossLimit: '20' })
    await person.ask(optionSubmit, { ...order, ...practised })
    await person.ask(optionSubmit, { ...order, ...practised, direction: 'fall' })
    expect(await refusal(person, optionSubmit, { ...order, ...practised })).toBe('OPTION_LOSS_LIMIT')
    // What is staked in practice is no loss of money.
    expect((await send(person, optionSubmit, order)).error).toBeUndefined()
    expect(maxOpen).toBeGreaterThan(2)
    await untilSettled()
    expect((await person.ask(optionLimits, {})).ordersToday).toBe(1)
    expect((await person.ask(optionLimits, practised)).ordersToday).toBe(2)
  })
})

test('who excludes themselves practises no seconds either, from that moment on', async () => {
  const person = await exchange.newPerson('excluded', 'unverified')
  await person.ask(practiceOpen)
  await person.ask(optionSubmit, { ...order, ...practised })
  const { acceptedAtMs } = (await person.ask(optionList, practised)).items[0]!
  const excludedUntilMs = String(acceptedAtMs + 2 * DAY_MS)
  await person.ask(optionSetLimits, { excludedUntilMs, ...practised })
  expect(await refusal(person, optionSubmit, { ...order, ...practised })).toBe('OPTION_EXCLUDED')
  expect((await person.ask(optionLimits, practised)).excludedUntilMs).toBe(Number(excludedUntilMs))
  await untilSettled()
  expect((await person.ask(optionList, practised)).items[0]).not.toMatchObject({ status: 'open' })
})
