import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { BODY_BYTES } from '#domain/endpoint.ts'
import { fieldOfPractice } from '#domain/practice/account-type.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Services } from '#server/app.ts'
import type { Clock } from '#server/platform/clock.ts'
import { NETWORK_ALLOWANCES, networksOf } from '#server/platform/http/client-ip.ts'
import { joinRecords, parseForm } from '#server/platform/http/flat-body.ts'
import type { RateLimiter } from '#server/platform/http/rate-limits.ts'
import { logError } from '#server/platform/log.ts'
import { apikey } from '#server/products/apikey/product.ts'
import {
  findKey,
  isKeyFormat,
  type KeyDeps,
  type KnownKey,
  noteUse,
} from '#server/products/apikey/service.ts'
import { type Contracts, contractsIn } from '#server/products/contract/service.ts'
import { spot } from '#server/products/spot/product.ts'
import { contractRoutes } from './contract-routes.ts'
import { ExchangeError, errorOf, errors, withoutPromise } from './errors.ts'
import { coinContractRoutes, type MarketSources, marketRoutes } from './market-routes.ts'
import { type Params, whole } from './params.ts'
import type { ExchangeRoute } from './route.ts'
import {
  createSeenSignatures,
  DEFAULT_WINDOW_MS,
  isInTime,
  isOfConnection,
  isSignatureOf,
  MAX_WINDOW_MS,
  rememberedUntil,
  signedParts,
} from './signing.ts'
import { spotRoutes } from './spot-routes.ts'
import { listenKeyRoutes } from './stream/listen-key-routes.ts'
import type { ListenKeys } from './stream/listen-keys.ts'
import { createWeightCounter, ORDER_BUDGETS, WEIGHT_BUDGET } from './weights.ts'

/** The traders' interface on the customers' listener, below this path: in the shape of the most used exchange's. */
export const EXCHANGE_ROOT = '/exchange'

export interface ExchangeOptions extends MarketSources {
  readonly keys: KeyDeps
  readonly contracts: Contracts
  readonly clock: Clock
  readonly log: Logger
  readonly limiter: RateLimiter
  readonly listenKeys: ListenKeys
}

const wrongKey = (why: string) =>
  new ExchangeError(-2015, `Invalid API-key, IP, or permissions for action: ${why}.`, { status: 401 })

/** What it asks of the services of one installation: those that the app's own calls ask. */
export function exchangeOf(services: Pick<Services, 'db' | 'clock' | 'markets' | 'of' | 'opened'>) {
  const { db, clock, markets } = services
  const { engine } = services.of(spot)
  return {
    ...{ markets, clock, keys: services.of(apikey).keys, contracts: contractsIn(services.opened) },
    spot: { db, engine, prices: markets, proofs: markets.proofs },
  }
}

