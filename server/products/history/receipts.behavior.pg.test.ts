import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractSubmit } from '#domain/contract/contract.ts'
import { proofReceipt } from '#domain/history/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
import { openReceipt } from '#domain/proof/receipt.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { acceptedRisk } from '../option/testing.ts'

/** The receipt of an order, by its id alone. */

let exchange: Exchange
let alice: Person
let bob: Person
beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice, bob } = exchange)
})
afterAll(() => exchange?.close())

test('what is signed as it is accepted has its receipt by its id, to its customer alone', async () => {
  await alice.ask(optionAcceptRisk, acceptedRisk)
  const pair = { base: 'BTC', quote: 'USDT' } as const
  const last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
  const at = (share: number) => (Math.round(last * share * 100) / 100).toFixed(2)
  const placed = {
    spot: await alice.ask(spotTrade, {
      ...{ ...pair, side: 'sell', quantity: '0.01', orderType: 'stop-limit' },
      ...{ triggerPrice: at(0.98), limitPrice: at(0.975) },
    }),
    contract: await alice.ask(contractSubmit, {
      ...{ symbol: 'BTC-USDT', lots: '0.02', leverage: '10', direction: 'long' },
    }),
    option: await alice.ask(optionSubmit, {
      ...{ symbol: 'ETH-USDT', currency: 'USDT', seconds: 60, stake: '10', direction: 'rise' },
    }),
  }
  for (const [product, { id }] of Object.entries(placed)) {
    for (const _ of ['once', 'and again']) {
      const answer = await alice.ask(proofReceipt, { id })
      expect(answer).toMatchObject({ product, id })
      expect(openReceipt(answer.receipt, answer.publicKey)).toMatchObject({ product, order: id })
    }
    for (const other of [id, '1', String(2n ** 63n - 1n)]) {
      const refused = await exchange.send('customers', proofReceipt, bob.token, { id: other } as never)
      expect(refused.error).toBe('NOT_FOUND')
    }
  }
})
