import { type ChainName, lookedAtChains } from '#domain/chain/chains.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { deepHeight } from './depth.ts'
import { balanceCall, quantity } from './evm-calls.ts'
import { scanOutputs } from './outputs.ts'
import { ChainError, type Rpc, rpcClient } from './rpc.ts'

/** What addresses have at one block of their chain. */
export interface ChainBalances {
  readonly height: number
  readonly hash: string
  /** By currency and address, in the chain's smallest unit; what has nothing may be left out. */
  readonly amounts: ReadonlyMap<string, ReadonlyMap<string, bigint>>
}

/** More than this are not asked for: a request to a node of Bitcoin's may be so long. */
export const MAX_ADDRESSES = 200_000
/** How many balances one request to a node of Ethereum's asks for. */
const IN_ONE_REQUEST = 100

/** Whether the nodes of a chain say what an address had at a block: those of Tron know the newest one only. */
export const hasBalances = ({ chain }: ChainSettings): boolean =>
  (lookedAtChains as readonly ChainName[]).includes(chain.name)

/**
 * Asks a chain's node what addresses have: of Ethereum at a block with five confirmations, of Bitcoin and its relatives at the
 * newest one, which is the only one that a node keeps this of.
 *
 * Refuses: (ChainError) more than MAX_ADDRESSES; what the node does not answer; a block that left the chain meanwhile.
 */
export async function readBalances(
  settings: ChainSettings,
  addresses: readonly string[],
): Promise<ChainBalances> {
  if (addresses.length > MAX_ADDRESSES)
    throw new ChainError(`${settings.chain.name} has ${addresses.length} addresses to look at`)
  const rpc = rpcClient(settings.rpcUrl)
  return settings.chain.addresses === 'witness'
    ? outputsOf(rpc, settings, addresses)
    : accountsOf(rpc, settings, addresses)
}

async function outputsOf(
  rpc: Rpc,
  settings: ChainSettings,
  addresses: readonly string[],
): Promise<ChainBalances> {
  const { height, hash, unspent } = await scanOutputs(rpc, settings, addresses)
  const sums = new Map<string, bigint>()
  for (const { address, amount } of unspent) sums.set(address, (sums.get(address) ?? 0n) + amount)
  return { height, hash, amounts: new Map([[settings.chain.assets[0]!.currency, sums]]) }
}

async function accountsOf(
  rpc: Rpc,
  { chain, token }: ChainSettings,
  addresses: readonly string[],
): Promise<ChainBalances> {
  const height = Math.max(0, deepHeight(Number(await rpc.call<string>('eth_blockNumber'))))
  const block = quantity(height)
  const hashNow = async () => {
    const found = await rpc.call<{ hash: string } | null>('eth_getBlockByNumber', [block, false])
    if (!found) throw new ChainError(`${chain.name} has no block ${height}`)
    return found.hash
  }
  const hash = await hashNow()
  const amounts = new Map<string, Map<string, bigint>>()
  for (const { currency, isToken } of chain.assets) {
    if (isToken && token === undefined) continue
    const own = new Map<string, bigint>()
    amounts.set(currency, own)
    for (let at = 0; at < addresses.length; at += IN_ONE_REQUEST) {
      const some = addresses.slice(at, at + IN_ONE_REQUEST)
      const answers = isToken
        ? await rpc.batch<string>(
            'eth_call',
            some.map((address) => [{ to: token, data: balanceCall(address) }, block]),
          )
        : await rpc.batch<string>(
            'eth_getBalance',
            some.map((address) => [address, block]),
          )
      for (const [n, address] of some.entries()) own.set(address, read(chain.name, answers[n]))
    }
  }
  if ((await hashNow()) !== hash) throw new ChainError(`${chain.name} changed while it was read`)
  return { height, hash, amounts }
}

function read(chain: string, answer: string | undefined): bigint {
  if (!/^0x[0-9a-f]{1,64}$/i.test(answer ?? '')) throw new ChainError(`${chain} answers no balance`)
  return BigInt(answer!)
}
