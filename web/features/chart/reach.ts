/** How far from a line a finger or a mouse still means it: the chart library itself takes 2 px. */
export const REACH_PX = 8

/** A place in a picture. */
export interface Coordinate {
  readonly x: number
  readonly y: number
}

/** The corners of the band along a line within which it is meant, beyond its ends too. Pixels only. */
export function bandAlong(from: Coordinate, to: Coordinate): Coordinate[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [x, y] =
    length === 0
      ? [REACH_PX, 0]
      : [((to.x - from.x) / length) * REACH_PX, ((to.y - from.y) / length) * REACH_PX]
  return [
    { x: from.x - x - y, y: from.y - y + x },
    { x: from.x - x + y, y: from.y - y - x },
    { x: to.x + x + y, y: to.y + y - x },
    { x: to.x + x - y, y: to.y + y + x },
  ]
}
