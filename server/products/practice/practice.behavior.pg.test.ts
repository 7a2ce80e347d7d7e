import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contractCancel,
  contractClose,
  contractCloseAll,
  contractDeal,
  contractDetail,
  contractList,
  contractOpen,
  contractProof,
  contractSubmit,
} from '#domain/contract/contract.ts'
import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import { candles, quoteOf } from '#domain/market/contract.ts'
import { currencies, findCurrency, PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { practiceDays, practiceFill, practiceOpen, practiceWallet } from '#domain/practice/contract.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { auditProducts } from '#server/audit-products.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { auditContracts } from '../contract/audit.ts'
import { readOwed } from '../liabilities/owed.ts'
import { auditPractice } from './audit.ts'

/** Contracts in practice: the same rules on the same tape, and nothing of it among money. */

let exchange: Exchange
let alice: Person
let nobody: Person

const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.02', leverage: '10' } as const
const practised = { accountType: 'practice' } as const

beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice } = exchange)
  nobody = await exchange.newPerson('nobody', 'unverified')
})
afterAll(async () => {
  expect(await auditPractice(exchange.db)).toEqual([])
  expect(await auditContracts(exchange.db)).toEqual([])
  expect(await auditProducts(exchange.db)).toEqual([])
  expect(isConsistent(await auditLedger(exchange.db))).toBe(true)
  await exchange.close()
})

const send = (person: Person, call: Parameters<Exchange['send']>[1], input: object, key?: string) =>
  exchange.send('customers', call, person.token, input as never, key)

/** What a call wrote, by table. */
async function written(work: () => Promise<unknown>): Promise<string[]> {
  const before = await exchange.counts()
  await work()
  const after = await exchange.counts()
  return Object.keys(after)
    .filter((table) => after[table] !== before[table])
    .sort()
}

describe('the practice currency', () => {
  test('is counted like the money that it stands for, and is in no list of currencies', () => {
    expect(findCurrency(PRACTICE_CURRENCY)?.decimals).toBe(marginDecimals())
    expect(currencies.map(({ code }) => code)).not.toContain(PRACTICE_CURRENCY)
  })
})

test('the days of an instrument are those that have ended of which minutes are kept, the newest first', async () => {
  const { items } = await alice.ask(practiceDays, { symbol: 'BTC-USDT' })
  // Today has not ended.
  expect(items[0]?.dayMs).toBe(startOfDayUtc(exchange.clock.nowMs()) - DAY_MS)
  expect(items.map(({ dayMs }) => dayMs)).toEqual(items.map(({ dayMs }) => dayMs).toSorted((a, b) => b - a))
  for (const { dayMs, minutes } of items.slice(0, 2)) {
    const half = (from: number) =>
      alice.ask(candles, {
        ...{ symbol: 'BTC-USDT', period: '1m', fromMs: String(dayMs + from) },
        toMs: String(dayMs + from + DAY_MS / 2),
      })
    const found = [...(await half(0)), ...(await half(DAY_MS / 2))]
    expect(found).toHaveLength(minutes)
  }
  expect((await send(alice, practiceDays, { symbol: 'NONE-USDT' })).error).toBe('INSTRUMENT_UNKNOWN')
})

