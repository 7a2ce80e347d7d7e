import { chains as allChains, type ChainName, type ChainNetwork } from '#domain/chain/chains.ts'
import { shortAddress } from '#domain/chain/short-address.ts'
import { canManageTreasury, canViewTreasury } from '#domain/console/roles.ts'
import { isReferenceOf, readTxReference } from '#domain/deposit/rules.ts'
import { assert, refusal } from '#domain/errors.ts'
import { decimal, formatDecimal, parseDecimal, trimZeros } from '#domain/money/amount.ts'
import * as calls from '#domain/reserves/console.ts'
import { readOwnAddress } from '#domain/reserves/rules.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import type { Money, ProposalAction } from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import { isDepositAddress } from '../deposit/service.ts'
import { hasNetworkFee } from '../withdrawal/service.ts'
import { coinOf } from './service.ts'
import { coldAddresses, insertAddress, insertFee } from './store.ts'

/** Which addresses count as the platform's, and what it cost to move coins between them: two people of finance say so. */

const roles = { roles: canManageTreasury, viewers: canViewTreasury }
const line = (label: string, value: string) => ({ label, value, before: null })

const adding: ProposalAction = {
  kind: 'reserves-address',
  ...roles,
  async describe(_, { params, status }) {
    const { chain, address, label } = params
    return {
      title: `Count an address on ${chain} as reserves`,
      lines: [
        line('Chain', chain!),
        // Who checks it types it from the wallet itself, so it is not there to be copied.
        line('Address', status === 'pending' ? shortAddress(address!) : address!),
        line('Label', label!),
      ],
    }
  },
  typedAgain: {
    label: 'Address, from the wallet itself',
    isSame: ({ chain, network, address }, typed) =>
      readOwnAddress(allChains[chain as ChainName], network as ChainNetwork, typed) === address,
  },
  async apply(tx, { id, params }) {
    const [chain, address] = [params.chain as ChainName, params.address!]
    // A customer may have been given it since.
    if (await isDepositAddress(tx, allChains[chain], address)) throw refusal('ADDRESS_WATCHED')
    await insertAddress(tx, { ...addressOf(params), isWatched: true, proposal: id })
  },
}

const retiring: ProposalAction = {
  kind: 'reserves-retire',
  ...roles,
  async describe(_, { params: { chain, address, label } }) {
    return {
      title: `Count an address on ${chain} no more`,
      lines: [line('Chain', chain!), line('Address', address!), line('Label', label!)],
    }
  },
  async apply(tx, { id, params }) {
    await insertAddress(tx, { ...addressOf(params), isWatched: false, proposal: id })
  },
}

/** The fee of a proposal: it keeps what the chain itself counts. */
function feeOf({ chain, units }: Texts): Money {
  const { currency, decimals } = coinOf(chain as ChainName)!
  return { amount: decimal(trimZeros(formatDecimal(BigInt(units!), decimals))), currency }
}

const charging: ProposalAction = {
  kind: 'reserves-fee',
  ...roles,
  amountOf: feeOf,
  logged(params) {
    const { amount, currency } = feeOf(params)
    return { chain: params.chain!, transaction: params.txid!, fee: `${amount} ${currency}` }
  },
  async describe(_, { params }) {
    const { chain, txid } = params
    const { amount, currency } = feeOf(params)
    return {
      title: `Record a network fee on ${chain}`,
      lines: [line('Chain', chain!), line('Transaction', txid!), line('Fee', `${amount} ${currency}`)],
    }
  },
  async apply(tx, { id, params }) {
    const fee = { chain: params.chain as ChainName, txid: params.txid!, amount: BigInt(params.units!) }
    await requireUnknownFee(tx, fee)
    if (!(await insertFee(tx, { ...fee, proposal: id }))) throw refusal('NETWORK_FEE_KNOWN')
  },
}

export const reservesProposals: readonly ProposalAction[] = [adding, retiring, charging]

/** The routes by which they are proposed, for the chains that are watched. */
export const proposalRoutes = (chains: readonly ChainSettings[]): Route[] => [
  proposalRoute(calls.proposeColdAddress, adding, async (tx, { chain, label, ...typed }) => {
    const settings = requireWatched(chains, chain)
    const { network } = settings
    const address = readOwnAddress(settings.chain, network, typed.address)
    if (!address) throw refusal('ADDRESS_INVALID', { field: 'address' })
    const isOwn =
      address === settings.payer ||
      (await isDepositAddress(tx, settings.chain, address)) ||
      (await coldAddresses(tx, chain)).some((one) => one.isWatched && one.address === address)
    if (isOwn) throw refusal('ADDRESS_WATCHED')
    return { subject: `reserves:${chain}:${address}`, params: { chain, network, address, label } }
  }),
  proposalRoute(calls.proposeRetiredAddress, retiring, async (tx, { id }) => {
    const found = (await coldAddresses(tx)).find((one) => one.isWatched && String(one.id) === String(id))
    if (!found) throw refusal('NOT_FOUND')
    const { chain, address, label } = found
    return { subject: `reserves:${chain}:${address}`, params: { chain, address, label } }
  }),
  proposalRoute(calls.proposeNetworkFee, charging, async (tx, { chain, txReference, amount }) => {
    const { decimals } = coinOf(requireWatched(chains, chain).chain.name) ?? {}
    if (decimals === undefined) throw refusal('PARAMETER_ERROR', { field: 'chain' })
    const txid = readTxReference(txReference)
    if (txid === undefined || !isReferenceOf(chain, txid))
      throw refusal('PARAMETER_ERROR', { field: 'txReference' })
    const units = parseDecimal(amount, decimals)
    if (!units || units <= 0n) throw refusal('PARAMETER_ERROR', { field: 'amount' })
    await requireUnknownFee(tx, { chain, txid })
    return { subject: `reserves:fee:${chain}:${txid}`, params: { chain, txid, units: String(units) } }
  }),
]

/** Refuses: NETWORK_UNKNOWN with the chains that are watched. */
function requireWatched(chains: readonly ChainSettings[], name: ChainName): ChainSettings {
  const found = chains.find(({ chain }) => chain.name === name)
  if (found) return found
  throw refusal('NETWORK_UNKNOWN', { networks: chains.map(({ chain }) => chain.name).join(', ') || '-' })
}

/** Refuses: NETWORK_FEE_KNOWN of the transaction of a withdrawal whose fee the chain says. */
async function requireUnknownFee(tx: Tx, { chain, txid }: { chain: ChainName; txid: string }): Promise<void> {
  if (await hasNetworkFee(tx, chain, txid)) throw refusal('NETWORK_FEE_KNOWN')
}

function addressOf({ chain, address, label }: Texts) {
  assert(chain !== undefined && address !== undefined && label !== undefined, 'a proposal names its address')
  return { chain: chain as ChainName, address, label }
}
