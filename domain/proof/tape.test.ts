import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tick } from '../market/tick.ts'
import { concat } from './bytes.ts'
import {
  type Checkpoint,
  checkpointText,
  decodeTicks,
  encodeTick,
  GENESIS,
  hashCheckpoint,
  hashTick,
  isSignedBy,
  type SignedCheckpoint,
  verifySegment,
} from './tape.ts'

const secretKey = new Uint8Array(32).fill(7)
const publicKey = bytesToHex(ed25519.getPublicKey(secretKey))

const sign = (checkpoint: Checkpoint): SignedCheckpoint => ({
  ...checkpoint,
  signature: bytesToHex(ed25519.sign(utf8ToBytes(checkpointText(checkpoint)), secretKey)),
})

/** Ticks with rising sequence and time, from whatever fast-check thinks of. */
const anyTicks = (first: number) =>
  fc
    .array(
      fc.record({
        symbol: fc.constantFrom('BTC-USDT', 'AAPL', '6E', 'EUR-USD'),
        price: fc.integer({ min: 1, max: 2 ** 45 }),
        below: fc.integer({ min: -5, max: 500 }),
        above: fc.integer({ min: -5, max: 500 }),
        volume: fc.integer({ min: 0, max: 2 ** 50 }),
        source: fc.constantFrom('simulated', 'recorded', 'binance'),
        pause: fc.integer({ min: 0, max: 5_000 }),
        lag: fc.integer({ min: -1_000, max: 100_000 }),
        isHeld: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((drafts) => {
      let atMs = 1_670_889_600_000
      return drafts.map(({ below, above, pause, lag, ...draft }, index): Tick => {
        atMs += pause
        const bid = draft.price - below
        return {
          ...draft,
          sequence: first + index,
          bid,
          ask: draft.price + above,
          atMs,
          sourceAtMs: atMs - lag,
        }
      })
    })

/** A segment of the tape after `before`, honestly made. */
function makeSegment(before: Checkpoint | undefined, ticks: readonly Tick[]) {
  const encoded = ticks.map(encodeTick)
  const head = encoded.reduce(hashTick, before?.head ?? GENESIS)
  const last = ticks.at(-1) ?? expect.fail('at least one tick')
  const checkpoint = sign({
    sequence: last.sequence,
    head,
    previous: before ? hashCheckpoint(before) : GENESIS,
    atMs: last.atMs,
  })
  return { bytes: concat(...encoded), checkpoint }
}

describe('the price tape', () => {
  it('gives back exactly the ticks that were written', () => {
    fc.assert(
      fc.property(anyTicks(1), (ticks) => {
        expect(decodeTicks(concat(...ticks.map(encodeTick)))).toEqual(ticks)
      }),
    )
  })

  it('verifies an honest segment, and the one after it', () => {
    fc.assert(
      fc.property(anyTicks(1), fc.integer({ min: 0, max: 1_000 }), (ticks, pause) => {
        const first = makeSegment(undefined, ticks)
        expect(verifySegment(undefined, first.bytes, first.checkpoint, publicKey)).toEqual({
          ok: true,
          ticks,
        })

        const later = ticks.map((tick) => ({
          ...tick,
          sequence: tick.sequence + ticks.length,
          atMs: tick.atMs + 60_000 + pause,
        }))
        const second = makeSegment(first.checkpoint, later)
        expect(verifySegment(first.checkpoint, second.bytes, second.checkpoint, publicKey).ok).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('notices any single changed bit', () => {
    fc.assert(
      fc.property(anyTicks(1), fc.nat(), fc.integer({ min: 0, max: 7 }), (ticks, place, bit) => {
        const { bytes, checkpoint } = makeSegment(undefined, ticks)
        const tampered = Uint8Array.from(bytes)
        const at = place % bytes.length
        tampered[at] = (bytes[at] ?? 0) ^ (1 << bit)
        expect(verifySegment(undefined, tampered, checkpoint, publicKey).ok).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('notices a tick left out, repeated, or swapped with its neighbour', () => {
    const [ticks] = fc.sample(
      anyTicks(1).filter((candidate) => candidate.length >= 3),
      { numRuns: 1, seed: 1 },
    )
    const parts = (ticks ?? expect.fail('a sample')).map(encodeTick)
    const { checkpoint } = makeSegment(undefined, ticks ?? [])
    const [a = expect.fail(), b = expect.fail(), ...rest] = parts
    for (const forged of [[b, ...rest], [a, a, b, ...rest], [b, a, ...rest], parts.slice(0, -1)]) {
      expect(verifySegment(undefined, concat(...forged), checkpoint, publicKey).ok).toBe(false)
    }
  })

  it('names the error', () => {
    const [ticks = expect.fail()] = fc.sample(anyTicks(1), { numRuns: 1, seed: 2 })
    const { bytes, checkpoint } = makeSegment(undefined, ticks)
    const stranger = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
    const errorOf = (result: ReturnType<typeof verifySegment>) => (result.ok ? undefined : result.error)

    expect(errorOf(verifySegment(undefined, bytes, checkpoint, stranger))).toBe('SIGNATURE_WRONG')
    expect(errorOf(verifySegment(checkpoint, bytes, checkpoint, publicKey))).toBe('CHECKPOINT_NOT_NEXT')
    expect(errorOf(verifySegment(undefined, bytes.subarray(0, -1), checkpoint, publicKey))).toBe(
      'BYTES_UNREADABLE',
    )
    expect(errorOf(verifySegment(undefined, new Uint8Array(), checkpoint, publicKey))).toBe('HEAD_DIFFERS')
    const restarted = makeSegment(
      undefined,
      ticks.map((tick) => ({ ...tick, sequence: tick.sequence + 1 })),
    )
    expect(errorOf(verifySegment(undefined, restarted.bytes, restarted.checkpoint, publicKey))).toBe(
      'SEQUENCE_BROKEN',
    )
  })

  it('does not take a checkpoint for signed when the time, sequence or head in it was changed', () => {
    const signed = sign({ sequence: 9, head: 'ab'.repeat(32), previous: GENESIS, atMs: 1_670_889_600_000 })
    expect(isSignedBy(publicKey, signed)).toBe(true)
    expect(isSignedBy(publicKey, { ...signed, sequence: 10 })).toBe(false)
    expect(isSignedBy(publicKey, { ...signed, atMs: signed.atMs + 1 })).toBe(false)
    expect(isSignedBy(publicKey, { ...signed, head: 'ac'.repeat(32) })).toBe(false)
    expect(isSignedBy(publicKey, { ...signed, signature: 'not hex' })).toBe(false)
  })
})
