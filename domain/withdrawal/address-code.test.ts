import { describe, expect, test } from 'vitest'
import { usdtContracts } from '../chain/chains.ts'
import { type AddressCode, readAddressCode, waysOfCode } from './address-code.ts'

// Addresses of the standards' own texts: BIP 21, BIP 173, EIP 55; and those of known wallets.
const OLD_BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const LITECOIN = 'LcHKxRhTKLg2Rv6EsS9QdUJQ5N3rvNSsNr'
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER_EVM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const TRON = 'TJpySyx7GxD4bv3Nwq5So1auEeJC923gHV'
const TRON_USDT = usdtContracts.Tron

const USDT = usdtContracts.Ethereum

describe('the code of an address', () => {
  test.each<[string, string, AddressCode]>([
    ['an address alone', BITCOIN, { address: BITCOIN }],
    ['one with space around it', ` ${TRON}\n`, { address: TRON }],
    ['one in capitals', BITCOIN.toUpperCase(), { address: BITCOIN }],
    ['BIP 21', `bitcoin:${OLD_BITCOIN}`, { address: OLD_BITCOIN, networks: ['Bitcoin'] }],
    [
      'BIP 21 with an amount, a name and a message',
      `bitcoin:${OLD_BITCOIN}?amount=20.3&label=Luke-Jr&message=Donation%20for%20project`,
      { address: OLD_BITCOIN, networks: ['Bitcoin'] },
    ],
    [
      'BIP 21 in capitals',
      `BITCOIN:${BITCOIN.toUpperCase()}?AMOUNT=1`,
      { address: BITCOIN, networks: ['Bitcoin'] },
    ],
    [
      'what may be left out of BIP 21',
      `bitcoin:${OLD_BITCOIN}?somethingyoudontunderstand=50`,
      { address: OLD_BITCOIN, networks: ['Bitcoin'] },
    ],
    ['Litecoin', `litecoin:${LITECOIN}?amount=1`, { address: LITECOIN, networks: ['Litecoin'] }],
    ['Tron', `tron:${TRON}`, { address: TRON, networks: ['TRC20'] }],
    [
      'EIP 681 of no amount: an address of Ethereum, for ether or a token',
      `ethereum:${EVM}`,
      { address: EVM, networks: ['Ethereum', 'ERC20'] },
    ],
    [
      'EIP 681 of ether',
      `ethereum:pay-${EVM}@1?value=2.014e18`,
      { address: EVM, networks: ['Ethereum'], currency: 'ETH' },
    ],
    [
      'EIP 681 of USDT: the address in it, never the contract’s',
      `ethereum:${USDT}@1/transfer?address=${EVM}&uint256=1`,
      { address: EVM, networks: ['ERC20'], currency: 'USDT' },
    ],
    [
      'EIP 681 of USDT, its contract without its checksum',
      `ethereum:${USDT.toLowerCase()}/transfer?address=${EVM}`,
      { address: EVM, networks: ['ERC20'], currency: 'USDT' },
    ],
    ['EIP 681 on BNB Smart Chain', `ethereum:${EVM}@56`, { address: EVM, networks: ['BEP20'] }],
    [
      'EIP 681 of a token that is not known',
      `ethereum:${OTHER_EVM}/transfer?address=${EVM}`,
      { address: EVM, networks: [] },
    ],
    [
      'EIP 681 of USDT’s number on another chain',
      `ethereum:${USDT}@56/transfer?address=${EVM}`,
      { address: EVM, networks: [] },
    ],
    [
      'Tron with USDT’s contract',
      `tron:${TRON}?token=${TRON_USDT}&amount=5`,
      { address: TRON, networks: ['TRC20'], currency: 'USDT' },
    ],
    ['Tron with another token', `tron:${TRON}?token=${TRON.slice(0, -1)}W`, { address: TRON, networks: [] }],
    [
      'Solana with a token',
      'solana:11111111111111111111111111111112?spl-token=EPj',
      { address: '11111111111111111111111111111112', networks: [] },
    ],
    [
      'Ethereum with USDT’s contract beside the address',
      `ethereum:${EVM}?contractAddress=${USDT}&value=1`,
      { address: EVM, networks: ['ERC20'], currency: 'USDT' },
    ],
    [
      'Ethereum with another contract beside the address',
      `ethereum:${EVM}?contractAddress=${OTHER_EVM}&value=1`,
      { address: EVM, networks: [] },
    ],
    ['EIP 681 on a chain that is not known', `ethereum:${EVM}@10`, { address: EVM, networks: [] }],
  ])('%s', (_, code, read) => {
    expect(readAddressCode(code)).toEqual(read)
  })

  test.each([
    ['nothing', ''],
    ['a web page', 'https://example.com/wallet'],
    ['an invoice of Lightning', 'lightning:lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqf'],
    ['another coin', 'dogecoin:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
    ['a name', 'ethereum:plumb.eth'],
    ['what BIP 21 demands and nobody here knows', `bitcoin:${OLD_BITCOIN}?req-somethingyoudontunderstand=50`],
    ['no address', 'bitcoin:?amount=1'],
    ['an approval of EIP 681', `ethereum:${USDT}/approve?address=${EVM}&uint256=1`],
    ['two addresses', `ethereum:${USDT}/transfer?address=${EVM}&address=${OTHER_EVM}`],
    ['a transfer to nobody', `ethereum:${USDT}/transfer?uint256=1`],
    ['an address that is cut off', `ethereum:${EVM.slice(0, -1)}`],
    ['the contract of USDT', USDT],
    ['the contract of USDT in a URI', `ethereum:${USDT.toLowerCase()}`],
    ['the contract of USDT as who is paid', `ethereum:${USDT}/transfer?address=${USDT}`],
    ['the contract of USDT on Tron', `tron:${TRON_USDT}`],
    ['words', 'my wallet is at home'],
    ['more than a code of an address holds', `bitcoin:${OLD_BITCOIN}?label=${'a'.repeat(1_000)}`],
  ])('is not %s', (_, code) => {
    expect(readAddressCode(code)).toBeUndefined()
  })
})

describe('the coin and network of a code', () => {
  const offered = [
    { currency: 'USDT', network: 'TRC20' },
    { currency: 'USDT', network: 'ERC20' },
    { currency: 'BTC', network: 'Bitcoin' },
    { currency: 'ETH', network: 'Ethereum' },
    { currency: 'LTC', network: 'Litecoin' },
  ]
  const waysOf = (code: string) =>
    waysOfCode(readAddressCode(code)!, offered).map(({ currency, network }) => `${currency} ${network}`)

  test.each([
    ['Bitcoin’s address alone', BITCOIN, ['BTC Bitcoin']],
    ['Tron’s address alone', TRON, ['USDT TRC20']],
    ['an address of Ethereum', EVM, ['USDT ERC20', 'ETH Ethereum']],
    ['an address of Ethereum in a URI', `ethereum:${EVM}`, ['USDT ERC20', 'ETH Ethereum']],
    ['ether', `ethereum:${EVM}?value=1`, ['ETH Ethereum']],
    ['USDT', `ethereum:${USDT}/transfer?address=${EVM}`, ['USDT ERC20']],
    ['Litecoin', `litecoin:${LITECOIN}`, ['LTC Litecoin']],
    ['a network that is not offered', `ethereum:${EVM}@56`, []],
    ['another token', `ethereum:${OTHER_EVM}/transfer?address=${EVM}`, []],
    ['a scheme and an address of two networks', `litecoin:${BITCOIN}`, []],
  ])('are those of %s', (_, code, ways) => {
    expect(waysOf(code)).toEqual(ways)
  })
})
