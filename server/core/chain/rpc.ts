import { SECOND_MS } from '#domain/time.ts'

/** Calls a node of a chain by JSON-RPC. */
export interface Rpc {
  call<T>(method: string, params?: readonly unknown[]): Promise<T>
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

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code?: number; readonly message?: string } | null
}

/**
 * A client for a node. The user and password of its address go into a header.
 *
 * Numbers named `value` are answered as the text they stand in: an amount of Bitcoin's is never a floating point number.
 */
export function rpcClient(address: string, timeoutMs = TIMEOUT_MS): Rpc {
  const url = new URL(address)
  const { username, password, host } = url
  url.username = ''
  url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = {
    'content-type': 'application/json',
    ...(username && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }

  async function ask(method: string, params: readonly unknown[]): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw new ChainError(`the node at ${host} does not answer ${method}`, { cause: error })
    }
  }

  return {
    async call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
      const { status, text } = await ask(method, params)
      const answer = parsed(text)
      if (status === 401 || status === 403)
        throw new ChainError(`the node at ${host} does not know the user and password of its address`)
      if (!answer) throw new ChainError(`the node at ${host} answers ${method} with status ${status}`)
      if (answer.error) {
        const { code, message } = answer.error
        throw new ChainError(`the node at ${host} refuses ${method}: ${message} (${code})`, { rpcCode: code })
      }
      return answer.result as T
    },
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

const keepAmounts: Reviver = (key, value, context) =>
  key === 'value' && typeof value === 'number' ? (context?.source ?? String(value)) : value

function parsed(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text, keepAmounts as Parameters<typeof JSON.parse>[1])
    return typeof answer === 'object' && answer !== null ? (answer as Answer) : undefined
  } catch {
    return undefined
  }
}
