import { beforeEach, expect, test } from 'vitest'
import type { CustomerId, TradeId } from '#domain/ids.ts'
import { customerWith, order } from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { fillsCsv } from './export.ts'
import type { SpotOrder } from './order.ts'
import { orderDetail, orderOfTrade } from './service.ts'

/** What is read of an order with many fills: no more than is shown, or than fits in a file. */

let alice: CustomerId
let bought: SpotOrder
/** The fills of that order, oldest first. */
let ids: readonly TradeId[]
spotForFile()
beforeEach(async () => {
  alice = await customerWith(database.db, { USDT: '1000', BTC: '1' })
  const bob = await customerWith(database.db, { USDT: '1000', BTC: '1' })
  bought = await order(fixture, alice, { quantity: '0.01' })
  for (let n = 0; n < 5; n++)
    await order(fixture, bob, { side: 'sell', quantity: '0.002', timeInForce: 'ioc' })
  ids = (await orderDetail(fixture, alice, bought.id)).trades.map(({ id }) => id)
})

const shown = ({ trades, hasMoreFills }: Awaited<ReturnType<typeof orderDetail>>) => [
  trades.map(({ id }) => ids.indexOf(id)),
  hasMoreFills,
]

test('an order is shown with its newest fills, and says whether it has others', async () => {
  expect(ids).toHaveLength(5)
  expect(shown(await orderDetail(fixture, alice, bought.id, 5))).toEqual([[0, 1, 2, 3, 4], false])
  expect(shown(await orderDetail(fixture, alice, bought.id, 3))).toEqual([[2, 3, 4], true])
})

test('an order that is found by one of its fills is shown with that one', async () => {
  const of = (n: number) => orderOfTrade(fixture, alice, ids[n]!, 3)
  expect(shown(await of(4))).toEqual([[2, 3, 4], true])
  expect(shown(await of(1))).toEqual([[0, 1], true])
})

test('a file of fills has all of them or is refused, and no more are read than fit', async () => {
  const file = (most: number) => fillsCsv(database.db, alice, {}, most)
  expect(String(await file(5)).split('\r\n')).toHaveLength(1 + 5 + 1)
  await expect(file(4)).rejects.toMatchObject({ code: 'EXPORT_TOO_LONG', params: { maximum: 4 } })
})
