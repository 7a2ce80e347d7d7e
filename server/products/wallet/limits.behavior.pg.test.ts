import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractSubmit } from '#domain/contract/contract.ts'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
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
  const { limits, ...rest } = await alice.ask(walletLimits, {})
  const named = new Map(limits.map((one) => [`${one.product} ${one.name}`, one]))
  return { ...rest, limit: (name: string) => named.get(name)! }
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
