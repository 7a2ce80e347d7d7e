import { type ArgumentsOf, type Endpoint, toWire } from '#domain/endpoint.ts'
import { ApiError } from '#web/app/api-error.ts'
import { useClient } from '#web/app/client-state.ts'
import { readEnvelope } from '#web/app/envelope.ts'
import { currentLanguage, texts } from '#web/texts/texts.ts'

const TIME_OUT_MS = 60_000

/**
 * Fetches a call whose answer is a file instead of the envelope: an image, a CSV. The token goes along
 * as for every call, which a plain link or `<img>` could not do.
 *
 * Refuses: by throwing `ApiError`, as `api` does.
 */
export async function fetchFile<E extends Endpoint>(definition: E, input: ArgumentsOf<E>): Promise<Blob> {
  const { token } = useClient.getState()
  const fields = new URLSearchParams({
    ...toWire(definition, input as Record<string, unknown>),
    lang: currentLanguage(),
  })
  const response = await fetch(`/api${definition.path}?${fields}`, {
    headers: token ? { authorization: token } : {},
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIME_OUT_MS),
  }).catch(() => {
    throw new ApiError('NETWORK', texts()('common.fault_network'))
  })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  if (response.ok && !isEnvelope) return response.blob()
  const answer = readEnvelope(response.status, await response.json().catch(() => undefined))
  if (answer.ok) return new Blob([String(answer.data)])
  throw new ApiError(answer.code, answer.message || texts()('common.fault_bad_answer'), answer.type)
}

/** Offers a file to be kept, under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the address by the next turn; keeping it would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
