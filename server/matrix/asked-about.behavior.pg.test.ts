import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendSupportMessage, supportOrders } from '#domain/support/contract.ts'
import { type OrderKind, orderKinds } from '#domain/support/rules.ts'
import { chainDepositOf } from '#server/testing/chain-deposits.ts'
import { doOneOfEach, type Exchange, openExchange } from '#server/testing/exchange.ts'
import type { Things } from '#server/testing/product-testing.ts'

/** What the app lets a customer ask the service about is taken by the server, of every kind and for a real record of it. */

/** The customer's things of each kind, by the names that the products gave them. */
const thingsOf: Readonly<Record<OrderKind, readonly string[]>> = {
  deposit: ['deposit', 'bankDeposit', 'chainDeposit'],
  withdrawal: ['withdrawal'],
  'spot-order': ['openOrder'],
  'contract-position': ['openPosition'],
  'option-order': ['openOption'],
  conversion: ['conversion'],
  otc: ['otcOrder'],
  sale: ['sale'],
  loan: ['loan', 'loanApplication'],
  subscription: ['subscription'],
  'dual-order': ['dualOrder'],
  'ieo-order': ['ieoOrder'],
  'copy-relation': ['relation'],
  'nft-order': ['nftOrder'],
  'blind-box': ['box'],
}

let exchange: Exchange
let things: Things
beforeAll(async () => {
  exchange = await openExchange()
  const { db, alice, clock } = exchange
  const made = await doOneOfEach(exchange, alice)
  // The newest come first.
  exchange.passTime(1)
  const { id } = await chainDepositOf(db, alice.id, { txid: 'ab'.repeat(32) }, clock.nowMs())
  things = { ...made, chainDeposit: id }
})
afterAll(() => exchange?.close())

test('every kind that a page of the app asks about is one that the server knows', () => {
  const pages = globSync('web/**/*.tsx').map((path) => readFileSync(path, 'utf8'))
  const links = pages.flatMap((text) => text.match(/<AskLink\b[^>]*>/g) ?? [])
  const kinds = links.map((link) => /kind="([^"]+)"/.exec(link)?.[1])
  expect(kinds.length).toBeGreaterThan(9)
  expect(kinds.filter((kind) => !(orderKinds as readonly (string | undefined)[]).includes(kind))).toEqual([])
})

describe.each(orderKinds)('a record of the kind %s', (kind) => {
  test.each(thingsOf[kind])(
    'that is called %s is asked about by its customer and by nobody else',
    async (thing) => {
      const { alice, bob } = exchange
      const asked = { orderKind: kind, orderId: things[thing]! }
      const { order } = await alice.ask(sendSupportMessage, asked)
      expect(order).toMatchObject({ kind, id: things[thing] })
      expect(await exchange.send('customers', sendSupportMessage, bob.token, asked)).toMatchObject({
        error: 'NOT_FOUND',
      })
    },
  )
})

test('a deposit that its chain shows is among the newest that can be asked about, by its reference', async () => {
  const { items } = await exchange.alice.ask(supportOrders)
  const id = things.chainDeposit!
  expect(items.find((one) => one.kind === 'deposit' && one.id === id)).toMatchObject({ reference: `D-${id}` })
})
