import { chains as allChains, type ChainName } from '#domain/chain/chains.ts'
import { currencies } from '#domain/money/currencies.ts'
import { compare, coverageOf, isOld, type Line } from '#domain/reserves/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import { hasBalances } from '#server/core/chain/balances.ts'
import type { ReadChain } from '#server/core/chain/read-chains.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { assetsOn } from '../deposit/service.ts'
import { publishedOwed } from '../liabilities/service.ts'
import { recordedReserves } from '../treasury/service.ts'
import { newestLooks, ownAddressesOf, type StoredLook, silentSince } from './store.ts'

/** What is known of the platform's coins on the chains that are watched. */
export interface Reserves {
  /** What should be there and is not, by coin or token, as it was looked at last. @example { 'Ethereum USDT': 12.5 } */
  missing(): Promise<ReadonlyMap<string, number>>
  /** Since when each chain was not looked at, in seconds; since the start where it never was. */
  ages(): Promise<ReadonlyMap<ChainName, number>>
}

/** Opens them; what is read of them is the newest looks. */
export function openReserves({
  db,
  clock,
  chains,
}: {
  db: Db
  clock: Clock
  chains: readonly ChainSettings[]
}): Reserves {
  const startedAtMs = clock.nowMs()
  const looks = async () => {
    const newest = await newestLooks(db)
    return linesOf(chains, newest).flatMap(({ look, ...line }) => (look ? [{ ...line, look }] : []))
  }
  return {
    async missing() {
      const lines = await looks()
      return new Map(
        lines.map(({ chain, asset, look }) => [
          `${chain} ${asset.currency}`,
          Number(compare(look).missing) / 10 ** asset.decimals,
        ]),
      )
    },
    async ages() {
      const newest = await newestLooks(db)
      return new Map(
        chains.filter(hasBalances).map(({ chain: { name } }) => {
          const atMs = Math.max(
            ...newest.filter(({ chain }) => chain === name).map((look) => look.atMs),
            Number.NEGATIVE_INFINITY,
          )
          const sinceMs = atMs === Number.NEGATIVE_INFINITY ? startedAtMs : atMs
          return [name, Math.max(0, clock.nowMs() - sinceMs) / SECOND_MS]
        }),
      )
    },
  }
}

/** Every coin and token of the chains that are watched, with the newest look at it. */
export const linesOf = (chains: readonly ChainSettings[], newest: readonly StoredLook[]) =>
  chains.flatMap((settings) =>
    assetsOn(settings).map((asset) => ({
      ...{ chain: settings.chain.name, settings, asset },
      look: newest.find((one) => one.chain === settings.chain.name && one.currency === asset.currency),
    })),
  )

/** What is known of all of a currency. In units of the ledger. */
export interface CurrencyReserves {
  readonly currency: string
  readonly hasChain: boolean
  /** As it was published last; undefined before the first statement. */
  readonly owed: bigint | undefined
  readonly recorded: bigint
  readonly found: bigint | undefined
  readonly elsewhere: bigint
  readonly coverageBps: bigint | undefined
}

/** The reserves by currency, of those that anybody has anything of; and by chain. */
export async function readReserves(db: Db, chains: readonly ChainSettings[]) {
  const [newest, silent, recorded, published] = await Promise.all([
    newestLooks(db),
    silentSince(db),
    recordedReserves(db),
    publishedOwed(db),
  ])
  const lines = linesOf(chains, newest)
  const byCurrency = currencies.flatMap(({ code, decimals }): CurrencyReserves[] => {
    const own: Line[] = lines
      .filter(({ asset }) => asset.currency === code)
      .map(({ asset, look }) => ({ asset, counted: look, booked: look?.booked ?? 0n }))
    const owed = published && (published.owed.get(code) ?? 0n)
    const of = recorded.get(code) ?? 0n
    if (own.length === 0 && of === 0n && !owed) return []
    const sums = coverageOf(own, { recorded: of, owed: owed ?? 0n, decimals })
    return [{ ...sums, currency: code, hasChain: own.length > 0, owed, recorded: of }]
  })
  return { lines, silent, byCurrency, owedAtMs: published?.atMs }
}

/**
 * What of each coin and token that is looked at may be published now: the newest look, or that there is none that says
 * enough of now. A chain whose last look failed is not answered by the look before it.
 */
export async function readChains(
  tx: Tx,
  chains: readonly ChainSettings[],
  nowMs: number,
): Promise<readonly ReadChain[]> {
  const [newest, silent] = [await newestLooks(tx), await silentSince(tx)]
  const lines = linesOf(chains.filter(hasBalances), newest)
  const own = await ownAddressesOf(
    tx,
    lines.flatMap(({ look }) => look?.id ?? []),
  )
  return lines.map(({ settings, asset, look }): ReadChain => {
    const { chain, network, token } = settings
    const named = { chain: chain.name, network }
    const { currency, decimals, isToken } = asset
    if (!look || look.depositAddresses === null || silent.has(chain.name) || isOld(look, nowMs))
      return { currency, booked: 0n, stated: { ...named, look: { lastAtMs: look?.atMs } } }
    const { atMs, height, hash, depositAddresses: addresses, onDeposit: amount, id, booked } = look
    const stated = {
      ...{ atMs, height, hash, decimals, token: isToken ? token : undefined },
      ...{ deposits: { addresses, amount }, own: own.get(id)! },
    }
    return { currency, booked, stated: { ...named, look: stated } }
  })
}

/** The coin that a chain charges its fees in; undefined of a chain whose coin is not known here. */
export const coinOf = (chain: ChainName) => allChains[chain].assets.find(({ isToken }) => !isToken)
