import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TickSources } from '../market/sources.ts'
import type { Tick } from '../market/tick.ts'
import { concat } from './bytes.ts'
import { nextLinks, noChain } from './links.ts'
import { leafHash } from './merkle.ts'
import {
  type Checkpoint,
  checkpointText,
  GENESIS,
  hashCheckpoint,
  hashTick,
  isSignedBy,
  type SignedCheckpoint,
  verifySegment,
} from './tape.ts'
import { decodeTicks, encodeTick } from './tick-bytes.ts'

const secretKey = new Uint8Array(32).fill(7)
const publicKey = bytesToHex(ed25519.getPublicKey(secretKey))

const sign = (checkpoint: Checkpoint): SignedCheckpoint => ({
  ...checkpoint,
  signature: bytesToHex(ed25519.sign(utf8ToBytes(checkpointText(checkpoint)), secretKey)),
})

const price = fc.integer({ min: 1, max: 2 ** 45 })

/** What a live tick may say of its sources. */
const anySources: fc.Arbitrary<TickSources> = fc.record({
  freshMs: fc.nat(10_000),
  maxDeviationBps: fc.nat(1_000),
  minimum: fc.nat(5),
  named: fc.array(
    fc.record(
      {
        source: fc.constantFrom('binance', 'kraken', 'coinbase', 'okx'),
        quote: fc.record({ price, bid: price, ask: price, ageMs: fc.nat(60_000) }),
      },
      { requiredKeys: ['source'] },
    ),
    { maxLength: 6 },
  ),
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
        sources: fc.option(anySources, { nil: undefined, freq: 2 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((drafts) => {
      let atMs = 1_670_889_600_000
      return drafts.map(({ below, above, pause, lag, sources, ...draft }, index): Tick => {
        atMs += pause
        const bid = draft.price - below
        return {
          ...{ ...draft, ...(sources && { sources }) },
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

const of = (sequence: number, more: Partial<Tick>): Tick => ({
  ...{ sequence, symbol: 'BTC-USDT', price: 1_777_800, bid: 1_777_795, ask: 1_777_806, volume: 120 },
  ...{ source: 'simulated', atMs: 1_670_943_600_400, sourceAtMs: 1_670_943_600_250, isHeld: false },
  ...more,
})
const range = { low: 1_777_000, high: 1_778_100 }
const marks = { lowMark: 3_554_100, highMark: 3_556_100, lowAsk: 1_777_060, highBid: 1_778_040 }

/** Ticks as the versions before the sources wrote and hashed them: what is on a tape stays what it is. */
const written: readonly [version: number, tick: Tick, bytes: string, leaf: string][] = [
  [
    1,
    of(41, { source: 'binance' }),
    '0129084254432d5553445488c16c0a0c780762696e616e636590deffdfd030ac0200',
    '13a36e68aeba4e54e359fa0735ff726e1fa5d0f5ca976701696c0d9160807150',
  ],
  [
    1,
    of(42, { source: 'binance', isHeld: true }),
    '012a084254432d5553445488c16c0a0c780762696e616e636590deffdfd030ac0201',
    'b1b3638038986e4b4d9d7fd5e30a38332a1290f229871c09d49967c0f796f413',
  ],
  [
    2,
    of(336, { source: 'kraken', links: { previous: 331, spans: [{ after: 300, ...range }] } }),
    '02d002084254432d5553445488c16c0a0c78066b72616b656e90deffdfd030ac0200050124a006ac02',
    'cb84d030323689a41e397c0b411fc1117079fb16055457b489083ee8e895c3ea',
  ],
  [
    2,
    of(337, { links: { previous: 336, spans: [] } }),
    '02d102084254432d5553445488c16c0a0c780973696d756c6174656490deffdfd030ac02000100',
    'c15b64d126a374595e8a2113584f45b00ddb385ca09248bc0f2e16c8ae491a23',
  ],
  [
    3,
    of(500, { links: { previous: 497, spans: [{ after: 450, ...range, marks }] } }),
    '03f403084254432d5553445488c16c0a0c780973696d756c6174656490deffdfd030ac0200030132a006ac02dd0bf303ea05f501',
    '08ba81c4bc8d7b5f32b64bd50e691ecb2c83f19c959ee8f1d4cfd16e7d741d5a',
  ],
]

describe('ticks of every version', () => {
  it.each(written)('version %i is read as it was, and hashed as it was', (version, tick, bytes, leaf) => {
    expect(hexToBytes(bytes)[0]).toBe(version)
    expect(decodeTicks(hexToBytes(bytes))).toEqual([tick])
    expect(bytesToHex(encodeTick(tick))).toBe(bytes)
    expect(bytesToHex(leafHash(hexToBytes(bytes)))).toBe(leaf)
  })

  it('stand on one tape behind each other, which verifies from the first to the last', () => {
    const sources: TickSources = {
      ...{ freshMs: 2_000, maxDeviationBps: 50, minimum: 2 },
      named: [
        { source: 'binance', quote: { price: 1_777_800, bid: 1_777_790, ask: 1_777_810, ageMs: 0 } },
        { source: 'kraken' },
      ],
    }
    const links = { previous: 3, spans: [{ after: 1, ...range, marks }] }
    const ticks = [...written.map(([, tick]) => tick), of(6, { sources }), of(7, { sources, links })].map(
      (tick, n) => {
        // Links lead to places before their own.
        const { links, ...plain } = tick
        const spans = links?.spans.map((span) => ({ ...span, after: n }))
        return { ...plain, sequence: n + 1, ...(links && spans && { links: { previous: n, spans } }) }
      },
    )
    const { bytes, checkpoint } = makeSegment(undefined, ticks)
    expect(verifySegment(undefined, bytes, checkpoint, publicKey)).toEqual({ ok: true, ticks })
  })

  it('of a simulated or recorded market name no source and have the bytes they had', () => {
    const { links } = nextLinks(noChain, of(1, {}))
    expect(encodeTick(of(1, { links }))[0]).toBe(2)
    expect(encodeTick(of(1, {}))[0]).toBe(1)
  })

  it('with flags that nothing writes, or with more sources than are asked, are not read', () => {
    const sources = { freshMs: 2_000, maxDeviationBps: 50, minimum: 0, named: [] }
    const bytes = encodeTick(of(1, { sources }))
    // The flags stand before the two bytes of 2,000, and those of the bound, the minimum and the count.
    const place = bytes.length - 6
    expect(bytes[place]).toBe(0)
    for (const flags of [4, 5, 8]) expect(() => decodeTicks(bytes.with(place, flags))).toThrow(RangeError)
    expect(() => decodeTicks(bytes.with(bytes.length - 1, 17))).toThrow(RangeError)
  })
})
