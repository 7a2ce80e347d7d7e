import type { RawBuilder } from 'kysely'
import type { EndReason } from '#domain/contract/end-reasons.ts'
import type { Ratio } from '#domain/contract/terms.ts'
import type { CopyOutcome } from '#domain/copy/rules.ts'
import type { Refusal } from '#domain/errors.ts'
import type { CustomerId, PositionId, RelationId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Batch } from './batch.ts'
import type { NewPosition } from './decide.ts'
import type { Position, PositionChange } from './position.ts'
import type { Deciding } from './settle.ts'

/**
 * Who copies whose positions: decided by another product in the batches of the positions, so that a copy has the tick of
 * what it copies and is written with it or not at all. That product has no other way to a position than `PositionDoor`.
 */
export interface Followers {
  /** Reads what it keeps in memory, in the transaction that has read the positions. */
  load(tx: Tx, door: PositionDoor): Promise<LoadedFollowers>
  /** Which of these rows of its own, that it named as the traces of an ask, are written. */
  written(db: Db, ids: readonly bigint[]): Promise<Set<bigint>>
}

/** What is asked of it through the engine, as plain data of its own. */
export interface FollowerAsk {
  readonly kind: string
  readonly customer?: CustomerId | undefined
}

/** What an ask came to: what it is about, and the rows by which it is found again whether it happened. */
export interface AskDone {
  readonly subject: bigint
  readonly traces: readonly bigint[]
  readonly hasMore?: boolean
}

/** How lots of a position were closed: all of it in units of the margin currency. */
export interface Closed {
  readonly position: Position
  readonly change: PositionChange
  readonly lots: number
  /** What was open before. */
  readonly wasOpen: number
  readonly profit: bigint
  readonly loss: bigint
  readonly fee: bigint
  readonly by: Deciding
}

/** It, as it stands in memory. Whatever is decided in a batch is kept beside the batch until it is written. */
export interface LoadedFollowers {
  /** Accounts that must be locked beside those of a customer whose order opens, and those of an ask. */
  accountsOf(about: { customer?: CustomerId; ask?: FollowerAsk }): AccountId[]
  /** How many copies an action of a customer may decide, or an ask. */
  costOf(about: { customer?: CustomerId; ask?: FollowerAsk }): number
  /** Reads what deciding these asks needs, in their transaction. */
  complete(tx: Tx, asks: readonly FollowerAsk[]): Promise<void>
  decide(batch: Batch, ask: FollowerAsk): AskDone | Refusal
  /** A position of somebody's own order opened. `shown`: the price that its customer was shown. */
  opened(batch: Batch, position: Position, shown: number, by: Deciding): void
  closed(batch: Batch, closed: Closed): void
  /** A customer set where a position takes its profit and stops its loss. */
  stopsSet(batch: Batch, position: Position): void
  financed(batch: Batch, position: Position, amount: bigint): void
  /** Whether ticks may reach something of it: true where it is not sure that they do not. */
  mayBeReachedBy(ticks: readonly Tick[]): boolean
  /** Notes what the newest tick of a market reaches. */
  reached(tick: Tick): void
  /** Decides the next of what was reached. Returns: whether there was one. */
  decideNext(batch: Batch): boolean
  /** Decides at once what was reached of a position. */
  settleDue(batch: Batch, position: Position): void
  hasDue(): boolean
  write(batch: Batch): RawBuilder<unknown>[]
  /** Whom to tell of a committed batch. */
  told(batch: Batch): ReadonlyMap<CustomerId, Told>
}

/** What a commit tells a follower. */
export interface Told {
  readonly relations: ReadonlySet<RelationId>
  readonly outcomes: readonly CopyOutcome[]
}

/** Of what a position is a copy; it stands in its receipts. */
export interface CopiedFrom {
  readonly relation: RelationId
  readonly leadPosition: PositionId
}

/** The same of what opens: with what its lead was called when the relation began; null without a name. */
export interface OpenedCopy extends CopiedFrom {
  readonly leadName: string | null
}

/** The way to positions, in the state of the engine: the same rules, money and receipts as for everybody. */
export interface PositionDoor {
  open(
    batch: Batch,
    order: NewPosition & { readonly copied: OpenedCopy; readonly atMs: number },
  ): Position | Refusal
  /**
   * Closes lots at a tick; what the tick itself ends is ended by that. Returns: undefined where the platform cannot pay a
   * profit at present, or the position is over.
   */
  close(
    batch: Batch,
    closing: CopiedFrom & {
      readonly id: PositionId
      readonly lots?: number
      readonly reason: Extract<EndReason, 'user' | 'lead' | 'copy-stop'>
      readonly by: Deciding
    },
  ): PositionChange | undefined
  setStops(
    batch: Batch,
    copied: CopiedFrom,
    id: PositionId,
    stops: Pick<Position, 'takeProfit' | 'stopLoss'>,
  ): Position | Refusal
  /** A position that is not over. */
  find(id: PositionId): Position | undefined
  /** All of a customer's that are not over. */
  positionsOf(customer: CustomerId): Position[]
  /** The tick that decides a position now, or at a moment; undefined where its market has no fresh price. */
  decidingAt(position: Position, atMs: number): Deciding | undefined
  /** What a tick of a position's price is worth, at a conversion or at the newest. */
  valueAt(position: Position, by?: Deciding): Ratio | undefined
  /** What an open position has gained at its market's newest price, or at another mark price in half ticks. */
  profitOf(position: Position, mark?: number): bigint | undefined
  lastTick(symbol: string): Tick | undefined
  /** What converts the quote of a position; undefined where nothing has to. */
  conversionOf(position: Position): string | undefined
  /** What a customer may spend, of an account locked for the batch. */
  available(batch: Batch, customer: CustomerId): bigint
  availableAccount(customer: CustomerId): AccountId
  move(
    batch: Batch,
    debit: AccountId,
    credit: AccountId,
    amount: bigint,
    reason: Transfer['reason'],
    reference: bigint,
  ): void
}
