import type { Logger } from 'pino'
import { type ChainAsset, ledgerUnits } from '#domain/chain/chains.ts'
import type { OwnAddress } from '#domain/liabilities/stated.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import { LOOK_EVERY_MS } from '#domain/reserves/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { type ChainBalances, readBalances } from '#server/core/chain/balances.ts'
import { openNode } from '#server/core/chain/open-node.ts'
import { ChainError } from '#server/core/chain/rpc.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { returnsOnChain } from '../adjustment/service.ts'
import { arrivedOnChain, assetsOn, depositAddressesOn } from '../deposit/service.ts'
import { fundedOnChain } from '../treasury/service.ts'
import { leftChain } from '../withdrawal/service.ts'
import * as store from './store.ts'

/** How long looks are kept. */
export const LOOKS_KEPT_MS = 90 * DAY_MS

export interface LookOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

type Group = 'deposit' | 'payer' | 'cold'

/**
 * Makes what looks at one chain: what all addresses of the platform's have at a block, beside what the ledger makes of the same
 * block. A chain that does not answer is written down as silent, and the look before it stays the newest.
 */
export function createLooker({ db, clock, log }: LookOptions, settings: ChainSettings): () => Promise<void> {
  const { chain } = settings
  const assets = assetsOn(settings)
  const node = openNode(settings)
  let isChecked = false

  async function look(): Promise<void> {
    if (!isChecked) await node.check()
    isChecked = true
    // What had left before the block is chosen is in it: those that leave meanwhile are under way.
    const before = await leftChain(db, chain)
    const asked = await ownAddresses(db, settings)
    const balances = await readBalances(settings, [...asked.keys()])
    const isWritten = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => write(tx, asked, balances, before))
    // The watcher is not there yet, or the block is no more: the next run asks anew.
    if (!isWritten) log.info(`${chain.name}: block ${balances.height} is not known to the watcher yet`)
  }

  async function write(
    tx: Tx,
    asked: ReadonlyMap<string, Group>,
    balances: ChainBalances,
    before: Awaited<ReturnType<typeof leftChain>>,
  ): Promise<boolean> {
    const { height, hash } = balances
    const arrived = await arrivedOnChain(tx, chain, { height, hash })
    const groups = await ownAddresses(tx, settings, height)
    // An address that was first paid in between was not asked for.
    if (!arrived || [...groups.keys()].some((address) => !asked.has(address))) return false
    const funded = await fundedOnChain(tx, chain.name)
    const returned = await returnsOnChain(tx, chain.name)
    const recordedFees = await store.recordedFees(tx, chain.name)
    const left = await leftChain(tx, chain, recordedFees.txids)
    const atMs = clock.nowMs()
    const depositAddresses = [...groups.values()].filter((group) => group === 'deposit').length
    for (const asset of assets) {
      const { currency, isToken } = asset
      const inChain = (units: bigint | undefined) => chainUnits(units ?? 0n, asset)
      const [was, is] = [before.byCurrency.get(currency), left.byCurrency.get(currency)]
      const paid = was?.paid ?? 0n
      const leaving = (is?.paid ?? 0n) + (is?.paying ?? 0n) - paid
      // Recorded after they were paid: in the block, or missing until they are.
      const back = returned.get(currency) ?? 0n
      const charged = before.fees.charged
      const fees = isToken ? 0n : charged + recordedFees.sum
      const feesUnderWay = isToken ? 0n : left.fees.charged + left.fees.atMost - charged
      const [own, byHand, treasury] = [
        arrived.own.get(currency),
        arrived.byHand.get(currency) ?? 0n,
        funded.get(currency) ?? 0n,
      ]
      const amounts = balances.amounts.get(currency) ?? new Map<string, bigint>()
      const look: store.Look = {
        ...{ chain: chain.name, currency, atMs, height, hash, addresses: groups.size, depositAddresses },
        ...onAddresses(groups, amounts),
        arrived: own?.onChain ?? 0n,
        byHand: inChain(byHand),
        funded: inChain(treasury),
        ...{ paid: inChain(paid + back), fees, underWay: inChain(leaving) + feesUnderWay },
        feesUnknown: isToken ? 0 : left.fees.unknown,
        booked: (own?.credited ?? 0n) + byHand + treasury - (is?.paid ?? 0n) - back,
      }
      await store.insertLook(tx, look, ownAmounts(groups, amounts))
    }
    await store.deleteSilence(tx, chain.name)
    await store.deleteLooksBefore(tx, atMs - LOOKS_KEPT_MS)
    return true
  }

  return async () => {
    const lastMs = await store.lastLookAtMs(db, chain.name)
    const nowMs = clock.nowMs()
    if (lastMs !== undefined && lastMs <= nowMs && nowMs - lastMs < LOOK_EVERY_MS) return
    try {
      await look()
    } catch (error) {
      if (error instanceof ChainError) await store.insertSilence(db, chain.name, error.message, nowMs)
      throw error
    }
  }
}

/** Every address of the platform's on a chain, once each: one that customers pay to as well counts as that. */
async function ownAddresses(
  db: Db | Tx,
  settings: ChainSettings,
  height?: number,
): Promise<ReadonlyMap<string, Group>> {
  const { chain, payer } = settings
  const cold = (await store.coldAddresses(db, chain.name)).filter(({ isWatched }) => isWatched)
  const found: readonly (readonly [string, Group])[] = [
    ...cold.map(({ address }) => [address, 'cold'] as const),
    ...(payer === undefined ? [] : [[payer, 'payer'] as const]),
    ...[...(await depositAddressesOn(db, chain, height))].map((address) => [address, 'deposit'] as const),
  ]
  return new Map(found.filter(([address]) => isOfNetwork(settings, address)))
}

/** Whether an address is one of the network that is watched, by its first part: of another one a node knows nothing. */
function isOfNetwork({ chain, network }: ChainSettings, address: string): boolean {
  if (!chain.prefixes) return true
  const named = Object.entries(chain.prefixes).find(([, prefix]) => address.startsWith(`${prefix}1`))?.[0]
  // On the main network there are addresses without such a first part too.
  return named === network || (named === undefined && network === 'main')
}

function onAddresses(groups: ReadonlyMap<string, Group>, amounts: ReadonlyMap<string, bigint>) {
  const sums: Record<Group, bigint> = { deposit: 0n, payer: 0n, cold: 0n }
  for (const [address, group] of groups) sums[group] += amounts.get(address) ?? 0n
  return { onDeposit: sums.deposit, onPayer: sums.payer, onCold: sums.cold }
}

const kinds = { payer: 'paying', cold: 'cold' } as const

/** What each address has that customers do not pay to; what has nothing is left out. */
const ownAmounts = (groups: ReadonlyMap<string, Group>, amounts: ReadonlyMap<string, bigint>): OwnAddress[] =>
  [...groups].flatMap(([address, group]) => {
    const amount = amounts.get(address) ?? 0n
    return group === 'deposit' || amount === 0n ? [] : [{ kind: kinds[group], address, amount }]
  })

/** The ledger's units in the chain's. Rounds: to zero, where the ledger has more decimals than the chain. */
const chainUnits = (units: bigint, { currency, decimals }: ChainAsset): bigint =>
  ledgerUnits(units, requireCurrency(currency).decimals, decimals)
