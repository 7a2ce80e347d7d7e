import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depositReference, endsWithTail, isChain, isReferenceOf, readTxReference } from './rules.ts'

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

  test('is of a network when it has its form', () => {
    const solana = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
    for (const network of ['Bitcoin', 'Ethereum', 'ERC20', 'BEP20', 'TRC20']) {
      expect(isReferenceOf(network, hash)).toBe(true)
      for (const other of [hash.slice(1), solana, 'FT26001ABCDEF0099']) {
        expect(isReferenceOf(network, other)).toBe(false)
      }
    }
    expect(['FT26001ABCDEF0099', hash, solana].map((one) => isReferenceOf('Solana', one))).toEqual([
      false,
      false,
      true,
    ])
    expect(['FT26001ABCDEF0099', solana].map((one) => isReferenceOf('IBAN', one))).toEqual([true, false])
    expect(['TRC20', 'IBAN'].map(isChain)).toEqual([true, false])
  })

  test('its end is compared without regard to case', () => {
    expect(endsWithTail('aabbccDDEEFF', 'ddeeff')).toBe(true)
    expect(endsWithTail('aabbccddeeff', 'DDEEFF')).toBe(true)
    expect(endsWithTail('aabbccddeeff', 'ddeef0')).toBe(false)
  })

  test('a deposit has a name people can say', () => expect(depositReference(10_482n)).toBe('D-10482'))
})
