import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { bitcoinNode } from './bitcoin.ts'
import { evmNode } from './evm.ts'
import type { ChainNode } from './node.ts'
import { rpcClient } from './rpc.ts'

/** The node that the settings of a chain name. */
export function openNode(settings: ChainSettings): ChainNode {
  const rpc = rpcClient(settings.rpcUrl)
  return settings.chain.addresses === 'witness' ? bitcoinNode(rpc, settings) : evmNode(rpc, settings)
}
