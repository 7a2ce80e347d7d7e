import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { isDemoEnvironment } from '#server/environment.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { listDepositAddresses, publishDepositAddresses } from '#server/products/wallet/deposit-addresses.ts'
import { formatAmountWithCurrency } from './format-amount.ts'
import { type ProposalAction, propose } from './proposals.ts'
import type { ProposalRow } from './store.ts'

/** Where customers pay to: one person alone can neither publish nor replace an address. */

export const addressActions: ProposalAction[] = [
  {
    kind: 'deposit-address',
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
  },
]

/**
 * Proposes where customers pay to in a currency on a network; it replaces what is published there.
 *
 * Refuses: CURRENCY_UNKNOWN; the minimum's own refusals; PROPOSAL_EXISTS while another waits for the same.
 */
export async function proposeAddress(
  tx: Tx,
  typed: { currency: string; network: string; address: string; minimum: string; reason: string },
  maker: Operator,
  nowMs: number,
): Promise<ProposalRow> {
  const { currency, address, reason } = typed
  const minimum = withoutZeros(formatAmount(readAmount(typed.minimum, currency), currency))
  const before = (await listDepositAddresses(tx)).find(
    (account) =>
      account.currency === currency && account.network.toLowerCase() === typed.network.toLowerCase(),
  )
  // One network has one name: a second spelling would leave the first one's address standing.
  const network = before?.network ?? typed.network
  const params = {
    ...{ currency, network, address, minimum },
    ...(before && { urlBefore: before.address, minimumBefore: before.minimum }),
  }
  const subject = `treasury:address:${currency}:${network.toLowerCase()}`
  return propose(tx, { kind: 'deposit-address', subject, params, reason }, maker, nowMs)
}

/** A decimal string as a person would type it. @example withoutZeros('10.5000000') // '10.5' */
const withoutZeros = (decimal: string): string => decimal.replace(/\.?0+$/, '')
