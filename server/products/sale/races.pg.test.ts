// long-running
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/sale/contract.ts'
import { expectAtOnce } from '#server/testing/at-once.ts'
import { openSaleFixture, type SaleFixture, type Seller } from '#server/testing/sale.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { auditSales } from './audit.ts'

/** Sales at once: one quote sells once, and what is held is paid once or comes back once. */

let app: SaleFixture
beforeAll(async () => {
  app = await openSaleFixture()
})
afterAll(async () => {
  expect(await auditSales(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))
const only = async (seller: Seller) =>
  ((await app.call(calls.sales, {}, seller.token)).data.items as calls.SaleView[])[0]!

test('T03: 16 times one quote at once sells once', LONG, async () => {
  const seller = await app.seller('1000')
  const quoteId = await app.quote(seller, '100')
  expectAtOnce(await times(16, () => app.submit(seller, quoteId)), { done: 1, refused: 'SALE_QUOTE_USED' })
  expect(await app.balance(seller, 'held')).toBe(100_0000000n)
})

test('T03: sales of a whole balance at once, each with a quote of its own, hold it once', LONG, async () => {
  const seller = await app.seller('100')
  const errors = await times(8, async () => {
    const asked = { currency: 'USDT', amount: '100', cardId: seller.cardId }
    const { data } = await app.call(calls.quoteSale, asked, seller.token)
    return (await app.submit(seller, data.quoteId)).error
  })
  expect(errors.filter((error) => error === undefined).length).toBeLessThanOrEqual(1)
  const last = await app.submit(seller, await app.quote(seller, '100'))
  const held = errors.includes(undefined)
  expect(last.error).toBe(held ? 'INSUFFICIENT_BALANCE' : undefined)
  expect(await app.balance(seller, 'held')).toBe(100_0000000n)
})

test('T14: paid and given back at once, it is one of both, and the money moves once', LONG, async () => {
  for (let n = 0; n < 4; n++) {
    const seller = await app.seller('1000')
    const id = await app.sell(seller, '100')
    await app.post('maker', '/console/sale/start', { id })
    const settle = (fields: Record<string, string>) =>
      app.post('maker', '/console/sale/settle', { id, reason: 'as the bank says', ...fields })
    const proposed = await Promise.all([
      settle({ settled_as: 'paid', bank_reference: `FT26002RACE${String(n).padStart(6, '0')}` }),
      settle({ settled_as: 'returned' }),
    ])
    expect(proposed.map(({ error }) => error).toSorted()).toEqual(['PROPOSAL_EXISTS', undefined])
    const isPaid = proposed[0]!.error === undefined
    const proposal = proposed.find(({ error }) => error === undefined)!.data.proposal.id as string
    const { card } = await only(seller)
    const again = isPaid ? { again: `${card.lastDigits} 95` } : {}
    const answers = await times(8, () =>
      app.post('checker', '/console/proposal/approve', {
        id: proposal,
        reason: 'seen',
        ...again,
      }),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect((await only(seller)).status).toBe(isPaid ? 'paid' : 'returned')
    expect(await app.balance(seller, 'held')).toBe(0n)
    expect(await app.balance(seller, 'available')).toBe(isPaid ? 900_0000000n : 1000_0000000n)
  }
})

test('begun by two at once, and taken over by two at once, it has one who pays', LONG, async () => {
  const seller = await app.seller('1000')
  const id = await app.sell(seller, '100')
  const both = ['maker', 'checker'] as const
  const begun = await Promise.all(both.map((who) => app.post(who, '/console/sale/start', { id })))
  expect(begun.map(({ error }) => error).toSorted()).toEqual(['SALE_STATUS', undefined])
  const payer = both[begun.findIndex(({ error }) => error === undefined)]!
  const other = payer === 'maker' ? 'checker' : 'maker'
  const taken = await times(8, () =>
    app.post(other, '/console/sale/take_over', { id, reason: 'they are ill' }),
  )
  expectAtOnce(taken, { done: 1, refused: 'SALE_STATUS' })
  for (const who of both)
    expect((await app.get(who, '/console/sale/card', { id })).error).toBe(
      who === other ? undefined : 'PAYMENT_TAKEN',
    )
})

test('many sell at once while others are given back, and nothing hangs', LONG, async () => {
  const sellers = await Promise.all(Array.from({ length: 6 }, () => app.seller('1000')))
  const sold = await Promise.all(sellers.map((seller) => app.sell(seller, '100')))
  const proposals = await Promise.all(
    sold.map(
      async (id) =>
        (await app.post('maker', '/console/sale/settle', { id, settled_as: 'returned', reason: 'no' })).data
          .proposal.id as string,
    ),
  )
  const answers = await Promise.all([
    ...proposals.map((id) => app.post('checker', '/console/proposal/approve', { id, reason: 'seen' })),
    ...sellers.map(async (seller) => app.submit(seller, await app.quote(seller, '200'))),
  ])
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined))
  for (const seller of sellers) expect(await app.balance(seller, 'held')).toBe(200_0000000n)
})
