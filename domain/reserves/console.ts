import * as z from 'zod/mini'
import { chainNames, lookedAtChains } from '../chain/chains.ts'
import { proposalView, reason } from '../console/contract.ts'
import { proposingBy } from '../console/proposing.ts'
import { canManageTreasury, canViewTreasury } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, id, plainText, timeMs } from '../fields.ts'

/** What the platform's own addresses have on chains, beside what the ledger says. */

const line = z.object({
  chain: z.enum(chainNames),
  currency: z.string(),
  /** Null before the first look; all amounts in the currency, with the decimals of the chain. */
  look: z.nullable(
    z.object({
      atMs: timeMs,
      height: z.number(),
      /** The hash of the block. */
      block: z.string(),
      addresses: z.number(),
      expected: decimalString,
      found: decimalString,
      difference: decimalString,
      missing: decimalString,
      result: z.enum(['equal', 'under-way', 'more', 'missing']),
      onDeposit: decimalString,
      onPayer: decimalString,
      onCold: decimalString,
      arrived: decimalString,
      byHand: decimalString,
      funded: decimalString,
      paid: decimalString,
      fees: decimalString,
      underWay: decimalString,
      /** Withdrawals that were paid and of which nobody knows what the chain charged. */
      feesUnknown: z.number(),
      /** Whether it was taken too long ago to say much of now. */
      isOld: z.boolean(),
    }),
  ),
})

export const consoleReserves = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/reserves',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'What the platform’s own addresses have on chains, beside what the ledger says should be there',
  output: z.object({
    chains: z.array(
      z.object({
        chain: z.enum(chainNames),
        /** Whether its nodes can say what an address had at a block. */
        isLookedAt: z.boolean(),
        /** Since when looks at it have failed; null where the last one did not. */
        silentSinceMs: z.nullable(timeMs),
        lines: z.array(line),
      }),
    ),
    currencies: z.array(
      z.object({
        currency: z.string(),
        hasChain: z.boolean(),
        /** As it was published last; null before the first statement. */
        owed: z.nullable(decimalString),
        recorded: decimalString,
        /** Null where no chain of it was looked at. */
        found: z.nullable(decimalString),
        elsewhere: decimalString,
        /** Found on chains, of what is owed, in hundredths of a percent; null where nothing is owed or none was looked at. */
        coverageBps: z.nullable(z.number()),
      }),
    ),
    owedAtMs: z.nullable(timeMs),
    addresses: z.array(
      z.object({
        id: z.string(),
        chain: z.enum(chainNames),
        address: z.string(),
        label: z.string(),
        isWatched: z.boolean(),
        reference: z.string(),
        sinceMs: z.nullable(timeMs),
      }),
    ),
    pending: z.array(proposalView),
  }),
})

const proposing = proposingBy(canManageTreasury)

export const proposeColdAddress = endpoint({
  ...proposing,
  path: '/console/reserves/address',
  summary: 'Propose to count an address of the platform’s own on a chain as reserves',
  // An address that is never looked at would count as nothing, and look as if it were counted.
  input: { chain: z.enum(lookedAtChains), address: plainText(120), label: plainText(60), reason },
})

export const proposeRetiredAddress = endpoint({
  ...proposing,
  path: '/console/reserves/retire',
  summary: 'Propose to count an address of the platform’s own no more',
  input: { id, reason },
})

export const proposeNetworkFee = endpoint({
  ...proposing,
  path: '/console/reserves/fee',
  summary: 'Propose to record what a chain charged for moving the platform’s own coins',
  input: { chain: z.enum(chainNames), txReference: plainText(128), amount: decimalInput, reason },
  wire: { txReference: 'tx_reference' },
})

export const reservesConsoleEndpoints = [
  consoleReserves,
  proposeColdAddress,
  proposeRetiredAddress,
  proposeNetworkFee,
]
