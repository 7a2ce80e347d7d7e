import { describe, expect, it } from 'vitest'
import { networkOf, networksOfAddress } from './networks.ts'

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
  ])('%s among %j: %j', (address, offered, networks) => {
    expect(networksOfAddress(address, offered)).toEqual(networks)
  })
})

it('an unknown network is called by its code', () => {
  expect(networkOf('LIGHT').name).toBe('LIGHT')
})
