import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractSubmit } from '#domain/contract/contract.ts'
import { requestDeposit } from '#domain/deposit/contract.ts'
import { practiceOpen } from '#domain/practice/contract.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { customerEndpoints } from '#server/contract.ts'
import { doOneOfEach, type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { inputsOf } from '#server/testing/inputs.ts'
import { loadTesting, type Things } from '#server/testing/product-testing.ts'

/**
 * Who may do what by how far they are verified: every call of a customer, asked by one of each tier. What takes more
 * answers 998, and no other call does. Source: rulings, section 4.
 */

const calls = customerEndpoints.filter(({ access }) => access === 'user')
const { inputFor } = inputsOf(await loadTesting())

/** What begins something that takes the basic verification. */
const BASIC = [
  // Withdrawal, and what money can leave to.
  ...['/wallet/out', '/user/wallet/save', '/user/cash_save', '/user/cash_save_international'],
  // Selling coins, trading over the counter, converting.
  ...['/sale/quote', '/sale/submit', '/otc/order', '/otc/release', '/user/getTransferFee', '/user/Transfer'],
  // Contracts, seconds options, dual investments, new coins, following.
  ...[
    '/lever/submit',
    '/microtrade/submit',
    '/dual/buyDual',
    '/project/buy',
    '/project/order',
    '/follow/follow',
  ],
  // Artworks and boxes.
  ...['/bind_box/buyNFT', '/bind_box/marginNFT', '/bind_box/auctionNFT', '/bind_box/resellNFT'],
  ...['/bind_box/payNFTOrder', '/bind_box/buyBlindBox'],
  // Coupons, which are given to a person once.
  ...['/coupon/claim', '/coupon/start'],
]
/** The same of the advanced one: loans, leading, being a merchant. */
const ADVANCED = ['/user/jiedai', '/follow/apply', '/otc/apply', '/otc/offer']

let exchange: Exchange
let hers: Things
beforeAll(async () => {
  exchange = await openExchange()
  hers = await doOneOfEach(exchange, exchange.alice)
})
afterAll(() => exchange?.close())

let people = 0
const somebody = (tier: Tier) => exchange.newPerson(`${tier}${++people}`, tier)

describe('998 is answered', () => {
  test.each<[Tier, readonly string[]]>([
    ['unverified', [...BASIC, ...ADVANCED]],
    ['basic', ADVANCED],
    ['advanced', []],
  ])('to who is %s by what takes more, and by no other call', async (tier, expected) => {
    let who = await somebody(tier)
    const refused: string[] = []
    for (const call of calls) {
      const { error, type } = await exchange.send('customers', call, who.token, inputFor(call, hers))
      if (error === 'KYC_REQUIRED') {
        expect(type).toBe(998)
        refused.push(call.path)
      }
      // Some calls end the session, or hold the account: whoever asks next is somebody else.
      if (call.area === 'auth' || call.area === 'user' || call.area === 'privacy') who = await somebody(tier)
    }
    expect(refused.sort()).toEqual([...expected].sort())
  })
})

describe('without verification', () => {
  let visitor: Person
  beforeAll(async () => {
    visitor = await somebody('unverified')
  })

  test.each(['/coin/trade', '/lh/deposit'])('%s does what it should', async (path) => {
    const effects = exchange.tested.flatMap(({ testing }) => testing.matrix?.effects ?? [])
    const { call, prepare } = effects.find((effect) => effect.call.path === path)!
    const reply = await exchange.send('customers', call, visitor.token, await prepare(visitor))
    expect(reply.error).toBeUndefined()
  })

  test('a deposit is asked for', async () => {
    const input = inputFor(requestDeposit, { image: await visitor.newImage() })
    expect((await exchange.send('customers', requestDeposit, visitor.token, input)).error).toBeUndefined()
  })

  test('contracts are practised', async () => {
    await visitor.ask(practiceOpen)
    const order = {
      symbol: 'BTC-USDT',
      direction: 'long',
      lots: '0.01',
      leverage: '10',
      accountType: 'practice',
    }
    expect((await exchange.send('customers', contractSubmit, visitor.token, order)).error).toBeUndefined()
  })
})
