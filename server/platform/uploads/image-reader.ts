import sharp from 'sharp'
import type { ReadAnswer, ReadRequest } from './image.ts'

/** The process that reads one image and ends: see image.ts. */

const MAX_PIXELS = 40_000_000
/** Larger ones are made smaller: a reviewer reads a screenshot, not a poster. */
const MAX_SIDE = 4_096
const JPEG_QUALITY = 88
const LOOK_EVERY_MS = 100

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** Ends with the server that started it: nobody else would end it, and what it reads is of no use then. */
const endWithParent = () => process.kill(process.pid, 'SIGKILL')
process.once('disconnect', endWithParent)
if (!process.connected) endWithParent()

process.once('message', async (message) => {
  const { bytes, computingMs } = message as ReadRequest
  process.send!(await Promise.race([read(Buffer.from(bytes)), computed(computingMs)]))
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
    const upright = image
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const written = format === 'png' ? upright.png() : upright.jpeg({ quality: JPEG_QUALITY })
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    return { ok: true, bytes: data, width: info.width, height: info.height }
  } catch (error) {
    const isTooLarge = /pixel limit|too large|exceeds/i.test((error as Error).message)
    return { ok: false, error: isTooLarge ? 'too many pixels' : 'unreadable' }
  }
}
