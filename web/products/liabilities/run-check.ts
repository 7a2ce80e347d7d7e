import type { LiabilitiesProofFile } from '#domain/liabilities/contract.ts'
import { type CheckedLiabilities, checkLiabilities } from '#domain/liabilities/proof.ts'
import type { Sums } from '#domain/liabilities/rules.ts'
import {
  foundAt,
  foundOnChains,
  isSeen,
  type OwnAddressKind,
  reservesOf,
  type StatedChain,
  type StatedLook,
} from '#domain/liabilities/stated.ts'
import type { LiabilitiesStatement } from '#domain/liabilities/statement.ts'
import { formatDecimal } from '#domain/money/amount.ts'

export interface LiabilitiesRun extends CheckedLiabilities {
  /** How long it took. */
  readonly ms: number
}

/** Checks a proof here, for the customer of this id. */
export function runCheck(file: LiabilitiesProofFile, customer: string): LiabilitiesRun {
  const beganAt = performance.now()
  return { ...checkLiabilities(file, customer), ms: performance.now() - beganAt }
}

/** The same proof as if the customer were owed one unit less of what they have. */
export function alteredFile(file: LiabilitiesProofFile): LiabilitiesProofFile {
  const [first, ...others] = file.leaves
  const place = first!.amounts.findIndex((amount) => amount !== '0')
  const amounts = first!.amounts.map((amount, n) =>
    n === Math.max(0, place) ? String(amount === '0' ? 1n : BigInt(amount) - 1n) : amount,
  )
  return { ...file, leaves: [{ ...first!, amounts }, ...others] }
}

/** A currency of a statement, as it is shown. */
export interface CurrencyLine {
  readonly code: string
  /** The customer's own; undefined where it is not known. */
  readonly own: string | undefined
  readonly liabilities: string
  readonly reserves: string
  /** Whether there is at least as much as is owed. */
  readonly isCovered: boolean
  /** What of the reserves the ledger alone says. */
  readonly ledger: string
  /** What of them was found on chains, and how much that is of what is owed, in percent; undefined where none was read. */
  readonly found: string | undefined
  readonly foundPercent: string | undefined
  readonly chains: readonly ChainLine[]
}

/** A chain of a currency, as it is shown. */
export interface ChainLine extends Pick<StatedChain, 'chain' | 'network'> {
  readonly look:
    | { readonly lastAtMs: number | undefined }
    | (Pick<StatedLook, 'atMs' | 'height' | 'hash' | 'token'> & {
        readonly found: string
        readonly deposits: { readonly addresses: number; readonly amount: string }
        readonly own: readonly {
          readonly kind: OwnAddressKind
          readonly address: string
          readonly amount: string
        }[]
      })
}

/** What a statement says of each currency, beside what of it is the customer's own. */
export const linesOf = ({ currencies }: LiabilitiesStatement, own: Sums | undefined): CurrencyLine[] =>
  currencies.map((one, n) => {
    const show = (amount: bigint) => formatDecimal(amount, one.decimals)
    const { code, liabilities, ledger, chains } = one
    const [reserves, found] = [reservesOf(one), foundOnChains(one)]
    const hasShare = found !== undefined && liabilities > 0n
    return {
      ...{ code, own: own && show(own[n]!), isCovered: reserves >= liabilities },
      ...{ liabilities: show(liabilities), reserves: show(reserves), ledger: show(ledger) },
      found: found === undefined ? undefined : show(found),
      foundPercent: hasShare ? formatDecimal((found * 10_000n) / liabilities, 2) : undefined,
      chains: chains.map(chainLine),
    }
  })

function chainLine({ look, ...named }: StatedChain): ChainLine {
  if (!isSeen(look)) return { ...named, look }
  const show = (amount: bigint) => formatDecimal(amount, look.decimals)
  const { atMs, height, hash, token, deposits, own } = look
  return {
    ...named,
    look: {
      ...{ atMs, height, hash, token, found: show(foundAt(look)) },
      deposits: { ...deposits, amount: show(deposits.amount) },
      own: own.map((one) => ({ ...one, amount: show(one.amount) })),
    },
  }
}
