import { canManageTreasury, canReviewWithdrawals, canViewTreasury } from '#domain/console/roles.ts'
import { checkedNetworks, networkNamed } from '#domain/deposit/addresses.ts'
import { canCarry } from '#domain/deposit/networks.ts'
import { refusal } from '#domain/errors.ts'
import { formatDecimal, parseDecimal, trimZeros, type Units } from '#domain/money/amount.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import * as calls from '#domain/withdrawal/console.ts'
import { cardCurrencies, cardKindOf, cardNetworks, invalidWithdrawalTerm } from '#domain/withdrawal/rules.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import { type TermText, termLine } from '#server/console/terms-change.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { networksClosedForWithdrawals } from '../deposit/service.ts'
import type { Screening } from './screening.ts'
import type { Sending } from './sending.ts'
import { readPayable } from './service.ts'
import { areAllPaused, insertPause, insertTerms, listTerms, listWays } from './terms.ts'

/** What withdrawals cost and whether they are paused: two operators decide. */

const wordOf = (is: boolean): TermText => ({ word: is ? 'yes' : 'no' })
const yesNo = (isPaused: boolean) => (isPaused ? 'yes' : 'no')
const rate = (feeBps: number) => `${formatDecimal(BigInt(feeBps), 2)} %`

/** Whether a way stays closed when its own terms pause it no more: nobody is told that it is open then. */
const isClosedBesides = async (tx: Tx, network: string): Promise<boolean> =>
  (await areAllPaused(tx)) || (await networksClosedForWithdrawals(tx)).has(network)

