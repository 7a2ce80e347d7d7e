import { assert, Refusal, refusal } from '#domain/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { isFenced, isTransient } from '#server/platform/db/errors.ts'
import { acquireFencingToken, lockFencingToken } from '#server/platform/db/fencing-token.ts'
import {
  type AnsweredCall,
  answerBefore,
  type KeyedCall,
  keyName,
  whileKeyIsUsed,
} from '#server/platform/idempotency.ts'
import { isTracing, noteError, type Span, traced } from '#server/platform/tracing.ts'
import { isLoading, isOver, type LifecycleEvent, type Phase, phaseAfter, takesActions } from './lifecycle.ts'
import type { Decision, EngineProduct, Message } from './product.ts'
import { type BatchStart, beginBatch, writeBatch } from './transaction.ts'

export interface GroupCommitOptions {
  readonly db: Db
  readonly clock: Clock
  /** Told of every failed batch, and when another process has taken over. */
  readonly onError?: (error: unknown) => void
  /** How long actions wait for a database that is unavailable; after that they are refused at once. */
  readonly patienceMs?: number
}

/** Long enough for others to join, too short to notice. */
const GATHER_MS = 1
const MAX_BATCH = 1_000
/** What costly actions of one batch may cost together, where it has more than one: see `costOf`. */
const MAX_COST = 2_000
/** Beyond this many waiting actions new ones are refused rather than kept waiting. */
const MAX_WAITING = 50_000
const RETRY_FIRST_MS = 50
const RETRY_LAST_MS = 500
const MAX_ATTEMPTS = 5
const DEFAULT_PATIENCE_MS = 5_000

/** A message with whoever waits for its reply. */
interface Request<Action, Reply> extends Message<Action> {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
  /** What waits for it, where that is traced. */
  readonly span: Span | undefined
  attempts: number
  /** What the last attempt decided. */
  decision: Decision<Reply> | undefined
}

/**
 * The single writer of a product's state, by group commit.
 *
 * Actions gather for as long as the batch before them takes, or else until as many are there as that batch
 * had, for about a millisecond at most. A batch is decided in memory, written in one transaction, and replied
 * to after the commit, never before. When the writing fails or its outcome is unknown, the state is thrown
 * away and read again from the database, and each waiting action is replied to by what is found there.
 */
export class GroupCommit<State, Batch, Action, Reply, Event> {
  readonly #product: EngineProduct<State, Batch, Action, Reply, Event>
  readonly #options: GroupCommitOptions
  readonly #listeners = new Set<(event: Event) => void>()
  #phase: Phase = 'stopped'
  /** None before the first load. */
  #state: State | undefined
  /** None before the first load. */
  #token: bigint | undefined
  #waiting: Request<Action, Reply>[] = []
  #running: Promise<void> | undefined
  /** Whether it is the turn of what is costly. */
  #isCostlyNext = false
  /** How many actions the last batch had. */
  #lastSize = 0
  /** Ends the gathering, while there is one. */
  #enough: (() => void) | undefined
  /** The replies of the last committed batch, kept back for the moment it takes to send off the next. */
  #pendingReplies: (() => void) | undefined

  constructor(product: EngineProduct<State, Batch, Action, Reply, Event>, options: GroupCommitOptions) {
    this.#product = product
    this.#options = options
  }

