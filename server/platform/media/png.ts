import { crc32, deflateSync } from 'node:zlib'

export type Color = readonly [red: number, green: number, blue: number]

/** A square picture as a PNG: `colorAt` says what is at a column and a row. The same colors always make the same bytes. */
export function encodePng(side: number, colorAt: (column: number, row: number) => Color): Buffer {
  const rows = Buffer.alloc(side * (1 + 3 * side))
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * (1 + 3 * side) + 1 + 3 * column
      const [red, green, blue] = colorAt(column, row)
      rows[at] = red
      rows[at + 1] = green
      rows[at + 2] = blue
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
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

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
