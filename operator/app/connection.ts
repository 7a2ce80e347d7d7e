import { create } from 'zustand'
import { ApiError } from '#web/app/api-error.ts'
import type { HttpClient } from '#web/app/http-client.ts'

/** Whether the server can be reached. While it cannot, it is asked every two seconds whether it is back. */

const PROBE_EVERY_MS = 2_000
/** What a server that stops, starts or is away answers; a refusal is an answer of one that is there. */
const LOST: readonly string[] = ['NETWORK', 'TIMED_OUT', 'BAD_ANSWER', 'SERVICE_UNAVAILABLE', 'OFFLINE']

export const useConnection = create<{ readonly isLost: boolean }>()(() => ({ isLost: false }))

/** The same client, whose failures and answers tell whether the server is there; `onBack` when it is there again. */
export function watched(http: HttpClient, onBack: () => void): HttpClient {
  let _timer: ReturnType<typeof setTimeout> | undefined

  function lost() {
    useConnection.setState({ isLost: true })
    _timer ??= setTimeout(probe, PROBE_EVERY_MS)
  }

  async function probe() {
    _timer = undefined
    const isReady = await fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReady) return lost()
    useConnection.setState({ isLost: false })
    onBack()
  }

  async function watch<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (error instanceof ApiError && LOST.includes(error.code)) lost()
      throw error
    }
  }
  return {
    request: (endpoint, input, options) => watch(http.request(endpoint, input, options)),
    requestFile: (endpoint, input) => watch(http.requestFile(endpoint, input)),
    upload: (endpoint, file) => watch(http.upload(endpoint, file)),
  }
}
