import { type RefusalCode, refusal } from '#domain/errors.ts'
import { createTurns } from '../turns.ts'
import { askOwnProcess } from './own-process.ts'

/**
 * Uploaded images are never stored as sent and never decoded in the server process: a separate process
 * with an empty environment decodes the pixels and re-encodes them. Everything else in the file (scripts,
 * archives, location, camera data) is dropped.
 */
export const MAX_MEGAPIXELS = 40
/** What reading one may cost, in time of the processor: a busy machine says nothing about the image. */
const COMPUTING_MS = 5_000
/** After which a customer is asked to try again. */
const TIMEOUT_MS = 30_000
/** One at a time. Of a customer's, beside the one that is read: the two sides of a document. */
const TURNS = { inAll: 1, waitingPerCaller: 2, waitingInAll: 19, retrySeconds: 5 } as const
/** A progressive JPEG has about ten scans; each is another pass over all pixels, and costs a few bytes. */
const MAX_SCANS = 32
const READER = new URL('./image-reader.ts', import.meta.url)

export interface CleanImage {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** What the reading process is given. */
export interface ReadRequest {
  readonly bytes: Uint8Array
  readonly kind: ImageKind
  readonly computingMs: number
}

/** What it answers. */
export type ReadAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly error: 'too many pixels' | 'unreadable' }

export type ImageKind = 'jpeg' | 'png' | 'jpeg2000'

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Ogg, MP3 with a tag or without, AAC, WAV and M4A, by their first bytes; the parts in between are sizes. */
const AUDIO = [/^OggS/, /^ID3/, /^\xff[\xe2-\xef\xf1-\xff]/, /^RIFF[\s\S]{4}WAVE/, /^[\s\S]{4}ftypM4[AB]/]
const JPEG2000 = [Buffer.from('0000000c6a5020200d0a870a', 'hex'), Buffer.from('ff4fff51', 'hex')]

/** The file type by its first bytes; the name is ignored. */
export function imageKind(bytes: Buffer): ImageKind | 'audio' | undefined {
  const begins = (magic: Buffer) => bytes.subarray(0, magic.length).equals(magic)
  if (begins(JPEG)) return 'jpeg'
  if (begins(PNG)) return 'png'
  if (JPEG2000.some(begins)) return 'jpeg2000'
  const head = bytes.toString('latin1', 0, 12)
  return AUDIO.some((signature) => signature.test(head)) ? 'audio' : undefined
}

/**
 * Makes a new image from the pixels of one from outside: one at a time, each within 5 s of the processor, in turns
 * by who sent it.
 *
 * Refuses: UPLOAD_NOT_AN_IMAGE, UPLOAD_AUDIO, UPLOAD_TOO_MANY_PIXELS, UPLOAD_UNREADABLE,
 * TOO_MANY_REQUESTS when many others wait or several of the same sender, and SERVICE_UNAVAILABLE when the machine is
 * too busy to read it.
 */
export function createImageCleaner({
  computingMs = COMPUTING_MS,
  timeoutMs = TIMEOUT_MS,
} = {}): (sender: bigint, bytes: Buffer) => Promise<CleanImage> {
  const turns = createTurns<bigint>(TURNS)

  return async (sender, bytes) => {
    const kind = imageKind(bytes)
    if (kind === undefined) throw refusal('UPLOAD_NOT_AN_IMAGE')
    if (kind === 'audio') throw refusal('UPLOAD_AUDIO')
    if (kind === 'jpeg' && countScans(bytes) > MAX_SCANS) throw refusal('UPLOAD_UNREADABLE')
    const request: ReadRequest = { bytes, kind, computingMs }
    const outcome = await turns.take(sender, () => askOwnProcess<ReadAnswer>(READER, request, timeoutMs))
    if (outcome === 'late') throw refusal('SERVICE_UNAVAILABLE')
    if (outcome === 'ended') throw refusalOfError('unreadable')
    const { answer } = outcome
    if (!answer.ok) throw refusalOfError(answer.error)
    return { ...answer, bytes: Buffer.from(answer.bytes) }
  }
}

/** How many scans a JPEG has, by its markers; what stands between them is not decoded. */
function countScans(jpeg: Buffer): number {
  let scans = 0
  for (let at = jpeg.indexOf(0xff, 2); at >= 0 && at + 3 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1]!
    // A byte of a scan, a restart within one, or padding: no segment follows.
    if (marker === 0xff) at += 1
    else if (marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)) at += 2
    else {
      if (marker === 0xda) scans++
      at += 2 + jpeg.readUInt16BE(at + 2)
    }
  }
  return scans
}

const errorCodes = {
  'too many pixels': 'UPLOAD_TOO_MANY_PIXELS',
  unreadable: 'UPLOAD_UNREADABLE',
} as const satisfies Record<string, RefusalCode>

const refusalOfError = (error: keyof typeof errorCodes) =>
  refusal(errorCodes[error], error === 'too many pixels' ? { maximum: MAX_MEGAPIXELS } : {})