const terms: ProposalAction = {
  kind: 'withdrawal-terms',
  roles: canManageTreasury,
  viewers: canViewTreasury,
  async describe(db, { params }) {
    const { currency, network } = params
    const show = (text: string) =>
      formatAmountWithCurrency(parseDecimal(text, requireCurrency(currency!).decimals) ?? 0n, currency!)
    const now = (await listTerms(db)).find((one) => one.currency === currency && one.network === network)
    const before = (amount: Units | undefined) =>
      amount === undefined ? undefined : formatAmountWithCurrency(amount, currency!)
    return {
      title: `Withdrawals of ${currency} by ${network}`,
      lines: [
        line(cardKindOf(network!) ? 'Minimum fee' : 'Fee', show(params.fee!), before(now?.fee)),
        ...(cardKindOf(network!)
          ? [line('Fee rate', rate(Number(params.feeBps)), now && rate(now.feeBps))]
          : []),
        line('Minimum', show(params.minimum!), before(now?.minimum)),
        line('Paused', yesNo(params.isPaused === 'true'), now && yesNo(now.isPaused)),
      ],
    }
  },
  async announces(tx, { params }) {
    const { currency, network } = params
    const now = (await listTerms(tx)).find((one) => one.currency === currency && one.network === network)
    const amountOf = (text: string) =>
      formatAmountWithCurrency(parseDecimal(text, requireCurrency(currency!).decimals) ?? 0n, currency!)
    const before = (amount: Units | undefined) =>
      amount === undefined ? null : formatAmountWithCurrency(amount, currency!)
    const isCard = cardKindOf(network!) !== undefined
    const lines = [
      termLine(isCard ? 'minimumFee' : 'fee', amountOf(params.fee!), before(now?.fee)),
      ...(isCard ? [termLine('feeBps', rate(Number(params.feeBps)), now ? rate(now.feeBps) : null)] : []),
      termLine('minimum', amountOf(params.minimum!), before(now?.minimum)),
      ...(params.isPaused === 'true' || !(await isClosedBesides(tx, network!))
        ? [termLine('isPaused', wordOf(params.isPaused === 'true'), now ? wordOf(now.isPaused) : null)]
        : []),
    ].filter(({ value, before }) => JSON.stringify(value) !== JSON.stringify(before))
    return lines.length === 0
      ? undefined
      : {
          ...{ what: 'withdrawal', about: `${currency} ${network}`, happens: 'changed', lines },
          // A request keeps its fee, and waits while its way is paused.
          keepsOrders: !lines.some(({ term }) => term === 'isPaused'),
        }
  },
  async apply(tx, { id, params }) {
    // What the checker saw was compared with terms that may be others by now.
    const now = (await listTerms(tx)).find(
      ({ currency, network }) => currency === params.currency && network === params.network,
    )
    if (String(now?.id ?? 0n) !== params.before) throw refusal('PROPOSAL_OUTDATED')
    const { currency, network, fee, minimum, feeBps = '0' } = params
    await insertTerms(
      tx,
      {
        ...{ currency: currency!, network: network!, fee: fee!, minimum: minimum!, feeBps: Number(feeBps) },
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
  async announces(tx, { params }) {
    const [value, before] = [params.isPaused === 'true', await areAllPaused(tx)]
    if (value === before) return undefined
    // Each way that stays closed is told of when it opens.
    if (!value && (await listWays(tx)).every(({ isPaused }) => isPaused)) return undefined
    const lines = [termLine('isPaused', wordOf(value), wordOf(before))]
    // What was requested before waits too.
    return { what: 'withdrawal', happens: 'changed', lines, keepsOrders: false }
  },
  apply: (tx, { id, params }) => insertPause(tx, params.isPaused === 'true', id),
}

export const termProposals: readonly ProposalAction[] = [terms, pause]

/** The network of terms as it is kept. Refuses: NETWORK_UNKNOWN; NETWORK_NOT_FOR_CURRENCY. */
function requireNetwork(typed: string, currency: string): string {
  const money = requireCurrency(currency)
  const carries = (network: string) =>
    cardKindOf(network) ? cardCurrencies.includes(currency) : canCarry(network, money)
  const networks = [...checkedNetworks, ...Object.values(cardNetworks)]
  const network = cardKindOf(typed) ? typed : networkNamed(typed)
  if (!network) throw refusal('NETWORK_UNKNOWN', { networks: networks.join(', ') })
  if (carries(network)) return network
  throw refusal('NETWORK_NOT_FOR_CURRENCY', {
    ...{ currency, network },
    networks: networks.filter(carries).join(', ') || '-',
  })
}

/** The routes for the calls about terms and pauses in `domain/withdrawal/console.ts`. */
export const termRoutes = (screening: Screening, sending: Sending): Route[] => [
  route(calls.consoleWithdrawalTerms, async (_, { db, operator }) => ({
    areAllPaused: await areAllPaused(db),
    ways: (await listTerms(db)).map(({ currency, network, fee, feeBps, minimum, isPaused }) => ({
      ...{ currency, network, feeBps, isPaused },
      fee: formatAmount(fee, currency),
      minimum: formatAmount(minimum, currency),
      hasSigner: sending.hasSigner(currency, network),
    })),
    screening: screening.state() ?? null,
    pending: await pendingViews(db, termProposals, operator),
  })),
  proposalRoute(calls.proposeWithdrawalTerms, terms, async (tx, { currency, isPaused, feeBps, ...typed }) => {
    const network = requireNetwork(typed.network, currency)
    const minimum = readPayable(typed.minimum, currency, network)
    const fee = readPayable(typed.fee, currency, network)
    const field = invalidWithdrawalTerm({ fee, feeBps, minimum }, network)
    if (field) throw refusal('TERMS_INVALID', { field })
    const now = (await listTerms(tx)).find((one) => one.currency === currency && one.network === network)
    if (
      now &&
      fee === now.fee &&
      feeBps === now.feeBps &&
      minimum === now.minimum &&
      isPaused === now.isPaused
    )
      throw refusal('PROPOSAL_CHANGES_NOTHING')
    const write = (amount: Units) => trimZeros(formatAmount(amount, currency))
    return {
      subject: `withdrawal-terms:${currency}:${network}`,
      params: {
        ...{ currency, network, fee: write(fee), minimum: write(minimum) },
        ...{ feeBps: String(feeBps), isPaused: String(isPaused), before: String(now?.id ?? 0n) },
      },
    }
  }),
  proposalRoute(calls.proposeWithdrawalPause, pause, (_, { isPaused }) => ({
    subject: 'withdrawal:pause-of-all',
    params: { isPaused: String(isPaused) },
  })),
]
