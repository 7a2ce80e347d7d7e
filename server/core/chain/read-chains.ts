import type { StatedChain } from '#domain/liabilities/stated.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** What a coin or token on a chain is published as, and what of it the ledger recorded by way of that chain. */
export interface ReadChain {
  readonly currency: string
  /** In units of the ledger; 0 of what was not read. */
  readonly booked: bigint
  readonly stated: StatedChain
}

/** What was read of the chains that are watched, as far as it may be published at this moment. */
export type ReadChains = (
  tx: Tx,
  chains: readonly ChainSettings[],
  nowMs: number,
) => Promise<readonly ReadChain[]>
