import { accountAddress } from '#domain/chain/account-key.ts'
import type { ChainAsset } from '#domain/chain/chains.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { DECIMALS_CALL, quantity, TRANSFER_TOPIC } from './evm-calls.ts'
import { type ChainBlock, type ChainNode, type ChainTransfer, requireIdentity } from './node.ts'
import { ChainError, type Rpc } from './rpc.ts'

interface Transaction {
  readonly hash: string
  readonly to: string | null
  /** As text, in hexadecimal. */
  readonly value: string
}

interface Log {
  /** The contract that wrote it. */
  readonly address: string
  readonly transactionHash: string
  /** Its number among those of the block. */
  readonly logIndex: string
  readonly topics: readonly string[]
  readonly data: string
  readonly removed?: boolean
}

interface Block {
  readonly hash: string
  readonly parentHash: string
  readonly transactions: readonly (Transaction | string)[]
}

interface Receipt {
  readonly blockHash: string
  readonly status: string
  readonly logs: readonly Log[]
}

const SUCCEEDED = '0x1'

/** Something that may be a deposit, before its address and its outcome were looked at. */
interface Candidate {
  readonly txid: string
  /** The log it stands in; undefined for what a transaction itself carries. */
  readonly logIndex: string | undefined
  readonly address: string
  readonly asset: ChainAsset
  readonly amount: bigint
}

/**
 * Ethereum, and Tron by the same calls: what transactions carry, and the logs of one token. What a contract pays on
 * in the chain's own coin stands in neither, and is deposited by proof.
 */
export function evmNode(rpc: Rpc, settings: ChainSettings): ChainNode {
  const { chain, token } = settings
  const addresses = chain.addresses as 'evm' | 'tron'
  const coin = chain.assets.find(({ isToken }) => !isToken)
  const tokenAsset = token === undefined ? undefined : chain.assets.find(({ isToken }) => isToken)

  const blockOf = (height: number, isWhole: boolean) =>
    rpc.call<Block | null>('eth_getBlockByNumber', [quantity(height), isWhole])

  function coinsIn(block: Block): Candidate[] {
    if (!coin) return []
    return block.transactions.flatMap((transaction) => {
      if (typeof transaction === 'string' || !transaction.to || BigInt(transaction.value) === 0n) return []
      const { hash, to, value } = transaction
      const address = accountAddress(addresses, to)
      return [{ txid: hash, logIndex: undefined, address, asset: coin, amount: BigInt(value) }]
    })
  }

  async function tokensIn(block: Block): Promise<Candidate[]> {
    if (!tokenAsset) return []
    const logs = await rpc.call<Log[]>('eth_getLogs', [
      { blockHash: block.hash, address: token, topics: [TRANSFER_TOPIC] },
    ])
    return logs.flatMap(({ address: writer, transactionHash, logIndex, topics, data, removed }) => {
      // A node that does not narrow by contract answers whatever calls itself a transfer.
      if (writer.toLowerCase() !== token?.toLowerCase()) return []
      // A token of pictures logs its transfers under the same name, with the number as a fourth topic.
      if (removed || topics[0] !== TRANSFER_TOPIC || topics.length !== 3 || !/^0x[0-9a-f]{64}$/i.test(data))
        return []
      const amount = BigInt(data)
      const address = accountAddress(addresses, `0x${topics[2]!.slice(-40)}`)
      return amount === 0n ? [] : [{ txid: transactionHash, logIndex, address, asset: tokenAsset, amount }]
    })
  }

  /** The payment as it stands in its transaction's receipt; undefined for one that failed. */
  async function settled(candidate: Candidate, block: Block): Promise<ChainTransfer | undefined> {
    const { txid, logIndex, address, asset, amount } = candidate
    const receipt = await rpc.call<Receipt | null>('eth_getTransactionReceipt', [txid])
    if (receipt?.blockHash !== block.hash) throw new ChainError(`${chain.name} changed while it was read`)
    if (receipt.status !== SUCCEEDED) return undefined
    const index = logIndex === undefined ? 0 : receipt.logs.findIndex((log) => log.logIndex === logIndex)
    if (index < 0) throw new ChainError(`${chain.name} answers a log that is not in its receipt`)
    const { network, currency } = asset
    return { txid: txid.slice(2).toLowerCase(), index, address, network, currency, amount, isReward: false }
  }

  return {
    async check() {
      requireIdentity(settings, String(Number(await rpc.call<string>('eth_chainId'))))
      if (!tokenAsset) return
      const answer = await rpc.call<string>('eth_call', [{ to: token, data: DECIMALS_CALL }, 'latest'])
      if (!/^0x[0-9a-f]{64}$/i.test(answer) || Number(answer) !== tokenAsset.decimals)
        throw new ChainError(
          `${chain.name.toUpperCase()}_USDT is not a token of ${tokenAsset.decimals} decimals on this network`,
        )
    },
    tipHeight: async () => Number(await rpc.call<string>('eth_blockNumber')),
    hashAt: async (height) => (await blockOf(height, false))?.hash,
    async blockAt(height, watched): Promise<ChainBlock> {
      const block = await blockOf(height, coin !== undefined)
      if (!block) throw new ChainError(`${chain.name} has no block ${height}`)
      const candidates = [...coinsIn(block), ...(await tokensIn(block))]
      const own = await watched([...new Set(candidates.map(({ address }) => address))])
      const transfers: ChainTransfer[] = []
      for (const candidate of candidates) {
        const transfer = own.has(candidate.address) ? await settled(candidate, block) : undefined
        if (transfer) transfers.push(transfer)
      }
      return { height, hash: block.hash, parentHash: block.parentHash, transfers }
    },
  }
}
