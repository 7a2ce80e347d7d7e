import { describe, expect, it } from 'vitest'
import { periods } from '#domain/market/candle.ts'
import type { Tick } from '#domain/market/tick.ts'
import { allTicks, clock, markets, marketsOnTuesday, open, pass, TUESDAY } from '#server/testing/markets.ts'
import type { Markets } from './service.ts'

/** What of the markets hangs on the database's commits. */

marketsOnTuesday()

const NOON = TUESDAY - 3 * 3_600_000
const charts = (of: Markets) =>
  Promise.all(
    ['BTC-USDT', 'EUR-USD', 'AAPL'].flatMap((symbol) =>
      periods.map((period) => of.candles(symbol, period, NOON, clock.nowMs() + 1)),
    ),
  )

describe('the markets', () => {
  it('hand a tick to listeners only once it is on the tape', async () => {
    const heard: Tick[] = []
    const onTape: boolean[] = []
    const stop = markets.onTick('BTC-USDT', (tick) => {
      heard.push(tick)
      onTape.push((markets.tape.newest()?.sequence ?? 0) >= tick.sequence)
    })
    await pass(5_000)
    stop()
    const count = heard.length
    await pass(5_000)
    expect(count).toBeGreaterThan(2)
    expect(heard).toHaveLength(count)
    expect(onTape).not.toContain(false)
    const recorded = (await allTicks()).filter(({ symbol }) => symbol === 'BTC-USDT')
    expect(heard).toEqual(recorded.slice(0, count))
  })

  it('go on after a crash with the very same candles, quotes and tape', async () => {
    await pass(150_000, 5_000)
    const before = await charts(markets)
    const quotes = markets.quotes()
    expect((await allTicks()).length).toBeGreaterThan(1_000)
    // No stop: what a killed process leaves behind is what its last commits wrote.
    const crashed = markets
    await open()
    expect(await charts(markets)).toEqual(before)
    expect(markets.quotes()).toEqual(quotes)
    await crashed.stop()

    await pass(10_000)
    const sequences = (await allTicks()).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  })
})
