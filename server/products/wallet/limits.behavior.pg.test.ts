import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractSubmit } from '#domain/contract/contract.ts'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
import { railKinds, setRail } from '#domain/user/guard-rails.ts'
import { tiers } from '#domain/user/tiers.ts'
import { walletLimits } from '#domain/wallet/contract.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { acceptedRisk } from '../option/testing.ts'

/** What limits a customer, in one call. */

let exchange: Exchange
let alice: Person
beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice } = exchange)
})
afterAll(() => exchange?.close())

const limitsOf = async () => {
  const answer = await alice.ask(walletLimits, {})
  const named = new Map(answer.limits.map((one) => [`${one.product} ${one.name}`, one]))
  return { ...answer, limit: (name: string) => named.get(name)! }
}

test('limits are those of the tier, and what is used of them is what was done', async () => {
  // Source: rulings, who may do what: 200 BTC a day with the basic tier, 500 with the advanced one.
  const withdrawals = { unverified: '0', basic: '200', advanced: '500' }
  for (const tier of tiers) {
    await alterAsOwner(exchange, sql`update customer set tier = ${tier} where id = ${alice.id}`)
    const { limit, ...found } = await limitsOf()
    expect(found.tier).toBe(tier)
    const day = limit('withdrawal day-value')
    expect(day).toMatchObject({ unit: 'BTC', isAllowed: tier !== 'unverified' })
    expect([Number(day.limit), Number(day.used), Number(day.left)]).toEqual([
      Number(withdrawals[tier]),
      0,
      Number(withdrawals[tier]),
    ])
    // Source: rulings, money defaults of seconds.
    expect(limit('option day-loss')).toMatchObject({ unit: 'USDT', isAllowed: tier !== 'unverified' })
    expect(Number(limit('option day-loss').limit)).toBe(200)
    expect(limit('option day-orders')).toMatchObject({ limit: '60', used: '0', left: '60' })
    expect(limit('option open')).toMatchObject({ limit: '5', used: '0', left: '5' })
    expect(limit('contract open')).toMatchObject({ limit: '200', used: '0', left: '200', unit: 'positions' })
    for (const { minimum } of found.deposits) expect(Number(minimum)).toBeGreaterThan(0)
    // Source: server/products/otc/README.md, of who takes offers and of merchants.
    const open = (unit: string) =>
      found.limits.find((one) => one.product === 'otc' && one.name === 'open' && one.unit === unit)
    const isAllowed = tier !== 'unverified'
    expect(open('orders')).toMatchObject({ limit: '10', used: '0', left: '10', isAllowed })
    expect(open('paid-purchases')).toMatchObject({ limit: '4', used: '0', left: '4', isAllowed })
    expect(open('offers')).toMatchObject({ limit: '10', left: '10', isAllowed: false })
    const unpaid = found.limits.filter(({ name }) => name === 'day-unpaid')
    expect(unpaid.map(({ unit, limit: most }) => [unit, most])).toEqual([
      ['purchases', '5'],
      ['sales', '5'],
    ])
  }
  await alice.ask(optionAcceptRisk, acceptedRisk)
  await alice.ask(optionSubmit, {
    ...{ symbol: 'ETH-USDT', currency: 'USDT', seconds: 60, stake: '10', direction: 'rise' },
  })
  await alice.ask(contractSubmit, {
    ...{ symbol: 'BTC-USDT', lots: '0.02', leverage: '10', direction: 'long' },
  })
  for (const _ of ['once', 'and again']) {
    const { limit } = await limitsOf()
    expect(limit('option day-orders')).toMatchObject({ used: '1', left: '59' })
    expect(limit('option open')).toMatchObject({ used: '1', left: '4' })
    expect(limit('contract open')).toMatchObject({ used: '1', left: '199' })
  }
})

test('offers of OTC are for merchants who may trade now', async () => {
  const isAllowed = async () =>
    (await limitsOf()).limits.find(({ product, unit }) => product === 'otc' && unit === 'offers')!.isAllowed
  await alterAsOwner(exchange, sql`update customer set tier = 'advanced' where id = ${alice.id}`)
  expect(await isAllowed()).toBe(false)
  await alterAsOwner(
    exchange,
    sql`insert into otc_merchant (customer_id, name, introduction, status, applied_at)
      values (${alice.id}, 'Alice', 'Sells coins', 'active', now())`,
  )
  expect(await isAllowed()).toBe(true)
  await alterAsOwner(
    exchange,
    sql`update otc_merchant set status = 'stopped' where customer_id = ${alice.id}`,
  )
  expect(await isAllowed()).toBe(false)
})

test('the ways out are named with their least, those to a bank among them', async () => {
  const { withdrawals } = await limitsOf()
  const toBanks = withdrawals.filter(({ isToBank }) => isToBank)
  // Source: rulings, section 5: both cards, in the two currencies that lie in wallets.
  expect(new Set(toBanks.map(({ currency, network }) => `${currency} ${network}`))).toEqual(
    new Set(['USD Card', 'EUR Card', 'USD International card', 'EUR International card']),
  )
  expect(withdrawals.some(({ currency, isToBank }) => currency === 'BTC' && !isToBank)).toBe(true)
  for (const { minimum, isPaused } of withdrawals) {
    expect(Number(minimum)).toBeGreaterThan(0)
    expect(isPaused).toBe(false)
  }
  // Source: server/products/withdrawal/README.md, four times the least fee of a domestic card, twice that of an international one.
  const least = (network: string) => Number(toBanks.find((one) => one.network === network)!.minimum)
  expect([least('Card'), least('International card')]).toEqual([20, 50])
})

test('what a customer limited themselves is named, and what is left of a day’s loss', async () => {
  const { own: before, limit: none } = await limitsOf()
  expect(before.map(({ kind, value, next }) => [kind, value, next])).toEqual(
    railKinds.map((kind) => [kind, 0, null]),
  )
  expect(none('contract day-loss')).toBeUndefined()
  await alice.ask(setRail, { kind: 'leverage', value: '5' })
  for (const _ of ['once', 'and again']) await alice.ask(setRail, { kind: 'loss', value: '100' })
  const { own, limit } = await limitsOf()
  const kept = (kind: string) => own.find((one) => one.kind === kind)
  expect(kept('leverage')).toEqual({ kind: 'leverage', value: 5, next: null })
  expect(kept('loss')).toEqual({ kind: 'loss', value: 100, next: null })
  expect(kept('payees')).toMatchObject({ value: 0 })
  const day = limit('contract day-loss')
  expect(day).toMatchObject({ unit: 'USDT', isAllowed: true })
  // The fee of what she opened is lost; nothing else has closed.
  expect(Number(day.limit)).toBe(100)
  expect(Number(day.used)).toBeGreaterThan(0)
  expect(Number(day.left)).toBeCloseTo(100 - Number(day.used), 7)
  // A looser one waits for a day, and is said.
  await alice.ask(setRail, { kind: 'loss', value: '200' })
  const later = (await limitsOf()).own.find(({ kind }) => kind === 'loss')
  expect(later).toMatchObject({ value: 100, next: { value: 200 } })
})
