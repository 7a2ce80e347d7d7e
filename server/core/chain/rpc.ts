import { SECOND_MS } from '#domain/time.ts'

/** Calls a node of a chain by JSON-RPC. */
export interface Rpc {
  call<T>(method: string, params?: readonly unknown[], options?: { readonly timeoutMs?: number }): Promise<T>
  /** Many calls of one method in one request. Returns: an answer for each, in their order. */
  batch<T>(method: string, calls: readonly (readonly unknown[])[]): Promise<T[]>
}

/** A node did not answer, or answered that it will not. Says where it is, never who signs in to it. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
  /** The node's own code of the refusal. */
  readonly rpcCode: number | undefined
  constructor(message: string, options: { cause?: unknown; rpcCode?: number | undefined } = {}) {
    super(message, { cause: options.cause })
    this.rpcCode = options.rpcCode
  }
}

const TIMEOUT_MS = 20 * SECOND_MS
/** Several times what the largest blocks of any of the chains are with all their transactions. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code?: number; readonly message?: string } | null
}

/**
 * A client for a node. The user and password of its address go into a header.
 *
 * Numbers named `value`, `amount` or `feerate` are answered as decimal strings: an amount of Bitcoin's is never a floating
 * point number.
 */
export function rpcClient(address: string, maxBytes = MAX_ANSWER_BYTES): Rpc {
  const url = new URL(address)
  const { username, password, host } = url
  url.username = ''
  url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = {
    'content-type': 'application/json',
    ...(username && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }

  async function ask(
    method: string,
    body: unknown,
    timeoutMs: number,
  ): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      return { status: response.status, text: await readText(response, maxBytes) }
    } catch (error) {
      if (error instanceof TooLongError)
        throw new ChainError(`the node at ${host} answers ${method} with more than ${maxBytes} bytes`)
      throw new ChainError(`the node at ${host} does not answer ${method}`, { cause: error })
    }
  }

  async function answerTo(method: string, body: unknown, timeoutMs: number): Promise<Answer | Answer[]> {
    const { status, text } = await ask(method, body, timeoutMs)
    const answer = parsed(text)
    if (status === 401 || status === 403)
      throw new ChainError(`the node at ${host} does not know the user and password of its address`)
    if (!answer) throw new ChainError(`the node at ${host} answers ${method} with status ${status}`)
    return answer
  }

  function resultOf<T>(method: string, { error, result }: Answer): T {
    if (!error) return result as T
    const { code, message } = error
    throw new ChainError(`the node at ${host} refuses ${method}: ${message} (${code})`, { rpcCode: code })
  }

  return {
    async call<T>(
      method: string,
      params: readonly unknown[] = [],
      { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
    ): Promise<T> {
      const answer = await answerTo(method, { jsonrpc: '2.0', id: 1, method, params }, timeoutMs)
      return resultOf(method, answer as Answer)
    },

    async batch<T>(method: string, calls: readonly (readonly unknown[])[]): Promise<T[]> {
      if (calls.length === 0) return []
      const asked = calls.map((params, id) => ({ jsonrpc: '2.0', id, method, params }))
      const answer = await answerTo(method, asked, TIMEOUT_MS)
      // A node that takes no such request answers it with one error.
      const answers = new Map((Array.isArray(answer) ? answer : [answer]).map((one) => [one.id, one]))
      return asked.map(({ id }) => {
        const own = answers.get(id) ?? (Array.isArray(answer) ? undefined : answer)
        if (own?.error || own?.result !== undefined) return resultOf<T>(method, own)
        throw new ChainError(`the node at ${host} answers ${method} only in part`)
      })
    },
  }
}

class TooLongError extends Error {}

/** Reads an answer as far as it may be long, unpacked; leaves the rest unread. */
async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new TooLongError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): Answer | Answer[] | undefined {
  try {
    const answer: unknown = JSON.parse(quoteAmounts(text))
    return typeof answer === 'object' && answer !== null ? (answer as Answer | Answer[]) : undefined
  } catch {
    return undefined
  }
}

/** A key of an amount with a number; inside a text of JSON's its quotes would have a backslash before them. */
const AMOUNT = /(?<!\\)"(value|amount|feerate)"\s*:\s*(-?\d[\d.eE+-]*)/g

/** Before it is parsed, since older versions of Node tell a reviver nothing of the text of a number. */
const quoteAmounts = (json: string): string =>
  json.replace(AMOUNT, (_, key: string, number: string) => `"${key}":"${withoutExponent(number)}"`)

/** Enough for any amount of any chain. */
const MAX_EXPONENT = 40

/** A number of JSON's as a plain decimal. @example withoutExponent('1.5e-7') // '0.00000015' */
function withoutExponent(number: string): string {
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(number) ?? []
  if (whole === undefined || Math.abs(Number(exponent)) > MAX_EXPONENT) return number
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(point, '0')
  const shown = point > 0 ? digits : '0'.repeat(1 - point) + digits
  const [before, after] = [shown.slice(0, Math.max(point, 1)), shown.slice(Math.max(point, 1))]
  return `${sign}${before.replace(/^0+(?=\d)/, '')}${after && `.${after}`}`
}
