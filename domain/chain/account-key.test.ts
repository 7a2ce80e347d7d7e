import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../deposit/addresses.ts'
import {
  accountAddress,
  accountHex,
  addressAt,
  addressOfScript,
  readAccountKey,
  scriptOf,
} from './account-key.ts'
import { assetOf, type ChainName, type ChainNetwork, chains, ledgerUnits } from './chains.ts'

/** The sentences of BIP 39 that standards and tools publish their examples for. */
const ABOUT = `${'abandon '.repeat(11)}about`
const JUNK = `${'test '.repeat(11)}junk`

const versions = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  zpub: { public: 0x04b24746, private: 0x04b2430c },
  tpub: { public: 0x043587cf, private: 0x04358394 },
}

const accountOf = (sentence: string, path: string, kind: keyof typeof versions = 'xpub') =>
  HDKey.fromMasterSeed(pbkdf2(sha512, sentence, 'mnemonic', { c: 2048, dkLen: 64 }), versions[kind]).derive(
    path,
  )

function keyOf(name: ChainName, network: ChainNetwork, text: string) {
  const read = readAccountKey(chains[name], network, text)
  if ('problem' in read) throw new Error(read.problem)
  return read.key
}

const problemOf = (name: ChainName, network: ChainNetwork, text: string) => {
  const read = readAccountKey(chains[name], network, text)
  return 'problem' in read ? read.problem : undefined
}

describe('addresses from an extended public key', () => {
  test('a key whose addresses name their network has an id for each', () => {
    const tpub = accountOf(ABOUT, "m/84'/1'/0'", 'tpub').publicExtendedKey
    const ids = (['test', 'regtest'] as const).map((network) => keyOf('Bitcoin', network, tpub).id)
    expect(new Set(ids).size).toBe(2)
    const xpub = accountOf(ABOUT, "m/44'/60'/0'").publicExtendedKey
    // An account of Ethereum's has one address on all networks, so it stays one customer's.
    expect(keyOf('Ethereum', 'main', xpub).id).toBe(keyOf('Ethereum', 'regtest', xpub).id)
  })

  test('of Bitcoin are those of BIP 84', () => {
    // The account key, and addresses 0 and 1, as they stand in BIP 84.
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
    const key = keyOf('Bitcoin', 'main', zpub)
    expect([addressAt(key, 0), addressAt(key, 1)]).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ])
    expect(accountOf(ABOUT, "m/84'/0'/0'", 'zpub').publicExtendedKey).toBe(zpub)
  })

  test.each([
    ['Litecoin', ABOUT, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['Ethereum', ABOUT, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    // The first account of anvil and its relatives.
    ['Ethereum', JUNK, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['Tron', ABOUT, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ] as const)('of %s are those that wallets show for "%s"', (name, sentence, address) => {
    const account = accountOf(sentence, chains[name].path)
    expect(addressAt(keyOf(name, 'main', account.publicExtendedKey), 0)).toBe(address)
  })

  test('are those of the private key, whatever the seed and the index', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom<ChainName>('Bitcoin', 'Litecoin', 'Ethereum', 'Tron'),
        fc.nat(0x7fffffff),
        (seed, name, index) => {
          const chain = chains[name]
          const account = HDKey.fromMasterSeed(seed).derive(chain.path)
          const own = account.derive(`m/0/${index}`)
          const key = keyOf(name, 'main', account.publicExtendedKey)
          expect(key.receiving.deriveChild(index).publicKey).toEqual(own.publicKey)
          const address = addressAt(key, index)
          const network = chain.assets[0]!.network
          expect(readAddress(network, address)).toBe(address)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    ['test', 'tb1q'],
    ['regtest', 'bcrt1q'],
  ] as const)('begin on the network %s with %s', (network, begins) => {
    const key = keyOf('Bitcoin', network, accountOf(ABOUT, "m/84'/1'/0'", 'tpub').publicExtendedKey)
    expect(addressAt(key, 7).startsWith(begins)).toBe(true)
  })
})

describe('a key is refused', () => {
  const xpub = accountOf(ABOUT, "m/84'/0'/0'").publicExtendedKey
  test.each(Object.keys(versions) as (keyof typeof versions)[])(
    'when it is the private one of %s, with words that say so',
    (kind) => {
      const { privateExtendedKey } = accountOf(ABOUT, "m/84'/0'/0'", kind)
      for (const name of ['Bitcoin', 'Ethereum', 'Tron'] as const)
        expect(problemOf(name, 'main', privateExtendedKey)).toMatch(/private key/)
    },
  )

  test('when a character is wrong or missing', () => {
    for (const text of ['', 'xpub', xpub.slice(1), `${xpub}1`, xpub.replace('t', 'u')])
      expect(problemOf('Bitcoin', 'main', text)).toMatch(/wrong or missing/)
  })

  test('when it is of another network', () => {
    const tpub = accountOf(ABOUT, "m/84'/1'/0'", 'tpub').publicExtendedKey
    expect(problemOf('Bitcoin', 'main', tpub)).toMatch(/not of the network "main": xpub or zpub/)
    expect(problemOf('Bitcoin', 'regtest', xpub)).toMatch(/not of the network "regtest": tpub or vpub/)
    expect(problemOf('Ethereum', 'main', tpub)).toMatch(/xpub/)
  })

  test('when it is not of an account', () => {
    const master = accountOf(ABOUT, 'm').publicExtendedKey
    expect(problemOf('Bitcoin', 'main', master)).toMatch(/account, m\/84'\/0'\/0', not one of depth 0/)
    const receiving = accountOf(ABOUT, "m/84'/0'/0'/0").publicExtendedKey
    expect(problemOf('Bitcoin', 'main', receiving)).toMatch(/depth 4/)
  })
})

test('an account of Tron is written in both ways', () => {
  const hex = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'
  expect(accountAddress('tron', hex)).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  expect(accountHex('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(hex)
})

test('the script of a witness address is that of BIP 173, and is read back', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const script = '0014751e76e8199196d454941c45d1b3a323f1433bd6'
  expect(scriptOf(address)).toBe(script)
  expect(addressOfScript('bc', script)).toBe(address)
  expect(addressOfScript('bc', `76a914${script.slice(4)}88ac`)).toBeUndefined()
})

test('amounts of a chain become units of the ledger, and never more of them', () => {
  expect(ledgerUnits(1_000_000n, 6, 7)).toBe(10_000_000n)
  expect(ledgerUnits(123_456_789_012_345_678n, 18, 10)).toBe(1_234_567_890n)
  expect(ledgerUnits(99_999_999n, 18, 10)).toBe(0n)
  expect(ledgerUnits(5n, 8, 8)).toBe(5n)
})

test('a way to deposit has its chain', () => {
  expect(assetOf('ERC20', 'USDT')?.chain.name).toBe('Ethereum')
  expect(assetOf('ERC20', 'BTC')).toBeUndefined()
})
