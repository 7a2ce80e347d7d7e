import type { Client, ClientConfig, QueryResult } from 'pg'
import { COMMIT_UNKNOWN, isReadOnly } from './errors.ts'
import { PreparingClient } from './prepared.ts'

/** What PostgreSQL warns of without a code of its own. */
const WARNING = '01000'
/** What the driver says of a session that is in no transaction. */
const IDLE = 'I'
/** What has come while this process stood still is read within this time. */
const READ_WITHIN_MS = 100

/**
 * Calls back after so long. A process that stood still for longer first reads what came meanwhile, which may cancel it.
 *
 * Returns: a function that cancels it.
 */
export function afterSilence(ms: number, then: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(then, READ_WITHIN_MS)
  }, ms)
  return () => clearTimeout(timer)
}

/** Ends a connection at once: what is asked over it fails for this reason, and a pool gives it to nobody any more. */
export const cut = ({ connection }: Client, why: string): void =>
  void connection.stream.destroy(new Error(why))

/**
 * The class of connections for a database that has copies on other machines:
 *
 * - A commit whose wait for a copy ended early is answered as done, with a warning. It lasts on the first machine alone, so
 *   that nobody may be told of it: its outcome is unknown, as with a connection that was lost after the commit.
 * - A commit is waited for no longer than `commitMs`, while the machine that it is copied to may be away. A statement outside
 *   a transaction commits by itself, and what bounds a statement no longer does while it waits for a copy: it has `statementMs`
 *   beside. An answer that comes later would be taken for that of the next question, so the connection is cut.
 * - While copies are away, `mayWrite` says no: PostgreSQL then refuses every transaction that is begun and would change
 *   something, at once, and those that read go on. A commit that began would wait for the copies, and its session with it
 *   whatever becomes of the connection, until there is no connection left.
 * - A database that has become a standby refuses to write for as long as the connection lasts; it is cut too, and the next
 *   one may lead to the machine that took over.
 */
export function boundedClient(patience: {
  readonly commitMs: number
  readonly statementMs: number
  readonly mayWrite: () => boolean
}): typeof PreparingClient {
  const { commitMs, statementMs, mayWrite } = patience

  return class BoundedClient extends PreparingClient {
    /** Whether it was warned since what is asked now was begun: a session is warned of other things as it connects. */
    #hasWarned = false
    #underWay = 0
    /** Whether its transactions are told not to write. */
    #isKeptFromWriting = false

    constructor(config?: string | ClientConfig) {
      super(config)
      this.on('notice', ({ code }) => {
        this.#hasWarned ||= code === WARNING
      })
    }

    // biome-ignore lint/suspicious/noExplicitAny: it has as many signatures as ways to be called
    override query(text: any, ...rest: any[]): any {
      if (this.#underWay === 0) this.#hasWarned = false
      const isAlone = this.getTransactionStatus() === IDLE
      // A cursor, which reads, is handed back before it is asked for.
      const isCursor = typeof text.submit === 'function'
      if (isAlone && !isCursor && this.#isKeptFromWriting === mayWrite())
        return this.#keepFromWriting(!mayWrite()).then(() => this.query(text, ...rest))
      const answer: unknown = super.query(text, ...rest)
      if (!(answer instanceof Promise)) return answer
      const known = this.#known(answer as Promise<QueryResult>)
      if (text === 'commit') return known.finally(this.#bound('a commit', commitMs))
      return isAlone ? known.finally(this.#bound('a statement', statementMs + commitMs)) : known
    }

    #keepFromWriting(isKept: boolean): Promise<unknown> {
      this.#isKeptFromWriting = isKept
      return super.query(
        isKept ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only',
      )
    }

    #bound(what: string, ms: number): () => void {
      return afterSilence(ms, () => cut(this, `${what} was not answered for ${ms / 1_000} s`))
    }

    async #known(answer: Promise<QueryResult>): Promise<QueryResult> {
      this.#underWay++
      try {
        const result = await answer
        // A statement may commit by itself. Within a transaction a warning is about something else.
        if (this.#hasWarned && this.getTransactionStatus() === IDLE) throw unknownOutcome()
        return result
      } catch (error) {
        if (isReadOnly(error) && !this.#isKeptFromWriting) cut(this, 'it takes no writes any more')
        throw error
      } finally {
        this.#hasWarned = false
        this.#underWay--
      }
    }
  }
}

const unknownOutcome = () =>
  Object.assign(new Error('committed on one machine, and perhaps on no other'), { code: COMMIT_UNKNOWN })
