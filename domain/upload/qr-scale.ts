/** A picture's points from its upper left, each with red, green, blue and opacity. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** The longest side of a picture that is looked through: a code that fills a part of a photo is whole at that size. */
const MAX_SIDE = 1_600
/** A code of a few points a module is read better when it is drawn larger. */
const MIN_SIDE = 400

/**
 * How many times as large a picture is drawn before it is looked through for QR codes.
 *
 * Rounds: what is enlarged to a whole number, so that every module keeps its shape.
 */
export function qrScale(width: number, height: number): number {
  const side = Math.max(width, height, 1)
  if (side > MAX_SIDE) return MAX_SIDE / side
  return side < MIN_SIDE ? Math.ceil(MIN_SIDE / side) : 1
}
