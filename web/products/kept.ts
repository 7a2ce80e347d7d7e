import type { Endpoint } from '#domain/endpoint.ts'
import type { Translate } from '#web/texts/texts.ts'

/**
 * How a product shows what customers keep in it for a time, beside that of other products: its kinds and records by
 * name, where each can be looked at, and what ends a record at a quote. With `income` and `exits` of its `product.ts` in
 * the server.
 */
export interface Kept {
  /** What a kind is called. */
  titleOf(kind: string, t: Translate): string
  /** What one record is called among those of its kind. @example '90 days' */
  nameOf(record: { readonly kind: string; readonly termDays: number }, t: Translate): string
  /** The URL of what the customer has of a kind; of one record with its id. */
  toOwn(kind: string, id?: string): string
  /** What ends a record at the figures of a quote: a call that moves money. */
  readonly end: Endpoint
  endInput(exit: { readonly id: string; readonly quoteId: string }): Readonly<Record<string, string>>
}
