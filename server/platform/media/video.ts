import { type FileHandle, open } from 'node:fs/promises'

/**
 * What a file is by what is in it. Videos are kept as they are sent: there is no decoder here to make new ones. Their
 * container is walked from its first to its last byte, so that nothing else stands before, between or behind its parts.
 */
export type VideoType = 'video/mp4' | 'video/webm'

/** Brands of MP4 that browsers play. */
const BRANDS = new Set([
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'dash',
  'MSNV',
])
/** What stands at the top of an MP4. */
const BOXES = new Set([
  ...['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'moof', 'mfra', 'sidx', 'styp', 'uuid', 'meta', 'pdin'],
  ...['ssix', 'prft', 'emsg'],
])
/** A stream in pieces of a second has some hundreds. */
const MAX_BOXES = 10_000
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67])
const MAX_EBML_HEAD = 256

/** The type of a video; undefined of anything else. */
export async function videoType(path: string): Promise<VideoType | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await read(file, 0, 64)
    if (head.subarray(0, 4).equals(EBML)) return (await isWebm(file, size)) ? 'video/webm' : undefined
    if (head.toString('latin1', 4, 8) === 'ftyp') return (await isMp4(file, size)) ? 'video/mp4' : undefined
    return undefined
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}

/** Whether boxes of an MP4 fill the file, its description among them. */
async function isMp4(file: FileHandle, size: number): Promise<boolean> {
  let hasMovie = false
  let at = 0
  for (let count = 0; at < size; count++) {
    if (count === MAX_BOXES) return false
    const head = await read(file, at, 16)
    if (head.length < 8) return false
    const name = head.toString('latin1', 4, 8)
    if (!BOXES.has(name)) return false
    if (at === 0 && !BRANDS.has(head.toString('latin1', 8, 12))) return false
    const short = head.readUInt32BE(0)
    // 1: the length follows in eight bytes; 0: to the end of the file.
    if (short === 1 && head.length < 16) return false
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < (short === 1 ? 16 : 8) || length > size - at) return false
    if (name === 'moov') hasMovie = true
    at += length
  }
  return hasMovie && at === size
}

/** Whether a file is a WebM: its head says so, and one segment fills the rest. */
async function isWebm(file: FileHandle, size: number): Promise<boolean> {
  const head = await read(file, 0, MAX_EBML_HEAD + 32)
  const first = readLength(head, 4)
  if (!first || first.value === undefined || first.value > MAX_EBML_HEAD) return false
  const body = head.subarray(first.next, first.next + first.value)
  const at = body.indexOf(Buffer.from([0x42, 0x82]))
  const type = at < 0 ? undefined : readLength(body, at + 2)
  if (
    !type ||
    type.value === undefined ||
    body.toString('latin1', type.next, type.next + type.value) !== 'webm'
  )
    return false
  const segment = first.next + first.value
  if (!head.subarray(segment, segment + 4).equals(SEGMENT)) return false
  const length = readLength(head, segment + 4)
  // What a recorder writes as it goes has no length: it is the rest of the file.
  return length !== undefined && (length.value === undefined || length.next + length.value === size)
}

/** A length as EBML writes it; `value` is undefined where it is not known. */
function readLength(bytes: Buffer, at: number): { value: number | undefined; next: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const width = Math.clz32(first) - 23
  if (at + width > bytes.length) return undefined
  let value = BigInt(first & ((1 << (8 - width)) - 1))
  for (let n = 1; n < width; n++) value = (value << 8n) | BigInt(bytes[at + n]!)
  const isUnknown = value === (1n << BigInt(7 * width)) - 1n
  return { value: isUnknown ? undefined : Number(value), next: at + width }
}
