import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { ChainError } from './rpc.ts'

/** What a transaction pays to one address: an output of it, its value, or a token by a log. */
export interface ChainTransfer {
  /** 64 hexadecimal digits, in small letters. */
  readonly txid: string
  /**
   * Which payment of its transaction: the output's number, or the log's place among the transaction's own. It is the
   * same in whatever block the transaction stands.
   */
  readonly index: number
  readonly address: string
  /** The deposit network's code. @example 'ERC20' */
  readonly network: string
  readonly currency: string
  /** In the chain's own smallest unit. */
  readonly amount: bigint
  /** A miner's reward, which can be spent only after a hundred blocks. */
  readonly isReward: boolean
}

export interface ChainBlock {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  /** Those to watched addresses that succeeded. */
  readonly transfers: readonly ChainTransfer[]
}

/** Which of these addresses are watched. */
export type Watched = (addresses: readonly string[]) => Promise<ReadonlySet<string>>

/** What is asked of a chain's node. All of it is public: a node has no key of ours. */
export interface ChainNode {
  /** Refuses: (ChainError) a node of another network, or another token than the settings mean. */
  check(): Promise<void>
  tipHeight(): Promise<number>
  /** The hash of the block at a height; undefined above the tip. */
  hashAt(height: number): Promise<string | undefined>
  /** Refuses: (ChainError) a height above the tip, and a block that left the chain while it was read. */
  blockAt(height: number, watched: Watched): Promise<ChainBlock>
}

/** Refuses: (ChainError) a node of another network than the settings say. */
export function requireIdentity({ chain, identity }: ChainSettings, said: string): void {
  if (said === identity) return
  throw new ChainError(
    `the node of ${chain.name} is of the network "${said}", not "${identity}" as ${chain.name.toUpperCase()}_NETWORK says`,
  )
}
