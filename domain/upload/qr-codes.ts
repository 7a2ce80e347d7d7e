import { decodeQRBatch } from 'qr/decode.js'
import type { Pixels } from './qr-scale.ts'

/**
 * How many guesses about where a code is the decoder may make beyond its first. A bound in time would make what is read
 * depend on how busy the machine is.
 */
const MAX_GUESSES = 64

/** The texts of the QR codes in a picture, each once. */
export function qrCodesIn({ data, width, height }: Pixels): Promise<readonly string[]> {
  return decodeQRBatch([{ data, width, height }], {
    format: 'RGBA',
    effort: MAX_GUESSES,
    timeLimit: Number.POSITIVE_INFINITY,
    maxSize: { width, height },
  }).then(([found = []]) => [...new Set(found.filter((one) => typeof one === 'string'))])
}