  /**
   * Takes over from whoever wrote before and loads the state; goes on trying while the database is unavailable.
   *
   * Refuses: (by throwing `UnsoundStateError`) a stored state that cannot be right.
   */
  async start(): Promise<void> {
    assert(this.#phase === 'stopped', 'an engine is started once')
    this.#enter('start')
    await this.#reload([], undefined)
    if (this.#waiting.length > 0) this.#running ??= this.#gatherAndRun()
  }

  /** Lets the batch under way end and refuses everything else. */
  async stop(): Promise<void> {
    this.#enter('stop')
    this.#refuseAll([])
    await this.#running
  }

  /** Sends an action; the reply comes after its commit. */
  send(message: Message<Action>): Promise<Reply> {
    return whileKeyIsUsed(message.call, () =>
      traced(
        `engine ${this.#product.writer}`,
        {},
        (span) =>
          new Promise((resolve, reject) => {
            this.#enqueue({ ...message, resolve, reject, span, attempts: 0, decision: undefined })
          }),
      ),
    )
  }

  /** The state as the last batch left it, committed or not; undefined before the first load. */
  get state(): State | undefined {
    return this.#state
  }

  /** Calls the listener after each commit. A listener must not throw. Returns how to stop it. */
  subscribe(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  isReady(): boolean {
    return this.#phase === 'ready'
  }

  /** Whether it takes nothing any more until the process is started anew. */
  isOver(): boolean {
    return isOver(this.#phase)
  }

  #enter(event: LifecycleEvent): void {
    this.#phase = phaseAfter(this.#phase, event)
  }

  #enqueue(request: Request<Action, Reply>): void {
    if (!takesActions(this.#phase) || this.#waiting.length >= MAX_WAITING) {
      request.reject(refusal('SERVICE_UNAVAILABLE'))
      return
    }
    this.#waiting.push(request)
    if (this.#waiting.length >= this.#lastSize) this.#enough?.()
    this.#running ??= this.#gatherAndRun()
  }

  /** Waits until as many actions are there as the last batch had, but no longer than is too short to notice. */
  async #gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      this.#enough = () => {
        this.#enough = undefined
        clearTimeout(timer)
        // What comes in the same turn of the event loop still joins.
        setImmediate(resolve)
      }
      if (this.#waiting.length >= this.#lastSize) this.#enough()
    })
    this.#enough = undefined
  }

  async #gatherAndRun(): Promise<void> {
    await this.#gather()
    while (this.#waiting.length > 0 && this.#phase === 'ready') {
      const requests = this.#takeBatch()
      this.#lastSize = requests.length
      this.#putFirst(await this.#runBatch(requests))
      if (this.#waiting.length === 0) this.#flushReplies()
    }
    this.#flushReplies()
    this.#running = undefined
  }

  /**
   * Takes the next batch from what waits, in order. What is costly has batches of its own, so that nothing else waits for
   * more than one of them: where both wait they take turns.
   *
   * `known`: what was asked of their costs already; each is computed once for a batch.
   */
  #takeBatch(known = new Map<Request<Action, Reply>, number>()): Request<Action, Reply>[] {
    const costOf = (request: Request<Action, Reply>): number => {
      const cost = known.get(request) ?? this.#product.costOf?.(this.#state!, request.action) ?? 1
      known.set(request, cost)
      return cost
    }
    const isCostly = this.#isCostlyNext && this.#waiting.some((request) => costOf(request) > 1)
    const taken: Request<Action, Reply>[] = []
    const left: Request<Action, Reply>[] = []
    let [sum, seen] = [0, 0]
    for (; seen < this.#waiting.length && taken.length < MAX_BATCH; seen++) {
      const request = this.#waiting[seen]!
      const cost = costOf(request)
      const hasRoom = !isCostly || sum === 0 || sum + cost <= MAX_COST
      if (cost > 1 === isCostly && hasRoom) {
        taken.push(request)
        sum += cost
      } else left.push(request)
    }
    this.#isCostlyNext = !isCostly
    this.#waiting = [...left, ...this.#waiting.slice(seen)]
    return taken.length > 0 || this.#waiting.length === 0 ? taken : this.#takeBatch(known)
  }

  /** Has postponed actions be decided before those that came after them. */
  #putFirst(postponed: readonly Request<Action, Reply>[]): void {
    if (this.#phase === 'ready') this.#waiting = [...postponed, ...this.#waiting]
    else this.#refuseAll(postponed)
  }

  /**
   * Decides, writes and answers a batch. Returns: what was postponed.
   *
   * Its span is no part of the one call in whose course it happens to be begun: it works for all of them alike.
   */
  #runBatch(requests: readonly Request<Action, Reply>[]): Promise<Request<Action, Reply>[]> {
    if (!isTracing()) return this.#runUntraced(requests)
    const options = {
      ...{ parent: null, links: requests.flatMap(({ span }) => span ?? []) },
      attributes: { 'plumb.actions': requests.length },
    }
    return traced(`batch ${this.#product.writer}`, options, () => this.#runUntraced(requests))
  }

