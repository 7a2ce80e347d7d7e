import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFUND_AFTER_MS } from '#domain/box/rules.ts'
import { historyCsv, historyList } from '#domain/history/contract.ts'
import { nftOrder, ownNftBids, payNftOrder, resellNft } from '#domain/nft/contract.ts'
import { PAY_WITHIN_MS } from '#domain/nft/rules.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { TestApp } from '#server/testing/app.ts'
import { type BoxFixture, openBoxFixture } from '#server/testing/box.ts'
import { type NftFixture, openNftFixture } from '#server/testing/nft.ts'
import { analyze, rowsRead } from '#server/testing/rows-read.ts'
import * as all from '../all.ts'
import type { Product } from '../product.ts'
import { endedQuery } from './store.ts'

/** Artworks and blind boxes among everything of a customer's that ended. */

type View = Record<string, unknown>
async function listed(app: TestApp, token: string, filter = {}): Promise<View[]> {
  const { data, error } = await app.call(historyList, filter, token)
  expect(error).toBeUndefined()
  return data.items
}

describe('artworks', () => {
  let app: NftFixture
  beforeAll(async () => {
    app = await openNftFixture()
  })
  afterAll(async () => {
    await app.expectConsistent()
    await app.close()
  })

  test('bought, sold again, won and paid, lost, not paid and cancelled are listed to whom they are of', async () => {
    const [seller, buyer, other] = [
      await app.customerWith('1000'),
      await app.customerWith('1000'),
      await app.customerWith('1000'),
    ]
    // Sold again by a customer.
    const owned = await app.owned(seller)
    await app.call(resellNft, { id: String(owned.id), price: '200' }, seller.token)
    const resale = (await app.buy(buyer, owned, '200')).data
    // Won by one, lost by another, and paid; the winner's margin is part of the order.
    const auctioned = async (won: string) => {
      const work = await app.offered({ offer: 'auction' })
      await app.join(other, work, '100')
      await app.join(buyer, work, won)
      app.clock.advance(3 * HOUR_MS)
      await app.settle()
      return { work, order: await app.orderOf(work) }
    }
    const won = await auctioned('300')
    const [paidBy, otherBy] = [await app.signIn(buyer), await app.signIn(other)]
    expect((await app.call(payNftOrder, { id: won.order.id }, paidBy)).error).toBeUndefined()
    // Won, and not paid in time.
    const unpaid = await auctioned('400')
    expect(await listed(app, await app.signIn(buyer))).toHaveLength(2)
    app.clock.advance(PAY_WITHIN_MS)
    await app.settle()

    const own = await listed(app, await app.signIn(buyer))
    const line = (record: View) => [record.product, record.symbol, record.side, record.status]
    expect(own.map(line)).toEqual([
      ['nft', unpaid.work.code, 'buy', 'forfeited'],
      ['nft', won.work.code, 'buy', 'filled'],
      ['nft', owned.code, 'buy', 'filled'],
    ])
    expect(own[0]).toMatchObject({
      ...{ id: unpaid.order.id, quantity: '400.0000000', filled: '0.0000000', unit: 'USDT' },
      ...{ result: '-10.0000000', resultCurrency: 'USDT', fee: '0.0000000', openPrice: null },
    })
    expect(own[1]).toMatchObject({ quantity: '300.0000000', filled: '300.0000000', result: null })
    for (const { id } of own)
      expect((await app.call(nftOrder, { id }, await app.signIn(buyer))).data).toMatchObject({ id })

    const [sold] = await listed(app, await app.signIn(seller))
    expect(sold).toMatchObject({
      ...{ id: resale.id, symbol: owned.code, side: 'sell', status: 'filled', filled: '200.0000000' },
      ...{ fee: '5.0000000', feeCurrency: 'USDT' },
    })

    const lost = await listed(app, otherBy)
    expect(lost.map(line)).toEqual([
      ['nft', unpaid.work.code, 'buy', 'returned'],
      ['nft', won.work.code, 'buy', 'returned'],
    ])
    expect(lost[0]).toMatchObject({ quantity: '100.0000000', filled: '0.0000000', result: null })
    const { items } = (await app.call(ownNftBids, { recordId: lost[0]!.id }, otherBy)).data
    expect(items).toMatchObject([{ id: lost[0]!.id, artwork: { code: unpaid.work.code } }])
    expect(
      (await app.call(ownNftBids, { recordId: lost[0]!.id }, await app.signIn(buyer))).data.items,
    ).toEqual([])

    const token = await app.signIn(buyer)
    expect(await listed(app, token, { status: 'forfeited' })).toHaveLength(1)
    expect(await listed(app, token, { status: 'returned' })).toEqual([])
    expect(await listed(app, token, { product: 'nft' })).toHaveLength(3)
    expect(await listed(app, token, { product: 'box' })).toEqual([])
    // They are of no instrument.
    expect(await listed(app, token, { symbol: 'BTC-USDT' })).toEqual([])
    const { body } = await app.call(historyCsv, {}, token)
    expect(body.trim().split('\r\n')).toHaveLength(4)
  })
})

