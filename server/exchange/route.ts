import type { KeyScope } from '#domain/apikey/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Asked } from './errors.ts'
import type { Params } from './params.ts'

/** One call of the traders' interface. */
export interface ExchangeRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/exchange`. */
  readonly path: string
  /** Who may: anyone, or whoever signs with a key of this scope. */
  readonly scope: 'public' | KeyScope
  readonly weight: number | ((params: Params) => number)
  /** Names its key and is not signed, as no client signs it. */
  readonly isUnsigned?: boolean
  /** The parameter under whose name a call that changes something is done once, however often it is made. */
  readonly namedBy?: string
  /** Counted as an order. */
  readonly isOrder?: boolean
  /** What of the app's own limits it takes beside its weight. */
  readonly limit?: 'order' | 'heavy' | 'chart'
  /** What its refusals are about. */
  readonly asked: Asked
  readonly handle: (params: Params, by: Caller) => Promise<unknown> | unknown
}

export interface Caller {
  /** Reading it on a public call is an error of ours. */
  readonly customer: CustomerId
  /** The key that the request named; the same. */
  readonly keyId: bigint
  readonly nowMs: number
}
