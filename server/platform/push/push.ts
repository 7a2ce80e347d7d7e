import webPush from 'web-push'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import type { PushKeys } from './keys.ts'

/** A message to one browser, as the outbox keeps it. */
export interface PushMessage {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** What only the browser can read. */
  readonly payload: string
}

/** How long a push service keeps a message for a browser that is not there. */
const KEPT_S = DAY_MS / SECOND_MS
const TIMEOUT_MS = 10_000

/** The push services of the browsers; a name that begins with a dot stands for all hosts below it. */
const services = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

/** Sends push messages, to the browsers' own services alone. */
export interface PushSender {
  readonly publicKey: string
  /**
   * Whether an endpoint is a known push service's. It comes from the browser: any other would make this server
   * call whatever a customer names.
   */
  isAllowed(endpoint: string): boolean
  /**
   * Hands a message to its push service.
   *
   * Refuses: (by throwing) what may be tried again. Returns: whether the browser still takes messages.
   */
  send(message: PushMessage): Promise<boolean>
}

/** Creates the sender; `contact` is where a push service can complain. */
export function createPushSender(options: {
  keys: PushKeys
  contact: string
  /** Further push services, as origins. */
  origins?: readonly string[]
}): PushSender {
  const { keys, contact, origins = [] } = options

  function isAllowed(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
    if (username !== '' || password !== '') return false
    if (origins.includes(origin)) return true
    const isService = services.some((name) =>
      name.startsWith('.') ? hostname.endsWith(name) : hostname === name,
    )
    return protocol === 'https:' && port === '' && isService
  }

  return {
    publicKey: keys.publicKey,
    isAllowed,
    async send({ endpoint, p256dh, auth, payload }) {
      if (!isAllowed(endpoint)) return false
      const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: contact, ...keys },
        TTL: KEPT_S,
        contentEncoding: 'aes128gcm',
      })
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: request.headers as Record<string, string>,
        body: new Uint8Array(request.body),
        // A push service answers itself.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      if (answer.status === 404 || answer.status === 410) return false
      if (!answer.ok) throw new Error(`the push service answered ${answer.status}`)
      return true
    },
  }
}
