import { markOf } from '#domain/contract/rules.ts'
import { type Units, units } from '#domain/money/amount.ts'
import type { Receipt } from '#domain/proof/receipt.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Position, PositionChange } from './position.ts'
import { type Realm, realRealm } from './realm.ts'
import type { Deciding } from './settle.ts'

/**
 * What a batch decides, collected until it is written in one transaction.
 *
 * Deciding changes the state in memory at once; when the write fails it is read again.
 */
export interface Batch {
  readonly atMs: number
  /** Where its positions are, and the platform's side of them. */
  readonly realm: Realm
  /** What may be spent, of every account that an action of this batch spends from; locked in the database. */
  readonly available: Map<AccountId, bigint>
  readonly added: Set<Position>
  /** Positions from earlier batches that this one changes. */
  readonly changed: Set<Position>
  readonly changes: PositionChange[]
  /** What customers asked for and got, to be signed. */
  readonly receipts: Receipt[]
  /** In the order in which they were decided: so no balance is below zero at any step. */
  readonly transfers: Transfer[]
  /** What the first of them took from each account by losses, fees and financing, and how many these are; see `own-loss.ts`. */
  readonly lost: Map<AccountId, bigint>
  lostThrough: number
  /** What the platform must be able to pay, by instrument; filled when it is first asked. See `exposure.ts`. */
  readonly needed: Map<string, bigint>
  /** How many positions ticks, and copies of a lead's, have decided in it; see `MAX_DECIDED`. */
  decided: number
  /** Whether how far the tape was compared is written with it. */
  savesProgress: boolean
}

/** Positions that ticks, or closings of a lead's, decide in one batch; who sends them asks again for more. */
export const MAX_DECIDED = 2_000

/** Starts an empty batch on the balances that the database has locked for it. */
export const createBatch = (
  atMs: number,
  available: Map<AccountId, bigint>,
  realm: Realm = realRealm,
): Batch => ({
  atMs,
  realm,
  available,
  added: new Set(),
  changed: new Set(),
  changes: [],
  receipts: [],
  transfers: [],
  lost: new Map(),
  lostThrough: 0,
  needed: new Map(),
  decided: 0,
  savesProgress: false,
})

/** Notes that a position changed. */
export function touch(batch: Batch, position: Position): void {
  position.updatedAtMs = batch.atMs
  if (!batch.added.has(position)) batch.changed.add(position)
}

/** Moves money, and follows it in the balances that later decisions of the batch count on. Nothing for nothing. */
export function move(
  batch: Batch,
  debit: AccountId,
  credit: AccountId,
  amount: bigint,
  reason: Transfer['reason'],
  reference: bigint,
): void {
  if (amount === 0n) return
  batch.transfers.push({ debit, credit, amount: units(amount), reason, reference })
  add(batch, debit, -amount)
  add(batch, credit, amount)
}

function add({ available }: Batch, account: AccountId, amount: bigint): void {
  const before = available.get(account)
  if (before !== undefined) available.set(account, before + amount)
}

/** What may be spent of an account that was locked for the batch. */
export const spendable = ({ available }: Batch, account: AccountId): Units =>
  units(available.get(account) ?? 0n)

type Told = Pick<PositionChange, 'kind'> &
  Partial<Pick<PositionChange, 'reason' | 'lots' | 'price' | 'sequence' | 'amount' | 'fee' | 'shortfall'>>

/** Keeps what happened to a position, with how it stands after it. `by`: of what a conversion decided. */
export function record(batch: Batch, position: Position, told: Told, by?: Deciding): PositionChange {
  // One literal: of a gap that closes very many, copying fields from one object to another is a good part of the work.
  const change: PositionChange = {
    id: nextId(),
    position: position.id,
    customer: position.customer,
    kind: told.kind,
    reason: told.reason ?? null,
    lots: told.lots ?? null,
    price: told.price ?? null,
    sequence: told.sequence ?? null,
    conversionMark: by?.conversion ? markOf(by.conversion) : null,
    conversionSequence: by?.conversion?.sequence ?? null,
    amount: told.amount ?? null,
    fee: told.fee ?? null,
    shortfall: told.shortfall ?? null,
    margin: position.margin,
    takeProfit: position.takeProfit,
    stopLoss: position.stopLoss,
    liquidationPrice: position.liquidationPrice,
    atMs: batch.atMs,
  }
  batch.changes.push(change)
  return change
}
