/**
 * What a tick costs the stops that wait: with none of them reached, and with one.
 *
 *   node bench/triggers.ts [stops that wait]
 *
 * The index alone, then the engine's state round it as ticks find it: stops of half the instrument's prices on
 * either side of the last price. The peer looks at every stop, which is the obvious way.
 */
import '#domain/seed/adopt.ts'
import { customerId, orderId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import { isReached, type TriggerDirection } from '#domain/spot/trigger.ts'
import {
  addTrigger,
  createTriggerIndex,
  isAnyReached,
  reachedSlots,
  removeTrigger,
} from '#server/markets/book/trigger-index.ts'
import { createBatch } from '#server/products/spot/batch.ts'
import { decideTicks } from '#server/products/spot/decide-stops.ts'
import { loadBooks } from '#server/products/spot/load-books.ts'
import { createOrder, type SpotOrder } from '#server/products/spot/order.ts'
import { BTC } from '#server/testing/spot.ts'
import { createRandom } from './flow.ts'
import { median, table, writeResult } from './report.ts'

const WAITING = Number(process.argv[2] ?? 10_000)
const TICKS = 200_000
const ROUNDS = 7
const LAST = 2_000_000

const random = createRandom(11)

interface Waiting {
  readonly price: number
  readonly direction: TriggerDirection
}

/** At least a tenth of a percent away, so that the small moves below reach none. */
const stops: Waiting[] = Array.from({ length: WAITING }, (_, n) => {
  const away = 2_000 + Math.floor(random() * 900_000)
  return n % 2 === 0 ? { price: LAST + away, direction: 'rises' } : { price: LAST - away, direction: 'falls' }
})
const prices = Float64Array.from({ length: TICKS }, () => LAST + Math.floor(random() * 2_001) - 1_000)

/** Nanoseconds for one of `count`, the median of some rounds. */
function cost(count: number, run: () => void): number {
  const times = Array.from({ length: ROUNDS + 2 }, () => {
    const start = process.hrtime.bigint()
    run()
    return Number(process.hrtime.bigint() - start) / count
  })
  return Math.round(median(times.slice(2)))
}

function indexed() {
  const index = createTriggerIndex()
  for (const { price, direction } of stops) addTrigger(index, direction, price)
  const none = cost(TICKS, () => {
    for (const price of prices) if (isAnyReached(index, price)) throw new Error('none should be reached')
  })
  const one = cost(TICKS, () => {
    for (const price of prices) {
      addTrigger(index, 'rises', price)
      const [slot, ...others] = reachedSlots(index, price)
      if (slot === undefined || others.length > 0) throw new Error('one should be reached')
      removeTrigger(index, slot)
    }
  })
  return { way: 'the index', 'none reached, ns': none, 'one reached, put in and taken out, ns': one }
}

function engine() {
  const orders = stops.map(
    ({ price, direction }, n): SpotOrder =>
      createOrder(BTC, 0, {
        ...{ id: orderId(BigInt(n + 1)), customer: customerId(10_000n + BigInt(n)), side: 'buy' },
        ...{ orderType: 'stop-limit', timeInForce: 'gtc', postOnly: false, price, quantity: 100 },
        ...{ tapeSequence: 0, triggerPrice: price, triggerDirection: direction, status: 'untriggered' },
      }),
  )
  const books = loadBooks([BTC], [], 0, { orders, through: 0, ticks: [] })
  let sequence = 0
  const tickAt = (price: number): Tick => ({
    ...{ sequence: ++sequence, symbol: BTC.symbol, price, bid: price, ask: price, volume: 0 },
    ...{ source: 'simulated', isHeld: false, sourceAtMs: 0, atMs: 0 },
  })
  const few = prices.subarray(0, TICKS / 10)
  const none = cost(few.length, () => {
    const batch = createBatch(0, new Map())
    for (const price of few) {
      if (decideTicks(books, batch, [tickAt(price)]).length > 0) throw new Error('none should be reached')
    }
  })
  return { way: 'the engine, a tick', 'none reached, ns': none, 'one reached, put in and taken out, ns': '' }
}

function everyStop() {
  const few = prices.subarray(0, TICKS / 100)
  const none = cost(few.length, () => {
    for (const price of few) if (stops.some((each) => isReached(each, price))) throw new Error('none')
  })
  return {
    way: 'every stop looked at',
    'none reached, ns': none,
    'one reached, put in and taken out, ns': '',
  }
}

const rows = [indexed(), engine(), everyStop()]
table(`${WAITING.toLocaleString('en')} stops wait: one tick`, rows)
writeResult('triggers', { waiting: WAITING, rows })