/** Serves all its calls. */
export function serveExchange(app: FastifyInstance, options: ExchangeOptions): void {
  const { keys, clock, log, limiter } = options
  const routes: ExchangeRoute[] = [
    ...marketRoutes(options, 'spot'),
    ...marketRoutes(options, 'contract'),
    ...coinContractRoutes,
    ...spotRoutes(options.spot),
    ...contractRoutes(options.contracts),
    ...listenKeyRoutes(options.listenKeys),
  ]
  const startedAtMs = clock.nowMs()
  const seen = createSeenSignatures()
  // An IPv6 address is counted in each of the networks that its caller may own, a customer in the first of these alone.
  const weights = NETWORK_ALLOWANCES.map((times) =>
    createWeightCounter({ ...WEIGHT_BUDGET, limit: WEIGHT_BUDGET.limit * times }),
  )
  const orders = {
    '10S': createWeightCounter(ORDER_BUDGETS['10S']),
    '1D': createWeightCounter(ORDER_BUDGETS['1D']),
  }

  /** Counts a request's weight for an address. Refuses: -1003. */
  function weighAddress(reply: FastifyReply, ip: string, weight: number): void {
    for (const [index, network] of networksOf(ip).entries()) weigh(reply, network, weight, index)
  }

  /** Counts it for one caller, and says how much is used. Refuses: -1003. */
  function weigh(reply: FastifyReply, caller: string, weight: number, index = 0): void {
    const { used, waitMs } = weights[index]!.take(caller, weight, clock.nowMs())
    const said = Number(reply.getHeader('x-mbx-used-weight-1m') ?? 0)
    // What larger networks have used is for the most part somebody else's.
    if (index === 0) reply.header('x-mbx-used-weight-1m', String(Math.max(used, said)))
    if (waitMs !== undefined) {
      throw tooMany(
        reply,
        waitMs,
        -1003,
        `Too much request weight used; current limit is ${WEIGHT_BUDGET.limit} request weight per 1 MINUTE.`,
      )
    }
  }

  function tooMany(reply: FastifyReply, waitMs: number, code: number, message: string): ExchangeError {
    reply.header('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))))
    return new ExchangeError(code, message, { status: 429 })
  }

  /** Counts an order. Refuses: -1015. */
  function countOrder(reply: FastifyReply, customer: string): void {
    for (const window of ['10S', '1D'] as const) {
      const { used, waitMs } = orders[window].take(customer, 1, clock.nowMs())
      reply.header(`x-mbx-order-count-${window.toLowerCase()}`, String(used))
      if (waitMs === undefined) continue
      const { limit } = ORDER_BUDGETS[window]
      throw tooMany(
        reply,
        waitMs,
        -1015,
        `Too many new orders; current limit is ${limit} orders per ${window}.`,
      )
    }
  }

  /** The key that a request names. Refuses: -2014 for what is no key; -2015 for none, an old one, and from another address. */
  async function keyOf(request: FastifyRequest): Promise<KnownKey> {
    const given = request.headers['x-mbx-apikey']
    if (typeof given !== 'string' || !isKeyFormat(given))
      throw new ExchangeError(-2014, 'API-key format invalid.', { status: 401 })
    await limiter.take('token', request.ip)
    const key = await findKey(keys, given)
    if (!key) throw wrongKey('there is no such key')
    if (key.status !== 'active')
      throw wrongKey(key.status === 'expired' ? 'this key has expired' : 'this key has ended')
    if (!key.isAllowedFrom(request.ip)) throw wrongKey('this key is not for this address')
    return key
  }

  /** Refuses: -2015. */
  function requireScope(key: KnownKey, scope: string): KnownKey {
    if (!(key.scopes as readonly string[]).includes(scope))
      throw wrongKey(`this key is not for ${scope === 'read' ? 'reading' : `trading ${scope}`}`)
    return key
  }

  /**
   * The key that a request names and is signed with. Whoever has not signed learns nothing of what the key may do.
   *
   * Refuses: -2014 for what is no key; -2015 for none, one that has ended or expired, from another address, and one without
   *          the scope; -1102, -1021 outside of its time; -1022 signed wrongly, or twice; -1003 too much, also where so many
   *          signatures are remembered that nobody could tell.
   */
  async function signedBy(
    request: FastifyRequest,
    reply: FastifyReply,
    { route, params, weight }: { route: ExchangeRoute; params: Params; weight: number },
  ): Promise<KnownKey> {
    const key = await keyOf(request)
    const nowMs = clock.nowMs()
    const timestampMs = whole(params, 'timestamp')
    if (timestampMs === undefined) throw errors.missing('timestamp')
    const windowMs = whole(params, 'recvWindow') ?? DEFAULT_WINDOW_MS
    if (windowMs > MAX_WINDOW_MS)
      throw new ExchangeError(-1131, `recvWindow must be less than ${MAX_WINDOW_MS}.`)
    // What was signed before this server began could have been served by the one before it.
    if (!isInTime(timestampMs, windowMs, nowMs) || timestampMs < startedAtMs)
      throw new ExchangeError(-1021, 'Timestamp for this request is outside of the recvWindow.')
    const parts = signedParts(queryOf(request), bodyOf(request))
    const isRight =
      parts && !isOfConnection(parts.signed) && isSignatureOf(key.secret(), parts.signed, parts.signature)
    if (!isRight) throw new ExchangeError(-1022, 'Signature for this request is not valid.')
    // Before it is remembered, so that nobody fills the memory by what would be refused.
    weigh(reply, `u${key.customer}`, weight)
    const signature = parts.signature.toLowerCase()
    const untilMs = rememberedUntil(timestampMs)
    const once = seen.take(key.id, signature, untilMs, nowMs)
    // A signature does not say which call it is of, and a client asks different things in one millisecond: what is asked is
    // served once by each call. What changes something is served by no signature that was seen before, of asking either.
    const ofCall = `${signature} ${route.path}`
    const time = route.method === 'GET' ? seen.take(key.id, ofCall, untilMs, nowMs) : once
    if (time === 'again')
      throw new ExchangeError(-1022, 'Signature for this request was used before: each is served once.')
    if (once === 'full' || time === 'full')
      throw tooMany(
        reply,
        SECOND_MS,
        -1003,
        'Too many signed requests are under way; please try again later.',
      )
    return requireScope(key, route.scope)
  }

  /** The key that a request names alone, as no client signs it. */
  async function namedBy(
    request: FastifyRequest,
    reply: FastifyReply,
    { scope }: ExchangeRoute,
    weight: number,
  ) {
    const key = await keyOf(request)
    weigh(reply, `u${key.customer}`, weight)
    return requireScope(key, scope)
  }

  async function answer(route: ExchangeRoute, request: FastifyRequest, reply: FastifyReply) {
    const params = joinRecords(parseForm(queryOf(request)), parseForm(bodyOf(request)))
    const weight = typeof route.weight === 'number' ? route.weight : route.weight(params)
    weighAddress(reply, request.ip, weight)
    if (route.scope === 'public') {
      if (route.limit) await limiter.take(route.limit, request.ip)
      const by = {
        nowMs: clock.nowMs(),
        get customer(): never {
          throw new Error('a public call has no customer')
        },
        get keyId(): never {
          throw new Error('a public call has no key')
        },
      }
      return route.handle(params, by)
    }
    refusePractice(params)
    const key = route.isUnsigned
      ? await namedBy(request, reply, route, weight)
      : await signedBy(request, reply, { route, params, weight })
    const caller = `u${key.customer}`
    if (route.isOrder) countOrder(reply, caller)
    // The customer's own limits, whichever way they ask.
    if (route.limit) await limiter.take(route.limit, caller)
    await noteUse(keys, key, request.ip)
    try {
      return await route.handle(params, { customer: key.customer, keyId: key.id, nowMs: clock.nowMs() })
    } catch (error) {
      throw isDoneOnce(route, params) ? error : withoutPromise(error)
    }
  }

  function answerError(
    error: unknown,
    route: ExchangeRoute | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const refused = errorOf(error, route?.asked ?? 'read', request.id)
    if (refused.status >= 500)
      logError(log, error, 'a call of the traders’ interface failed', {
        requestId: request.id,
        path: route?.path,
      })
    if (refused.status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
    return send(reply.code(refused.status), { code: refused.code, msg: refused.message, ...refused.more })
  }

  app.register(
    async (inside) => {
      // As it was sent: the signature is of its characters.
      inside.removeAllContentTypeParsers()
      inside.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_, body, done) =>
        done(null, body),
      )
      inside.setErrorHandler((error, request, reply) => {
        const { statusCode = 500 } = error as { statusCode?: number }
        const known =
          statusCode < 500
            ? new ExchangeError(-1100, 'Illegal characters found in a parameter.', { status: statusCode })
            : error
        return answerError(known, undefined, request, reply)
      })
      for (const route of routes) {
        inside.route({
          method: route.method,
          url: route.path,
          handler: async (request, reply) => {
            try {
              return send(reply, await answer(route, request, reply))
            } catch (error) {
              return answerError(error, route, request, reply)
            }
          },
        })
      }
      inside.all('/*', (request, reply) =>
        answerError(
          new ExchangeError(-1020, 'This operation is not supported.', { status: 404 }),
          undefined,
          request,
          reply,
        ),
      )
    },
    { prefix: EXCHANGE_ROOT },
  )
}

/** JSON as it is written here: ids are numbers of any size. */
const send = (reply: FastifyReply, answer: unknown) =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))

const queryOf = (request: FastifyRequest): string => (request.query as { source?: string }).source ?? ''
const bodyOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '')

/** Whether making a call again does nothing twice. */
const isDoneOnce = ({ method, namedBy }: ExchangeRoute, params: Params): boolean =>
  method === 'GET' || (namedBy !== undefined && Boolean(params[namedBy]))

/** Who believes to be practising spends nothing: this interface is for money alone. Refuses: -1104. */
function refusePractice(params: Params): void {
  const field = fieldOfPractice(params)
  if (field !== undefined) throw errors.notRead(field)
}