  async #runUntraced(requests: readonly Request<Action, Reply>[]): Promise<Request<Action, Reply>[]> {
    // It may have been stopped or found unsound since: what is in memory is not to be decided on then.
    if (this.#phase !== 'ready') {
      this.#refuseAll(requests)
      return []
    }
    const product = this.#product
    const state = this.#state!
    let batch: Batch | undefined
    try {
      // Of several, each might do nothing and all of them together something.
      const [only, ...others] = requests
      if (only && others.length === 0 && !only.call && product.isUnwritten?.(state, only.action)) {
        batch = product.begin(this.#options.clock.nowMs(), new Map())
        this.#decideAll(state, batch, requests, new Map())
      } else {
        await this.#inTransaction(state, requests, (decided) => {
          batch = decided
        })
      }
    } catch (error) {
      noteError(error)
      this.#flushReplies()
      await this.#recover(requests, error, batch)
      return []
    }
    this.#flushReplies()
    const postponed = requests.filter(({ decision }) => decision?.kind === 'postponed')
    const replies = requests.flatMap((request) => this.#replyTo(request) ?? [])
    const events = batch === undefined ? [] : product.committed(state, batch)
    this.#pendingReplies = () => {
      for (const reply of replies) reply()
      this.#emit(events)
    }
    return postponed
  }

  /** Decides and writes a batch; `decides` is told of it before anything can fail. */
  async #inTransaction(
    state: State,
    requests: readonly Request<Action, Reply>[],
    decides: (batch: Batch) => void,
  ): Promise<void> {
    const product = this.#product
    const actions = requests.map(({ action }) => action)
    const accounts = [...new Set(product.accountsOf(state, actions))]
    const calls = requests.flatMap(({ call }) => call ?? [])
    await this.#options.db.transaction().execute(async (tx) => {
      const start = await beginBatch(tx, product.writer, this.#token!, accounts, calls)
      await product.complete?.(tx, state, actions)
      const atMs = this.#options.clock.nowMs()
      const decided = product.begin(atMs, start.available)
      decides(decided)
      const answered = this.#decideAll(state, decided, requests, start.answered)
      // While the database writes this batch, the replies of the one before go out.
      setImmediate(() => this.#flushReplies())
      await writeBatch(tx, await product.write(tx, state, decided), answered, atMs)
    })
  }

  /**
   * Decides the actions one after the other, as they came.
   *
   * A call whose key was answered before, in the database or earlier in this batch, gets that answer again.
   * A refused call leaves no key, so that it may be tried again.
   *
   * Returns: the newly answered calls.
   */
  #decideAll(
    state: State,
    batch: Batch,
    requests: readonly Request<Action, Reply>[],
    earlier: BatchStart['answered'],
  ): AnsweredCall[] {
    const answered = new Map<string, AnsweredCall[]>()
    for (const request of requests) {
      const { action, call } = request
      const name = call && keyName(call)
      request.decision =
        (call && before(call, earlier.get(name!) ?? answered.get(name!))) ??
        this.#product.decide(state, batch, action)
      if (call && request.decision.kind === 'done') {
        answered.set(name!, [{ ...call, answer: this.#product.toAnswer(request.decision.reply) }])
      }
    }
    return [...answered.values()].flat()
  }

  /**
   * How to reply to an action of a batch that has just been committed, whatever later batches decide; undefined of one that
   * was postponed.
   */
  #replyTo(request: Request<Action, Reply>): (() => void) | undefined {
    const { decision, resolve, reject } = request
    if (decision?.kind === 'postponed') return undefined
    if (decision?.kind === 'refused') return () => reject(decision.refusal)
    if (decision?.kind !== 'done') return () => void this.#answerFromDatabase(request, decision?.answer)
    const reply = this.#product.snapshot(decision.reply)
    return () => resolve(reply)
  }

  async #answerFromDatabase(request: Request<Action, Reply>, answer: unknown): Promise<void> {
    try {
      request.resolve(await this.#product.answer(this.#options.db, request.action, answer))
    } catch (error) {
      if (error instanceof Refusal) request.reject(error)
      else {
        this.#error(error)
        this.#again(request, error, (each) => this.#enqueue(each))
      }
    }
  }

  #again(
    request: Request<Action, Reply>,
    because: unknown,
    then: (request: Request<Action, Reply>) => void,
  ): void {
    if (++request.attempts > MAX_ATTEMPTS) request.reject(refusal('SERVICE_UNAVAILABLE', {}, because))
    else then(request)
  }

  /** Finds out what became of a failed batch and replies; tries again only what certainly did not happen. */
  async #recover(
    requests: readonly Request<Action, Reply>[],
    error: unknown,
    batch: Batch | undefined,
  ): Promise<void> {
    this.#error(error)
    this.#enter(isFenced(error) ? 'fenced' : 'batch failed')
    if (!isLoading(this.#phase)) return this.#refuseAll(requests, error)

    const found = await this.#reload(requests, batch).catch((reason) => this.#error(reason))
    if (!found) return this.#refuseAll(requests, error)
    this.#emit(found.events)
    const again: Request<Action, Reply>[] = []
    for (const [n, request] of requests.entries()) {
      const reply = found.replies[n]
      if (reply !== undefined) request.resolve(reply)
      else this.#again(request, error, (each) => again.push(each))
    }
    if (isTransient(error)) this.#waiting = [...again, ...this.#waiting]
    // Otherwise one of them breaks an assumption of ours: alone, it fails alone.
    else if (requests.length > 1) {
      for (const each of again) {
        for (let left = [each]; left.length > 0; ) left = await this.#runBatch(left)
      }
    } else for (const each of again) each.reject(error)
  }

  /**
   * Reads the state from the database, trying until it answers, and what became of a failed batch.
   *
   * Acquiring the token first, or locking it, waits until a transaction of unknown outcome has ended, so what is
   * read is final: what is not there did not happen and will not, and may be tried again. Only a start takes over
   * from another: two that both did it after an outage would take turns, and each would be lost by the other.
   *
   * Refuses: (by throwing) when another writer has taken over, a stored state that cannot be right, and whatever
   * else trying again does not help.
   */
  async #reload(requests: readonly Request<Action, Reply>[], batch: Batch | undefined) {
    const { db, patienceMs = DEFAULT_PATIENCE_MS } = this.#options
    const product = this.#product
    let because: unknown
    const patience = setTimeout(() => {
      this.#enter('patience ended')
      this.#refuseAll(requests, because)
    }, patienceMs)
    try {
      for (let delay = RETRY_FIRST_MS; isLoading(this.#phase); delay = Math.min(delay * 2, RETRY_LAST_MS)) {
        try {
          const [token, state] = await db
            .transaction()
            .execute(async (tx) => [await this.#takeToken(tx), await product.reload(tx)] as const)
          const found = await product.findOut(db, requests, batch)
          this.#token = token
          this.#state = state
          this.#enter('loaded')
          this.#emit(product.reloaded(state))
          return found
        } catch (error) {
          // Only what may pass is worth waiting for: the rest would be found again, for ever.
          if (!isTransient(error)) {
            this.#enter(isFenced(error) ? 'fenced' : 'unsound')
            throw error
          }
          because = error
          this.#error(error)
          await pause(delay * (0.5 + Math.random() / 2))
        }
      }
      return undefined
    } finally {
      clearTimeout(patience)
    }
  }

  /** The token of a start, or the one that is held already. */
  async #takeToken(tx: Tx): Promise<bigint> {
    const { writer } = this.#product
    if (this.#token === undefined) return acquireFencingToken(tx, writer)
    await lockFencingToken(tx, writer, this.#token)
    return this.#token
  }

  #refuseAll(requests: readonly Request<Action, Reply>[], because?: unknown): void {
    for (const each of [...requests, ...this.#waiting]) {
      // A refused request must not have been executed.
      each.attempts = MAX_ATTEMPTS
      each.reject(refusal('SERVICE_UNAVAILABLE', {}, because))
    }
    this.#waiting = []
  }

  /** Gives out the replies of the last committed batch. */
  #flushReplies(): void {
    const flush = this.#pendingReplies
    this.#pendingReplies = undefined
    flush?.()
  }

  #emit(events: readonly Event[]): void {
    for (const event of events) for (const listener of this.#listeners) listener(event)
  }

  #error(error: unknown): void {
    this.#options.onError?.(error)
  }
}

/** What a call's key decides before the action is looked at; undefined for a new key. */
function before<Reply>(
  call: KeyedCall,
  earlier: readonly AnsweredCall[] | undefined,
): Decision<Reply> | undefined {
  try {
    const same = answerBefore(call, earlier)
    return same && { kind: 'look-up', answer: same.answer }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', refusal: error }
    throw error
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
