import { assetOn, type ChainName } from '#domain/chain/chains.ts'
import { canManageTreasury, canViewTreasury } from '#domain/console/roles.ts'
import { unusualChange } from '#domain/console/unusual.ts'
import { chainNetworks, networkNamed } from '#domain/deposit/addresses.ts'
import * as calls from '#domain/deposit/console.ts'
import { networkLabel } from '#domain/deposit/networks.ts'
import { chainOf, type Direction, invalidNetworkTerm, leastConfirmations } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import { decimal, trimZeros, type Units } from '#domain/money/amount.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { amountField, countField, fieldLines, line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { decidedAtOf, type ProposalAction, pendingViews, reference } from '#server/console/proposals.ts'
import { changedTerms } from '#server/console/terms-change.ts'
import type { ProductLimits } from '#server/core/limits.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { ofEach } from '#server/platform/of-each.ts'
import { listDepositAddresses } from './addresses.ts'
import { confirmingByNetwork, knownBlocks } from './chain-store.ts'
import {
  insertNetworkTerms,
  insertSwitch,
  lockSwitch,
  type NetworkSwitch,
  networkSwitches,
  networkTerms,
  requireNetworkTerms,
} from './networks.ts'
import { watchedAssets } from './own-addresses.ts'
import { listDepositNetworks } from './service.ts'

/** What operators decide of a network: two of them its terms and its opening; one alone closes it. */

const roles = { roles: canManageTreasury, viewers: canViewTreasury }

const unusualCount = (count: number, present?: number) =>
  unusualChange(BigInt(count), present === undefined ? undefined : BigInt(present))
const countedFields = { confirmations: countField('Confirmations', 'blocks', unusualCount) }
const amountFields = { minimum: amountField('Least deposit credited by itself', unusualChange) }

/** What a network's terms are, beside the least deposit that is proposed. */
async function comparedTerms(db: Db | Tx, network: string, proposed: string | undefined) {
  const now = await requireNetworkTerms(db, network)
  const currency = assetOn(network)?.currency
  const unitsOf = (minimum: string | null | undefined): Units | undefined =>
    currency === undefined || minimum == null ? undefined : readAmount(minimum, currency)
  return { now, currency, minimum: unitsOf(proposed), before: unitsOf(now.minimum) }
}

const terms: ProposalAction = {
  kind: 'network-terms',
  ...roles,
  async describe(db, { params }) {
    const network = params.network!
    const { now, currency, minimum, before } = await comparedTerms(db, network, params.minimum)
    return {
      title: `Deposits by ${networkLabel(network)}: when they are credited`,
      lines: [
        line('Network', network),
        ...fieldLines(countedFields, { confirmations: Number(params.confirmations) }, '', {
          confirmations: now.confirmations,
        }),
        ...(minimum === undefined
          ? []
          : fieldLines(
              amountFields,
              { minimum },
              currency!,
              before === undefined ? undefined : { minimum: before },
            )),
      ],
    }
  },
  async announces(tx, { params }) {
    const network = params.network!
    const { now, currency, minimum, before } = await comparedTerms(tx, network, params.minimum)
    const confirmations = Number(params.confirmations)
    const lines = [
      ...changedTerms(countedFields, { confirmations }, '', { confirmations: now.confirmations }),
      ...(minimum === undefined
        ? []
        : changedTerms(
            amountFields,
            { minimum },
            currency!,
            before === undefined ? undefined : { minimum: before },
          )),
    ]
    return lines.length === 0
      ? undefined
      : {
          ...{ what: 'deposit', about: networkLabel(network), happens: 'changed', lines },
          // More confirmations are asked of what is being counted, and a larger amount of what was sent and is not seen yet.
          keepsOrders:
            confirmations <= now.confirmations &&
            (minimum === undefined || before === undefined || minimum <= before),
        }
  },
  async apply(tx, { id, params }) {
    const now = await requireNetworkTerms(tx, params.network!)
    // What the checker saw was compared with terms that may be others by now.
    if (String(now.id) !== params.before) throw refusal('PROPOSAL_OUTDATED')
    const minimum = params.minimum ?? null
    await insertNetworkTerms(
      tx,
      { network: now.network, confirmations: Number(params.confirmations), minimum },
      id,
    )
  },
}

