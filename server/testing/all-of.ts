import type { ListEndpoint } from '#domain/list.ts'
import type { Asker } from './product-testing.ts'

/** What every item of a list has, and some have. */
export interface Listed {
  readonly id: string
  readonly status?: string
}

const PAGE = 100

/** A customer's whole list, page after page. */
export async function allOf(asker: Asker, list: ListEndpoint): Promise<Listed[]> {
  const items: Listed[] = []
  let cursor: string | undefined
  do {
    const page = await asker.ask(list, { cursor, limit: PAGE })
    items.push(...(page.items as Listed[]))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return items
}
