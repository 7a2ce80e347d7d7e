import { expect, test } from 'vitest'
import {
  createSeenSignatures,
  isInTime,
  isOfConnection,
  isSignatureOf,
  MAX_WINDOW_MS,
  rememberedUntil,
  signatureOf,
  signedParts,
} from './signing.ts'

// The example of the exchange's own documentation.
const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
const QUERY =
  'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559'
const SIGNATURE = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71'

test('a request is signed as the documentation of the shape says', () => {
  expect(signatureOf(SECRET, QUERY)).toBe(SIGNATURE)
  expect(isSignatureOf(SECRET, QUERY, SIGNATURE)).toBe(true)
  expect(isSignatureOf(SECRET, `${QUERY} `, SIGNATURE)).toBe(false)
  expect(isSignatureOf(SECRET, QUERY, '')).toBe(false)
  expect(isSignatureOf(SECRET, QUERY, 'ü'.repeat(32))).toBe(false)
})

test.each([
  ['in the query', `${QUERY}&signature=${SIGNATURE}`, '', QUERY],
  ['in the body', '', `${QUERY}&signature=${SIGNATURE}`, QUERY],
  ['over both, without anything between', 'symbol=LTCBTC', `side=BUY&signature=ab`, 'symbol=LTCBTCside=BUY'],
  ['at the beginning', `signature=ab&a=1`, '', 'a=1'],
  ['after whatever was sent, to the character', '&a=1&&signature=ab', '', '&a=1&'],
])('what is signed stands %s', (_, query, body, signed) => {
  expect(signedParts(query, body)?.signed).toBe(signed)
})

test('a request without a signature, or with two, has none', () => {
  expect(signedParts(QUERY, '')).toBeUndefined()
  expect(signedParts('signature=a', 'signature=b')).toBeUndefined()
  expect(signedParts('xsignature=a', '')).toBeUndefined()
})

test.each([
  [0, 5_000, true],
  [-5_000, 5_000, true],
  [-5_001, 5_000, false],
  [1_000, 5_000, true],
  [1_001, 5_000, false],
])('a request of %d ms beside our time is in a window of %d: %s', (beside, window, is) => {
  expect(isInTime(1_000_000 + beside, window, 1_000_000)).toBe(is)
})

test('a signature is taken once while its request would be in time, and forgotten after that', () => {
  const seen = createSeenSignatures()
  expect(seen.take(1n, 'a', 5_000, 0)).toBe('first')
  expect(seen.take(1n, 'a', 5_000, 5_000)).toBe('again')
  expect(seen.take(1n, 'b', 5_000, 5_000)).toBe('first')
  expect(seen.take(2n, 'a', 5_000, 5_000)).toBe('first')
  expect(seen.size).toBe(3)
  expect(seen.take(1n, 'c', 20_000, 6_000)).toBe('first')
  expect(seen.size).toBe(1)
})

test('T07: a signature is known again for as long as any window that its request can be read with', () => {
  const seen = createSeenSignatures()
  // Cut elsewhere, "recvWindow=60000" is a window of 6 seconds, of 60 or none at all: the earlier may be the smaller.
  expect(seen.take(1n, 'a', rememberedUntil(0), 0)).toBe('first')
  for (const laterMs of [4_000, 7_000, MAX_WINDOW_MS])
    expect(seen.take(1n, 'a', rememberedUntil(0), laterMs)).toBe('again')
})

test('more than it can remember is refused, not forgotten', () => {
  const seen = createSeenSignatures({ all: 2, ofKey: 2 })
  for (const one of ['a', 'b']) expect(seen.take(1n, one, 9_000, 0)).toBe('first')
  expect(seen.take(2n, 'c', 9_000, 0)).toBe('full')
  expect(seen.take(1n, 'a', 9_000, 0)).toBe('again')
  expect(seen.take(2n, 'c', 19_000, 10_000)).toBe('first')
})

test('T07: one key fills no more than its share of the memory', () => {
  const seen = createSeenSignatures({ all: 10, ofKey: 2 })
  for (const one of ['a', 'b']) expect(seen.take(1n, one, 9_000, 0)).toBe('first')
  expect(seen.take(1n, 'c', 9_000, 0)).toBe('full')
  expect(seen.take(2n, 'c', 9_000, 0)).toBe('first')
  // What is forgotten makes room for its own key.
  expect(seen.take(1n, 'c', 19_000, 10_000)).toBe('first')
})

test.each([
  ['apiKey=a&timestamp=1', true],
  ['a=1&apiKey=a', true],
  ['timestamp=1', false],
  ['xapiKey=1', false],
])('%s is signed for a connection: %s', (text, is) => {
  expect(isOfConnection(text)).toBe(is)
})
