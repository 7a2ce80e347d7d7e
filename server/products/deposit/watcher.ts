import type { Logger } from 'pino'
import type { ChainName } from '#domain/chain/chains.ts'
import { assert } from '#domain/errors.ts'
import { DAY_MS } from '#domain/time.ts'
import type { ChainBlock, ChainNode, ChainTransfer } from '#server/core/chain/node.ts'
import { openNode } from '#server/core/chain/open-node.ts'
import { ChainError } from '#server/core/chain/rpc.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { isFenced } from '#server/platform/db/errors.ts'
import { acquireFencingToken, lockFencingToken } from '#server/platform/db/fencing-token.ts'
import * as store from './chain-store.ts'
import { type NetworkTerms, networkTerms } from './networks.ts'
import { ownersOf } from './own-addresses.ts'
import { creditChainDeposit, minimumOf, unitsOf } from './service.ts'

/**
 * Follows one chain: block after block, each with what it pays to customers in one transaction of the database. A
 * reorganization is found by the hash of the last block known, and undone block by block before it goes on.
 *
 * Whatever moment it ends at, it goes on from the last block that is written. One at a time writes: each of its
 * transactions checks its fencing token.
 */
export interface Watcher {
  readonly chain: ChainName
  /** Follows the chain to its tip, as far as one run may go, and credits what has its confirmations. */
  look(): Promise<void>
}

/** How many blocks stay known: how deep a reorganization may be that is found by itself. */
export const BLOCKS_KEPT = 2_000
/** How many blocks one run takes at most; the next goes on. */
const BLOCKS_A_RUN = 500
const CREDITS_A_RUN = 500
/** How many known blocks are compared in one step back. */
const STEP_BACK = 50
/** Of how many deposits customers hear at once after a block; the others see their counts when they look. */
const MAX_TOLD = 1_000
/** How long a payment that left its block may wait for another. Source: Bitcoin Core's -mempoolexpiry, 336 hours. */
export const DROPPED_AFTER_MS = 14 * DAY_MS
/** A miner's reward can be spent after so many blocks. Source: Bitcoin's COINBASE_MATURITY. */
const REWARD_CONFIRMATIONS = 100

export interface WatcherOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly settings: ChainSettings
  /** The node of the settings, unless a test brings its own. */
  readonly node?: ChainNode
  /** Called with the deposits whose confirmations or status changed. */
  readonly onChange?: (ids: readonly bigint[]) => Promise<void>
}

type Step = 'moved' | 'at-tip' | 'wait'

