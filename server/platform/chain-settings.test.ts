import { describe, expect, test } from 'vitest'
import { addressAt } from '#domain/chain/account-key.ts'
import { readChains } from './chain-settings.ts'
import { SettingError } from './setting-error.ts'

/** Account keys of the sentence that standards use for their examples: worth nothing to anybody. */
const XPUB =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'
/** The key of test vector 1 of BIP 32. */
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const bitcoin = { BITCOIN_RPC_URL: 'http://127.0.0.1:8332', BITCOIN_XPUB: XPUB }
const ethereum = { ETHEREUM_RPC_URL: 'http://127.0.0.1:8545', ETHEREUM_XPUB: XPUB }
const tron = { TRON_RPC_URL: 'http://127.0.0.1:8545', TRON_XPUB: XPUB }

const refused = (env: Record<string, string>): string => {
  try {
    readChains(env)
  } catch (error) {
    if (error instanceof SettingError) return error.message
  }
  return 'taken'
}

describe('the settings of chains', () => {
  test('without any no chain is watched', () => expect(readChains({})).toEqual([]))

  test('name each its chain, and the key makes its addresses', () => {
    const [one] = readChains(bitcoin)
    expect(one).toMatchObject({ network: 'main', identity: 'main', token: undefined })
    expect(addressAt(one!.key, 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(readChains({ ...bitcoin, ...ethereum, ...tron }).map(({ chain }) => chain.name)).toEqual([
      'Bitcoin',
      'Ethereum',
      'Tron',
    ])
  })

  test("take Tether's own contracts on the main networks, and others where they are named", () => {
    expect(readChains(ethereum)[0]?.token).toBe('0xdac17f958d2ee523a2206206994597c13d831ec7')
    expect(readChains(tron)[0]?.token).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')
    const own = { ...ethereum, ETHEREUM_NETWORK: 'regtest' }
    expect(readChains(own)[0]?.token).toBeUndefined()
    const named = { ...own, ETHEREUM_USDT: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }
    expect(readChains(named)[0]?.token).toBe('0x5fbdb2315678afecb367f032d93f642f64180aa3')
  })

  test.each([
    [{ BITCOIN_RPC_URL: 'http://127.0.0.1:8332' }, /BITCOIN_RPC_URL and BITCOIN_XPUB must be set together/],
    [{ BITCOIN_XPUB: XPUB }, /BITCOIN_RPC_URL and BITCOIN_XPUB must be set together/],
    [{ LITECOIN_NETWORK: 'main' }, /LITECOIN_NETWORK is of no use without LITECOIN_RPC_URL/],
    [
      { ...bitcoin, BITCOIN_RPC_URL: '127.0.0.1:8332' },
      /BITCOIN_RPC_URL must be an address that begins with http/,
    ],
    [
      { ...bitcoin, BITCOIN_NETWORK: 'signet' },
      /BITCOIN_NETWORK must be main or test or regtest, not "signet"/,
    ],
    [{ ...tron, TRON_NETWORK: 'regtest' }, /TRON_NETWORK must be main or test, not "regtest"/],
    [
      { ...bitcoin, BITCOIN_NETWORK: 'regtest' },
      /BITCOIN_XPUB is a xpub, which is not of the network "regtest"/,
    ],
    [{ ...bitcoin, BITCOIN_USDT: 'x' }, /BITCOIN_USDT is not used/],
    [{ ...tron, TRON_NETWORK: 'test' }, /TRON_USDT must be set where TRON_NETWORK=test/],
    [
      { ...ethereum, ETHEREUM_USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec8' },
      /ETHEREUM_USDT is not the address/,
    ],
  ])('%j: %s', (env, says) => expect(refused(env)).toMatch(says))

  test('refuse a private key in words, and repeat nothing of it', () => {
    const says = refused({ ...bitcoin, BITCOIN_XPUB: XPRV })
    expect(says).toMatch(/^BITCOIN_XPUB is a private key, which must never be on this machine/)
    expect(says).not.toContain(XPRV.slice(0, 12))
  })
})
