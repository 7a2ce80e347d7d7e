import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { whole } from './fields.ts'

/**
 * What every list of the API takes and answers.
 *
 * A page begins after the `cursor` that the page before gave as `next`, which new rows do not move; or at
 * a `page` number, as the specification has it, as deep as the server counts. A `limit` above the server's
 * is capped.
 */

const DEFAULT_LIMIT = '20'
/** Any wish is taken: the server answers as many as it answers at once, and the cursor of the rest. */
const MAX_WISH = 999_999_999

const pageInput = (defaultLimit: string) => ({
  page: z.prefault(whole(1, 100_000), '1'),
  limit: z.prefault(whole(1, MAX_WISH), defaultLimit),
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.regex(/^\d{1,19}(\.\d{1,19})*$/, 'a cursor'))),
})

interface ListShape<Filters extends z.core.$ZodShape, Extras extends z.core.$ZodShape> {
  readonly filters?: Filters
  /** Answered beside the items: totals, sums. */
  readonly extras?: Extras
  readonly defaultLimit?: string
}

/**
 * The input and output of an endpoint that lists, page by page.
 *
 * @example
 * export const deposits = endpoint({
 *   area: 'wallet', method: 'GET', path: '/recharge/log', access: 'user', summary: '…',
 *   ...listOf(depositView, { filters: { status: z.optional(z.enum(depositStatuses)) } }),
 * })
 */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<
  Item extends z.ZodMiniType,
  // biome-ignore lint/complexity/noBannedTypes: no filters and no extras are no fields
  Filters extends z.core.$ZodShape = {},
  // biome-ignore lint/complexity/noBannedTypes: as above
  Extras extends z.core.$ZodShape = {},
>(item: Item, { filters, extras, defaultLimit = DEFAULT_LIMIT }: ListShape<Filters, Extras> = {}) {
  return {
    input: { ...(filters as Filters), ...pageInput(defaultLimit) },
    output: z.object({
      items: z.array(item),
      /** Pass as `cursor` for the next page; null on the last. */
      next: z.nullable(z.string()),
      ...(extras as Extras),
    }),
  }
}

/** The output of an endpoint that answers all there is at once. */
/* @__NO_SIDE_EFFECTS__ */
export const wholeListOf = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item) })

/** An endpoint made with `listOf`. */
export type ListEndpoint = Endpoint<
  z.ZodMiniObject,
  z.ZodMiniType<{ readonly items: readonly unknown[]; readonly next: string | null }>
>
export type ItemOf<E extends ListEndpoint> = z.output<E['output']>['items'][number]
