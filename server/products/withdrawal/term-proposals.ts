import { canManageTreasury, canReviewWithdrawals, canViewTreasury } from '#domain/console/roles.ts'
import { checkedNetworks, networkNamed } from '#domain/deposit/addresses.ts'
import { canCarry } from '#domain/deposit/networks.ts'
import { refusal } from '#domain/errors.ts'
import { parseDecimal, trimZeros, type Units } from '#domain/money/amount.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import * as calls from '#domain/withdrawal/console.ts'
import { invalidWithdrawalTerm } from '#domain/withdrawal/rules.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Screening } from './screening.ts'
import type { Sending } from './sending.ts'
import { readPayable } from './service.ts'
import { areAllPaused, insertPause, insertTerms, listWays } from './terms.ts'

/** What withdrawals cost and whether they are paused: two operators decide. */

const yesNo = (isPaused: boolean) => (isPaused ? 'yes' : 'no')

const terms: ProposalAction = {
  kind: 'withdrawal-terms',
  roles: canManageTreasury,
  viewers: canViewTreasury,
  async describe(db, { params }) {
    const { currency, network } = params
    const show = (text: string) =>
      formatAmountWithCurrency(parseDecimal(text, requireCurrency(currency!).decimals) ?? 0n, currency!)
    const now = (await listWays(db)).find((one) => one.currency === currency && one.network === network)
    const before = (amount: Units | undefined) =>
      amount === undefined ? undefined : formatAmountWithCurrency(amount, currency!)
    return {
      title: `Withdrawals of ${currency} by ${network}`,
      lines: [
        line('Fee', show(params.fee!), before(now?.fee)),
        line('Minimum', show(params.minimum!), before(now?.minimum)),
        line('Paused', yesNo(params.isPaused === 'true'), now && yesNo(now.isPaused)),
      ],
    }
  },
  async apply(tx, { id, params }) {
    // What the checker saw was compared with terms that may be others by now.
    const now = (await listWays(tx)).find(
      ({ currency, network }) => currency === params.currency && network === params.network,
    )
    if (String(now?.id ?? 0n) !== params.before) throw refusal('PROPOSAL_OUTDATED')
    const { currency, network, fee, minimum } = params
    await insertTerms(
      tx,
      {
        ...{ currency: currency!, network: network!, fee: fee!, minimum: minimum! },
        isPaused: params.isPaused === 'true',
      },
      id,
    )
  },
}

const pause: ProposalAction = {
  kind: 'withdrawal-pause',
  roles: canReviewWithdrawals,
  viewers: canViewTreasury,
  async describe(db, { params }) {
    const isPaused = params.isPaused === 'true'
    return {
      title: isPaused ? 'Pause all withdrawals' : 'Go on with withdrawals',
      lines: [line('Paused', yesNo(isPaused), yesNo(await areAllPaused(db)))],
    }
  },
  apply: (tx, { id, params }) => insertPause(tx, params.isPaused === 'true', id),
}

export const termProposals: readonly ProposalAction[] = [terms, pause]

/** The routes for the calls about terms and pauses in `domain/withdrawal/console.ts`. */
export const termRoutes = (screening: Screening, sending: Sending): Route[] => [
  route(calls.consoleWithdrawalTerms, async (_, { db, operator }) => ({
    areAllPaused: await areAllPaused(db),
    ways: (await listWays(db)).map(({ currency, network, fee, minimum, isPaused }) => ({
      ...{ currency, network, isPaused },
      fee: formatAmount(fee, currency),
      minimum: formatAmount(minimum, currency),
      hasSigner: sending.hasSigner(currency, network),
    })),
    screening: screening.state() ?? null,
    pending: await pendingViews(db, termProposals, operator),
  })),
  proposalRoute(calls.proposeWithdrawalTerms, terms, async (tx, { currency, isPaused, ...typed }) => {
    const network = networkNamed(typed.network)
    if (!network) throw refusal('NETWORK_UNKNOWN', { networks: checkedNetworks.join(', ') })
    if (!canCarry(network, requireCurrency(currency))) {
      const networks = checkedNetworks.filter((one) => canCarry(one, requireCurrency(currency))).join(', ')
      throw refusal('NETWORK_NOT_FOR_CURRENCY', { currency, network, networks: networks || '-' })
    }
    const minimum = readPayable(typed.minimum, currency, network)
    const fee = readPayable(typed.fee, currency, network)
    const field = invalidWithdrawalTerm({ fee, minimum })
    if (field) throw refusal('TERMS_INVALID', { field })
    const now = (await listWays(tx)).find((one) => one.currency === currency && one.network === network)
    const write = (amount: Units) => trimZeros(formatAmount(amount, currency))
    return {
      subject: `withdrawal-terms:${currency}:${network}`,
      params: {
        ...{ currency, network, fee: write(fee), minimum: write(minimum) },
        ...{ isPaused: String(isPaused), before: String(now?.id ?? 0n) },
      },
    }
  }),
  proposalRoute(calls.proposeWithdrawalPause, pause, (_, { isPaused }) => ({
    subject: 'withdrawal:pause-of-all',
    params: { isPaused: String(isPaused) },
  })),
]
