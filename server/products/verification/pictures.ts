import { refusal } from '#domain/errors.ts'
import type { PictureHints } from '#domain/verification/picture-hints.ts'
import { createTurns } from '#server/platform/turns.ts'
import { askOwnProcess } from '#server/platform/uploads/own-process.ts'
import { drawable } from './letters.ts'

/** Looking at photos and marking them, each in a process of its own: pixels are decoded in no server. */

export interface PictureRequest {
  readonly bytes: Uint8Array
  /** What to write over it; without, it is only looked at. */
  readonly mark?: string
}
export interface PictureAnswer {
  readonly hints?: PictureHints
  readonly bytes?: Uint8Array
}

const PROCESS = new URL('./picture-process.ts', import.meta.url)
const TIMEOUT_MS = 30_000
/** Each is a process that decodes millions of pixels: few at a time, whoever asks. */
const turns = createTurns({ inAll: 2, waitingPerCaller: 60 })

async function ask(caller: string, request: PictureRequest): Promise<PictureAnswer> {
  const outcome = await turns.take(caller, () => askOwnProcess<PictureAnswer>(PROCESS, request, TIMEOUT_MS))
  if (outcome === 'late' || outcome === 'ended') throw refusal('SERVICE_UNAVAILABLE')
  return outcome.answer
}

/**
 * What can be told of a photo.
 *
 * Refuses: SERVICE_UNAVAILABLE when the machine is too busy; TOO_MANY_REQUESTS when too many of the caller's wait.
 */
export const lookAt = async (caller: string, bytes: Buffer): Promise<PictureHints> =>
  (await ask(caller, { bytes })).hints!

/** Who sees a photo, of which case, when. @example 'INES VIDAL #3 K-12 2026-01-02 12:00 UTC' */
export const watermark = (viewer: { id: bigint; name: string }, reference: string, nowMs: number): string =>
  `${drawable(viewer.name)} #${viewer.id} ${reference} ${new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A photo with a text all over it, as a JPEG. Refuses: as `lookAt`. */
export const marked = async (caller: string, bytes: Buffer, mark: string): Promise<Buffer> =>
  Buffer.from((await ask(caller, { bytes, mark })).bytes!)
