/** What clients send on connections of streams. */

export type Command =
  | { readonly kind: 'subscribe'; readonly names: readonly string[]; readonly id: CommandId }
  | { readonly kind: 'unsubscribe'; readonly names: readonly string[]; readonly id: CommandId }
  | { readonly kind: 'list'; readonly id: CommandId }
  | { readonly kind: 'get-combined'; readonly id: CommandId }
  | { readonly kind: 'set-combined'; readonly isCombined: boolean; readonly id: CommandId }

/** By what a client knows which of its messages is answered. */
export type CommandId = number | string | null

export interface CommandError {
  readonly error: { readonly code: number; readonly msg: string }
  readonly id?: CommandId
}

const MAX_ID_LENGTH = 64

const refused = (code: number, msg: string, id?: CommandId): CommandError => ({
  error: { code, msg },
  ...(id !== undefined && { id }),
})

/** Says why a command cannot be done. */
export const invalidRequest = (msg: string, id?: CommandId): CommandError =>
  refused(2, `Invalid request: ${msg}`, id)

/**
 * Reads a message of a client.
 *
 * Refuses: (as an error to be answered) what is no object of JSON, has another method or other parameters than these.
 * @example readCommand('{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":1}')
 */
export function readCommand(text: string): Command | CommandError {
  const value = readObject(text)
  if (!value) return refused(3, 'Invalid JSON: an object is expected')
  const id = readId(value.id)
  if (id === undefined)
    return invalidRequest('id must be an integer of 0 or more, or a string of up to 64 characters')
  const { method, params } = value
  if (method === 'SUBSCRIBE' || method === 'UNSUBSCRIBE') {
    if (!isNames(params)) return invalidRequest('params must be a list of names of streams', id)
    return { kind: method === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe', names: params, id }
  }
  if (method === 'LIST_SUBSCRIPTIONS') return { kind: 'list', id }
  const [property, isCombined] = Array.isArray(params) ? (params as unknown[]) : []
  if (property === 'combined') {
    if (method === 'GET_PROPERTY') return { kind: 'get-combined', id }
    if (method === 'SET_PROPERTY' && typeof isCombined === 'boolean')
      return { kind: 'set-combined', isCombined, id }
  }
  return invalidRequest(
    'method must be SUBSCRIBE, UNSUBSCRIBE, LIST_SUBSCRIPTIONS, or SET_PROPERTY or GET_PROPERTY of "combined"',
    id,
  )
}

/** A message as an object; undefined of any other. */
export function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The id of a message, null of one without; undefined of what cannot be an id. */
export function readId(id: unknown): CommandId | undefined {
  if (id === undefined || id === null) return null
  if (typeof id === 'number') return Number.isSafeInteger(id) && id >= 0 ? id : undefined
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH ? id : undefined
}

const isNames = (params: unknown): params is string[] =>
  Array.isArray(params) && params.every((name) => typeof name === 'string')
