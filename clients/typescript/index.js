/** A client of Plumb's HTTP interface, without dependencies: for Node 20 or newer and for browsers. */

/** What the server refused. `code` says what, in one word that does not change; `message` is for people. */
export class PlumbError extends Error {
  constructor({ error, message, field, type, work }, path) {
    super(`${path}: ${message ?? error}`)
    this.name = 'PlumbError'
    this.code = error
    this.field = field
    this.work = work
    /** A session is needed, or verification. */
    this.needs = type === 999 ? 'session' : type === 998 ? 'verification' : undefined
  }
}

/** @param {{ url: string, token?: string, language?: string, fetch?: typeof fetch }} options */
export function createPlumb({ url, token, language, fetch: send = globalThis.fetch }) {
  let session = token

  async function request(method, path, input, key) {
    const address = new URL(`/api${path}`, url)
    if (language) address.searchParams.set('lang', language)
    const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined)
    const headers = {
      ...(session && { authorization: session }),
      ...(key && { 'idempotency-key': key }),
    }
    let body
    if (method === 'GET') for (const [name, value] of fields) address.searchParams.set(name, value)
    else if (fields.some(([, value]) => value instanceof Blob)) {
      body = new FormData()
      for (const [name, value] of fields) body.append(name, value)
    } else body = new URLSearchParams(fields)
    const answer = await send(address, { method, headers, ...(body && { body }) })
    if (!answer.headers.get('content-type')?.includes('json')) return answer.blob()
    const envelope = await answer.json()
    if (envelope.type !== 1) throw new PlumbError(envelope, path)
    return envelope.data
  }

  return {
    get: (path, input) => request('GET', path, input),
    // A call whose answer is lost can be sent again with the same key: it is done once.
    post: (path, input, { key = crypto.randomUUID() } = {}) => request('POST', path, input, key),
    /** Acts with another session from now on, or with none. */
    useToken(next) {
      session = next
    },
  }
}
