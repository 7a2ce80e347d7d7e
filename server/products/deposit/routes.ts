import * as calls from '#domain/deposit/contract.ts'
import { networkLabel } from '#domain/deposit/networks.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { type FundRecords, fundRecordsOf, fundRecordView } from '#server/core/fund-records.ts'
import { type PageSlice, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { listDepositAddresses } from './addresses.ts'
import { accountsFor, bankAccountView, paymentReferenceOf } from './bank-accounts.ts'
import { requestBankDeposit, senderOf } from './bank-requests.ts'
import { type ChainDeposit, chainDepositsById, chainDepositsOf, isWatching } from './chain-store.ts'
import { closedNetworks, networkTerms } from './networks.ts'
import { ownAddress, ownAddressOfBefore, type WatchedAsset } from './own-addresses.ts'
import { minimumOf, requestDeposit } from './service.ts'
import { type DepositRequest, depositsOf, findDeposit } from './store.ts'
import { chainDepositView, chainStatusesOf, depositView, withdrawalView } from './views.ts'

interface DepositDeps {
  /** The ways for which customers have addresses of their own. */
  readonly watched: readonly WatchedAsset[]
  readonly privateData: PrivateData
  /** The requests about funds of all products. */
  readonly records: readonly FundRecords[]
}

/** The calls of deposits, and the list of all requests about funds. */
export const depositRoutes = ({ watched, privateData, records }: DepositDeps): Route[] => {
  const view = (deposit: DepositRequest) => depositView(deposit, senderOf(privateData, deposit))
  return [
    route(calls.depositAddress, async ({ currency, network, whileClosed }, { db, clock, customer }) => {
      requireCurrency(currency)
      const published = (await listDepositAddresses(db)).filter((one) => one.currency === currency)
      const own = await watchedNow(db, watched, currency)
      const networks = [
        ...new Set([...own.map(({ asset }) => asset.network), ...published.map((one) => one.network)]),
      ]
      if (network === undefined && networks.length > 1)
        throw refusal('NETWORK_REQUIRED', { networks: networks.join(', ') })
      const chosen = network ?? networks[0]
      if (chosen === undefined || !networks.includes(chosen))
        throw refusal('DEPOSIT_NOT_OFFERED', { currency })
      const isOpen = !(await closedNetworks(db, 'deposit')).has(chosen)
      const closed = () => refusal('DEPOSIT_CLOSED', { currency, network: networkLabel(chosen) })
      if (!isOpen && !whileClosed) throw closed()
      const terms = (await networkTerms(db)).get(chosen)
      const confirmationsNeeded = terms?.confirmations ?? null
      const way = own.find(({ asset }) => asset.network === chosen)
      if (way) {
        const { asset, settings } = way
        const minimum = terms?.minimum
        assert(minimum != null, `${chosen} has a minimum`)
        // Who was given none has sent nothing to it.
        const address = isOpen
          ? await ownAddress(db, settings, customer.id, clock.nowMs())
          : await ownAddressOfBefore(db, settings, customer.id)
        if (address === undefined) throw closed()
        return {
          ...{ currency, network: asset.network, networks, isOwn: true, isOpen, confirmationsNeeded },
          address,
          minimum: formatAmount(minimumOf({ currency, minimum }), currency),
          isDemo: settings.network !== 'main',
        }
      }
      const shared = published.find((one) => one.network === chosen)
      if (!shared) throw refusal('DEPOSIT_NOT_OFFERED', { currency })
      return {
        ...{ currency, network: shared.network, networks, isOwn: false, isOpen, confirmationsNeeded },
        address: shared.address,
        minimum: formatAmount(minimumOf(shared), currency),
        isDemo: shared.isDemo,
      }
    }),

    moneyRoute(calls.requestDeposit, async (claim, { clock, customer }, tx) => {
      return depositView(await requestDeposit(tx, customer.id, claim, clock.nowMs()))
    }),

    moneyRoute(calls.requestBankDeposit, async (claim, { clock, customer }, tx) =>
      view(await requestBankDeposit(tx, privateData, customer.id, claim, clock.nowMs())),
    ),

    route(calls.bankAccounts, async ({ currency }, { db, customer }) => ({
      items: (await accountsFor(db, customer.id, currency)).map(bankAccountView),
      paymentReference: await paymentReferenceOf(db, customer.id),
    })),

    route(calls.deposits, ({ kind, status, currency, ...page }, { db, customer }) =>
      kind === 'withdrawal'
        ? pageOf(
            page,
            ['at_ms', 'id', 'order'],
            (slice) => fundRecordsOf(db, records, customer.id, { ...slice, kind, status, currency }),
            withdrawalView,
          )
        : pageOf(
            page,
            ['id'],
            (slice) => ofAllKinds(db, customer.id, { kind, status, currency }, slice),
            (row) => ('claimed' in row ? view(row) : chainDepositView(row)),
          ),
    ),

    route(calls.fundRecords, ({ kind, status, ...page }, { db, customer }) =>
      pageOf(
        page,
        ['at_ms', 'id', 'order'],
        (slice) => fundRecordsOf(db, records, customer.id, { ...slice, kind, status }),
        fundRecordView,
      ),
    ),

    route(calls.depositDetail, async ({ id }, { db, customer }) => {
      const deposit = await findDeposit(db, id)
      if (deposit?.customerId === customer.id) return view(deposit)
      const [seen] = await chainDepositsById(db, [id])
      // Another customer's is refused like a missing one.
      if (seen?.customerId !== customer.id) throw refusal('NOT_FOUND')
      return chainDepositView(seen)
    }),
  ]
}

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
  readonly kind: 'deposit' | 'wire' | undefined
  readonly status: calls.DepositStatus | undefined
  readonly currency: string | undefined
}

/** A customer's deposits of whatever kind, newest first: their ids are of one row. */
async function ofAllKinds(
  db: Db,
  customer: CustomerId,
  { kind, status, currency }: Filter,
  { after, offset, limit }: PageSlice,
): Promise<(DepositRequest | ChainDeposit)[]> {
  const slice = { after, offset: 0, limit: offset + limit, currency }
  const isWire = kind && kind === 'wire'
  const claimed = await depositsOf(db, customer, { ...slice, status, isWire })
  const seen = isWire
    ? []
    : await chainDepositsOf(db, customer, { ...slice, statuses: status && chainStatusesOf(status) })
  return [...claimed, ...seen].sort((one, other) => Number(other.id - one.id)).slice(offset, offset + limit)
}
