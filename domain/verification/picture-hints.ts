/** What can be told of a photo of a document without a trained model: hints for customer and reviewer, never a decision. */

/** A picture in shades of grey, a byte for each pixel, row by row. */
export interface GreyPicture {
  readonly data: ArrayLike<number>
  readonly width: number
  readonly height: number
}

export interface PictureHints {
  /** From 0 to 100: how much neighboring pixels differ. */
  readonly sharpness: number
  /** How much of it is white from glare, in percent. */
  readonly glarePercent: number
  /** How many of the four edges the subject seems to run across. */
  readonly edgesCrossed: number
}

/** The side to which a picture is scaled before it is looked at, so that both sides of the wire say the same. */
export const HINT_SIDE = 512
const WHITE = 250
/** A text's edge differs from its neighbor by so much. */
const CONTRAST = 48
const FULL_SHARPNESS = 40
const CROSSED_SHARE = 0.06

export const MIN_SHARPNESS = 20
export const MAX_GLARE_PERCENT = 4
/** Below this on the longer side, print cannot be read. */
export const MIN_SIDE = 600

/** Looks at a grey picture. */
export function hintsOf({ data, width, height }: GreyPicture): PictureHints {
  if (width < 3 || height < 3) return { sharpness: 0, glarePercent: 0, edgesCrossed: 0 }
  const at = (x: number, y: number) => data[y * width + x]!
  let [difference, white] = [0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      difference += Math.abs(4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1)) / 4
      // A white pixel among white ones: not the white of paper between letters.
      if (at(x, y) >= WHITE && at(x - 1, y) >= WHITE && at(x + 1, y) >= WHITE && at(x, y - 1) >= WHITE)
        white++
    }
  }
  const inner = (width - 2) * (height - 2)
  const crossed = (length: number, along: (place: number) => number): boolean => {
    let jumps = 0
    for (let place = 1; place < length; place++)
      if (Math.abs(along(place) - along(place - 1)) > CONTRAST) jumps++
    return jumps / length > CROSSED_SHARE
  }
  const edges = [
    crossed(width, (x) => at(x, 0)),
    crossed(width, (x) => at(x, height - 1)),
    crossed(height, (y) => at(0, y)),
    crossed(height, (y) => at(width - 1, y)),
  ]
  return {
    sharpness: Math.min(100, Math.round((difference / inner / FULL_SHARPNESS) * 100 * 4)),
    glarePercent: Math.round((white / inner) * 1_000) / 10,
    edgesCrossed: edges.filter(Boolean).length,
  }
}
