import { qrCodesIn } from '../../../domain/upload/qr-codes.ts'
import { type Pixels, qrScale } from '../../../domain/upload/qr-scale.ts'
import type { CodeAnswer, CodeRequest } from './codes.ts'
import { sharp } from './restricted-sharp.ts'

/** The process that reads the QR codes of one image and ends: see codes.ts. */

process.once('message', async (message) => {
  const { bytes } = message as CodeRequest
  const answer: CodeAnswer = { texts: await qrCodesIn(await pixelsOf(Buffer.from(bytes))) }
  process.send!(answer)
})

/** The points of an image on white, as large as its codes are read best. */
async function pixelsOf(bytes: Buffer): Promise<Pixels> {
  const image = sharp(bytes)
  const { width, height } = await image.metadata()
  const scale = qrScale(width, height)
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .resize(Math.round(width * scale), Math.round(height * scale), {
      fit: 'fill',
      kernel: scale > 1 ? 'nearest' : 'lanczos3',
    })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
