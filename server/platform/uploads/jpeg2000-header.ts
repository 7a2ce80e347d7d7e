/** What a JPEG 2000 says of its pixels before any of them is decoded. */
export interface Jpeg2000Header {
  readonly width: number
  readonly height: number
  /** 1 for grey, 3 for colors. */
  readonly components: number
  /** How often it can be read at half the size. */
  readonly halvings: number
}

const START_AND_SIZE = Buffer.from('ff4fff51', 'hex')
const CODING_STYLE = 0xff52
const START_OF_TILE = 0xff90
/** Boxes before the pixels hold color profiles and metadata. */
const MAX_BEFORE_PIXELS = 1_000_000
const SIZE_BYTES = 38
const EIGHT_BITS = 7
const GREY_OR_COLORS = [1, 3]
/** A photo is one tile, or some hundreds; more only cost time. */
const MAX_TILES = 1_024

/**
 * Reads the header of a JPEG 2000, in its box or bare.
 *
 * Refuses: (as `undefined`) what is cut off; samples of other than 8 bits; components of different sizes; other
 * than one or three of them, so transparent ones; more tiles than a photo has.
 * Source: ISO/IEC 15444-1, annex A.
 */
export function readJpeg2000Header(bytes: Buffer): Jpeg2000Header | undefined {
  const start = bytes.subarray(0, MAX_BEFORE_PIXELS).indexOf(START_AND_SIZE)
  // From the marker of the size on, which stands behind that of the start.
  const size = bytes.subarray(start + 2)
  if (start < 0 || size.length < SIZE_BYTES + 2) return undefined
  const [right, bottom, left, top] = [6, 10, 14, 18].map((at) => size.readUInt32BE(at)) as Four
  const [tileWidth, tileHeight] = [size.readUInt32BE(22), size.readUInt32BE(26)]
  const components = size.readUInt16BE(38)
  if (!GREY_OR_COLORS.includes(components) || size.length < 40 + 3 * components) return undefined
  for (let at = 40; at < 40 + 3 * components; at += 3) {
    if (size[at] !== EIGHT_BITS || size[at + 1] !== 1 || size[at + 2] !== 1) return undefined
  }
  const [width, height] = [right - left, bottom - top]
  if (width <= 0 || height <= 0 || tileWidth === 0 || tileHeight === 0) return undefined
  if (Math.ceil(right / tileWidth) * Math.ceil(bottom / tileHeight) > MAX_TILES) return undefined
  return { width, height, components, halvings: halvingsIn(size) }
}

type Four = [number, number, number, number]

/** The decompositions that the coding style names: a segment between the size and the first tile. */
function halvingsIn(size: Buffer): number {
  for (let at = 0; at + 10 <= size.length; ) {
    const marker = size.readUInt16BE(at)
    if (marker === START_OF_TILE) return 0
    if (marker === CODING_STYLE) return size[at + 9]!
    at += 2 + size.readUInt16BE(at + 2)
  }
  return 0
}
