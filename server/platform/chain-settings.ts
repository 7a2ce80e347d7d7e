import {
  type AccountKey,
  accountHex,
  addressOfScript,
  readAccountKey,
  scriptOf,
} from '#domain/chain/account-key.ts'
import {
  type Chain,
  type ChainName,
  type ChainNetwork,
  chainNetworks,
  chains,
  usdtContracts,
} from '#domain/chain/chains.ts'
import { readAddress, readWitnessAddress } from '#domain/deposit/addresses.ts'
import { SettingError } from './setting-error.ts'

/** A chain that deposits are seen on: where its node is, and whose addresses customers get. */
export interface ChainSettings {
  readonly chain: Chain
  readonly network: ChainNetwork
  /** May hold a user and a password, so it is never logged. */
  readonly rpcUrl: string
  readonly key: AccountKey
  /** What the node says of its network. */
  readonly identity: string
  /** The contract of USDT, in small hexadecimal; undefined where none is watched. */
  readonly token: string | undefined
  /** The address that withdrawals are paid from, whose key is not here; undefined where they are paid by hand. */
  readonly payer: string | undefined
}

/** What a node calls its network: a name, or a chain id. A chain without a line has no such network. */
const identities: Readonly<Record<ChainName, Readonly<Partial<Record<ChainNetwork, string>>>>> = {
  Bitcoin: { main: 'main', test: 'test', regtest: 'regtest' },
  Litecoin: { main: 'main', test: 'test', regtest: 'regtest' },
  // Sepolia, and what anvil says unless it is told otherwise.
  Ethereum: { main: '1', test: '11155111', regtest: '31337' },
  // Mainnet and Nile.
  Tron: { main: '728126428', test: '3448148188' },
}

const tokens: Readonly<Partial<Record<ChainName, string>>> = usdtContracts

/**
 * Reads the settings of every chain: `BITCOIN_RPC_URL`, `BITCOIN_XPUB`, `BITCOIN_NETWORK`, and so on; `ETHEREUM_USDT`,
 * `TRON_USDT`; `BITCOIN_PAYER`, the address that withdrawals are paid from. A chain without any is not watched.
 *
 * Refuses: (SettingError) half of a chain's settings, and what `readAccountKey` does not take. The key is not named.
 */
export function readChains(env: Readonly<Record<string, string | undefined>>): readonly ChainSettings[] {
  return Object.values(chains).flatMap((chain) => readChain(chain, env) ?? [])
}

function readChain(
  chain: Chain,
  env: Readonly<Record<string, string | undefined>>,
): ChainSettings | undefined {
  const prefix = chain.name.toUpperCase()
  const nameOf = (setting: string) => `${prefix}_${setting}`
  const given = (setting: string) => env[nameOf(setting)] || undefined
  const [rpcUrl, xpub] = [given('RPC_URL'), given('XPUB')]
  if (!rpcUrl && !xpub) {
    const alone = ['NETWORK', 'USDT', 'PAYER'].find(given)
    if (alone) throw new SettingError(`${nameOf(alone)} is of no use without ${nameOf('RPC_URL')}`)
    return undefined
  }
  if (!rpcUrl || !xpub)
    throw new SettingError(`${nameOf('RPC_URL')} and ${nameOf('XPUB')} must be set together, or neither`)
  const protocol = URL.canParse(rpcUrl) ? new URL(rpcUrl).protocol : undefined
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new SettingError(`${nameOf('RPC_URL')} must be an address that begins with http:// or https://`)
  const allowed = chainNetworks.filter((network) => identities[chain.name][network])
  const network = allowed.find((one) => one === (given('NETWORK') ?? 'main'))
  if (!network)
    throw new SettingError(`${nameOf('NETWORK')} must be ${allowed.join(' or ')}, not "${given('NETWORK')}"`)
  const read = readAccountKey(chain, network, xpub)
  if ('problem' in read) throw new SettingError(`${nameOf('XPUB')} ${read.problem}`)
  return {
    ...{ chain, network, rpcUrl, key: read.key },
    identity: identities[chain.name][network]!,
    token: readToken(chain, network, nameOf('USDT'), given('USDT')),
    payer: readPayer(chain, network, nameOf('PAYER'), given('PAYER')),
  }
}

function readPayer(
  chain: Chain,
  network: ChainNetwork,
  name: string,
  typed: string | undefined,
): string | undefined {
  if (typed === undefined) return undefined
  if (chain.addresses === 'tron') throw new SettingError(`${name} is not used: ${chain.name} is paid by hand`)
  const isWitness = chain.addresses === 'witness'
  const address = isWitness
    ? readWitnessAddress(chain.prefixes![network], typed)
    : readAddress('Ethereum', typed)
  // The id of what other scripts pay from changes by signing.
  const isKeys =
    address !== undefined &&
    (!isWitness || addressOfScript(chain.prefixes![network], scriptOf(address)) === address)
  if (!isKeys)
    throw new SettingError(
      `${name} is not ${isWitness ? 'the address of a witness key' : 'an address'} on the network "${network}" of ${chain.name}`,
    )
  return address
}

function readToken(
  chain: Chain,
  network: ChainNetwork,
  name: string,
  text: string | undefined,
): string | undefined {
  if (chain.addresses === 'witness') {
    if (text) throw new SettingError(`${name} is not used: ${chain.name} has no tokens here`)
    return undefined
  }
  const typed = text ?? (network === 'main' ? tokens[chain.name] : undefined)
  if (typed === undefined) {
    if (chain.addresses === 'tron') throw new SettingError(`${name} must be set where TRON_NETWORK=test`)
    return undefined
  }
  const address = readAddress(chain.addresses === 'evm' ? 'ERC20' : 'TRC20', typed)
  if (!address) throw new SettingError(`${name} is not the address of a contract on ${chain.name}`)
  return accountHex(chain.addresses, address)
}
