import { addressOfScript } from '#domain/chain/account-key.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { type ChainBlock, type ChainNode, type ChainTransfer, requireIdentity } from './node.ts'
import { ChainError, type Rpc } from './rpc.ts'

/** What Bitcoin Core and Litecoin Core answer to `getblock` with all transactions. */
interface Block {
  readonly hash: string
  readonly height: number
  readonly previousblockhash?: string
  readonly tx: readonly {
    readonly txid: string
    readonly vin: readonly { readonly coinbase?: string }[]
    readonly vout: readonly {
      /** As text: see `rpcClient`. */
      readonly value: string
      readonly n: number
      readonly scriptPubKey: { readonly hex: string }
    }[]
  }[]
}

/** RPC_INVALID_PARAMETER: a height above the tip. */
const OUT_OF_RANGE = -8
const ALL_TRANSACTIONS = 2

/** Bitcoin and its relatives, by the calls that Bitcoin Core and Litecoin Core share. */
export function bitcoinNode(rpc: Rpc, settings: ChainSettings): ChainNode {
  const { chain, network } = settings
  const asset = chain.assets[0]!
  const prefix = chain.prefixes![network]

  async function hashAt(height: number): Promise<string | undefined> {
    try {
      return await rpc.call<string>('getblockhash', [height])
    } catch (error) {
      if (error instanceof ChainError && error.rpcCode === OUT_OF_RANGE) return undefined
      throw error
    }
  }

  const transfersOf = (block: Block): ChainTransfer[] =>
    block.tx.flatMap(({ txid, vin, vout }) =>
      vout.flatMap(({ value, n, scriptPubKey }) => {
        const address = addressOfScript(prefix, scriptPubKey.hex)
        if (!address) return []
        const amount = parseDecimal(value, asset.decimals)
        // An output that is left out would be a payment that nobody hears of.
        if (amount === undefined)
          throw new ChainError(`${chain.name} pays "${value}" by output ${n} of ${txid}, which is no amount`)
        if (amount === 0n) return []
        const { network, currency } = asset
        const isReward = vin.some(({ coinbase }) => coinbase !== undefined)
        return [{ txid, index: n, address, network, currency, amount, isReward }]
      }),
    )

  return {
    async check() {
      requireIdentity(settings, (await rpc.call<{ chain: string }>('getblockchaininfo')).chain)
    },
    tipHeight: () => rpc.call<number>('getblockcount'),
    hashAt,
    async blockAt(height, watched): Promise<ChainBlock> {
      const hash = await hashAt(height)
      if (hash === undefined) throw new ChainError(`${chain.name} has no block ${height}`)
      const block = await rpc.call<Block>('getblock', [hash, ALL_TRANSACTIONS])
      const transfers = transfersOf(block)
      const own = await watched([...new Set(transfers.map(({ address }) => address))])
      return {
        ...{ height, hash, parentHash: block.previousblockhash ?? '' },
        transfers: transfers.filter(({ address }) => own.has(address)),
      }
    },
  }
}
