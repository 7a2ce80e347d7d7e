import { type Chain, type ChainAsset, type ChainNetwork, ledgerUnits } from '../chain/chains.ts'
import { readAddress, readWitnessAddress } from '../deposit/addresses.ts'
import { MINUTE_MS } from '../time.ts'

/** What the ledger says of a chain beside what the platform's addresses have on it. */

/** How often each chain is looked at. */
export const LOOK_EVERY_MS = 10 * MINUTE_MS
/** From when on a look says too little of now. */
export const OLD_AFTER_MS = 60 * MINUTE_MS

/** Whether a look was taken too long ago. */
export const isOld = ({ atMs }: { readonly atMs: number }, nowMs: number): boolean =>
  nowMs - atMs > OLD_AFTER_MS

/** All of a coin or a token that was counted at one block. In the chain's smallest unit. */
export interface Counted {
  /** On addresses that customers pay to. */
  readonly onDeposit: bigint
  /** On the address that withdrawals are paid from. */
  readonly onPayer: bigint
  readonly onCold: bigint
  /** Payments to customers' own addresses up to that block, credited or not yet; and what was credited and is in no block now. */
  readonly arrived: bigint
  /** What two operators credited of payments on this chain. */
  readonly byHand: bigint
  /** The platform's own money that came on this chain. */
  readonly funded: bigint
  /** What withdrawals paid out. */
  readonly paid: bigint
  /** What the chain charged, as far as it is known. */
  readonly fees: bigint
  /** What is being paid out, with its highest fees: that block may have it or not. */
  readonly underWay: bigint
}

/**
 * `equal`: to the unit. `under-way`: less, by no more than is being paid out. `more`: also what nobody recorded. `missing`: less
 * than all that explains.
 */
export type Result = 'equal' | 'under-way' | 'more' | 'missing'

export interface Compared {
  readonly expected: bigint
  readonly found: bigint
  /** Found less expected. */
  readonly difference: bigint
  /** What is not there although it should be, also if everything under way has left; 0 where nothing is. */
  readonly missing: bigint
  readonly result: Result
}

/** Compares what should be on a chain with what was found there. */
export function compare(counted: Counted): Compared {
  const { onDeposit, onPayer, onCold, arrived, byHand, funded, paid, fees, underWay } = counted
  const expected = arrived + byHand + funded - paid - fees
  const found = onDeposit + onPayer + onCold
  const difference = found - expected
  const beyond = -difference - underWay
  const missing = beyond > 0n ? beyond : 0n
  return { expected, found, difference, missing, result: resultOf(difference, missing) }
}

function resultOf(difference: bigint, missing: bigint): Result {
  if (missing > 0n) return 'missing'
  if (difference < 0n) return 'under-way'
  return difference === 0n ? 'equal' : 'more'
}

/** One coin or token of a chain, as it was last looked at. */
export interface Line {
  readonly asset: ChainAsset
  /** Undefined before the first look. */
  readonly counted: Counted | undefined
  /** What the ledger has of it by way of this chain, in the ledger's unit. */
  readonly booked: bigint
}

/** What of a currency is known to be on chains. In the ledger's unit. */
export interface Covered {
  /** What was found, of all chains that were looked at, rounded down to the ledger's unit; undefined where none was. */
  readonly found: bigint | undefined
  /** What the ledger recorded and no watched chain has: at banks, on other chains, or of a demonstration. */
  readonly elsewhere: bigint
  /** Found, of what customers are owed, in hundredths of a percent; rounds down. Undefined where nothing is owed or found. */
  readonly coverageBps: bigint | undefined
}

/**
 * Adds up the lines of a currency.
 *
 * Units: `recorded` and `owed` in the ledger's unit, of `decimals`.
 */
export function coverageOf(
  lines: readonly Line[],
  { recorded, owed, decimals }: { recorded: bigint; owed: bigint; decimals: number },
): Covered {
  let found: bigint | undefined
  let booked = 0n
  for (const { asset, counted, ...line } of lines) {
    if (!counted) continue
    found = (found ?? 0n) + ledgerUnits(compare(counted).found, asset.decimals, decimals)
    booked += line.booked
  }
  return {
    found,
    elsewhere: recorded - booked,
    coverageBps: found !== undefined && owed > 0n ? (found * 10_000n) / owed : undefined,
  }
}

/** An address of the platform's own as its chain writes it on this network; undefined for what is none there. */
export function readOwnAddress(
  { name, addresses, prefixes }: Chain,
  network: ChainNetwork,
  typed: string,
): string | undefined {
  if (addresses === 'evm') return readAddress('Ethereum', typed)
  if (addresses === 'tron') return readAddress('TRC20', typed)
  return network === 'main' ? readAddress(name, typed) : readWitnessAddress(prefixes![network], typed)
}
