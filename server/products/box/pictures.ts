import { type Color, encodePng } from '#server/platform/media/png.ts'

/** Pictures for the demonstration's artworks, drawn here from a number each: rings, waves or facets of two colors. */

const SIZE = 320

const palettes: readonly (readonly [Color, Color])[] = [
  [
    [18, 32, 58],
    [122, 196, 222],
  ],
  [
    [46, 20, 38],
    [240, 142, 96],
  ],
  [
    [14, 44, 40],
    [186, 222, 140],
  ],
  [
    [38, 26, 66],
    [206, 160, 236],
  ],
  [
    [52, 38, 12],
    [246, 208, 104],
  ],
]

/** How bright a point is, from 0 to 1; `x` and `y` from -1 to 1. */
const motifs: readonly ((x: number, y: number, n: number) => number)[] = [
  (x, y, n) => 0.5 + 0.5 * Math.sin(Math.hypot(x, y + 0.2) * (12 + n) - 1.3 * n),
  (x, y, n) => 0.5 + 0.5 * Math.sin(9 * y + (2 + (n % 3)) * Math.sin(4 * x + n)),
  (x, y, n) => 0.5 + 0.5 * Math.sin(7 * (Math.abs(x) + Math.abs(y)) + n) * Math.cos((3 + (n % 4)) * x),
]

/** A picture as a PNG. The same number always makes the same bytes. */
export function drawPicture(n: number): Buffer {
  const [dark, light] = palettes[n % palettes.length]!
  const motif = motifs[Math.floor(n / palettes.length) % motifs.length]!
  return encodePng(SIZE, (column, row) => {
    const [x, y] = [(2 * column) / SIZE - 1, (2 * row) / SIZE - 1]
    // Steps, so that the picture is small and has edges.
    const brightness = Math.round(motif(x, y, n) * 7) / 7
    const mixed = (part: 0 | 1 | 2) => Math.round(dark[part] + (light[part] - dark[part]) * brightness)
    return [mixed(0), mixed(1), mixed(2)]
  })
}

/** How wide and high these are. */
export const pictureSize = { width: SIZE, height: SIZE } as const
