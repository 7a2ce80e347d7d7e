import { qrScale } from '#domain/upload/qr-scale.ts'

/** What of the browser's own reader of codes is used; most desktops have none. */
interface BarcodeDetector {
  detect(image: ImageData): Promise<readonly { readonly rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: readonly string[] }): BarcodeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

/**
 * The texts of the QR codes in a picture, each once; undefined for what is no picture that the browser can show. The picture is
 * sent nowhere. Where the browser reads no codes itself, a decoder is loaded for it.
 */
export async function readQrCodes(file: Blob): Promise<readonly string[] | undefined> {
  const image = await pixelsOf(file).catch(() => undefined)
  if (!image) return undefined
  const byBrowser = await detect(image).catch(() => undefined)
  // One that found nothing may have missed what the decoder finds. One that found one code of several is believed,
  // and "several" is not told then: the address is shown, to be compared before it is saved.
  if (byBrowser?.length) return byBrowser
  const { qrCodesIn } = await import('#domain/upload/qr-codes.ts')
  return qrCodesIn(image)
}

async function detect(image: ImageData): Promise<readonly string[] | undefined> {
  const { BarcodeDetector } = window as { BarcodeDetector?: BarcodeDetectorClass }
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return undefined
  const found = await new BarcodeDetector({ formats: ['qr_code'] }).detect(image)
  return [...new Set(found.map(({ rawValue }) => rawValue))]
}

/** The points of a picture on white, as large as its codes are read best. */
async function pixelsOf(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file)
  try {
    const scale = qrScale(picture.width, picture.height)
    const width = Math.max(1, Math.round(picture.width * scale))
    const height = Math.max(1, Math.round(picture.height * scale))
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const drawing = canvas.getContext('2d', { willReadFrequently: true })!
    drawing.fillStyle = '#fff'
    drawing.fillRect(0, 0, width, height)
    drawing.imageSmoothingEnabled = scale < 1
    drawing.drawImage(picture, 0, 0, width, height)
    return drawing.getImageData(0, 0, width, height)
  } finally {
    picture.close()
  }
}
