import { crc32, deflateSync } from 'node:zlib'

/** Pictures for the demonstration's artworks, drawn here from a number each: rings, waves or facets of two colors. */

const SIZE = 320

type Color = readonly [red: number, green: number, blue: number]
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
  const rows = Buffer.alloc(SIZE * (1 + 3 * SIZE))
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const [x, y] = [(2 * column) / SIZE - 1, (2 * row) / SIZE - 1]
      // Steps, so that the picture is small and has edges.
      const brightness = Math.round(motif(x, y, n) * 7) / 7
      const at = row * (1 + 3 * SIZE) + 1 + 3 * column
      for (const part of [0, 1, 2] as const)
        rows[at + part] = Math.round(dark[part] + (light[part] - dark[part]) * brightness)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIZE, 0)
  head.writeUInt32BE(SIZE, 4)
  // Eight bits of each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** How wide and high these are. */
export const pictureSize = { width: SIZE, height: SIZE } as const

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
