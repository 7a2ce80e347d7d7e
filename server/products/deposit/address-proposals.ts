import { shortAddress } from '#domain/chain/short-address.ts'
import { canManageTreasury, canViewTreasury } from '#domain/console/roles.ts'
import { chainNetworks, networkNamed, readAddress } from '#domain/deposit/addresses.ts'
import * as calls from '#domain/deposit/console.ts'
import { canCarry, networkLabel } from '#domain/deposit/networks.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import { decimal, trimZeros } from '#domain/money/amount.ts'
import { formatAmount, readAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { decidedAtOf, type ProposalAction, pendingViews, reference } from '#server/console/proposals.ts'
import { type TermLine, type TermsChange, termLine } from '#server/console/terms-change.ts'
import { isDemoEnvironment } from '#server/environment.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type DepositAddress, listDepositAddresses, publishDepositAddresses } from './addresses.ts'
import { closedNetworks } from './networks.ts'

/** Where customers pay to: one person alone can neither publish nor replace an address. */

const publication: ProposalAction = {
  kind: 'deposit-address',
  roles: canManageTreasury,
  viewers: canViewTreasury,
  async describe(_, { params, status }) {
    const { currency, network, address, minimum, addressBefore, minimumBefore } = params
    const show = (amount: string) => formatAmountWithCurrency(readAmount(amount, currency!), currency!)
    const before = (value: string, was: string | undefined) => (was === value ? null : (was ?? null))
    return {
      title: `${addressBefore ? 'Replace the' : 'Publish a'} deposit address for ${currency} on ${network}`,
      lines: [
        { label: 'Currency', value: currency!, before: null },
        { label: 'Network', value: network!, before: null },
        {
          label: 'Address',
          // Who checks it types it from the wallet or the bank itself, so it is not there to be copied.
          value: status === 'pending' ? shortAddress(address!) : address!,
          before: before(address!, addressBefore),
        },
        {
          label: 'Minimum',
          value: show(minimum!),
          before: before(show(minimum!), minimumBefore && show(minimumBefore)),
        },
      ],
    }
  },
  typedAgain: {
    label: 'Address, from the wallet or the bank itself',
    isSame: ({ network, address }, typed) => readAddress(network!, typed) === address,
  },
  async announces(tx, { params }) {
    const { currency, network } = params
    const change = changeOfAddress(
      { currency: currency!, network: network!, address: params.address!, minimum: params.minimum! },
      await publishedOn(tx, currency!, network!),
    )
    // While its network is closed nobody is given it: opening that is told.
    const isClosed = (await closedNetworks(tx, 'deposit')).has(network!)
    return change?.happens === 'open' && isClosed ? undefined : change
  },
  async apply(tx, { id, params }) {
    const depositAddress = {
      currency: params.currency!,
      network: params.network!,
      address: params.address!,
      minimum: params.minimum!,
      isDemo: await isDemoEnvironment(tx),
    }
    await publishDepositAddresses(tx, [depositAddress], id)
  },
}

export const addressProposals: readonly ProposalAction[] = [publication]

/** The routes for the calls about addresses in `domain/deposit/console.ts`. */
export const addressRoutes: Route[] = [
  route(calls.consoleDepositAddresses, async (_, { db, operator }) => ({
    addresses: await addressLines(db),
    pending: await pendingViews(db, addressProposals, operator),
  })),
  proposalRoute(
    calls.proposeDepositAddress,
    publication,
    async (tx, { currency, minimum: typedMinimum, ...typed }) => {
      const network = networkNamed(typed.network)
      if (!network || !chainNetworks.includes(network))
        throw refusal('NETWORK_UNKNOWN', { networks: chainNetworks.join(', ') })
      requireCarried(network, currency)
      const address = readAddress(network, typed.address)
      if (!address) throw refusal('ADDRESS_INVALID', { field: 'address' })
      const minimum = trimZeros(formatAmount(readAmount(typedMinimum, currency), currency))
      const before = await publishedOn(tx, currency, network)
      const params = {
        ...{ currency, network, address, minimum },
        ...(before && { addressBefore: before.address, minimumBefore: before.minimum }),
      }
      return { subject: `deposit-address:${currency}:${network}`, params }
    },
  ),
]

/** The address that customers of a currency and network are shown now. */
const publishedOn = async (db: Db | Tx, currency: string, network: string) =>
  (await listDepositAddresses(db)).find((one) => one.currency === currency && one.network === network)

/**
 * What the public is told: that there is another address, which the page of deposits alone shows, so that no text can be
 * mistaken for it; and from which amount on.
 */
function changeOfAddress(
  { currency, network, address, minimum }: Omit<DepositAddress, 'isDemo'>,
  before: DepositAddress | undefined,
): TermsChange | undefined {
  const show = (amount: string) => formatAmountWithCurrency(readAmount(amount, currency), currency)
  const about = `${currency} ${networkLabel(network)}`
  if (!before) return { what: 'deposit', about, happens: 'open', lines: [termLine('minimum', show(minimum))] }
  const lines: TermLine[] = []
  if (before.address !== address) lines.push(termLine('address', { word: 'replaced' }))
  if (show(before.minimum) !== show(minimum))
    lines.push(termLine('minimum', show(minimum), show(before.minimum)))
  return lines.length === 0
    ? undefined
    : { what: 'deposit', about, happens: 'changed', lines, keepsOrders: false }
}

/** Refuses: CURRENCY_UNKNOWN; NETWORK_NOT_FOR_CURRENCY with the networks that carry it. */
function requireCarried(network: string, code: string): void {
  const currency = requireCurrency(code)
  if (canCarry(network, currency)) return
  const networks = chainNetworks.filter((one) => canCarry(one, currency)).join(', ') || '-'
  throw refusal('NETWORK_NOT_FOR_CURRENCY', { currency: code, network, networks })
}

async function addressLines(db: Db): Promise<OutputOf<typeof calls.consoleDepositAddresses>['addresses']> {
  const depositAddresses = await listDepositAddresses(db)
  const ids = depositAddresses.flatMap(({ proposal }) => proposal ?? [])
  const decidedAt = await decidedAtOf(db, ids)
  return depositAddresses.map(({ proposal, ...depositAddress }) => ({
    ...depositAddress,
    minimum: decimal(depositAddress.minimum),
    reference: proposal === null ? null : reference({ id: proposal }),
    sinceMs: proposal === null ? null : (decidedAt.get(proposal) ?? null),
  }))
}
