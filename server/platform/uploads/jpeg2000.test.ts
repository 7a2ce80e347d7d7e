// long-running
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/errors.ts'
import { howMany } from '#server/testing/length.ts'
import { boxedJpeg2000, newJpeg2000 } from '#server/testing/pictures.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { createImageCleaner, imageKind } from './image.ts'

const clean = createImageCleaner()
const refusalOf = (bytes: Buffer) =>
  clean(1n, bytes).then(
    () => 'taken',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  )
const transparent = await newJpeg2000(40, 30, 4)
const bare = await newJpeg2000()
const boxed = boxedJpeg2000(bare, 40, 30)

/** A copy with other bytes at one place of its header, counted from the marker of the size. */
function withBytes(at: number, ...bytes: number[]): Buffer {
  const changed = Buffer.from(bare)
  changed.set(bytes, 2 + at)
  return changed
}

describe('a JPEG 2000', () => {
  test.each([
    ['bare', bare],
    ['in its box', boxed],
  ])('%s comes out as a JPEG with its pixels', async (_, sent) => {
    const image = await clean(1n, sent)
    expect(imageKind(image.bytes)).toBe('jpeg')
    expect([image.width, image.height]).toEqual([40, 30])
    const { data } = await sharp(image.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    // The last row is darker or lighter by its place, as it was drawn.
    const drawn = (40 * 29 * 3) >> 3
    expect(Math.abs(data[40 * 29 * 3]! - (drawn & 255))).toBeLessThan(16)
  })

  test.each([1, 3])('of %s components is read', async (components) => {
    expect(await refusalOf(await newJpeg2000(40, 30, components))).toBe('taken')
  })

  test('leaves behind what stands in its boxes', async () => {
    const secret = Buffer.from(`${'0123456789abcdef'}<x:xmpmeta>GPSLatitude 40.4 Spycam</x:xmpmeta>`)
    const { bytes } = await clean(1n, boxedJpeg2000(bare, 40, 30, secret))
    expect(bytes.includes('Spycam')).toBe(false)
    expect(bytes.includes('xmpmeta')).toBe(false)
  })

  test.each([
    ['of its first bytes', bare.subarray(0, 8)],
    ['cut in its header', bare.subarray(0, 60)],
    ['without its pixels', boxedJpeg2000(Buffer.alloc(0), 40, 30)],
    ['with no width', withBytes(6, 0, 0, 0, 0)],
    ['with tiles of no size', withBytes(22, 0, 0, 0, 0)],
    ['with transparency', transparent],
    ['with 255 components', withBytes(38, 0, 255)],
    ['with samples of 38 bits', withBytes(40, 37)],
    ['with components at half the size', withBytes(44, 2)],
    ['of a tile for each pixel', withBytes(22, 0, 0, 0, 1, 0, 0, 0, 1)],
  ])('%s is refused as damaged', async (_, sent) => {
    expect(await refusalOf(sent)).toBe('UPLOAD_UNREADABLE')
  })

  test('that promises more than 40 megapixels is refused before any is decoded', async () => {
    // 50,000 by 50,000, as one tile.
    const huge = withBytes(6, 0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50)
    huge.set([0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50], 2 + 22)
    expect(await refusalOf(huge)).toBe('UPLOAD_TOO_MANY_PIXELS')
  })

  test(
    'of more than 12 megapixels is read at half its size, within the memory of the reader',
    LONG,
    async () => {
      // Of 24, but what takes long is to make one.
      const [across, down] = [howMany(6_000, 4_002), howMany(4_000, 3_000)]
      const { width, height } = await clean(1n, await newJpeg2000(across, down))
      expect([width, height]).toEqual([across / 2, down / 2])
    },
  )

  test('is limited by computing like any other', async () => {
    const thrifty = createImageCleaner({ computingMs: 1 })
    await expect(thrifty(1n, bare)).rejects.toMatchObject({ code: 'UPLOAD_UNREADABLE' })
  })

  test('has its decoder in no other process than the reader of images', () => {
    const server = readFileSync(new URL('./image.ts', import.meta.url), 'utf8')
    expect(server).not.toMatch(/jpeg2000(-thread|-header)?\.ts/)
  })
})
