import { refusal } from '#domain/errors.ts'
import { createTurns } from '../turns.ts'
import { askOwnProcess } from './own-process.ts'

/** After which a customer is asked to try again. */
const TIMEOUT_MS = 15_000
const TURNS = { inAll: 1, waitingPerCaller: 2, waitingInAll: 19, retrySeconds: 5 } as const
const READER = new URL('./code-reader.ts', import.meta.url)

/** What the reading process is given: an image as it is kept. */
export interface CodeRequest {
  readonly bytes: Uint8Array
}

/** What it answers. */
export interface CodeAnswer {
  readonly texts: readonly string[]
}

/**
 * Reads the QR codes of images that were cleaned before, in a process of its own as they were: one at a time, in turns by
 * who asks. An image on which the reader ends has no code.
 *
 * Refuses: TOO_MANY_REQUESTS when many others wait or several of the same customer; SERVICE_UNAVAILABLE when the machine
 * is too busy.
 */
export function createCodeReader(): (asking: bigint, bytes: Buffer) => Promise<readonly string[]> {
  const turns = createTurns<bigint>(TURNS)

  return async (asking, bytes) => {
    const request: CodeRequest = { bytes }
    const outcome = await turns.take(asking, () => askOwnProcess<CodeAnswer>(READER, request, TIMEOUT_MS))
    if (outcome === 'late') throw refusal('SERVICE_UNAVAILABLE')
    return outcome === 'ended' ? [] : outcome.answer.texts
  }
}
