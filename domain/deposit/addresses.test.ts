import { hexToBytes } from '@noble/hashes/utils.js'
import { bech32m } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { networkNamed, readAddress } from './addresses.ts'

/** Addresses that the standards themselves give as examples, or that everybody knows. */
const known = {
  Bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  Litecoin: ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ERC20: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  Solana: ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  IBAN: ['GB82WEST12345698765432', 'DE89370400440532013000'],
  ABA: ['021000021-123456789'],
}

const taproot = (key: string, version = 1) =>
  bech32m.encode('bc', [version, ...bech32m.toWords(hexToBytes(key))])

describe('an address', () => {
  test.each(Object.entries(known))('of %s is read as it is', (network, addresses) => {
    for (const address of addresses) expect(readAddress(network, ` ${address} `)).toBe(address)
  })

  test.each(Object.entries(known))('of %s with one sign changed is refused', (network, addresses) => {
    if (network === 'Solana') return expect(readAddress(network, `${addresses[0]}1`)).toBeUndefined()
    for (const address of addresses) {
      for (let n = 2; n < address.length - (network === 'ABA' ? 10 : 0); n++) {
        const sign = address[n] === '7' ? '9' : '7'
        const wrong = address.slice(0, n) + sign + address.slice(n + 1)
        expect([wrong, readAddress(network, wrong)]).toEqual([wrong, undefined])
      }
    }
  })

  test('in small letters or capitals alone gets its checksum', () => {
    const [address] = known.ERC20
    expect(readAddress('ERC20', address!.toLowerCase())).toBe(address)
    expect(readAddress('Ethereum', `0x${address!.slice(2).toUpperCase()}`)).toBe(address)
    const segwit = known.Bitcoin[2]!
    expect(readAddress('Bitcoin', segwit.toUpperCase())).toBe(segwit)
  })

  test.each([
    ['Bitcoin', 'not an address'],
    ['Bitcoin', known.TRC20[0]!],
    ['Bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    // Version 1 with the checksum of version 0.
    ['Bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['Bitcoin', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    // Nobody knows what spends later versions, and other lengths of version 1. Source: BIP 350's and BIP 433's examples.
    ['Bitcoin', 'bc1sw50qgdz25j'],
    ['Bitcoin', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['Bitcoin', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    ['Bitcoin', 'bc1pfeessrawgf'],
    // What would be a key in version 1.
    ['Bitcoin', taproot('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 2)],
    // No point has this x. Source: BIP 340's test vector 5.
    ['Bitcoin', taproot('eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34')],
    // Nor one that is no number of the field. Source: BIP 340's test vector 14.
    ['Bitcoin', taproot('fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30')],
    ['TRC20', known.Bitcoin[0]!],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['Moon', known.Bitcoin[0]!],
    ['IBAN', 'GB82 WEST'],
    ['ABA', '021000022-123456789'],
    ['ERC20', ''],
  ])('of %s is not %j', (network, typed) => {
    expect(readAddress(network, typed)).toBeUndefined()
  })

  test('of a bank may be typed in groups', () => {
    expect(readAddress('IBAN', 'gb82 west 1234 5698 7654 32')).toBe('GB82WEST12345698765432')
    expect(readAddress('ABA', '021000021 / 123456789')).toBe('021000021-123456789')
  })
})

test('a network has one name', () => {
  expect([networkNamed('bitcoin'), networkNamed('trc20'), networkNamed('Moon')]).toEqual([
    'Bitcoin',
    'TRC20',
    undefined,
  ])
})
