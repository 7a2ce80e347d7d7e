/** Where labels stand on a chart so that none covers another. Pixels only. */

interface Room {
  /** How far the middles of two labels are apart at least. */
  readonly gap: number
  readonly from: number
  readonly to: number
}

/**
 * Moves labels apart, each as little as its neighbours allow and all within the room, from the upper edge on. What is
 * more than fits stands closer at the lower end.
 *
 * Returns: where each stands, in the order in which they came.
 */
export function spread(wanted: readonly number[], { gap, from, to }: Room): number[] {
  const order = wanted.map((_, index) => index).toSorted((one, other) => wanted[one]! - wanted[other]!)
  const placed: number[] = []
  let free = from
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, free)
    free = placed[index]! + gap
  }
  // What was pushed over the lower end goes back, and pushes those above it.
  let limit = to
  for (const index of order.toReversed()) {
    placed[index] = Math.max(from, Math.min(placed[index]!, limit))
    limit = placed[index]! - gap
  }
  return placed
}

/**
 * The same where a label stands already that does not move: those above it end over it, those at it or below begin
 * under it. Where one side has no room all are at the other.
 */
export function spreadAround(wanted: readonly number[], room: Room, taken: number): number[] {
  const { gap, from, to } = room
  const fits = (count: number, px: number) => count * gap <= px
  const above = wanted.filter((at) => at < taken).length
  const [over, under] = [taken - from, to - taken]
  const boundary = !fits(above, over) ? -Infinity : !fits(wanted.length - above, under) ? Infinity : taken
  const placed: number[] = []
  for (const isOver of [true, false]) {
    const indices = wanted.flatMap((at, index) => (at < boundary === isOver ? [index] : []))
    const side = isOver ? { gap, from, to: taken - gap } : { gap, from: taken + gap, to }
    const places = spread(
      indices.map((index) => wanted[index]!),
      side,
    )
    for (const [n, index] of indices.entries()) placed[index] = places[n]!
  }
  return placed
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * How high each of some labels beside points stands, where those that are less than a label's width apart would cover
 * each other.
 */
export function stacked(points: readonly Point[], width: number, gap: number): number[] {
  const order = points.map((_, index) => index).toSorted((one, other) => points[one]!.x - points[other]!.x)
  const heights: number[] = []
  let group: number[] = []
  const place = () => {
    const room = { gap, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
    const found = spread(
      group.map((index) => points[index]!.y),
      room,
    )
    group.forEach((index, at) => {
      heights[index] = found[at]!
    })
    group = []
  }
  for (const index of order) {
    const before = group.at(-1)
    if (before !== undefined && points[index]!.x - points[before]!.x >= width) place()
    group.push(index)
  }
  place()
  return heights
}
