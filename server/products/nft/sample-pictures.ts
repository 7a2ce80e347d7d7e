import { type Color, encodePng } from '#server/platform/media/png.ts'

/**
 * Pictures for the artworks of a demonstration, drawn here: hills in layers, tiles of circles and corners, and orbits. They
 * are nobody else's, and the same sketch always makes the same picture.
 */

/** A picture to be drawn. */
export type Sketch =
  | {
      readonly kind: 'hills'
      readonly sky: readonly [top: Color, horizon: Color]
      readonly hills: readonly [far: Color, near: Color]
      readonly disc: {
        readonly x: number
        readonly y: number
        readonly radius: number
        readonly color: Color
      }
      readonly seed: number
    }
  | {
      readonly kind: 'tiles'
      readonly across: number
      readonly colors: readonly Color[]
      readonly seed: number
    }
  | {
      readonly kind: 'orbits'
      readonly space: readonly [middle: Color, edge: Color]
      readonly colors: readonly Color[]
      readonly seed: number
    }

const SIDE = 512
/** How wide the pictures are, and how high. */
export const sketchSize = { width: SIDE, height: SIDE } as const

/** Draws a sketch; coordinates are from 0 to 1, from the upper left corner. */
export function drawSketch(sketch: Sketch): Buffer {
  const colorAt = painterOf(sketch)
  return encodePng(SIDE, (column, row) => {
    const [red, green, blue] = colorAt((column + 0.5) / SIDE, (row + 0.5) / SIDE)
    return [Math.round(red), Math.round(green), Math.round(blue)]
  })
}

type Painter = (x: number, y: number) => Color

function painterOf(sketch: Sketch): Painter {
  if (sketch.kind === 'hills') return hills(sketch)
  return sketch.kind === 'tiles' ? tiles(sketch) : orbits(sketch)
}

/** A number from 0 to 1 for each place of a seed. */
function noise(seed: number, place: number): number {
  const value = Math.sin(seed * 127.1 + place * 311.7) * 43_758.5453
  return value - Math.floor(value)
}

const mix = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

const limited = (share: number): number => Math.min(1, Math.max(0, share))

/** How much of a dot lies inside an edge: `distance` is negative within. Edges are as soft as one dot is wide. */
const within = (distance: number): number => limited(0.5 - distance * SIDE)

const LAYERS = 6

/** A sky with a sun or a moon, and hills before it, each nearer than the one before and drawn with lines of height. */
function hills({ sky, hills: [far, near], disc, seed }: Extract<Sketch, { kind: 'hills' }>): Painter {
  const layers = Array.from({ length: LAYERS }, (_, layer) => {
    const of = (place: number) => noise(seed, layer * 10 + place)
    const [long, short, slope] = [2 + 2 * of(1), 6 + 5 * of(2), 14 + 8 * of(3)]
    const height = 0.055 + 0.012 * layer
    const ridgeAt = (x: number) =>
      0.4 +
      0.1 * layer +
      height *
        (Math.sin(long * x + 6 * of(4)) +
          0.45 * Math.sin(short * x + 6 * of(5)) +
          0.16 * Math.sin(slope * x + 6 * of(6)))
    const ridge = Array.from({ length: SIDE }, (_, column) => ridgeAt((column + 0.5) / SIDE))
    return { ridge, color: mix(far, near, layer / (LAYERS - 1)) }
  })
  return (x, y) => {
    const column = Math.floor(x * SIDE)
    const depths = layers.map(({ ridge }) => y - ridge[column]!)
    // What a nearer layer covers is not drawn.
    const farthest = depths.findLastIndex((depth) => depth > 1 / SIDE)
    let color = farthest === -1 ? skyAt(x, y) : far
    for (let layer = Math.max(0, farthest); layer < LAYERS; layer++) {
      const depth = depths[layer]!
      if (depth < -1 / SIDE) continue
      const line = 0.5 + 0.5 * Math.cos(depth * 230)
      const shade = 0.12 * line ** 6 + 0.2 * Math.exp(-depth * 14)
      color = mix(color, mix(layers[layer]!.color, far, shade), within(-depth))
    }
    return color
  }

  function skyAt(x: number, y: number): Color {
    const fromDisc = Math.hypot(x - disc.x, y - disc.y) - disc.radius
    const air = mix(sky[0], sky[1], limited(y / 0.6))
    const lit = mix(air, disc.color, 0.35 * Math.exp(-Math.max(0, fromDisc) * 9))
    return mix(lit, disc.color, within(fromDisc))
  }
}

