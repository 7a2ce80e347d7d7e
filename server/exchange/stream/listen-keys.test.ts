import { beforeEach, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import { createListenKeys, LISTEN_KEY_MS, type ListenKeys } from './listen-keys.ts'

const ana = { customer: customerId(1_001n), keyId: 1n }
const bob = { customer: customerId(1_002n), keyId: 2n }

let clock: VirtualClock
let keys: ListenKeys
beforeEach(() => {
  clock = virtualClock(1_000)
  keys = createListenKeys(clock)
})

test('a key has one name in each market, which opens its customer’s stream there alone', () => {
  const spot = keys.open(ana, 'spot')
  expect(keys.open(ana, 'spot')).toBe(spot)
  expect(keys.open(ana, 'contract')).not.toBe(spot)
  expect(keys.find(spot, 'spot')).toMatchObject(ana)
  expect(keys.find(spot, 'contract')).toBeUndefined()
  expect(keys.find(keys.open(bob, 'spot'), 'spot')).toMatchObject(bob)
})

test('a name is valid for an hour after it was last asked for', () => {
  const name = keys.open(ana, 'spot')
  clock.advance(LISTEN_KEY_MS - 1)
  expect(keys.extend(ana, 'spot')).toBe(true)
  clock.advance(LISTEN_KEY_MS - 1)
  expect(keys.find(name, 'spot')).toMatchObject(ana)
  clock.advance(1)
  expect(keys.find(name, 'spot')).toBeUndefined()
  expect(keys.extend(ana, 'spot')).toBe(false)
  expect(keys.open(ana, 'spot')).not.toBe(name)
  expect(keys.expiresAtMs(name)).toBe(0)
})

test('a name that was given back opens nothing', () => {
  const name = keys.open(ana, 'spot')
  expect(keys.close(bob, 'spot')).toBe(false)
  expect(keys.close(ana, 'spot')).toBe(true)
  expect(keys.close(ana, 'spot')).toBe(false)
  expect(keys.find(name, 'spot')).toBeUndefined()
})
