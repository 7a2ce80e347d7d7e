import { ApiError } from '#web/app/api-error.ts'

/** A refusal for too many requests lasts no longer than ten seconds: tried so often, the next one is something else. */
const TRIES = 8
const WAIT_MS = 2_000

const TO_WAIT: ReadonlySet<string> = new Set(['TOO_MANY_REQUESTS', 'SERVER_BUSY'])

/**
 * Asks again, after a while, for what was refused because too much was asked for at once: a series of any size is read whole.
 *
 * Refuses: by throwing what the request throws otherwise, and the last refusal when waiting did not help.
 */
export async function paced<T>(
  request: () => Promise<T>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request()
    } catch (error) {
      const isToWait = error instanceof ApiError && TO_WAIT.has(error.code)
      if (!isToWait || tries === TRIES) throw error
      await wait(WAIT_MS)
    }
  }
}
