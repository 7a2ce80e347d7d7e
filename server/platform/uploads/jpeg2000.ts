import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Jpeg2000Header } from './jpeg2000-header.ts'

/** Pixels as they follow each other, a byte for each component. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly components: number
}

/** More are read at half the size, or a quarter: decoding takes some 25 bytes for each. */
const MAX_DECODED_PIXELS = 12_000_000

/** How often the size is halved so that decoding fits the memory; `undefined` where the image does not allow it. */
export function halvingsNeeded({ width, height, halvings }: Jpeg2000Header): number | undefined {
  for (let count = 0; count <= halvings; count++) {
    if ((width * height) / 4 ** count <= MAX_DECODED_PIXELS) return count
  }
  return undefined
}

/**
 * Decodes a JPEG 2000 in a thread, so that its process can still see how long it takes. Fails on damaged ones; the
 * memory is limited by the process's `--wasm-max-mem-pages`.
 */
export async function decodeJpeg2000(bytes: Uint8Array, halvings: number): Promise<Pixels> {
  const thread = new Worker(new URL('./jpeg2000-thread.ts', import.meta.url), {
    workerData: { bytes, halvings },
    stdout: true,
    stderr: true,
  })
  const [pixels] = await Promise.race([
    once(thread, 'message'),
    once(thread, 'exit').then(() => {
      throw new Error('the decoder ended without pixels')
    }),
  ])
  return pixels as Pixels
}
