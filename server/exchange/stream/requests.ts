import type { Clock } from '#server/platform/clock.ts'
import { type CommandId, readId, readObject } from './commands.ts'
import type { Access } from './listen-keys.ts'

/** Requests on the connection for a customer's own: signed, each answered under its id. */

/** Finds whose key signed a request, or why it is refused. */
export type Authenticate = (
  params: Readonly<Record<string, string>>,
  ip: string,
) => Promise<{ readonly access: Access } | Refused>

/** As the exchange numbers what it refuses, with the HTTP status that the same call would have. */
export interface Refused {
  readonly refused: { readonly status: number; readonly code: number; readonly msg: string }
}

/** What a connection has open, as far as requests change it. */
export interface OwnSubscriptions {
  /** Returns: the number of the subscription; undefined where there are as many as there may be. */
  open(access: Access): number | undefined
  /** One by its number, or all. Returns: whether there was one. */
  close(subscriptionId: number | undefined): boolean
  list(): readonly number[]
}

const refusal = (status: number, code: number, msg: string): Refused => ({ refused: { status, code, msg } })

/** Does what a request asks. Returns: the answer to it. */
export async function answerRequest(
  text: string,
  deps: {
    readonly authenticate: Authenticate
    readonly own: OwnSubscriptions
    readonly clock: Clock
    readonly ip: string
  },
): Promise<object> {
  const request = readObject(text)
  const id = request ? readId(request.id) : null
  if (!request || id === undefined || typeof request.method !== 'string')
    return failed(null, refusal(400, -1135, 'Invalid request: a JSON object with id, method and params.'))
  const params = readParams(request.params)
  if (!params) return failed(id, refusal(400, -1100, 'Invalid params: an object of texts and numbers.'))
  const { authenticate, own, clock, ip } = deps
  const done = (result: object) => ({ id, status: 200, result, rateLimits: [] })
  switch (request.method) {
    case 'ping':
      return done({})
    case 'time':
      return done({ serverTime: clock.nowMs() })
    case 'userDataStream.subscribe.signature': {
      const who = await authenticate(params, ip)
      if ('refused' in who) return failed(id, who)
      const subscriptionId = own.open(who.access)
      return subscriptionId === undefined
        ? failed(id, refusal(400, -2035, 'This connection has as many subscriptions as it may have.'))
        : done({ subscriptionId })
    }
    case 'userDataStream.unsubscribe': {
      const asked = params.subscriptionId === undefined ? undefined : Number(params.subscriptionId)
      return own.close(asked)
        ? done({})
        : failed(id, refusal(400, -2036, 'This subscription does not exist.'))
    }
    case 'session.subscriptions':
      return done(own.list().map((subscriptionId) => ({ subscriptionId })))
    default:
      return failed(
        id,
        refusal(400, -1136, 'Unknown method: orders and questions are asked by the REST calls.'),
      )
  }
}

const failed = (id: CommandId, { refused: { status, code, msg } }: Refused) => ({
  id,
  status,
  error: { code, msg },
  rateLimits: [],
})

/** Parameters as they are signed; undefined of what is no flat object of texts and numbers. */
function readParams(params: unknown): Record<string, string> | undefined {
  if (params === undefined) return {}
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined
  const entries = Object.entries(params)
  if (entries.some(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))) return undefined
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
