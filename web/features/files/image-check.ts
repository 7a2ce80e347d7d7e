/** The largest image the server takes; it is asked before sending, so that nobody waits for a refusal. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

export type ImageError = 'not_an_image' | 'too_large' | 'empty'

const starts = {
  jpg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47],
  jpeg2000: [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50],
  codestream: [0xff, 0x4f, 0xff, 0x51],
} as const

/**
 * What is wrong with a chosen file, told from its first bytes rather than its name.
 *
 * Source: specification section 5: one image, JPG, JPEG2000 or PNG.
 */
export function validateImage(head: Uint8Array, size: number): ImageError | undefined {
  const begins = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)
  if (size === 0) return 'empty'
  if (!Object.values(starts).some(begins)) return 'not_an_image'
  return size > MAX_IMAGE_BYTES ? 'too_large' : undefined
}

/** The same for a file. */
export async function validateFile(file: Blob): Promise<ImageError | undefined> {
  return validateImage(new Uint8Array(await file.slice(0, 16).arrayBuffer()), file.size)
}