/** Makes what looks at one chain for deposits. */
export function createWatcher(options: WatcherOptions): Watcher {
  const { db, clock, log, settings, onChange = async () => {} } = options
  const { chain } = settings
  const { name } = chain
  const node = options.node ?? openNode(settings)
  const writer = `chain:${name}` as const
  let token: bigint | undefined
  let isChecked = false
  let isFencedOff = false

  /** A transaction that only the present writer of this chain can commit. */
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await lockFencingToken(tx, writer, token!)
      return work(tx)
    })

  async function followOnce(): Promise<Step> {
    const [last] = await store.knownBlocks(db, name, 1)
    const tip = await node.tipHeight()
    if (!last) return begin(tip)
    // A node that is behind, or was put back: what it does not have is no reorganization.
    if (tip < last.height) return 'wait'
    const hash = await node.hashAt(last.height)
    if (hash === undefined) return 'wait'
    if (hash !== last.hash) {
      await goBack(last.height)
      return 'moved'
    }
    if (tip === last.height) return 'at-tip'
    const block = await node.blockAt(last.height + 1, async (addresses) => {
      const owners = await ownersOf(db, name, addresses)
      return new Set(owners.keys())
    })
    // The chain changed between the two questions: the next step asks anew.
    if (block.parentHash !== last.hash) return 'moved'
    await write((tx) => take(tx, block))
    return 'moved'
  }

  /** The first block that is known: nobody has an address before it. */
  async function begin(height: number): Promise<Step> {
    const hash = await node.hashAt(height)
    if (hash === undefined) return 'wait'
    await write((tx) => store.insertBlock(tx, name, { height, hash }, BLOCKS_KEPT))
    return 'at-tip'
  }

  async function take(tx: Tx, block: ChainBlock): Promise<void> {
    await store.insertBlock(tx, name, block, BLOCKS_KEPT)
    const owners = await ownersOf(
      tx,
      name,
      block.transfers.map(({ address }) => address),
    )
    // What is closed is credited like anything else: money that has arrived is its customer's.
    const terms = await networkTerms(tx)
    for (const transfer of block.transfers) {
      const customerId = owners.get(transfer.address)
      assert(customerId !== undefined, 'a watched address has its customer')
      const deposit = { ...whatItBrings(transfer, terms), customerId, chain: name, height: block.height }
      if (!(await store.recordDeposit(tx, deposit, clock.nowMs())))
        log.error(`${name}: transaction ${transfer.txid} was credited and now pays something else`)
    }
  }

  function whatItBrings(
    { txid, index, address, network, currency, amount, isReward }: ChainTransfer,
    terms: ReadonlyMap<string, NetworkTerms>,
  ) {
    const asset = chain.assets.find((one) => one.network === network && one.currency === currency)
    assert(asset, `${currency} by ${network} is an asset of ${name}`)
    const { confirmations, minimum } = terms.get(network) ?? {}
    assert(confirmations !== undefined && minimum != null, `${network} has its terms`)
    const credited = unitsOf(asset, amount)
    const status: 'confirming' | 'below-minimum' =
      credited < minimumOf({ currency, minimum }) ? 'below-minimum' : 'confirming'
    return {
      ...{ txid, outputIndex: index, address, network, currency, onChain: amount, amount: credited, status },
      confirmationsNeeded: isReward ? Math.max(REWARD_CONFIRMATIONS, confirmations) : confirmations,
    }
  }

  /** Takes back every block that the node does not have any more. */
  async function goBack(from: number): Promise<void> {
    const common = await commonBlock(from)
    const reversed = await write((tx) => store.removeBlocksAbove(tx, name, common, clock.nowMs()))
    log.warn(`${name} was reorganized: ${from - common} blocks above ${common} are no more`)
    for (const id of reversed)
      log.error(`${name} has undone deposit ${id}, which is credited: look whether it comes again`)
  }

  async function commonBlock(from: number): Promise<number> {
    for (let below = from; ; ) {
      const known = await store.knownBlocks(db, name, STEP_BACK, below)
      if (known.length === 0)
        throw new ChainError(
          `${name} has none of the blocks known here: it is another chain, or was reorganized deeper than ${BLOCKS_KEPT} blocks`,
        )
      for (const { height, hash } of known) {
        const now = await node.hashAt(height)
        if (now === undefined) throw new ChainError(`the node of ${name} has no block ${height} now`)
        if (now === hash) return height
      }
      below = known.at(-1)!.height
    }
  }

  /** Credits what is due. Returns: what was decided, and why the others could not be. */
  async function creditDue(): Promise<{ decided: bigint[]; failures: unknown[] }> {
    const decided: bigint[] = []
    const failures: unknown[] = []
    for (const id of await store.dueIds(db, name, CREDITS_A_RUN))
      try {
        await write(async (tx) => {
          const deposit = await store.lockDue(tx, id)
          if (deposit) await creditChainDeposit(tx, deposit, clock.nowMs())
        })
        decided.push(id)
      } catch (error) {
        if (isFenced(error)) throw error
        failures.push(error)
      }
    return { decided, failures }
  }

  /** What waited long enough for a block to come into; should it come later, it is counted all the same. */
  function dropLeft(): Promise<bigint[]> {
    const nowMs = clock.nowMs()
    const due = { leftBeforeMs: nowMs - DROPPED_AFTER_MS, nowMs, limit: CREDITS_A_RUN }
    return write((tx) => store.dropLeftBefore(tx, name, due))
  }

  async function run(): Promise<void> {
    if (!isChecked) await node.check()
    isChecked = true
    token ??= await acquireFencingToken(db, writer)
    let hasMoved = false
    for (let blocks = 0; blocks < BLOCKS_A_RUN; blocks++) {
      const step = await followOnce()
      hasMoved ||= step === 'moved'
      if (step === 'moved') continue
      // Only what the node has confirmed a moment ago is credited.
      const { decided, failures } = step === 'at-tip' ? await creditDue() : { decided: [], failures: [] }
      if (hasMoved) decided.push(...(await dropLeft()))
      if (hasMoved || decided.length > 0)
        await onChange([...(await store.confirmingIds(db, name, MAX_TOLD)), ...decided])
      // One that cannot be credited holds up nothing, and is still told.
      if (failures.length > 0) throw failures[0]
      return
    }
  }

  return {
    chain: name,
    async look() {
      if (isFencedOff) return
      try {
        await run()
      } catch (error) {
        if (!isFenced(error)) throw error
        isFencedOff = true
        log.warn(`another server watches ${name} now`)
      }
    },
  }
}