const openingOf = (limits: readonly ProductLimits[]): ProposalAction => ({
  kind: 'network-open',
  ...roles,
  async describe(_, { params }) {
    const { network, direction } = params
    return {
      title: `Open ${direction}s by ${networkLabel(network!)} again`,
      lines: [line('Network', network!), line(labelOf(direction as Direction), 'open', 'closed')],
    }
  },
  async announces(tx, { params }) {
    const { network, direction } = params
    // What else keeps it closed tells of it once it does not any more.
    if (direction === 'withdrawal' && !(await opensWithdrawals(tx, limits, network!))) return undefined
    return { what: direction as Direction, about: networkLabel(network!), happens: 'open', lines: [] }
  },
  async apply(tx, { id, params }, nowMs) {
    const what = { network: params.network!, direction: params.direction as Direction }
    // Whoever closed it meanwhile had a reason that its checker has not seen.
    const now = await lockSwitch(tx, what.network, what.direction)
    if (String(now?.id) !== params.before) throw refusal('PROPOSAL_OUTDATED')
    await insertSwitch(tx, what, id, nowMs)
  },
})

/** By which ways money leaves. */
const waysOutOf = (db: Db | Tx, limits: readonly ProductLimits[]) =>
  ofEach(limits, ({ waysOut }) => waysOut?.(db))

/** Whether money can leave by a network once its own switch is open. */
const opensWithdrawals = async (
  tx: Tx,
  limits: readonly ProductLimits[],
  network: string,
): Promise<boolean> =>
  (await waysOutOf(tx, limits)).some((way) => way.network === network && !way.staysPaused)

const labelOf = (direction: Direction) => (direction === 'deposit' ? 'Deposits' : 'Withdrawals')

/** What is proposed of networks; `limits`: by which the ways out are known. */
export const networkProposals = (limits: readonly ProductLimits[]): readonly ProposalAction[] => [
  terms,
  openingOf(limits),
]

/** The code of a network of a chain. Refuses: NETWORK_UNKNOWN. */
function requireNetwork(typed: string): string {
  const network = networkNamed(typed)
  if (network && chainNetworks.includes(network)) return network
  throw refusal('NETWORK_UNKNOWN', { networks: chainNetworks.join(', ') })
}

interface NetworkDeps {
  readonly chains: readonly ChainSettings[]
  /** What limits customers in all products: by these the ways out are known. */
  readonly limits: readonly ProductLimits[]
}

