/**
 * Money from one cell to another: which states a transfer has in each of the two, and what each message does there.
 *
 * Messages may come twice, late, in any order, or never. Whatever comes is applied once, or is known to have been applied, or
 * contradicts what is known and changes nothing.
 */

/** Cells are numbered from 1; 0 is none. Settlement accounts have a kind for each. */
export const MAX_CELL = 63

/** What a cell sends to another: the same number of the same two is always the same transfer. */
export interface CellTransfer {
  readonly from: number
  readonly to: number
  /** Counted by `from` for each cell that it sends to: 1, 2, 3 and so on, without a gap. */
  readonly number: bigint
  /** Of the receiving cell. */
  readonly customer: bigint
  readonly currency: string
  /** How many decimals the sending cell keeps of the currency: what a unit is. */
  readonly decimals: number
  readonly amount: bigint
}

/** What the receiving cell answers, each time that it is asked. */
export interface CellAnswer {
  readonly from: number
  readonly to: number
  readonly number: bigint
  readonly outcome: CellOutcome
  /** Why it was refused; null where it was accepted. */
  readonly refusal: CellRefusal | null
}

/** What the receiving cell made of a transfer. It never changes. */
export type CellOutcome = 'accepted' | 'refused'

/** What a transfer is in the cell that sent it: in doubt, paid out there, or given back here. */
export type SentState = 'sent' | 'settled' | 'returned'

/** Why a cell refuses a transfer. */
export const cellRefusals = [
  'currency-not-listed',
  'customer-unknown',
  'customer-frozen',
  'not-covered',
  'balance-too-large',
] as const
export type CellRefusal = (typeof cellRefusals)[number]

/** What a message does: it changes something, was applied before, or says other than what is known. */
export type Step = 'apply' | 'already' | 'contradiction'

/** What the receiving cell has of a transfer that came before. */
export interface ReceivedTransfer {
  readonly transfer: CellTransfer
  readonly outcome: CellOutcome
}

/** What a transfer does in the cell that receives it; `known` is what came under its number before. */
export function onTransfer(known: ReceivedTransfer | undefined, transfer: CellTransfer): Step {
  if (!known) return 'apply'
  return isSameTransfer(known.transfer, transfer) ? 'already' : 'contradiction'
}

const endOf = { accepted: 'settled', refused: 'returned' } as const satisfies Record<CellOutcome, SentState>

/** What an answer does in the cell that sent the transfer; `state` is undefined where it never sent one of that number. */
export function onAnswer(
  state: SentState | undefined,
  outcome: CellOutcome,
):
  | { readonly step: 'apply'; readonly state: 'settled' | 'returned' }
  | { readonly step: Exclude<Step, 'apply'> } {
  const end = endOf[outcome]
  if (state === 'sent') return { step: 'apply', state: end }
  return { step: state === end ? 'already' : 'contradiction' }
}

/** Whether two messages are of one transfer and say the same of it. */
export const isSameTransfer = (one: CellTransfer, other: CellTransfer): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.number === other.number &&
  one.customer === other.customer &&
  one.currency === other.currency &&
  one.decimals === other.decimals &&
  one.amount === other.amount

/** What the receiving cell knows when a transfer comes. Units: of the currency as the cell keeps it. */
export interface Arrival {
  readonly transfer: CellTransfer
  /** How many decimals the currency has here; undefined where it is not listed. */
  readonly decimals: number | undefined
  /** Why the customer gets nothing; undefined where nothing speaks against it. */
  readonly refusal: 'customer-unknown' | 'customer-frozen' | undefined
  /** What is free in the settlement account of the cell that sent it. */
  readonly covered: bigint
  /** What the customer's wallet has. */
  readonly balance: bigint
}

const MAX_BALANCE = 2n ** 63n - 1n

/** Decides what to answer to a transfer that has come for the first time. */
export function decideArrival({ transfer, decimals, refusal, covered, balance }: Arrival): {
  readonly outcome: CellOutcome
  readonly refusal: CellRefusal | null
} {
  const refused = (why: CellRefusal) => ({ outcome: 'refused', refusal: why }) as const
  if (decimals !== transfer.decimals) return refused('currency-not-listed')
  if (refusal) return refused(refusal)
  if (covered < transfer.amount) return refused('not-covered')
  if (balance + transfer.amount > MAX_BALANCE) return refused('balance-too-large')
  return { outcome: 'accepted', refusal: null }
}

const CURRENCY = /^[A-Za-z0-9]{1,16}$/
const MAX_DECIMALS = 18
const isCell = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_CELL
const isPositive = (value: unknown): boolean =>
  typeof value === 'bigint' && value > 0n && value <= MAX_BALANCE

/** Whether what came from another process is a transfer. */
export function isTransfer(value: unknown): value is CellTransfer {
  if (typeof value !== 'object' || value === null) return false
  const { from, to, number, customer, currency, decimals, amount } = value as Record<
    keyof CellTransfer,
    unknown
  >
  return (
    isCell(from) &&
    isCell(to) &&
    from !== to &&
    [number, customer, amount].every(isPositive) &&
    typeof currency === 'string' &&
    CURRENCY.test(currency) &&
    Number.isInteger(decimals) &&
    (decimals as number) >= 0 &&
    (decimals as number) <= MAX_DECIMALS
  )
}

/** Whether what came from another process is an answer. */
export function isAnswer(value: unknown): value is CellAnswer {
  if (typeof value !== 'object' || value === null) return false
  const { from, to, number, outcome, refusal } = value as Record<keyof CellAnswer, unknown>
  const isWhy = outcome === 'refused' && cellRefusals.some((one) => one === refusal)
  return (
    isCell(from) &&
    isCell(to) &&
    from !== to &&
    isPositive(number) &&
    (isWhy || (outcome === 'accepted' && refusal === null))
  )
}

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 5 * 60_000

/** How long a transfer that was sent so many times waits before it is sent again: twice as long each time. Never given up. */
export const retryAfterMs = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), MAX_RETRY_MS)
