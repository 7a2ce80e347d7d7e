import * as calls from '#domain/deposit/contract.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { type PageSlice, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { listDepositAddresses } from './addresses.ts'
import { chainDepositsById, chainDepositsOf, isWatching } from './chain-store.ts'
import { ownAddress, type WatchedAsset } from './own-addresses.ts'
import { minimumOf, minimumUnits, requestDeposit } from './service.ts'
import { depositsOf, findDeposit } from './store.ts'
import { chainDepositView, chainStatusesOf, depositView } from './views.ts'

/** The calls of deposits; `watched` are the ways for which customers have addresses of their own. */
export const depositRoutes = (watched: readonly WatchedAsset[]): Route[] => [
  route(calls.depositAddress, async ({ currency, network }, { db, clock, customer }) => {
    requireCurrency(currency)
    const published = (await listDepositAddresses(db)).filter((one) => one.currency === currency)
    const own = await watchedNow(db, watched, currency)
    const networks = [
      ...new Set([...own.map(({ asset }) => asset.network), ...published.map((one) => one.network)]),
    ]
    if (network === undefined && networks.length > 1)
      throw refusal('NETWORK_REQUIRED', { networks: networks.join(', ') })
    const chosen = network ?? networks[0]
    const way = own.find(({ asset }) => asset.network === chosen)
    if (way) {
      const { asset, settings } = way
      return {
        ...{ currency, network: asset.network, networks, isOwn: true },
        address: await ownAddress(db, settings, customer.id, clock.nowMs()),
        minimum: formatAmount(minimumUnits(asset), currency),
        isDemo: settings.network !== 'main',
      }
    }
    const shared = published.find((one) => one.network === chosen)
    if (!shared) throw refusal('DEPOSIT_NOT_OFFERED', { currency })
    return {
      ...{ currency, network: shared.network, networks, isOwn: false },
      address: shared.address,
      minimum: formatAmount(minimumOf(shared), currency),
      isDemo: shared.isDemo,
    }
  }),

  moneyRoute(calls.requestDeposit, async (claim, { clock, customer }, tx) => {
    return depositView(await requestDeposit(tx, customer.id, claim, clock.nowMs()))
  }),

  route(calls.deposits, ({ kind = 'deposit', status, currency, ...page }, { db, customer }) =>
    pageOf(
      page,
      ['id'],
      // Wire transfers and withdrawals are not taken yet: nobody has one.
      async (slice) => (kind === 'deposit' ? bothKinds(db, customer.id, { status, currency }, slice) : []),
      ({ view }) => view,
    ),
  ),

  route(calls.depositDetail, async ({ id }, { db, customer }) => {
    const deposit = await findDeposit(db, id)
    if (deposit?.customerId === customer.id) return depositView(deposit)
    const [seen] = await chainDepositsById(db, [id])
    // Another customer's is refused like a missing one.
    if (seen?.customerId !== customer.id) throw refusal('NOT_FOUND')
    return chainDepositView(seen)
  }),
]

/** The ways for a currency whose chain is followed: an address is given to nobody before the first block is known. */
async function watchedNow(
  db: Db,
  watched: readonly WatchedAsset[],
  currency: string,
): Promise<WatchedAsset[]> {
  const ways = watched.filter(({ asset }) => asset.currency === currency)
  const followed = await Promise.all(ways.map(({ settings }) => isWatching(db, settings.chain.name)))
  return ways.filter((_, n) => followed[n])
}

interface Filter {
  readonly status: calls.DepositStatus | undefined
  readonly currency: string | undefined
}

/** A customer's deposits of both kinds, newest first: their ids are of one row. */
async function bothKinds(
  db: Db,
  customer: CustomerId,
  { status, currency }: Filter,
  { after, offset, limit }: PageSlice,
): Promise<{ id: bigint; view: calls.DepositView }[]> {
  const slice = { after, offset: 0, limit: offset + limit, currency }
  const claimed = await depositsOf(db, customer, { ...slice, status })
  const seen = await chainDepositsOf(db, customer, { ...slice, statuses: status && chainStatusesOf(status) })
  return [
    ...claimed.map((deposit) => ({ id: deposit.id, view: depositView(deposit) })),
    ...seen.map((deposit) => ({ id: deposit.id, view: chainDepositView(deposit) })),
  ]
    .sort((one, other) => Number(other.id - one.id))
    .slice(offset, offset + limit)
}
