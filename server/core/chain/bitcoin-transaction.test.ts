import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { expect, test } from 'vitest'
import { chains } from '#domain/chain/chains.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { outputScript, readPsbt, readRaw, writePsbt } from './bitcoin-transaction.ts'

/** Transactions for the signer, of which nothing is left to a node. */

const settingsOf = (name: 'Bitcoin' | 'Litecoin', network: 'main' | 'regtest' = 'main') =>
  ({ chain: chains[name], network }) as ChainSettings
const bitcoin = settingsOf('Bitcoin')
const PAYER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const HASH = '751e76e8199196d454941c45d1b3a323f1433bd6'
const base58 = (version: number) =>
  createBase58check(sha256).encode(Uint8Array.from([version, ...hexToBytes(HASH)]))

test.each([
  [bitcoin, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac'],
  [bitcoin, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'],
  [bitcoin, PAYER, `0014${HASH}`],
  // BIP 86's first test vector and BIP 350's for a key of Taproot.
  [
    bitcoin,
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  [settingsOf('Litecoin'), base58(0x30), `76a914${HASH}88ac`],
  [settingsOf('Litecoin'), base58(0x32), `a914${HASH}87`],
])('an output to an address has its script', (settings, address, script) => {
  expect(outputScript(settings, address)).toBe(script)
})

test('an address of another chain or network is refused', () => {
  expect(() => outputScript(settingsOf('Litecoin'), PAYER)).toThrow()
  expect(() => outputScript(settingsOf('Bitcoin', 'regtest'), PAYER)).toThrow()
  expect(() => outputScript(bitcoin, base58(0x30))).toThrow()
})

test('what is written is read as what it spends and pays, and has one id', () => {
  const spends = [
    { txid: 'ab'.repeat(32), vout: 1, amount: 70_000n },
    { txid: 'cd'.repeat(32), vout: 0, amount: 50_000n },
  ]
  const outputs = [
    { address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', amount: 90_000n },
    { address: PAYER, amount: 29_000n },
  ]
  const written = writePsbt(bitcoin, PAYER, { spends, outputs })
  expect(readPsbt(written.unsigned)).toEqual({ txid: written.expectedTxid, spends, paid: 119_000n })
  const other = writePsbt(bitcoin, PAYER, { spends, outputs: [{ address: PAYER, amount: 119_000n }] })
  expect(other.expectedTxid).not.toBe(written.expectedTxid)
})

test('the id of a transaction as it is sent is that of its bytes, and of no other text', () => {
  // The first transaction between two people, of block 170.
  const raw =
    '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000'
  expect(readRaw(raw)?.txid).toBe('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16')
  for (const text of ['', '00', '00ff', raw.slice(0, -2)]) expect(readRaw(text)).toBeUndefined()
  for (const text of ['', 'cHNidP8', 'I have signed it.', raw]) expect(readPsbt(text)).toBeUndefined()
})
