import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import type { Tick } from '../market/tick.ts'
import { concat } from './bytes.ts'
import { type Checkpoint, checkpointText, GENESIS, hashCheckpoint, hashTick, verifySegment } from './tape.ts'
import { encodeTick } from './tick-bytes.ts'

/** A tape whose owner signs it all the same may not let time run backwards anywhere. */

const secretKey = new Uint8Array(32).fill(7)
const publicKey = bytesToHex(ed25519.getPublicKey(secretKey))
const START_MS = 1_670_889_600_000

/** A segment with ticks at these moments and a checkpoint at that one, hashed and signed as it is. */
function segment(before: Checkpoint | undefined, offsets: readonly number[], checkpointOffset: number) {
  const encoded = offsets.map((offset, n) => {
    const times = { atMs: START_MS + offset, sourceAtMs: START_MS + offset }
    const tick: Tick = {
      ...{ sequence: (before?.sequence ?? 0) + n + 1, symbol: 'BTC-USDT', source: 'simulated' },
      ...{ price: 100, bid: 99, ask: 101, volume: 1, isHeld: false },
      ...times,
    }
    return encodeTick(tick)
  })
  const checkpoint: Checkpoint = {
    sequence: (before?.sequence ?? 0) + offsets.length,
    head: encoded.reduce(hashTick, before?.head ?? GENESIS),
    previous: before ? hashCheckpoint(before) : GENESIS,
    atMs: START_MS + checkpointOffset,
  }
  const signature = bytesToHex(ed25519.sign(utf8ToBytes(checkpointText(checkpoint)), secretKey))
  return verifySegment(before, concat(...encoded), { ...checkpoint, signature }, publicKey)
}

const backwards = { ok: false, error: 'TIME_BACKWARDS' }

test('ticks of the same moment, and later ones, are in order', () => {
  expect(segment(undefined, [0, 0, 1, 5], 5)).toMatchObject({ ok: true })
})

test.each([
  ['at the beginning', [5, 4, 6]],
  ['in the middle', [0, 5, 4, 6]],
  ['at the end', [0, 5, 6, 5]],
])('a tick that is earlier than the one before it, %s of a segment, is refused', (_, offsets) => {
  expect(segment(undefined, offsets, 10)).toEqual(backwards)
})

test('a tick that is earlier than the checkpoint before its segment is refused', () => {
  const before = { sequence: 3, head: 'ab'.repeat(32), previous: GENESIS, atMs: START_MS + 8 }
  expect(segment(before, [7, 9], 10)).toEqual(backwards)
  expect(segment(before, [8, 9], 10)).toMatchObject({ ok: true })
})

test('a checkpoint that is earlier than its last tick is refused', () => {
  expect(segment(undefined, [0, 5], 4)).toEqual(backwards)
})
