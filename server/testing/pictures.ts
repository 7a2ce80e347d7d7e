import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import createEncoders from '@cornerstonejs/codec-openjpeg/wasmjs'
import sharp from 'sharp'
import { encode } from 'uqr'

let shade = 0

/** A small picture unlike all before: the bytes of a PNG. */
export function newPicture(): Promise<Buffer> {
  shade++
  const background = { r: shade & 255, g: (shade >> 8) & 255, b: 9 }
  return sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
}

const POINTS_PER_MODULE = 6

/** A picture with a QR code of each text, one beside the other: the bytes of a PNG. */
export function pictureOfCodes(...texts: readonly string[]): Promise<Buffer> {
  const codes = texts.map((text) => encode(text, { ecc: 'M', border: 4 }).data)
  const rows = Math.max(...codes.map((code) => code.length))
  const light = (code: boolean[][], row: number) =>
    Array.from({ length: code.length }, (_, column) => !code[row]?.[column])
  const modules = Array.from({ length: rows }, (_, row) => codes.flatMap((code) => light(code, row)))
  const [height, width] = [rows, modules[0]!.length].map((side) => side! * POINTS_PER_MODULE)
  const points = Buffer.alloc(width! * height!)
  for (let y = 0; y < height!; y++)
    for (let x = 0; x < width!; x++)
      if (modules[Math.floor(y / POINTS_PER_MODULE)]![Math.floor(x / POINTS_PER_MODULE)])
        points[y * width! + x] = 255
  return sharp(points, { raw: { width: width!, height: height!, channels: 1 } })
    .png()
    .toBuffer()
}

/** A picture as JPEG 2000: the bare stream of its pixels, stripes that shift by `seed`. */
export async function newJpeg2000(width = 40, height = 30, componentCount = 3, seed = 0): Promise<Buffer> {
  const wasm = createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/wasm')
  const silent = () => {}
  const { J2KEncoder } = await createEncoders({
    wasmBinary: readFileSync(wasm),
    print: silent,
    printErr: silent,
  })
  const encoder = new J2KEncoder()
  const pixels = encoder.getDecodedBuffer({
    ...{ width, height, componentCount, bitsPerSample: 8 },
    isSigned: false,
  })
  for (let at = 0; at < pixels.length; at++) pixels[at] = ((at + seed) >> 3) & 255
  encoder.setDecompositions(Math.min(5, Math.floor(Math.log2(Math.min(width, height)))))
  encoder.encode()
  return Buffer.from(encoder.getEncodedBuffer())
}

const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** The same in a file as cameras write it, with what else stands in its boxes. */
export function boxedJpeg2000(stream: Buffer, width: number, height: number, ...extra: Buffer[]): Buffer {
  const size = Buffer.alloc(14)
  size.writeUInt32BE(height, 0)
  size.writeUInt32BE(width, 4)
  size.writeUInt16BE(3, 8)
  size.set([7, 7, 0, 0], 10)
  return Buffer.concat([
    box('jP  ', Buffer.from('0d0a870a', 'hex')),
    box('ftyp', Buffer.from('6a703220000000006a703220', 'hex')),
    box('jp2h', Buffer.concat([box('ihdr', size), box('colr', Buffer.from('01000000000010', 'hex'))])),
    ...extra.map((content) => box('uuid', content)),
    box('jp2c', stream),
  ])
}
