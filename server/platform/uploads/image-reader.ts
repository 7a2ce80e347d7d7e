import type { Sharp } from 'sharp'
import type { ReadAnswer, ReadRequest } from './image.ts'
import { decodeJpeg2000, halvingsNeeded } from './jpeg2000.ts'
import { readJpeg2000Header } from './jpeg2000-header.ts'
import { sharp } from './restricted-sharp.ts'

/** The process that reads one image and ends: see image.ts. */

const MAX_PIXELS = 40_000_000
/** Larger ones are made smaller: a reviewer reads a screenshot, not a poster. */
const MAX_SIDE = 4_096
const JPEG_QUALITY = 88
const LOOK_EVERY_MS = 100

process.once('message', async (message) => {
  const { bytes, kind, computingMs } = message as ReadRequest
  const sent = Buffer.from(bytes)
  process.send!(
    await Promise.race([kind === 'jpeg2000' ? readJpeg2000(sent) : read(sent), computed(computingMs)]),
  )
})

/** Ends when this process has computed for so long. The pixels are read in another thread of it. */
function computed(limitMs: number): Promise<ReadAnswer> {
  return new Promise((resolve) => {
    const look = () => {
      const { user, system } = process.cpuUsage()
      if ((user + system) / 1_000 > limitMs) resolve({ ok: false, error: 'unreadable' })
    }
    setInterval(look, LOOK_EVERY_MS)
    look()
  })
}

async function read(bytes: Buffer): Promise<ReadAnswer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const { format, width, height } = await image.metadata()
    if (width * height > MAX_PIXELS) return { ok: false, error: 'too many pixels' }
    return await write(image.autoOrient(), format === 'png')
  } catch (error) {
    const isTooLarge = /pixel limit|too large|exceeds/i.test((error as Error).message)
    return { ok: false, error: isTooLarge ? 'too many pixels' : 'unreadable' }
  }
}

/** Libvips does not know it: another decoder reads the pixels, which are written like those of a JPEG. */
async function readJpeg2000(bytes: Buffer): Promise<ReadAnswer> {
  const header = readJpeg2000Header(bytes)
  if (!header) return { ok: false, error: 'unreadable' }
  const halvings = halvingsNeeded(header)
  if (header.width * header.height > MAX_PIXELS || halvings === undefined)
    return { ok: false, error: 'too many pixels' }
  try {
    const { data, width, height, components } = await decodeJpeg2000(bytes, halvings)
    const channels = components as 1 | 3
    return await write(sharp(data, { raw: { width, height, channels } }), false)
  } catch {
    return { ok: false, error: 'unreadable' }
  }
}

async function write(image: Sharp, isPng: boolean): Promise<ReadAnswer> {
  const small = image
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const written = isPng ? small.png() : small.jpeg({ quality: JPEG_QUALITY })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  return { ok: true, bytes: data, width: info.width, height: info.height }
}
