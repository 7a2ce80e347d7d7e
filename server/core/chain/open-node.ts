import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { bitcoinNode } from './bitcoin.ts'
import { bitcoinPayer } from './bitcoin-payer.ts'
import { evmNode } from './evm.ts'
import { evmPayer } from './evm-payer.ts'
import type { ChainNode } from './node.ts'
import type { Payer } from './payer.ts'
import { rpcClient } from './rpc.ts'

/** The node that the settings of a chain name. */
export function openNode(settings: ChainSettings): ChainNode {
  const rpc = rpcClient(settings.rpcUrl)
  return settings.chain.addresses === 'witness' ? bitcoinNode(rpc, settings) : evmNode(rpc, settings)
}

/** What pays from the wallet that the settings of a chain name; undefined where they name none. */
export function openPayer(settings: ChainSettings): Payer | undefined {
  if (settings.payer === undefined) return undefined
  const rpc = rpcClient(settings.rpcUrl)
  return settings.chain.addresses === 'witness'
    ? bitcoinPayer(rpc, settings, settings.payer)
    : evmPayer(rpc, settings, settings.payer)
}
