import type { Side } from '#domain/spot/rules.ts'

/**
 * Open orders as they were read from the database: a typed array for each column that deciding needs, in
 * place of a million objects. All of one instrument and side, the oldest first.
 */
export interface StoredOrders {
  readonly symbol: string
  readonly side: Side
  readonly id: BigInt64Array
  readonly customer: Float64Array
  /** In ticks. */
  readonly price: Float64Array
  /** In steps. */
  readonly remaining: Float64Array
  readonly makerFeeBps: Float64Array
  /** Where all of them stand in their queues by it, and not by their ids. */
  readonly priority?: BigInt64Array | undefined
}

/** Reads a PostgreSQL array of whole numbers, `{1,2,3}`, each of them a safe integer. */
export function toNumbers(literal: string): Float64Array {
  const numbers = new Float64Array(countOf(literal))
  const last = literal.length - 1
  let [n, value, sign] = [0, 0, 1]
  for (let i = 1; i <= last; i++) {
    const character = literal.charCodeAt(i)
    if (character === COMMA || i === last) {
      numbers[n++] = sign * value
      value = 0
      sign = 1
    } else if (character === MINUS) sign = -1
    else value = value * 10 + (character - ZERO)
  }
  return numbers
}

/** Reads the same of numbers that need all of a bigint. */
export function toBigInts(literal: string): BigInt64Array {
  const numbers = new BigInt64Array(countOf(literal))
  const last = literal.length - 1
  let [n, from] = [0, 1]
  for (let i = 1; i <= last; i++) {
    if (literal.charCodeAt(i) !== COMMA && i !== last) continue
    const isZero = i - from === 1 && literal.charCodeAt(from) === ZERO
    if (!isZero) numbers[n] = BigInt(literal.slice(from, i))
    n++
    from = i + 1
  }
  return numbers
}

const [COMMA, MINUS, ZERO] = [44, 45, 48]

function countOf(literal: string): number {
  if (literal === '{}') return 0
  let count = 1
  for (let i = 0; i < literal.length; i++) if (literal.charCodeAt(i) === COMMA) count++
  return count
}

/** Where an order stands among stored ones; -1 if it is not there. */
export function indexOfId({ id }: StoredOrders, wanted: bigint): number {
  let [low, high] = [0, id.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (id[middle]! < wanted) low = middle + 1
    else if (id[middle]! > wanted) high = middle - 1
    else return middle
  }
  return -1
}

/** The same orders in the order of their ids. */
export function oldestFirst(orders: StoredOrders): StoredOrders {
  const { id, priority } = orders
  if (id.every((each, n) => n === 0 || id[n - 1]! < each)) return orders
  const order = Uint32Array.from(id.keys()).sort((a, b) => (id[a]! < id[b]! ? -1 : 1))
  const sorted = (column: Float64Array) => Float64Array.from(order, (n) => column[n]!)
  return {
    ...orders,
    id: BigInt64Array.from(order, (n) => id[n]!),
    customer: sorted(orders.customer),
    price: sorted(orders.price),
    remaining: sorted(orders.remaining),
    makerFeeBps: sorted(orders.makerFeeBps),
    priority: priority && BigInt64Array.from(order, (n) => priority[n]!),
  }
}
