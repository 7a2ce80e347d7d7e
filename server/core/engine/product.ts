import type { RawBuilder } from 'kysely'
import type { Refusal } from '#domain/errors.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Writer } from '#server/platform/db/fencing-token.ts'
import type { KeyedCall } from '#server/platform/idempotency.ts'

/**
 * What a product gives to have its actions decided and written by group commit.
 *
 * `State` is what it keeps in memory and can read again at any time, `Batch` what one batch decides until
 * it is written. Actions and replies are plain data, so that an engine can stand in another process.
 */
export interface EngineProduct<State, Batch, Action, Reply, Event> {
  /** Whose fencing token each transaction checks. */
  readonly writer: Writer

  /**
   * Reads the state, in the transaction that has acquired the fencing token.
   *
   * Refuses: (by throwing `UnsoundStateError`) what cannot be right.
   */
  reload(tx: Tx): Promise<State>

  /** The accounts these actions may spend from; locked in the database before they are decided. */
  accountsOf(state: State, actions: readonly Action[]): readonly AccountId[]

  /**
   * How many records deciding an action may change; 1, or nothing of the kind, of an ordinary one. What costs more has
   * batches of its own, of a bounded size: nothing else waits for more than one of them.
   */
  costOf?(state: State, action: Action): number

  /** Starts an empty batch on the balances locked for it. */
  begin(atMs: number, available: Map<AccountId, bigint>): Batch

  /** Decides one action in memory. Should the writing fail, the state is thrown away. */
  decide(state: State, batch: Batch, action: Action): Decision<Reply>

  /**
   * Whether deciding an action now would change nothing but the state in memory. A batch of such actions takes
   * no transaction; it is lost with the state, and its sender sends it again, or it is found when that is read.
   */
  isUnwritten?(state: State, action: Action): boolean

  /** Reads what deciding these actions needs and the state does not have, in their transaction. */
  complete?(tx: Tx, state: State, actions: readonly Action[]): Promise<void>

  /** What to write of a decided batch. It may read, in the same transaction, what replies will need. */
  write(tx: Tx, state: State, batch: Batch): Promise<Writes>

  /** Publishes what a committed batch changed, and says whom to tell what. */
  committed(state: State, batch: Batch): Event[]

  /** The same for all of a state that has been read again. */
  reloaded(state: State): Event[]

  /** A reply as it stands now, whatever later batches decide. */
  snapshot(reply: Reply): Reply

  /** What is kept of a reply under its idempotency key: JSON from which `answer` makes it again. */
  toAnswer(reply: Reply): unknown

  /**
   * Makes the reply to an action from the database: one whose key was answered before, or one that the
   * state knows nothing of.
   *
   * Refuses: what the product refuses.
   */
  answer(db: Db, action: Action, answer: unknown): Promise<Reply>

  /**
   * Finds out what became of a failed batch. Called when that is final: what is not in the database did not
   * happen and will not.
   *
   * Returns: the reply to each attempt that happened, and the events that nobody has been told.
   */
  findOut(
    db: Db,
    attempts: readonly Attempted<Action, Reply>[],
    batch: Batch | undefined,
  ): Promise<{ replies: readonly (Reply | undefined)[]; events: Event[] }>
}

/** What an action came to. A reply counts only once it is committed. */
export type Decision<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** To be answered from the database: by what was answered before, or by what the product looks for. */
  | { readonly kind: 'look-up'; readonly answer: unknown }
  /** Nothing yet: this batch has enough to do that comes first. It is the first of the next. */
  | { readonly kind: 'postponed' }

/** An action with what its last attempt decided, if it came to that. */
export interface Attempted<Action, Reply> {
  readonly action: Action
  readonly decision: Decision<Reply> | undefined
}

export interface Writes {
  /** Statements that do not depend on each other; they run as one with the posting. */
  readonly statements: readonly RawBuilder<unknown>[]
  readonly transfers: readonly Transfer[]
}

/** A message to an engine: what is asked and, where there is one, the call whose idempotency key it has. */
export interface Message<Action> {
  readonly action: Action
  readonly call?: KeyedCall | undefined
}

/** What is stored cannot be right. The engine stops, with this message, rather than trade on it. */
export class UnsoundStateError extends Error {
  override readonly name = 'UnsoundStateError'
}
