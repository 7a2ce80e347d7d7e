import { describe, expect, it } from 'vitest'
import { checkedNetworks } from './addresses.ts'
import { canCarry, networkLabel, networkOf, networksOfAddress, paymentChainsOf } from './networks.ts'

const usdt = ['TRC20', 'ERC20', 'BEP20']

describe('the network of an address', () => {
  it.each([
    ['TQ8fV1nX9jTzuUYrn3vCNT1CkmbDQ29ak4', usdt, ['TRC20']],
    ['  TQ8fV1nX9jTzuUYrn3vCNT1CkmbDQ29ak4\n', usdt, ['TRC20']],
    ['0x52908400098527886E0F7030069857D2E4169EE7', usdt, ['ERC20', 'BEP20']],
    ['0x52908400098527886E0F7030069857D2E4169EE7', ['Ethereum'], ['Ethereum']],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ['Bitcoin'], ['Bitcoin']],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', ['Bitcoin'], ['Bitcoin']],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', usdt, []],
    ['0x5290', usdt, []],
    ['ana@example.com', usdt, []],
    ['GB82 WEST 1234 5698 7654 32', ['IBAN', 'ABA'], ['IBAN']],
    ['021000021 1234567', ['IBAN', 'ABA'], ['ABA']],
    ['ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', ['Bitcoin', 'Litecoin', 'Solana'], ['Litecoin']],
    ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', ['Bitcoin', 'Litecoin', 'Solana'], ['Litecoin']],
    ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', [...usdt, 'Solana'], ['Solana']],
    ['TQ8fV1nX9jTzuUYrn3vCNT1CkmbDQ29ak4', [...usdt, 'Solana'], ['TRC20']],
  ])('%s among %j: %j', (address, offered, networks) => {
    expect(networksOfAddress(address, offered)).toEqual(networks)
  })
})

it('a network is told from another of the same name by its code', () => {
  expect([networkLabel('ERC20'), networkLabel('Ethereum')]).toEqual(['Ethereum (ERC20)', 'Ethereum'])
  expect([networkLabel('IBAN'), networkLabel('LIGHT')]).toEqual(['IBAN', 'LIGHT'])
})

it('an unknown network is called by its code', () => {
  expect(networkOf('LIGHT').name).toBe('LIGHT')
})

it('every network that addresses are published on has a name of its own', () => {
  for (const code of checkedNetworks) expect(networkOf(code)).toHaveProperty('begins')
  expect(['Solana', 'IBAN', 'ABA', 'TRC20'].map((code) => networkOf(code).name)).toEqual([
    'Solana',
    'IBAN',
    'ABA',
    'Tron',
  ])
})

it.each([
  ['BTC', 'crypto', ['Bitcoin']],
  ['ETH', 'crypto', ['Ethereum']],
  ['USDT', 'crypto', ['ERC20', 'BEP20', 'TRC20', 'Solana']],
  ['TRX', 'crypto', ['TRC20']],
  ['SOL', 'crypto', ['Solana']],
  ['LTC', 'crypto', ['Litecoin']],
  ['XRP', 'crypto', []],
  ['USD', 'fiat', ['IBAN', 'ABA']],
  ['EUR', 'fiat', ['IBAN']],
  // Listed later: a token may be on any chain that has tokens.
  ['NEW', 'crypto', ['ERC20', 'BEP20', 'TRC20', 'Solana']],
  ['SEK', 'fiat', ['IBAN']],
] as const)('%s, %s, comes by %j', (code, kind, networks) => {
  expect(checkedNetworks.filter((network) => canCarry(network, { code, kind }))).toEqual(networks)
})

it.each([
  ['BTC', 'crypto', ['Bitcoin']],
  ['ETH', 'crypto', ['Ethereum']],
  ['USDT', 'crypto', ['Ethereum', 'BNB Smart Chain', 'Tron', 'Solana']],
  ['A token that was listed later', 'crypto', ['Ethereum', 'BNB Smart Chain', 'Tron', 'Solana']],
  ['USD', 'fiat', ['Bank']],
  // Nothing here knows its chain: it is looked up by its reference alone.
  ['XRP', 'crypto', ['Bank']],
] as const)('%s, which is %s, is paid by %j', (code, kind, chains) => {
  expect(paymentChainsOf({ code, kind })).toEqual(chains)
})
