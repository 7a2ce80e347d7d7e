import { isDecimal } from '../money/amount.ts'
import { allot } from './allotment.ts'

/** All that is needed to compute a sale's allotments again: as the app saves it, and `scripts/verify-allotment.mjs` reads it. */
export interface AllotmentFile {
  readonly version: 1
  readonly product: 'ieo'
  readonly code: string
  /** Tokens that were shared out. */
  readonly supply: string
  /** The customer's own line. */
  readonly own: { readonly position: number; readonly asked: string; readonly allotted: string }
  /** What each subscription asked for and was allotted, in the order of acceptance. */
  readonly asks: readonly (readonly [asked: string, allotted: string])[]
}

/** Computes every allotment of a file again. Returns: what is wrong, in words; undefined when all is as the rule makes it. */
export function checkAllotments(file: AllotmentFile): string | undefined {
  if (file.version !== 1 || file.product !== 'ieo') return 'this file is of another version or product'
  const count = (text: string) => (isDecimal(text) && !text.includes('.') ? BigInt(text) : undefined)
  const supply = count(file.supply)
  const asked = file.asks.map(([text]) => count(text))
  if (supply === undefined || asked.some((ask) => ask === undefined || ask === 0n))
    return 'a number is not a whole one'
  const { lines } = allot(supply, asked as bigint[])
  const wrong = lines.findIndex(({ allotted }, n) => count(file.asks[n]![1]) !== allotted)
  if (wrong >= 0) return `subscription ${wrong + 1} was not allotted what the rule makes of it`
  const own = file.asks[file.own.position - 1]
  if (!own || own[0] !== file.own.asked || own[1] !== file.own.allotted)
    return 'the own subscription is not among them as it was'
  return undefined
}