describe('whoever is signed in', () => {
  test('may practise, verified or not, and writes nothing but practice', async () => {
    expect((await send(nobody, contractSubmit, order)).error).toBe('KYC_REQUIRED')
    // Nothing is in a wallet that was not opened.
    expect((await send(nobody, contractSubmit, { ...order, ...practised })).error).toBe(
      'INSUFFICIENT_BALANCE',
    )
    const tables = await written(async () => {
      await nobody.ask(practiceOpen)
      await nobody.ask(contractSubmit, { ...order, ...practised })
    })
    expect(tables).toEqual(['account', 'entry', 'practice_account', 'practice_position', 'transfer'])
    const { account, positions } = await nobody.ask(contractDeal, { symbol: 'BTC-USDT', ...practised })
    expect(positions).toHaveLength(1)
    expect(account.marginCurrency).toBe(PRACTICE_CURRENCY)
    expect(positions[0]).toMatchObject({ marginCurrency: PRACTICE_CURRENCY, status: 'open', leverage: 10 })
    // What it began with, less the fee of the opening.
    const has = Number(account.available) + Number(account.margin)
    expect(has).toBeCloseTo(10_000 - Number(positions[0]!.fee), 6)
  })

  test('needs a session', async () => {
    for (const call of [practiceWallet, practiceOpen, practiceFill])
      expect((await exchange.send('customers', call, undefined, {})).type).toBe(999)
  })

  test('sees nothing of it among money, and nothing of money in it', async () => {
    const wallets = JSON.stringify(await nobody.ask(walletList))
    await nobody.ask(contractSubmit, { ...order, ...practised, lots: '0.05' })
    expect(JSON.stringify(await nobody.ask(walletList))).toBe(wallets)
    expect((await nobody.ask(contractList, {})).items).toEqual([])
    const open = await nobody.ask(contractOpen, {})
    expect(open.items).toEqual([])
    expect(open.account).toMatchObject({ marginCurrency: MARGIN_CURRENCY, available: '50000.0000000' })
    expect((await nobody.ask(contractList, practised)).items).toHaveLength(2)
  })

  test('finds a position on its own side alone, and nobody else’s', async () => {
    const { id } = (await nobody.ask(contractList, practised)).items[0]!
    const real = await alice.ask(contractSubmit, order)
    const refusal = async (person: Person, call: Parameters<typeof send>[1], input: object) =>
      (await send(person, call, input)).error
    expect(await refusal(nobody, contractDetail, { id })).toBe('POSITION_NOT_FOUND')
    expect(await refusal(nobody, contractClose, { id })).toBe('POSITION_NOT_FOUND')
    expect(await refusal(alice, contractDetail, { id, ...practised })).toBe('POSITION_NOT_FOUND')
    expect(await refusal(alice, contractClose, { id, ...practised })).toBe('POSITION_NOT_FOUND')
    expect(await refusal(alice, contractClose, { id: real.id, ...practised })).toBe('POSITION_NOT_FOUND')
    expect(await refusal(alice, contractCancel, { id: real.id, ...practised })).toBe('POSITION_NOT_FOUND')
    expect(await refusal(alice, contractDetail, { id: real.id, ...practised })).toBe('POSITION_NOT_FOUND')
    await alice.ask(contractClose, { id: real.id })
    // No receipt is a claim on practice money, so there is no proof either.
    await nobody.ask(contractClose, { id, ...practised })
    expect(await refusal(nobody, contractProof, { id, ...practised })).toBe('NOT_FOUND')
  })
})

describe('a position of practice', () => {
  test('has the prices, costs and result of a real one at the same ticks', async () => {
    await alice.ask(practiceOpen)
    const both = [order, { ...order, ...practised }]
    await exchange.advance(3_000)
    const [real, practice] = [
      await alice.ask(contractSubmit, both[0]),
      await alice.ask(contractSubmit, both[1]),
    ]
    await exchange.advance(3_000)
    const closed = [
      await alice.ask(contractClose, { id: real.id }),
      await alice.ask(contractClose, { id: practice.id, ...practised }),
    ]
    const facts = closed.map((position) => ({
      ...position,
      ...{ id: '', marginCurrency: '', createdAtMs: 0, openedAtMs: 0, closedAtMs: 0, updatedAtMs: 0 },
    }))
    expect(facts[1]).toEqual(facts[0])
    expect(closed[1]!.marginCurrency).toBe(PRACTICE_CURRENCY)
  })

  test('waits for its price, is cancelled, and gives back what it held', async () => {
    const last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
    const limitPrice = (Math.round(last * 97) / 100).toFixed(2)
    const before = await alice.ask(practiceWallet)
    const waiting = await alice.ask(contractSubmit, { ...order, ...practised, limitPrice })
    expect(waiting.status).toBe('pending')
    await alice.ask(contractCancel, { id: waiting.id, ...practised })
    expect(await alice.ask(practiceWallet)).toEqual(before)
  })

  test('is opened once under one key, which does not open a real one as well', async () => {
    const real = (await alice.ask(contractOpen)).items.length
    const first = await send(alice, contractSubmit, { ...order, ...practised }, 'practise-1')
    const again = await send(alice, contractSubmit, { ...order, ...practised }, 'practise-1')
    expect((again.data as { id: string }).id).toBe((first.data as { id: string }).id)
    expect((await alice.ask(contractOpen)).items).toHaveLength(real)
  })
})