/** Tiles, each with a quarter of a circle, a disc, a half, or a corner. */
function tiles({ across, colors, seed }: Extract<Sketch, { kind: 'tiles' }>): Painter {
  const all = Array.from({ length: across * across }, (_, tile) => {
    const of = (place: number, choices: number) => Math.floor(noise(seed, tile * 7 + place) * choices)
    const ground = of(1, colors.length)
    const figure = (ground + 1 + of(2, colors.length - 1)) % colors.length
    const inner = (figure + 1 + of(5, colors.length - 1)) % colors.length
    return { shape: of(3, 5), turn: of(4, 4), colors: [ground, figure, inner].map((n) => colors[n]!) }
  })
  return (x, y) => {
    const [column, row] = [Math.floor(x * across), Math.floor(y * across)]
    const { shape, turn, colors: own } = all[row * across + column]!
    let [u, v] = [x * across - column, y * across - row]
    for (let n = 0; n < turn; n++) [u, v] = [v, 1 - u]
    const [ground, figure, inner] = own as [Color, Color, Color]
    const part = (distance: number) => within(distance / across)
    if (shape === 0) {
      const from = Math.hypot(u, v)
      return mix(mix(ground, figure, part(from - 0.98)), inner, part(from - 0.5))
    }
    if (shape === 1) {
      const from = Math.hypot(u - 0.5, v - 0.5)
      return mix(mix(ground, figure, part(from - 0.42)), inner, part(from - 0.18))
    }
    if (shape === 2) return mix(ground, figure, part(Math.max(Math.hypot(u - 0.5, v) - 0.48, -v)))
    if (shape === 3) return mix(ground, figure, part((u + v - 1) / Math.SQRT2))
    return mix(
      mix(ground, figure, part(Math.hypot(u, v) - 0.98)),
      inner,
      part(Math.hypot(1 - u, 1 - v) - 0.42),
    )
  }
}

const ORBITS = 7

/** A bright middle with orbits around it: a part of each is drawn, with a body at its end. */
function orbits({ space, colors, seed }: Extract<Sketch, { kind: 'orbits' }>): Painter {
  const all = Array.from({ length: ORBITS }, (_, n) => {
    const of = (place: number) => noise(seed, n * 9 + place)
    const [radius, start] = [0.1 + 0.055 * n, of(1) * 2 * Math.PI]
    return {
      ...{ radius, start, length: (0.8 + 1.1 * of(2)) * Math.PI, width: 0.003 + 0.007 * of(3) },
      ...{ body: 0.009 + 0.016 * of(4), color: colors[n % colors.length]! },
      ...{ x: 0.5 + radius * Math.cos(start), y: 0.5 + radius * Math.sin(start) },
    }
  })
  return (x, y) => {
    const from = Math.hypot(x - 0.5, y - 0.5)
    const angle = Math.atan2(y - 0.5, x - 0.5)
    let color = mix(space[0], space[1], limited(from * 1.5))
    for (const orbit of all) {
      // Behind its body an orbit grows faint.
      const behind = (((orbit.start - angle) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
      const strength = behind < orbit.length ? 1 - behind / orbit.length : 0
      const line = within(Math.abs(from - orbit.radius) - orbit.width)
      color = mix(color, orbit.color, line * (0.12 + 0.88 * strength))
      color = mix(color, orbit.color, within(Math.hypot(x - orbit.x, y - orbit.y) - orbit.body))
    }
    color = mix(color, colors[0]!, 0.6 * Math.exp(-from * 22))
    return mix(color, [255, 250, 236], within(from - 0.035))
  }
}
