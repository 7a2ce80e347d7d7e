import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { evmAddress, signPersonal } from '#server/testing/evm-signer.ts'
import { personalSigner } from './wallet-proof.ts'

// The first account of anvil and hardhat, and what viem's documentation says it signs for this text.
const KEY = hexToBytes('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const ACCOUNT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const TEXT = 'hello world'
const SIGNATURE =
  '0xa461f509887bd19e312c0c58467ce8ff8e300d3c1a90b608a760c5b80318eaf15fe57c96f9175d6cd4daad4663763baa7e78836e067d0163e9a2ccf2ff753f5b1b'

const [r, s] = [SIGNATURE.slice(2, 66), SIGNATURE.slice(66, 130)]
const word = (number: bigint) => number.toString(16).padStart(64, '0')

describe('T61: who signed a text', () => {
  test('is found from a signature that another program made', () => {
    expect(signPersonal(TEXT, KEY)).toBe(SIGNATURE)
    expect(evmAddress(KEY)).toBe(ACCOUNT)
    expect(personalSigner(TEXT, SIGNATURE)).toBe(ACCOUNT)
    expect(personalSigner(TEXT, `0x${r}${s}00`)).toBe(ACCOUNT)
  })

  test.each([
    ['the higher s', `0x${r}${word(secp256k1.Point.Fn.ORDER - BigInt(`0x${s}`))}1c`],
    ['a last byte of 2', `0x${r}${s}02`],
    ['a last byte of 29', `0x${r}${s}1d`],
    ['a last byte that names a chain', `0x${r}${s}25`],
    ['r of zero', `0x${word(0n)}${s}1b`],
    ['s of zero', `0x${r}${word(0n)}1b`],
    ['s of the order', `0x${r}${word(secp256k1.Point.Fn.ORDER)}1b`],
    ['r beyond the field', `0x${'f'.repeat(64)}${s}1b`],
    ['zeros', `0x${'0'.repeat(130)}`],
    ['64 bytes', `0x${r}${s}`.slice(0, 130)],
    ['no bytes', '0x'],
  ])('is nobody of %s', (_, forged) => expect(personalSigner(TEXT, forged)).toBeUndefined())

  test.each([
    ['the other last byte', `0x${r}${s}1c`, TEXT],
    ['another text', SIGNATURE, `${TEXT} `],
  ])('is somebody else with %s', (_, signature, text) => {
    expect(personalSigner(text, signature)).not.toBe(ACCOUNT)
  })
})
