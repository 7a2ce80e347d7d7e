import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProofFile } from './contract.ts'
import {
  alterProof,
  DECIDING,
  liveTape,
  prices,
  proofOf,
  publicKey,
  receipt,
  signer,
  sourcesAt,
  tape,
  tapeOf,
} from './proof-testing.ts'
import { openReceipt, type Receipt, receiptNote } from './receipt.ts'
import { priceOf, stopTermsOf } from './stop.ts'
import { checkStopProof } from './stop-proof.ts'
import { decodeTicks } from './tick-bytes.ts'

const check = (file: ProofFile) => checkStopProof(file, () => 0)
const failedAt = (file: ProofFile) => check(file).steps.find(({ state }) => state === 'failed')?.step

test('an honest proof passes every step, and says what it found', () => {
  const { ok, steps, facts } = check(proofOf(tape, DECIDING))
  expect(steps.map(({ state }) => state)).toEqual(Array(6).fill('passed'))
  expect(ok).toBe(true)
  expect(facts.receipt).toEqual(receipt)
  expect(facts.ticks?.[0]).toEqual(tape[DECIDING - 1])
  expect(facts.way).toEqual({ ok: true, passed: { low: 191, high: 199 } })
})

test('a tick that does not reach the trigger, or comes after the one that does, does not pass', () => {
  expect(failedAt(proofOf(tape, 119))).toBe('tick')
  expect(failedAt(proofOf(tape, 123))).toBe('earlier')
  expect(failedAt(proofOf(tape, 155))).toBe('earlier')
  // It counts only from the acceptance on.
  const early = tapeOf([100, ...prices])
  expect(failedAt(proofOf(early, DECIDING + 2))).toBeUndefined()
  expect(failedAt(proofOf(early, DECIDING + 2, { ...receipt, tapeSize: 0 }))).toBe('earlier')
})

test('a way with a tick left out, repeated, exchanged or behind its end does not pass', () => {
  const { ticks, ...rest } = proofOf(tape, DECIDING)
  expect(ticks.length).toBeGreaterThan(5)
  for (const wrong of [
    ticks.toSpliced(2, 1),
    ticks.toSpliced(2, 0, ticks[2]!),
    ticks.slice(0, -1),
    [...ticks, ticks.at(-1)!],
    [...ticks.slice(0, 2), ticks[3]!, ticks[2]!, ...ticks.slice(4)],
  ])
    expect(['tick', 'earlier']).toContain(failedAt({ ...rest, ticks: wrong }))
  expect(failedAt({ ...rest, ticks: [] })).toBe('tape')
})

test('another order, another key and another outcome do not pass', () => {
  const file = proofOf(tape, DECIDING)
  expect(failedAt({ ...file, outcome: { ...file.outcome, order: '4712' } })).toBe('receipt')
  expect(failedAt({ ...file, outcome: { ...file.outcome, price: '90.5' } })).toBe('outcome')
  expect(failedAt({ ...file, outcome: { ...file.outcome, sequence: 122 } })).toBe('outcome')
  const stranger = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
  expect(failedAt({ ...file, publicKey: stranger })).toBe('receipt')
})

test('1,000 alterations of one character each, anywhere in a proof, are all detected', () => {
  const file = proofOf(tape, DECIDING)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 15 }), (which, place, by) => {
      expect(check(alterProof(file, which, place, by)).ok).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})

test('a receipt is read as it was written, and says nothing that could be read in another way', () => {
  expect(openReceipt(receiptNote(signer, receipt), publicKey)).toEqual(receipt)
  for (const terms of [
    { Side: 'sell' },
    { side: 'a b' },
    { side: '' },
    { side: 'a\nrules 3' },
    { order: '2' },
  ]) {
    const written = () => openReceipt(receiptNote(signer, { ...receipt, terms }), publicKey)
    let read: Receipt | undefined
    try {
      read = written()
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
    expect(read).toBeUndefined()
  }
})

test('a trigger price is a whole number of ticks, or the receipt is of no stop', () => {
  const withTerms = (terms: Record<string, string>) =>
    stopTermsOf({ ...receipt, terms: { ...receipt.terms, ...terms } })
  expect(withTerms({})?.price).toBe(190)
  expect(withTerms({ 'trigger-price': '0.000001', 'tick-size': '0.00000001' })?.price).toBe(100)
  expect(withTerms({ 'trigger-price': '95.1' })).toBeUndefined()
  expect(withTerms({ 'tick-size': '0' })).toBeUndefined()
  expect(withTerms({ 'trigger-direction': 'up' })).toBeUndefined()
  expect(priceOf(190, '0.5')).toBe('95.0')
  expect(priceOf(7, '0.00000001')).toBe('0.00000007')
  expect(priceOf(12, '5')).toBe('60')
})

test('what a proof carries are ticks as they stand on the tape', () => {
  const { ticks } = proofOf(tape, DECIDING)
  expect(decodeTicks(hexToBytes(ticks[0]!.bytes))).toEqual([tape[DECIDING - 1]])
})

const live = liveTape(tape)
/** The tape with this tick in the place of the deciding one. */
const withDeciding = (change: Partial<(typeof live)[number]>) =>
  proofOf(live.with(DECIDING - 1, { ...live[DECIDING - 1]!, ...change }), DECIDING)

test('of live prices each is computed again from the sources that its tick names', () => {
  const { ok, steps, facts } = check(proofOf(live, DECIDING))
  expect(ok).toBe(true)
  expect(steps.map(({ step }) => step)).toEqual([
    ...['receipt', 'checkpoint', 'tape', 'sources', 'tick', 'earlier', 'outcome'],
  ])
  expect(facts.ticks?.every(({ sources }) => sources?.named.length === 4)).toBe(true)
})

test('a live price that is not the median of its sources, or of sources by other terms, does not pass', () => {
  const sources = sourcesAt(180)
  // 180 reaches the trigger of 190, and 191 does not: what the sources said was not what was recorded.
  expect(failedAt(withDeciding({ sources: sourcesAt(191) }))).toBe('sources')
  expect(failedAt(withDeciding({ sources: { ...sources, named: sources.named.slice(0, 1) } }))).toBe(
    'sources',
  )
  expect(failedAt(withDeciding({ sources: { ...sources, minimum: 0 } }))).toBe('sources')
  expect(failedAt(withDeciding({ sources: { ...sources, maxDeviationBps: 9_000 } }))).toBe('sources')
  expect(failedAt(withDeciding({ sources }))).toBeUndefined()
  const { sources: _, ...unnamed } = live[DECIDING - 1]!
  expect(failedAt(proofOf(live.with(DECIDING - 1, unnamed), DECIDING))).toBe('sources')
  // A price on the way to it counts as well as the one that decided.
  const other = live.with(DECIDING - 3, { ...live[DECIDING - 3]!, sources: sourcesAt(2) })
  expect(failedAt(proofOf(other, DECIDING))).toBe('sources')
})
