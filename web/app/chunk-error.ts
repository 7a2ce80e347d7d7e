/** A part of the app that did not load: why, and from where. */
export interface ChunkError {
  readonly kind: 'missing' | 'timed_out' | 'unknown'
  readonly url: string | undefined
}

const LOADING_FAILED =
  /dynamically imported module|importing a module script failed|module script|preload css|chunk .*failed|time(d)?.?out loading/i

/**
 * Reads a thrown error as a failed load of a part of the app; anything else is `undefined`.
 *
 * Source: specification section 8, page chunk load failure: message with type and URL.
 */
export function chunkErrorOf(error: unknown): ChunkError | undefined {
  if (!(error instanceof Error) || !LOADING_FAILED.test(error.message)) return undefined
  const url = /(?:https?:\/\/|\.?\/)[^\s'")]+/.exec(error.message)?.[0]
  if (/time(d)?.?out/i.test(error.message)) return { kind: 'timed_out', url }
  if (/failed to fetch|404|missing|not found/i.test(error.message)) return { kind: 'missing', url }
  return { kind: 'unknown', url }
}

/** A page is given up after 60 s, any other part of the app after 120 s. Source: specification section 9. */
export const PAGE_TIME_OUT_MS = 60_000
const CHUNK_TIME_OUT_MS = 120_000

/** Loads a part of the app, and gives up when its time is over. */
export function loadChunk<Module>(
  load: () => Promise<Module>,
  url: string,
  timeOutMs = CHUNK_TIME_OUT_MS,
): Promise<Module> {
  const timeOut = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`Timed out loading ${url}`)), timeOutMs)
  })
  return Promise.race([load(), timeOut])
}
