import { describe, expect, it } from 'vitest'
import { MAX_IMAGE_BYTES, validateFile, validateImage } from './image-check.ts'

const jpg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])

describe('a chosen image', () => {
  it('may be a JPG or a PNG up to the limit', () => {
    expect(validateImage(jpg, 1_000)).toBeUndefined()
    expect(validateImage(png, MAX_IMAGE_BYTES)).toBeUndefined()
  })
  it('is refused when it is too large or empty', () => {
    expect(validateImage(png, MAX_IMAGE_BYTES + 1)).toBe('too_large')
    expect(validateImage(new Uint8Array(), 0)).toBe('empty')
  })
  it('is told from its bytes, whatever its name and type say', async () => {
    const script = new File(['<script>alert(1)</script>'], 'proof.png', { type: 'image/png' })
    expect(await validateFile(script)).toBe('not_an_image')
  })
  it('may be a JPEG 2000, in its box or bare', () => {
    expect(validateImage(new Uint8Array([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20]), 500)).toBeUndefined()
    expect(validateImage(new Uint8Array([0xff, 0x4f, 0xff, 0x51]), 500)).toBeUndefined()
  })
})
