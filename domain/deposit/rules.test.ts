import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chains } from '../chain/chains.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import {
  BANK,
  chainOf,
  depositReference,
  endsWithTail,
  isReferenceOf,
  leastConfirmations,
  paymentChains,
  readPayment,
  readTxReference,
  timeToConfirm,
} from './rules.ts'

describe('a transaction’s reference', () => {
  const hash = '9f3c0a1b2c3d4e5f60718293a4b5c6d7e8f90123456789abcdef0123456789ab'
  test.each([
    [hash, hash],
    [hash.toUpperCase(), hash],
    [`0x${hash}`, hash],
    [` 0X${hash.slice(0, 32)} ${hash.slice(32)} `.replace('0X', '0x'), hash],
    [
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4t',
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4t',
    ],
    ['FT26001-ABCDEF-0099', 'FT26001ABCDEF0099'],
    ['ft26001 abcdef 0099', 'FT26001ABCDEF0099'],
    ['9F3C0A1B-2C3D-4E5F-6071-8293A4B5C6D7', '9f3c0a1b2c3d4e5f60718293a4b5c6d7'],
    ['abc123', undefined],
    ['a-b-c-1-2-3-a-b-c-1-2-3', undefined],
    ['----------------', undefined],
    ['', undefined],
    ["'; drop table deposit_request; --", undefined],
    ['x'.repeat(129), undefined],
  ])('%s is kept as %s', (typed, kept) => {
    expect(readTxReference(typed)).toBe(kept)
  })

  test('however it is written, it is one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{64}$/), (reference) => {
        const ways = [reference, reference.toUpperCase(), `0x${reference}`, `  ${reference}\n`]
        expect(new Set(ways.map(readTxReference)).size).toBe(1)
      }),
    )
  })

  test('a bank’s is one in whatever case and groups it is typed, and another bank’s is another', () => {
    const reference = fc.stringMatching(/^[0-9A-Z]{16,35}$/)
    fc.assert(
      fc.property(reference, reference, fc.integer({ min: 1, max: 15 }), (one, other, at) => {
        const apart = (by: string) => `${one.slice(0, at)}${by}${one.slice(at)}`
        const ways = [one, one.toLowerCase(), apart('-'), apart(' '), apart(' - ').toLowerCase()]
        expect(new Set(ways.map(readTxReference)).size).toBe(1)
        expect(readTxReference(one) === readTxReference(other)).toBe(one === other)
      }),
    )
  })

  test('is of a chain when it has its form', () => {
    const solana = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
    for (const chain of ['Bitcoin', 'Ethereum', 'BEP20', 'TRC20'].map(chainOf)) {
      expect(isReferenceOf(chain, hash)).toBe(true)
      for (const other of [hash.slice(1), solana, 'FT26001ABCDEF0099']) {
        expect(isReferenceOf(chain, other)).toBe(false)
      }
    }
    expect(['FT26001ABCDEF0099', hash, solana].map((one) => isReferenceOf('Solana', one))).toEqual([
      false,
      false,
      true,
    ])
    // A chain's hash is never a bank's reference: else it were a second name of the payment.
    expect(['FT26001ABCDEF0099', solana, hash].map((one) => isReferenceOf(chainOf('IBAN'), one))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('is found on its chain, which a coin and the tokens on it share', () => {
    expect(['ERC20', 'Ethereum', 'TRC20', 'IBAN'].map(chainOf)).toEqual([
      'Ethereum',
      'Ethereum',
      'Tron',
      BANK,
    ])
    expect(paymentChains).toEqual([
      'Bitcoin',
      'Litecoin',
      'Ethereum',
      'BNB Smart Chain',
      'Tron',
      'Solana',
      BANK,
    ])
  })

  test('needs the confirmations of its network, and none of a bank', () => {
    expect(['Bitcoin', 'ERC20', 'TRC20', 'Solana', 'IBAN'].map(leastConfirmations)).toEqual([
      5,
      5,
      5,
      32,
      undefined,
    ])
  })

  test.each([
    ['Bitcoin', 5, 50 * MINUTE_MS],
    ['Bitcoin', 6, HOUR_MS],
    ['Bitcoin', 7, 2 * HOUR_MS],
    ['Litecoin', 5, 13 * MINUTE_MS],
    ['Ethereum', 5, MINUTE_MS],
    ['ERC20', 6, 2 * MINUTE_MS],
    ['TRC20', 5, MINUTE_MS],
    ['TRC20', 21, 2 * MINUTE_MS],
    ['BEP20', 5, MINUTE_MS],
    ['Solana', 32, MINUTE_MS],
    ['IBAN', 5, undefined],
  ])('by %s has %i confirmations in a time that is never said to be less', (network, count, expectedMs) => {
    expect(timeToConfirm(network, count)).toBe(expectedMs)
  })

  test('has outputs that are payments of their own, and one of a bank has none', () => {
    expect(readPayment('Tron', `0x${hash}`, 3)).toEqual({ chain: 'Tron', txReference: hash, outputIndex: 3 })
    expect(readPayment('Tron', 'FT26001ABCDEF0099', 0)).toBeUndefined()
    expect(readPayment(BANK, 'ft26001 abcdef 0099', 0)?.txReference).toBe('FT26001ABCDEF0099')
    expect(readPayment(BANK, 'ft26001 abcdef 0099', 1)).toBeUndefined()
  })

  test('its end is compared without regard to case', () => {
    expect(endsWithTail('aabbccDDEEFF', 'ddeeff')).toBe(true)
    expect(endsWithTail('aabbccddeeff', 'DDEEFF')).toBe(true)
    expect(endsWithTail('aabbccddeeff', 'ddeef0')).toBe(false)
  })

  test('a deposit has a name people can say', () => expect(depositReference(10_482n)).toBe('D-10482'))
})

test('a payment by an asset of a chain is found on that chain', () => {
  for (const { name, assets } of Object.values(chains))
    for (const { network } of assets) expect(chainOf(network)).toBe(name)
})
