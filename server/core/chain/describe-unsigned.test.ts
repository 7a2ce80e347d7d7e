import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { chains } from '#domain/chain/chains.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { writePsbt } from './bitcoin-transaction.ts'
import { describeUnsigned } from './describe-unsigned.ts'
import { typed } from './evm-transaction.ts'
import { wholeBytes } from './rlp.ts'

/** What an operator compares with a signing device is read from the bytes that are signed. */

const TOKEN = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const ethereum = { chain: chains.Ethereum, network: 'main', token: TOKEN } as unknown as ChainSettings
const bitcoin = { chain: chains.Bitcoin, network: 'main' } as ChainSettings
const PAYER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
// EIP-55's first example, in small letters and with its checksum.
const SMALL = '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Number 6, a fee of at most 30 billionths of an ether for each of 21,000 units of gas. */
const evm = (to: string, value: bigint, data: string) => {
  const numbers = [1n, 6n, 1_000_000_000n, 30_000_000_000n, 21_000n].map(wholeBytes)
  const fields = [...numbers, hexToBytes(to), wholeBytes(value), hexToBytes(data), []]
  return `0x${bytesToHex(typed(fields))}`
}
const word = (hex: string) => hex.padStart(64, '0')
const transfer = (amount: bigint) => `a9059cbb${word(SMALL)}${word(amount.toString(16))}`

test('a payment of ether has its number, recipient, amount and the most that its gas costs', () => {
  expect(describeUnsigned(ethereum, evm(SMALL, 5n * 10n ** 17n, ''))).toEqual({
    ...{ nonce: 6, contract: null, outputs: [{ address: ADDRESS, amount: 5n * 10n ** 17n }] },
    mostNetworkFee: 630_000_000_000_000n,
  })
})

test('what voids it pays nothing', () => {
  const { outputs } = describeUnsigned(ethereum, evm(SMALL, 0n, ''))!
  expect(outputs).toEqual([{ address: ADDRESS, amount: 0n }])
})

test('a payment of the token names its contract, and the recipient and amount of the call', () => {
  expect(describeUnsigned(ethereum, evm(TOKEN.slice(2), 0n, transfer(395_000_000n)))).toMatchObject({
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    outputs: [{ address: ADDRESS, amount: 395_000_000n }],
  })
})

test.each([
  ['a call of another contract', evm(SMALL, 0n, transfer(395_000_000n))],
  ['a call that pays ether too', evm(TOKEN.slice(2), 1n, transfer(395_000_000n))],
  ['another call of the token', evm(TOKEN.slice(2), 0n, transfer(1n).replace('a9059cbb', '095ea7b3'))],
  ['a call with more behind it', evm(TOKEN.slice(2), 0n, `${transfer(1n)}00`)],
  ['a text that is no transaction', '0x02'],
  ['an empty text', ''],
])('%s is not described as a payment', (_, unsigned) =>
  expect(describeUnsigned(ethereum, unsigned)).toBeUndefined(),
)

test('a PSBT has every output with its address, and costs what it spends beyond them', () => {
  const spends = [
    { txid: 'ab'.repeat(32), vout: 1, amount: 70_000n },
    { txid: 'cd'.repeat(32), vout: 0, amount: 50_000n },
  ]
  const outputs = [
    { address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', amount: 90_000n },
    { address: PAYER, amount: 29_000n },
  ]
  const { unsigned } = writePsbt(bitcoin, PAYER, { spends, outputs })
  const described = { nonce: null, contract: null, outputs, mostNetworkFee: 1_000n }
  expect(describeUnsigned(bitcoin, unsigned)).toEqual(described)
  expect(describeUnsigned(bitcoin, 'cHNidP8')).toBeUndefined()
})
