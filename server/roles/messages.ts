import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Customer, FileReply, StoredReply, UploadedFile } from '#server/platform/http/context.ts'
import type { Delivery } from '#server/platform/realtime.ts'
import type { EngineApart } from '#server/platform/settings.ts'

/** What processes and those with engines say to each other. */

/** A call that was admitted and validated, to be answered by a process with engines. */
export interface ForwardedCall {
  readonly kind: 'call'
  readonly path: string
  /** By the clock of the api process, once the request was read. */
  readonly askedAtMs: number
  /** As the endpoint's schema made it of the request. */
  readonly input: unknown
  readonly customer: Customer | undefined
  readonly lang: Language
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  readonly file: UploadedFile | undefined
  /** The span that waits for it, as the W3C's Trace Context writes it, where it is traced. */
  readonly traceparent?: string | undefined
}

/** What a client gets on subscribing to a channel. */
export interface AskedSnapshot {
  readonly kind: 'snapshot'
  readonly room: string
}

/** What the process with the other engines asks of an engine that is apart; what of, its product knows. */
export interface AskedOfEngine {
  readonly kind: 'engine'
  readonly name: EngineApart
  readonly askedAtMs: number
  readonly message: unknown
}

export type Asked = ForwardedCall | AskedSnapshot | AskedOfEngine

interface Refused {
  readonly refused: RefusalCode
  readonly params: RefusalParams
  /** Nothing of it was done: see `NothingDone`. */
  readonly isUndone?: boolean
}

export type EngineAnswer = { readonly answered: unknown } | Refused

export type CallAnswer =
  | { readonly output: unknown }
  | { readonly file: FileReply }
  /** In the folder of data that all processes have. */
  | { readonly stored: StoredReply }
  | Refused

/** What a process tells by itself: who listens there, so that nothing is sent that nobody hears, and whose engine it follows. */
export type ToldByApi =
  | { readonly kind: 'rooms'; readonly rooms: readonly string[] }
  | { readonly kind: 'room'; readonly room: string; readonly hasSockets: boolean }
  | { readonly kind: 'follow'; readonly name: EngineApart }

/** What a process with engines tells by itself. */
export type ToldByHost =
  | { readonly kind: 'delivery'; readonly delivery: Delivery }
  | { readonly kind: 'engine'; readonly name: EngineApart; readonly told: unknown }
  | {
      readonly kind: 'ended'
      readonly ended: { readonly customerId: CustomerId; readonly sessionIds: readonly bigint[] }
    }