describe('while practice is on', () => {
  test('a call that moves money and knows no practice does nothing', async () => {
    const spends = exchange.routes.customers.filter(
      ({ money, input }) => money && !('accountType' in input.shape),
    )
    expect(spends.length).toBeGreaterThan(30)
    const before = await exchange.counts()
    for (const call of spends)
      for (const said of [{ account_type: 'practice' }, { account_type: '1' }]) {
        const { error } = await send(alice, call, said)
        expect({ path: call.path, error }).toEqual({ path: call.path, error: 'PRACTICE_NOT_HERE' })
      }
    // However it is written: nothing but the words for real money is taken for it.
    for (const word of ['Practice', 'PRACTICE', 'true', ' practice', 'pUSDT', 'REAL', '2'])
      for (const field of ['account_type', 'accountType']) {
        const { error } = await send(alice, spends[0]!, { [field]: word })
        expect({ field, word, error }).toEqual({ field, word, error: 'PRACTICE_NOT_HERE' })
      }
    expect(await exchange.counts()).toEqual(before)
    const transfer = { currency: 'USDT', amount: '1', from: 'funding', to: 'spot' }
    expect((await send(alice, walletTransfer, { ...transfer, account_type: 'practice' })).error).toBe(
      'PRACTICE_NOT_HERE',
    )
    expect((await send(alice, walletTransfer, { ...transfer, account_type: '0' })).ok).toBe(true)
  })
})

describe('the practice wallet', () => {
  test('opens once with 10,000, however often it is asked for', async () => {
    const person = await exchange.newPerson('opener', 'unverified')
    expect(await person.ask(practiceWallet)).toMatchObject({ isOpen: false, available: '0.0000000' })
    const opened = {
      ...{ currency: 'pUSDT', isOpen: true, available: '10000.0000000', margin: '0.0000000' },
      fillsAtMs: null,
    }
    expect(await person.ask(practiceOpen)).toMatchObject(opened)
    expect(await person.ask(practiceOpen)).toMatchObject(opened)
  })

  test('is filled up to that once a day, margin included, and not where nothing is missing', async () => {
    const person = await exchange.newPerson('filler', 'unverified')
    await person.ask(practiceOpen)
    expect((await send(person, practiceFill, {})).error).toBe('PRACTICE_ENOUGH')
    const { id } = await person.ask(contractSubmit, { ...order, ...practised, lots: '0.50' })
    const before = await person.ask(practiceWallet)
    const filled = await person.ask(practiceFill)
    expect(Number(filled.available) + Number(filled.margin)).toBeCloseTo(10_000, 6)
    expect(Number(filled.available)).toBeGreaterThan(Number(before.available))
    expect(filled.margin).toBe(before.margin)
    await person.ask(contractClose, { id, ...practised })
    expect((await send(person, practiceFill, {})).error).toBe('PRACTICE_FILLED')
    const { fillsAtMs } = await person.ask(practiceWallet)
    expect(fillsAtMs! % DAY_MS).toBe(0)
    exchange.passTime(fillsAtMs! - startOfDayUtc(fillsAtMs!) + DAY_MS)
    expect((await person.ask(practiceWallet)).fillsAtMs).toBeNull()
    await person.ask(practiceFill)
  })

  test('is owed to nobody', async () => {
    const owed = await exchange.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => readOwed(tx, []))
    expect(owed.listed.map(({ code }) => code)).not.toContain(PRACTICE_CURRENCY)
  })

  test('ends with all positions closed', async () => {
    exchange.startFeed()
    await exchange.advance(3_000)
    await alice.ask(contractCloseAll, practised)
    await nobody.ask(contractCloseAll, practised)
    expect(await alice.ask(practiceWallet)).toMatchObject({ margin: '0.0000000' })
  })
})
