import { canManageTreasury, canViewTreasury } from '#domain/console/roles.ts'
import * as calls from '#domain/deposit/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews, reference } from '#server/console/proposals.ts'
import { isDemoEnvironment } from '#server/environment.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { listDepositAddresses, publishDepositAddresses } from './addresses.ts'

/** Where customers pay to: one person alone can neither publish nor replace an address. */

const publication: ProposalAction = {
  kind: 'deposit-address',
  roles: canManageTreasury,
  viewers: canViewTreasury,
  async describe(_, { params }) {
    const { currency, network, address, minimum, urlBefore, minimumBefore } = params
    const show = (amount: string) => formatAmountWithCurrency(readAmount(amount, currency!), currency!)
    const before = (value: string, was: string | undefined) => (was === value ? null : (was ?? null))
    return {
      title: `${urlBefore ? 'Replace the' : 'Publish a'} deposit address for ${currency} on ${network}`,
      lines: [
        { label: 'Currency', value: currency!, before: null },
        { label: 'Network', value: network!, before: null },
        { label: 'Address', value: address!, before: before(address!, urlBefore) },
        {
          label: 'Minimum',
          value: show(minimum!),
          before: before(show(minimum!), minimumBefore && show(minimumBefore)),
        },
      ],
    }
  },
  async apply(tx, { id, params }) {
    const account = {
      currency: params.currency!,
      network: params.network!,
      address: params.address!,
      minimum: params.minimum!,
      isDemo: await isDemoEnvironment(tx),
    }
    await publishDepositAddresses(tx, [account], id)
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
    async (tx, { currency, address, network: typedNetwork, minimum: typedMinimum }) => {
      const minimum = withoutZeros(formatAmount(readAmount(typedMinimum, currency), currency))
      const before = (await listDepositAddresses(tx)).find(
        (account) =>
          account.currency === currency && account.network.toLowerCase() === typedNetwork.toLowerCase(),
      )
      // One network has one name: a second spelling would leave the first one's address standing.
      const network = before?.network ?? typedNetwork
      const params = {
        ...{ currency, network, address, minimum },
        ...(before && { urlBefore: before.address, minimumBefore: before.minimum }),
      }
      return { subject: `deposit-address:${currency}:${network.toLowerCase()}`, params }
    },
  ),
]

async function addressLines(db: Db): Promise<OutputOf<typeof calls.consoleDepositAddresses>['addresses']> {
  const accounts = await listDepositAddresses(db)
  const ids = accounts.flatMap(({ proposal }) => proposal ?? [])
  const proposals =
    ids.length === 0
      ? []
      : await db.selectFrom('proposal').select(['id', 'decided_at']).where('id', 'in', ids).execute()
  return accounts.map(({ proposal: id, ...account }) => {
    const proposal = proposals.find((one) => one.id === id)
    return {
      ...account,
      reference: proposal ? reference(proposal) : null,
      sinceMs: proposal?.decided_at ?? null,
    }
  })
}

/** A decimal string as a person would type it. @example withoutZeros('10.5000000') // '10.5' */
const withoutZeros = (decimal: string): string => decimal.replace(/\.?0+$/, '')
