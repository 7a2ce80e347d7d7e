import sharp from 'sharp'

let shade = 0

/** A small picture unlike all before: the bytes of a PNG. */
export function newPicture(): Promise<Buffer> {
  shade++
  const background = { r: shade & 255, g: (shade >> 8) & 255, b: 9 }
  return sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
}
