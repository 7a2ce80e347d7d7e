/** Things by a moment, the earliest first. */
export interface Heap<T> {
  readonly items: T[]
  readonly atMs: number[]
}

export const createHeap = <T>(): Heap<T> => ({ items: [], atMs: [] })

/** The earliest moment; `Infinity` without any. */
export const earliestMs = ({ atMs }: Heap<unknown>): number => atMs[0] ?? Infinity

/** Adds a thing. */
export function pushAt<T>(heap: Heap<T>, item: T, atMs: number): void {
  let at = heap.items.length
  heap.items.push(item)
  heap.atMs.push(atMs)
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap.atMs[parent]! <= heap.atMs[at]!) return
    swap(heap, at, parent)
    at = parent
  }
}

/** Takes out the earliest; undefined without any. */
export function popEarliest<T>(heap: Heap<T>): T | undefined {
  const last = heap.items.length - 1
  if (last < 0) return undefined
  swap(heap, 0, last)
  const item = heap.items.pop()
  heap.atMs.pop()
  for (let at = 0; ; ) {
    const left = 2 * at + 1
    if (left >= last) break
    const child = left + 1 < last && heap.atMs[left + 1]! < heap.atMs[left]! ? left + 1 : left
    if (heap.atMs[at]! <= heap.atMs[child]!) break
    swap(heap, at, child)
    at = child
  }
  return item
}

function swap({ items, atMs }: Heap<unknown>, one: number, other: number): void {
  ;[items[one], items[other]] = [items[other], items[one]]
  ;[atMs[one], atMs[other]] = [atMs[other]!, atMs[one]!]
}