describe('blind boxes', () => {
  let app: BoxFixture
  beforeAll(async () => {
    app = await openBoxFixture()
  })
  afterAll(async () => {
    expect(await app.isConsistent()).toBe(true)
    await app.close()
  })

  test('opened and paid back are listed, and none that waits or is not opened', async () => {
    const code = await app.series(4)
    const customer = await app.customerWith('100')
    const opened = await app.buy(customer, code)
    const drawn = await app.buy(customer, code)
    await app.tick()
    await app.draw()
    await app.open(customer, opened.id)
    const waits = await app.buy(customer, code)
    const ids = async () => (await listed(app, customer.token)).map(({ id }) => id)
    expect(await ids()).toEqual([opened.id])
    app.silence()
    app.clock.advance(REFUND_AFTER_MS)
    await app.draw()
    expect(await ids()).toEqual([waits.id, opened.id])
    expect(await listed(app, customer.token)).toMatchObject([
      {
        product: 'box',
        status: 'void',
        side: 'buy',
        quantity: '10.0000000',
        filled: '0.0000000',
        unit: 'USDT',
      },
      { product: 'box', status: 'filled', symbol: `${opened.name} #1`, filled: '10.0000000' },
    ])
    app.clock.advance(1_000)
    await app.open(customer, drawn.id)
    expect(await ids()).toEqual([drawn.id, waits.id, opened.id])
  })

  test('and artworks of a long past cost a page its own rows', async () => {
    const customer = await app.customerWith('1')
    const code = await app.series(2)
    const at = sql`'2026-01-02T00:00:00Z'::timestamptz + n * interval '1 minute'`
    await sql`
      insert into box (id, series_id, number, customer_id, price, client_seed, symbol, tape_size, bought_at, rules_version,
        state, failure, ended_at)
      select n, (select id from box_series where code = ${code}), 1000 + n, ${customer.id}, 1, 'seed-' || (1000 + n), 'BTC-USDT',
        0, ${at}, 1, 'refunded', 'no-tick', ${at}
      from generate_series(1, 20000) n`.execute(app.db)
    const artwork = sql`(select min(id) from nft_artwork)`
    await sql`
      insert into nft_order (id, artwork_id, kind, buyer_id, seller_id, price, fee, royalty, margin, status, placed_at,
        ended_at, rules_version)
      select n, ${artwork}, 'fixed', ${customer.id} + case when n % 2 = 0 then 0 else 1 end,
        ${customer.id} + case when n % 2 = 0 then 1 else 0 end, 1, 0, 0, 0, 'paid', ${at}, ${at}, 1
      from generate_series(100001, 120000) n`.execute(app.db)
    await analyze(app.db)
    const products: readonly Product[] = Object.values(all)
    const sources = products.flatMap(({ ended }) => ended ?? [])
    const filter = { customer: customer.id, offset: 0, limit: 21 }
    const after = [BigInt(Date.UTC(2026, 0, 4)), 0n]
    for (const more of [{}, { status: 'void' as const }, { product: 'nft' as const }, { after }])
      expect(await rowsRead(app.db, endedQuery(sources, { ...filter, ...more })!)).toBeLessThan(500)
  })
})