/** The routes for the calls about networks in `domain/deposit/console.ts`. */
export function networkRoutes(deps: NetworkDeps): Route[] {
  const opening = openingOf(deps.limits)
  return [
    route(calls.consoleNetworks, async (_, { db, operator }) => ({
      networks: await networkLines(db, deps),
      pending: await pendingViews(db, [terms, opening], operator),
    })),

    proposalRoute(calls.proposeNetworkTerms, terms, async (tx, { confirmations, ...typed }) => {
      const network = requireNetwork(typed.network)
      const currency = assetOn(network)?.currency
      if ((typed.minimum === undefined) !== (currency === undefined))
        throw refusal('PARAMETER_ERROR', { field: 'minimum' })
      const minimum = currency === undefined ? null : readAmount(typed.minimum!, currency)
      const field = invalidNetworkTerm(network, { confirmations, minimum })
      if (field) throw refusal('TERMS_INVALID', { field })
      const { id } = await requireNetworkTerms(tx, network)
      return {
        subject: `network:${network}`,
        params: {
          ...{ network, confirmations: String(confirmations), before: String(id) },
          ...(minimum !== null && { minimum: trimZeros(formatAmount(minimum, currency!)) }),
        },
      }
    }),

    proposalRoute(calls.proposeNetworkOpening, opening, async (tx, { direction, ...typed }) => {
      const network = requireNetwork(typed.network)
      const now = await lockSwitch(tx, network, direction)
      if (!now || now.isOpen) throw refusal('NETWORK_IS_OPEN')
      return {
        subject: `network:${network}:${direction}`,
        params: { network, direction, before: String(now.id) },
      }
    }),

    route(calls.closeNetwork, async ({ direction, reason, ...typed }, { db, clock, operator }) => {
      const network = requireNetwork(typed.network)
      const nowMs = clock.nowMs()
      await db.transaction().execute(async (tx) => {
        await lockSwitch(tx, network, direction)
        await insertSwitch(tx, { network, direction }, null, nowMs)
        const subject = `network:${network}:${direction}`
        await appendAuditLog(
          tx,
          { operator: operator.id, action: 'closed', subject, detail: { reason } },
          nowMs,
        )
      })
      return {}
    }),
  ]
}

async function networkLines(db: Db, { chains, limits }: NetworkDeps): Promise<calls.ConsoleNetwork[]> {
  const terms = await networkTerms(db)
  const switches = await networkSwitches(db)
  const shared = await listDepositAddresses(db)
  const offered = await listDepositNetworks(db, chains)
  const ways = await waysOutOf(db, limits)
  const confirming = await confirmingByNetwork(db)
  const decidedAt = await decidedAtOf(
    db,
    [...terms.values()].flatMap(({ proposal }) => proposal ?? []),
  )
  const heights = await heightsOf(db, chains)
  return chainNetworks.map((network) => {
    const { confirmations, minimum, proposal } = terms.get(network)!
    const currency = assetOn(network)?.currency ?? null
    return {
      ...{ network, chain: chainOf(network), currency, confirmations },
      height: heights.get(network) ?? null,
      confirming: confirming.get(network) ?? 0,
      leastConfirmations: leastConfirmations(network)!,
      minimum:
        minimum === null || currency === null ? null : formatAmount(readAmount(minimum, currency), currency),
      leastDeposits: offered
        .filter((one) => one.network === network)
        .map(({ currency: of, minimum: least }) => ({ currency: of, minimum: least })),
      reference: proposal === null ? null : reference({ id: proposal }),
      sinceMs: proposal === null ? null : (decidedAt.get(proposal) ?? null),
      deposit: stateOf(switches, network, 'deposit'),
      withdrawal: stateOf(switches, network, 'withdrawal'),
      addresses: shared
        .filter((one) => one.network === network)
        .map((one) => ({
          ...{ currency: one.currency, address: one.address, isDemo: one.isDemo },
          minimum: decimal(one.minimum),
        })),
      waysOut: ways
        .filter((one) => one.network === network)
        .map(({ currency, fee, minimum, isPaused }) => ({ currency, fee, minimum, isPaused })),
    }
  })
}

const stateOf = (switches: readonly NetworkSwitch[], network: string, direction: Direction) => {
  const newest = switches.find((one) => one.network === network && one.direction === direction)
  return { isOpen: newest?.isOpen ?? true, sinceMs: newest?.switchedAtMs ?? null }
}

/** The newest block known of each network whose chain is followed. */
async function heightsOf(db: Db, chains: readonly ChainSettings[]): Promise<ReadonlyMap<string, number>> {
  const known = new Map<ChainName, number>()
  for (const { chain } of chains) {
    const [newest] = await knownBlocks(db, chain.name, 1)
    if (newest) known.set(chain.name, newest.height)
  }
  return new Map(
    watchedAssets(chains).flatMap(({ settings, asset }) => {
      const height = known.get(settings.chain.name)
      return height === undefined ? [] : [[asset.network, height] as const]
    }),
  )
}
