/** What in a URL opens an order: its own number, or that of one of its trades. */
export interface OrderLink {
  readonly by: 'order' | 'trade'
  readonly id: string
}

const ID = /^[1-9]\d{0,18}$/

/** Reads it from a URL: `?id=` is an order, `?trade=` a trade. */
export function readOrderLink(search: URLSearchParams): OrderLink | undefined {
  const [order, trade] = [search.get('id') ?? '', search.get('trade') ?? '']
  if (ID.test(order)) return { by: 'order', id: order }
  return ID.test(trade) ? { by: 'trade', id: trade } : undefined
}
