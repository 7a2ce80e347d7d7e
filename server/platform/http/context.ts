import type { Readable } from 'node:stream'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '../db/database.ts'
import type { History } from '../db/history.ts'

/** A signed-in customer, as the session says. */
export interface Customer {
  readonly id: CustomerId
  readonly sessionId: bigint
  /** They froze the account. */
  readonly isFrozen?: boolean
}

/** A signed-in operator of the console. */
export interface Operator {
  readonly id: bigint
  readonly sessionId: bigint
  readonly name: string
  readonly roles: readonly string[]
}

/** What a handler knows of the request besides its input. */
export interface Context {
  readonly db: Db
  /** Where months of the ledger are that left `db`; undefined where there is no such database. */
  readonly history?: History | undefined
  readonly clock: Clock
  readonly lang: Language
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  /** The signed-in customer; on a public call without a token, reading it refuses with SESSION_EXPIRED. */
  readonly customer: Customer
  /** The same without the refusal, for public calls that show more to a customer. */
  readonly customerOrUndefined: Customer | undefined
  /** The signed-in operator; refuses on the customer's side. */
  readonly operator: Operator
  /** The uploaded file of a multipart call. */
  readonly file: UploadedFile | undefined
  /** Names of fields to answer bytes instead of the envelope (an image, a CSV). */
  reply(file: FileReply): typeof ANSWERED
  /** Sends a file as it is made. What goes wrong on the way breaks the connection off, so that no part is taken for the whole. */
  replyStreamed(file: StreamedReply): typeof ANSWERED
  /** Sends a stored file, or the range of it that the request asks for, without reading all of it. */
  replyStored(file: StoredReply): typeof ANSWERED
}

/** What proves an owner beside the session, as calls take it. */
interface OwnerInput {
  readonly password?: string | undefined
  readonly factorCode?: string | undefined
}

/** Sessions of a customer that ended. */
interface EndedSessions {
  readonly customerId: CustomerId
  readonly sessionIds: readonly bigint[]
}

/** Ends all of a customer's sessions in the caller's transaction; `announce` says so after its commit. */
export interface EndSessions {
  end(tx: Tx, customer: CustomerId, which: Readonly<Record<string, never>>): Promise<EndedSessions>
  announce(ended: EndedSessions): void
}

/** Makes a change in a transaction of its own, once the owner of the session has proved that it is theirs. */
export type AsOwner = <T>(ctx: Context, given: OwnerInput, change: (tx: Tx) => Promise<T>) => Promise<T>

export interface UploadedFile {
  /** Empty of a large file, which is at `path`. */
  readonly bytes: Buffer
  readonly fileName: string
  /** Where a file is until the call is answered that may be larger than an image; undefined of others. */
  readonly path?: string
}

export interface FileReply {
  readonly bytes: Buffer
  readonly type: string
  readonly fileName?: string
}

/** A file that is made while it is sent. */
export interface StreamedReply {
  readonly stream: Readable
  readonly type: string
  readonly fileName: string
}

/** A file that never changes. */
export interface StoredReply {
  readonly path: string
  readonly bytes: number
  readonly type: string
  /** Of its content: whoever has it need not get it again. */
  readonly hash: string
  /** How long browsers and proxies may keep it. */
  readonly cacheControl: string
}

/** What a handler returns after `reply`: the answer is not an envelope. */
export const ANSWERED = Symbol('answered with a file')
