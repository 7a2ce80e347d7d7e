import {
  HINT_SIDE,
  hintsOf,
  MAX_GLARE_PERCENT,
  MIN_SHARPNESS,
  MIN_SIDE,
} from '#domain/verification/picture-hints.ts'

/** What may be wrong with a photo, told on the device before anybody looks at it. */
export type PhotoHint = 'small' | 'blur' | 'glare' | 'edges'

/** The hints on a chosen file; `undefined` where this browser cannot show it, as most a JPEG 2000. */
export async function lookAtFile(file: Blob): Promise<readonly PhotoHint[] | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, HINT_SIDE / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen || width === 0 || height === 0) return undefined
  pen.drawImage(bitmap, 0, 0, width, height)
  const { data } = pen.getImageData(0, 0, width, height)
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at++) {
    const [red, green, blue] = [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!]
    grey[at] = Math.round(red * 0.299 + green * 0.587 + blue * 0.114)
  }
  const { sharpness, glarePercent, edgesCrossed } = hintsOf({ data: grey, width, height })
  return [
    ...(Math.max(bitmap.width, bitmap.height) < MIN_SIDE ? (['small'] as const) : []),
    ...(sharpness < MIN_SHARPNESS ? (['blur'] as const) : []),
    ...(glarePercent > MAX_GLARE_PERCENT ? (['glare'] as const) : []),
    ...(edgesCrossed > 0 ? (['edges'] as const) : []),
  ]
}
