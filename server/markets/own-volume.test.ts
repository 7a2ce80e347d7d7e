import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { createOwnVolume } from './own-volume.ts'

const NOON = Date.parse('2022-12-13T12:00:00Z')

describe('the volume of own trades', () => {
  it('is the sum of a day, by instrument', () => {
    const volume = createOwnVolume()
    volume.add('BTC-USDT', NOON, { quantity: 2n, ticksTimesSteps: 200n })
    volume.add('BTC-USDT', NOON + HOUR_MS, { quantity: 3n, ticksTimesSteps: 330n })
    volume.add('ETH-USDT', NOON, { quantity: 7n, ticksTimesSteps: 70n })
    expect(volume.ofDay('BTC-USDT', NOON + HOUR_MS)).toEqual({ quantity: 5n, ticksTimesSteps: 530n })
    expect(volume.ofDay('ETH-USDT', NOON + HOUR_MS)).toEqual({ quantity: 7n, ticksTimesSteps: 70n })
    expect(volume.ofDay('LTC-USDT', NOON)).toEqual({ quantity: 0n, ticksTimesSteps: 0n })
  })

  it('forgets a quarter of an hour when a day has passed since it began', () => {
    const volume = createOwnVolume()
    volume.add('BTC-USDT', NOON + 14 * MINUTE_MS, { quantity: 1n, ticksTimesSteps: 1n })
    expect(volume.ofDay('BTC-USDT', NOON + DAY_MS - 1).quantity).toBe(1n)
    expect(volume.ofDay('BTC-USDT', NOON + DAY_MS).quantity).toBe(0n)
  })

  it('keeps the newest day of many, and is exact beyond what a float can count', () => {
    const volume = createOwnVolume()
    const much = 2n ** 60n + 1n
    for (let quarter = 0; quarter < 1_000; quarter++)
      volume.add('BTC-USDT', NOON + quarter * 15 * MINUTE_MS, { quantity: 1n, ticksTimesSteps: much })
    const nowMs = NOON + 999 * 15 * MINUTE_MS
    expect(volume.ofDay('BTC-USDT', nowMs)).toEqual({ quantity: 96n, ticksTimesSteps: 96n * much })
  })
})
