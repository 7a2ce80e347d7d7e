import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { Tick } from '../market/tick.ts'
import { concat } from './bytes.ts'
import {
  checkpointNote,
  extendLog,
  hasGrown,
  isInLog,
  type LogCheckpoint,
  type LogStart,
  logText,
  openCheckpoint,
  tapeName,
} from './log.ts'
import { append, copyOfEdge, emptyEdge, leafHash, rootOf } from './merkle.ts'
import { noteOf, openNote } from './note.ts'
import { GENESIS } from './tape.ts'
import { encodeTick } from './tick-bytes.ts'

const secretKey = new Uint8Array(32).fill(7)
const publicKey = bytesToHex(ed25519.getPublicKey(secretKey))
const stranger = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
const START_MS = 1_670_889_600_000
const start: LogStart = { sequence: 40, head: 'ab'.repeat(32) }

const tickAt = (sequence: number, offset = sequence): Tick => ({
  ...{ sequence, symbol: 'BTC-USDT', price: 100 + sequence, bid: 99, ask: 201, volume: 1 },
  ...{ source: 'simulated', sourceAtMs: START_MS, atMs: START_MS + offset, isHeld: false },
})
const edgeOf = (ticks: readonly Tick[]) => {
  const edge = emptyEdge()
  for (const tick of ticks) append(edge, leafHash(encodeTick(tick)))
  return edge
}
const checkpointOf = (ticks: readonly Tick[], atMs = START_MS + 1_000): LogCheckpoint => ({
  ...{ start, size: ticks.length, root: bytesToHex(rootOf(edgeOf(ticks))), atMs },
})
const note = (checkpoint: LogCheckpoint) =>
  checkpointNote(
    publicKey,
    checkpoint,
    bytesToHex(ed25519.sign(utf8ToBytes(logText(publicKey, checkpoint)), secretKey)),
  )
const ticks = [41, 42, 43].map((sequence) => tickAt(sequence))

describe('a checkpoint', () => {
  test('is a text that says how many ticks there are, their root, what was before, and when', () => {
    const lines = note(checkpointOf(ticks)).split('\n')
    expect(lines).toHaveLength(8)
    expect(lines[1]).toBe('3')
    expect(lines.slice(3, 6)).toEqual([`after 40 ${start.head}`, 'time 2022-12-13T00:00:01.000Z', ''])
    expect(lines[6]).toMatch(/^— plumb-price-tape\/[0-9a-f]{16} [A-Za-z0-9+/]{91}=$/)
  })

  test('is read as it was written', () => {
    expect(openCheckpoint(note(checkpointOf(ticks)), publicKey)).toEqual(checkpointOf(ticks))
    expect(
      openCheckpoint(note({ ...checkpointOf([]), start: { sequence: 0, head: GENESIS } }), publicKey),
    ).toBeDefined()
  })

  test('with any byte changed, or of another key, is not read', () => {
    const text = note(checkpointOf(ticks))
    expect(openCheckpoint(text, stranger)).toBeUndefined()
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === '7' ? '8' : '7'
      expect(openCheckpoint(text.slice(0, at) + other + text.slice(at + 1), publicKey)).toBeUndefined()
    }
    for (const wrong of ['', '\n\n', text.trimEnd(), `${text}\n`, text.replace('\n\n', '\n'), `x\n\n${text}`])
      expect(openCheckpoint(wrong, publicKey)).toBeUndefined()
  })

  test('is not read where its text could also be written in another way', () => {
    const odd = logText(publicKey, checkpointOf(ticks)).replace('\n3\n', '\n03\n')
    const signature = bytesToHex(ed25519.sign(utf8ToBytes(odd), secretKey))
    const signed = noteOf(odd, tapeName(publicKey), { publicKey, signature })
    expect(openNote(signed, tapeName(publicKey), publicKey)).toBe(odd)
    expect(openCheckpoint(signed, publicKey)).toBeUndefined()
  })
})

test('a log that begins elsewhere has not grown from another, whatever its leaves', () => {
  const older = checkpointOf(ticks)
  expect(hasGrown(older, older, [])).toBe(true)
  expect(hasGrown(older, { ...older, start: { ...start, head: 'ac'.repeat(32) } }, [])).toBe(false)
  expect(hasGrown(older, { ...older, start: { ...start, sequence: 39 } }, [])).toBe(false)
  expect(hasGrown(older, checkpointOf(ticks.slice(0, 2)), [])).toBe(false)
})

test('a tick is in the log at its own place only', () => {
  const one = checkpointOf(ticks.slice(0, 1))
  expect(isInLog(one, tickAt(41), encodeTick(tickAt(41)), [])).toBe(true)
  expect(isInLog(one, { sequence: 40 }, encodeTick(tickAt(41)), [])).toBe(false)
  expect(isInLog(one, tickAt(41), encodeTick(tickAt(42)), [])).toBe(false)
})

describe('what follows a checkpoint', () => {
  const before = edgeOf(ticks.slice(0, 1))
  const extend = (added: readonly Tick[], checkpoint = checkpointOf(ticks), beforeMs = START_MS + 41) =>
    extendLog(copyOfEdge(before), beforeMs, concat(...added.map(encodeTick)), checkpoint)

  test('leads to the next', () => {
    expect(extend(ticks.slice(1))).toEqual({ ok: true, ticks: ticks.slice(1) })
  })

  test.each([
    ['SEQUENCE_BROKEN', [tickAt(43)]],
    ['SEQUENCE_BROKEN', [tickAt(42), tickAt(42)]],
    ['HEAD_DIFFERS', [tickAt(42)]],
    ['HEAD_DIFFERS', [tickAt(42), { ...tickAt(43), price: 1 }]],
    ['TIME_BACKWARDS', [tickAt(42, 50), tickAt(43, 49)]],
    ['TIME_BACKWARDS', [tickAt(42, 40), tickAt(43)]],
  ] as const)('does not: %s', (error, added) => {
    expect(extend(added)).toEqual({ ok: false, error })
  })

  test('is not earlier than its checkpoint', () => {
    expect(extend(ticks.slice(1), checkpointOf(ticks, START_MS + 42))).toEqual({
      ok: false,
      error: 'TIME_BACKWARDS',
    })
  })

  test('is ticks', () => {
    const half = encodeTick(tickAt(42)).subarray(0, -1)
    expect(extendLog(copyOfEdge(before), 0, half, checkpointOf(ticks))).toEqual({
      ok: false,
      error: 'BYTES_UNREADABLE',
    })
  })
})
