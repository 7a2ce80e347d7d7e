import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { createOwnVolume } from '#server/markets/own-volume.ts'
import { BTC, customerWith, ETH, order } from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { createVolumeFollower } from './volume.ts'

/** What is traded here, as the markets are told of it. */

spotForFile()

/** A buy of BTC, or of another, that fills at once. */
async function trade(quantity: string, limitPrice = '20000', symbol = BTC.symbol): Promise<void> {
  const buyer = await customerWith(database.db, { USDT: '10000' })
  const seller = await customerWith(database.db, { BTC: '1', ETH: '1' })
  await order(fixture, seller, { symbol, side: 'sell', quantity, limitPrice })
  await order(fixture, buyer, { symbol, quantity, limitPrice })
}

test('every trade is counted once: at a start, in each run after it, and by another start', async () => {
  const volume = createOwnVolume()
  const btc = () => volume.ofDay(BTC.symbol, fixture.clock.nowMs())
  const count = createVolumeFollower(database.db, volume)
  await count()
  expect(btc().quantity).toBe(0n)

  await trade('0.01')
  await trade('0.02', '20010')
  await count()
  await count()
  // Steps of 0.00001 BTC, ticks of 0.01 USDT.
  expect(btc()).toEqual({ quantity: 3_000n, ticksTimesSteps: 1_000n * 2_000_000n + 2_000n * 2_001_000n })

  await trade('0.05', '1500', ETH.symbol)
  await trade('0.03')
  await count()
  expect(btc().quantity).toBe(6_000n)
  expect(volume.ofDay(ETH.symbol, fixture.clock.nowMs()).quantity).toBeGreaterThan(0n)

  const again = createOwnVolume()
  await createVolumeFollower(database.db, again)()
  for (const { symbol } of [BTC, ETH])
    expect(again.ofDay(symbol, fixture.clock.nowMs())).toEqual(volume.ofDay(symbol, fixture.clock.nowMs()))
  expect(volume.ofDay(BTC.symbol, fixture.clock.nowMs() + DAY_MS).quantity).toBe(0n)
})
