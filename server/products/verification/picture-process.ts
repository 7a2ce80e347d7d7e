import { HINT_SIDE, hintsOf } from '#domain/verification/picture-hints.ts'
import { sharp } from '#server/platform/uploads/restricted-sharp.ts'
import { hasDot, LETTER_HEIGHT, LETTER_WIDTH } from './letters.ts'
import type { PictureAnswer, PictureRequest } from './pictures.ts'

/** The process that looks at one kept photo, or marks it for a reviewer, and ends: see pictures.ts. */

/** A reviewer reads a document, and takes no poster with them. */
const MAX_SIDE = 2_048
const JPEG_QUALITY = 82
/** A letter's dot is a pixel in a picture of this width. */
const DOT_OF_WIDTH = 480
const GAP_LETTERS = 4
const LINE_HEIGHTS = 5
const SLOPE = -0.36
const STRENGTH = 0.34

process.once('message', async (message) => {
  const { bytes, mark } = message as PictureRequest
  const sent = Buffer.from(bytes)
  process.send!(mark === undefined ? await look(sent) : await marked(sent, mark))
})

async function look(bytes: Buffer): Promise<PictureAnswer> {
  const { data, info } = await sharp(bytes)
    .resize(HINT_SIDE, HINT_SIDE, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { hints: hintsOf({ data, width: info.width, height: info.height }) }
}

async function marked(bytes: Buffer, text: string): Promise<PictureAnswer> {
  const { data, info } = await sharp(bytes)
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  draw(data, { width, height, channels }, text)
  const written = await sharp(data, { raw: { width, height, channels } })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer()
  return { bytes: written }
}

/** Draws the text all over, in sloping lines: lighter on dark places and darker on light ones, so that it is seen on both. */
function draw(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
  text: string,
): void {
  const dot = Math.max(1, Math.round(width / DOT_OF_WIDTH))
  const length = (text.length + GAP_LETTERS) * LETTER_WIDTH
  const wrap = (value: number, size: number) => ((value % size) + size) % size
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const down = Math.floor((y - SLOPE * x) / dot)
      const line = wrap(down, LETTER_HEIGHT * LINE_HEIGHTS)
      if (line >= LETTER_HEIGHT) continue
      // Each line begins elsewhere, so that no strip of the picture is without a name.
      const row = Math.floor(down / (LETTER_HEIGHT * LINE_HEIGHTS))
      const along = wrap(Math.floor(x / dot) + row * LETTER_WIDTH * 7, length)
      if (!hasDot(text, along, line)) continue
      for (let at = (y * width + x) * channels, end = at + channels; at < end; at++) {
        const to = data[at]! < 128 ? 255 : 0
        data[at] = Math.round(data[at]! + (to - data[at]!) * STRENGTH)
      }
    }
  }
}
