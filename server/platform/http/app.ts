import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Channel } from '#domain/channel.ts'
import { hasRole } from '#domain/console/roles.ts'
import {
  BODY_BYTES,
  type Endpoint,
  fromWire,
  IMAGE_BYTES,
  listsOnWire,
  outputToWire,
  understoodFor,
  type WireValues,
  wireOf,
} from '#domain/endpoint.ts'
import { Refusal, refusal } from '#domain/errors.ts'
import { fieldRefusals } from '#domain/fields.ts'
import { type Language, toLanguage } from '#domain/language.ts'
import { fieldOfPractice } from '#domain/practice/account-type.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '../db/database.ts'
import type { History } from '../db/history.ts'
import { logError, logRefusal } from '../log.ts'
import { isTracing } from '../tracing.ts'
import { createTurns } from '../turns.ts'
import { type IsProxy, limitKey } from './client-ip.ts'
import { compress, isCompressible } from './compress.ts'
import { ANSWERED, type Context, type Customer, type Operator, type UploadedFile } from './context.ts'
import { asRefusal, failure, NothingDone, statusOf, success } from './envelope.ts'
import { exchangePage } from './exchange-page.ts'
import { type FlatRecord, joinRecords, MAX_FIELDS, parseFlatJson, parseForm } from './flat-body.ts'
import { openApi } from './openapi.ts'
import type { Overload } from './overload.ts'
import { type RateLimiter, takeCall } from './rate-limits.ts'
import { type Contract, REFERENCE_POLICY, referencePage } from './reference.ts'
import type { Route } from './route.ts'
import { removeSpooled, spool } from './spool.ts'
import { sendStored } from './stored-file.ts'
import { traceCalls, traceRefusal } from './traces.ts'

export const MAX_UPLOAD_BYTES = IMAGE_BYTES
const MAX_KEY_LENGTH = 80
/** Asked all the time by machines, which an answer of 503 tells what they ask. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
/**
 * Two, so that one is being read while another is being answered, and orders find the processor free. Who waits for
 * four seconds is told to come again: more come than are read, and later answers find nobody who waits.
 */
const HEAVY_READS = { inAll: 2, waitingPerCaller: 20, waitMs: 4 * SECOND_MS, retrySeconds: 2 }

export interface AppOptions {
  readonly title: string
  readonly version: string
  readonly db: Db
  readonly history?: History | undefined
  readonly clock: Clock
  readonly log: Logger
  readonly routes: readonly Route[]
  /** The channels of this listener's sockets, for the published contract. */
  readonly channels?: readonly Channel[]
  readonly limiter: RateLimiter
  /** Refuses calls while too many before them are late; without it none is. */
  readonly overload?: Overload
  /** Of a call that says none that is known; English without it. */
  readonly defaultLanguage?: Language
  /** Which reverse proxies may say where a call comes from; none by default. */
  readonly isProxy?: IsProxy
  /** Returns who a token belongs to; waits for `beforeLookUp` first where it has to ask the database. */
  readonly authenticate: (
    token: string,
    beforeLookUp?: () => Promise<void>,
  ) => Promise<{ customer?: Customer; operator?: Operator } | undefined>
  /** Called with the status of every answer but those about health. */
  readonly onAnswered?: (status: number) => void
  /** Called when a client has left before its request was whole. */
  readonly onAborted?: () => void
  /** Returns whether the server can do its work now. */
  readonly isReady: () => Promise<boolean>
  /** Returns whether practice does: it is said beside, and nothing else depends on it. */
  readonly isPracticeReady?: () => boolean | undefined
}

/**
 * The HTTP side of one listener: the calls of its routes under `/api`, their OpenAPI, and health.
 *
 * Every call goes through the same steps: who asks, rate limit, may they, the flat record, our names,
 * validation, the handler, the output's schema, the wire's names, the envelope. What a handler throws is answered in `lang`.
 */
export function buildApp(options: AppOptions): FastifyInstance {
  const { routes, log, defaultLanguage } = options
  const heavyReads = createTurns(HEAVY_READS)
  const overload = options.overload
  let contract: string | undefined
  let reference: string | undefined
  let exchangeReference: string | undefined
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    requestTimeout: 60_000,
    connectionTimeout: 65_000,
    trustProxy: options.isProxy ?? false,
    routerOptions: { querystringParser: (source: string) => ({ source }) },
    genReqId: () => crypto.randomUUID(),
    // A URL that cannot be read; such answers pass no hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, guarded(reply)),
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => readBody((source) => parseForm(source, listsOf(request)), body, done),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
    readBody(parseFlatJson, body, done),
  )
  app.register(multipart, {
    limits: {
      ...{ files: 1, fileSize: MAX_UPLOAD_BYTES, parts: MAX_FIELDS + 1 },
      ...{ fields: MAX_FIELDS, fieldSize: BODY_BYTES },
    },
  })

  // Before the database is: what waits would ask it.
  app.addHook('preClose', (done) => {
    heavyReads.close()
    done()
  })
  app.addHook('onSend', async (_, reply) => void guarded(reply))
  if (isTracing()) traceCalls(app)
  const { onAnswered } = options
  if (onAnswered)
    app.addHook('onResponse', (request, reply, done) => {
      if (!HEALTH_PATHS.has(request.routeOptions.url ?? '')) onAnswered(reply.statusCode)
      done()
    })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async (_, reply) => {
    const ready = await options.isReady().catch(() => false)
    const said = (isReady: boolean) => (isReady ? 'ready' : 'not ready')
    const practice = options.isPracticeReady?.()
    return reply
      .code(ready ? 200 : 503)
      .send({ status: said(ready), ...(practice === undefined ? {} : { practice: said(practice) }) })
  })
  const published = () =>
    openApi(
      routes.map(({ endpoint }) => endpoint),
      options.title,
      options.version,
      options.channels,
    )
  app.get('/api/openapi.json', async (request, reply) => {
    await options.limiter.take('contract', request.ip)
    contract ??= JSON.stringify(published())
    return reply.type('application/json; charset=utf-8').send(contract)
  })
  app.get('/api/reference', async (request, reply) => {
    await options.limiter.take('contract', request.ip)
    reference ??= referencePage(published() as Contract)
    reply.header('content-security-policy', REFERENCE_POLICY)
    return reply.type('text/html; charset=utf-8').send(reference)
  })
  app.get('/api/reference/exchange', async (request, reply) => {
    await options.limiter.take('contract', request.ip)
    exchangeReference ??= await exchangePage(options.title)
    reply.header('content-security-policy', REFERENCE_POLICY)
    return reply.type('text/html; charset=utf-8').send(exchangeReference)
  })
  for (const { endpoint, handle } of routes) {
    const methods = endpoint.method === 'ANY' ? ['GET', 'POST'] : [endpoint.method]
    app.route({
      method: methods,
      url: `/api${endpoint.path}`,
      bodyLimit: endpoint.maxBodyBytes,
      config: { lists: listsOnWire(endpoint) },
      ...(isCompressible(endpoint) && { onSend: compress }),
      handler: (request, reply) => answer(endpoint, handle, request, reply),
    })
  }
  const byUrl = new Map(routes.map(({ endpoint }) => [`/api${endpoint.path}`, endpoint]))
  app.all('/api/*', async (request, reply) => {
    const endpoint = byUrl.get(request.url.split('?')[0]!)
    if (!endpoint) return answerError(refusal('NOT_FOUND'), request, reply, 404)
    // It does nothing that a freeze would hold up: who may call it hears what is wrong.
    await admit({ ...endpoint, whileFrozen: 'open' }, request)
    throw refusal('METHOD_NOT_ALLOWED')
  })

  async function answer(
    endpoint: Endpoint,
    handle: Route['handle'],
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const who = await admit(endpoint, request)
    // After its caller's own limits, which it may have waited for.
    const leave = hasOwnQueue(endpoint) ? undefined : overload?.enter(callerOf(who, request.ip))
    try {
      if (endpoint.maxFileBytes > MAX_UPLOAD_BYTES) mayUpload(endpoint, who)
      const { record, file } = await readRecord(endpoint, request)
      try {
        return await answerRead(endpoint, handle, request, reply, { who, record, file })
      } catch (error) {
        throw withFieldOnWire(endpoint, error)
      } finally {
        await removeSpooled(file)
      }
    } finally {
      leave?.()
    }
  }

  async function answerRead(
    endpoint: Endpoint,
    handle: Route['handle'],
    request: FastifyRequest,
    reply: FastifyReply,
    { who, record, file }: { who: Who; record: FlatRecord; file: UploadedFile | undefined },
  ) {
    refusePractice(endpoint, record)
    const input = validate(endpoint, record)
    const ctx = context(request, reply, who, file)
    const work = () => handle(input, ctx)
    const person = who?.customer ?? who?.operator
    const answering = endpoint.isHeavy && person ? heavyReads.take(callerOf(who, request.ip), work) : work()
    const result = await answering.catch((error: unknown) => {
      throw endpoint.takesKey && ctx.idempotencyKey === undefined ? withoutPromise(error, request.id) : error
    })
    if (result === ANSWERED) return reply
    return success(outputToWire(endpoint, z.parse(endpoint.output, result)))
  }

  /** Who asks. Refuses: TOO_MANY_REQUESTS; SESSION_EXPIRED where this endpoint is not for them; ACCOUNT_FROZEN. */
  async function admit(endpoint: Endpoint, request: FastifyRequest) {
    const who = await identify(request)
    const person = who?.customer ?? who?.operator
    await takeCall(options.limiter, endpoint, request.ip, person)
    if (endpoint.access === 'user' && !who?.customer) throw refusal('SESSION_EXPIRED')
    if (endpoint.whileFrozen === 'refused' && who?.customer?.isFrozen) throw refusal('ACCOUNT_FROZEN')
    if (endpoint.access === 'operator' && !who?.operator) throw refusal('SESSION_EXPIRED')
    return who
  }

  async function identify(request: FastifyRequest) {
    const token = request.headers.authorization?.replace(/^Bearer /i, '')
    if (!token || token.length > 200) return undefined
    return options.authenticate(token, () => options.limiter.take('token', request.ip))
  }

  function context(
    request: FastifyRequest,
    reply: FastifyReply,
    who: Who,
    file: UploadedFile | undefined,
  ): Context {
    return {
      db: options.db,
      history: options.history,
      clock: options.clock,
      lang: languageOf(request, defaultLanguage),
      ip: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      requestId: request.id,
      idempotencyKey: idempotencyKey(request),
      customerOrUndefined: who?.customer,
      file,
      get customer() {
        if (!who?.customer) throw refusal('SESSION_EXPIRED')
        return who.customer
      },
      get operator() {
        if (!who?.operator) throw refusal('SESSION_EXPIRED')
        return who.operator
      },
      reply({ bytes, type, fileName }) {
        reply.header('content-type', type)
        if (fileName) reply.header('content-disposition', `attachment; filename="${fileName}"`)
        reply.send(bytes)
        return ANSWERED
      },
      replyStreamed({ stream, type, fileName }) {
        reply.header('content-type', type)
        reply.header('content-disposition', `attachment; filename="${fileName}"`)
        reply.send(stream)
        return ANSWERED
      },
      replyStored(file) {
        sendStored(request, reply, file)
        return ANSWERED
      },
    }
  }

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, status?: number) {
    const details = { requestId: request.id, path: request.routeOptions.url }
    if (isAborted(error, request)) {
      options.onAborted?.()
      log.debug(details, 'a client left before its request was whole')
      return reply.code(400).send()
    }
    const refused = fromFastify(error) ?? asRefusal(error, request.id)
    traceRefusal(request, refused.code)
    if (error instanceof Refusal) logRefusal(log, error, details)
    else if (['INTERNAL', 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN'].includes(refused.code))
      logError(log, error, 'a call failed', details)
    if (statusOf(refused) === 429) reply.header('retry-after', String(refused.params.seconds))
    return reply
      .code(status ?? statusOf(refused))
      .send(failure(refused, languageOf(request, defaultLanguage)))
  }

  return app
}

/** Who asks, as the token says. */
type Who = { customer?: Customer; operator?: Operator } | undefined

const callerOf = (who: Who, ip: string): string => {
  const person = who?.customer ?? who?.operator
  return person ? `u${person.id}` : limitKey(ip)
}

/**
 * What waits in a queue of its own, or for its sender, says nothing of the others: whoever sends files slowly, or fills
 * the queue of passwords or of exports, holds up nobody else by it.
 */
const hasOwnQueue = ({ takesFile, isHeavy, rate }: Endpoint): boolean =>
  takesFile || isHeavy || rate === 'sign-in'

/** A large file is taken from whoever may send one, and from nobody else: before it is read. Refuses: OPERATOR_ROLE_REQUIRED. */
function mayUpload({ access, roles }: Endpoint, who: Who): void {
  if (access === 'operator' && !hasRole(who!.operator!.roles, roles)) throw refusal('OPERATOR_ROLE_REQUIRED')
}

/**
 * Without a key nothing tells a second attempt from a second order, so the answer does not promise that trying
 * again does nothing twice, but where the first did nothing.
 */
function withoutPromise(error: unknown, requestId: string): unknown {
  if (error instanceof NothingDone) return error
  const isUnavailable = asRefusal(error, requestId).code === 'SERVICE_UNAVAILABLE'
  return isUnavailable ? refusal('OUTCOME_UNKNOWN', {}, error) : error
}

/** Known from the URL or the body before it is known who asks, so that every refusal is understood. */
const languageOf = ({ url, body }: FastifyRequest, otherwise: Language | undefined) =>
  toLanguage(/[?&]lang=(\w+)/.exec(url)?.[1] ?? (body as FlatRecord | undefined)?.lang, otherwise)

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    throw refusal('PARAMETER_ERROR', { field: 'Idempotency-Key' })
  }
  return key
}

/** Refuses: PRACTICE_NOT_HERE, of a call that moves money and knows no practice. */
function refusePractice({ money, input }: Endpoint, record: FlatRecord): void {
  if (money && !('accountType' in input.shape) && fieldOfPractice(record)) throw refusal('PRACTICE_NOT_HERE')
}

/** A refusal as its call answers it: the field that it is about by its name on the wire. */
function withFieldOnWire({ wire }: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal) || typeof error.params.field !== 'string') return error
  const { code, params, cause } = error
  return refusal(code, { ...params, field: wireOf(wire, params.field as string).name }, cause)
}

function validate(endpoint: Endpoint, record: FlatRecord): unknown {
  const parsed = z.safeParse(endpoint.input, fromWire(endpoint, record))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const field = String(issue.path[0] ?? '')
  if (issue.code === 'invalid_value') {
    throw refusal('VALUE_NOT_ALLOWED', {
      field,
      allowed: issue.values.map((one) => shown(one, wireOf(endpoint.wire, field).values)).join(', '),
    })
  }
  const code = fieldRefusals.find((one) => one === issue.message) ?? 'PARAMETER_ERROR'
  throw refusal(code, { field, ...(issue.code === 'too_big' && { maximum: String(issue.maximum) }) })
}

/** A value as a request writes it. @example 'buy (1)' */
function shown(ours: unknown, values: WireValues = {}): string {
  const [word, ...others] = understoodFor(values, String(ours))
  return others.length === 0 ? word! : `${word} (${others.join(', ')})`
}

function guarded(reply: FastifyReply): FastifyReply {
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'no-referrer')
  return reply.hasHeader('cache-control') ? reply : reply.header('cache-control', 'no-store')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    lists?: readonly string[]
  }
}

/** The names of a request's call that may be lists. */
const listsOf = ({ routeOptions }: FastifyRequest): readonly string[] => routeOptions.config.lists ?? []

async function readRecord(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ record: FlatRecord; file: UploadedFile | undefined }> {
  const lists = listsOf(request)
  const query = parseForm((request.query as { source?: string }).source ?? '', lists)
  let file: UploadedFile | undefined
  if (request.isMultipart()) {
    if (!endpoint.takesFile) throw refusal('PARAMETER_ERROR', { field: 'body' })
    const fields = new URLSearchParams()
    let bytes = 0
    const isLarge = endpoint.maxFileBytes > MAX_UPLOAD_BYTES
    const parts = isLarge ? request.parts({ limits: { fileSize: endpoint.maxFileBytes } }) : request.parts()
    try {
      for await (const part of parts) {
        if (part.type === 'file' && isLarge) file = await spool(part)
        else if (part.type === 'file') file = { bytes: await part.toBuffer(), fileName: part.filename }
        else {
          const value = String(part.value)
          bytes += part.fieldname.length + Buffer.byteLength(value)
          if (bytes > BODY_BYTES || part.valueTruncated) throw refusal('BODY_TOO_LARGE')
          fields.append(part.fieldname, value)
        }
      }
    } catch (error) {
      await removeSpooled(file)
      // Whoever reads the parts throws an error without a code where they are not what they should be.
      throw (error as { code?: string }).code ? error : refusal('PARAMETER_ERROR', { field: 'body' }, error)
    }
    request.body = parseForm(String(fields), lists)
  }
  return { record: joinRecords(query, (request.body ?? {}) as FlatRecord), file }
}

function readBody(
  read: (source: string) => FlatRecord,
  body: string | Buffer,
  done: (error: Error | null, record?: FlatRecord) => void,
): void {
  try {
    done(null, read(String(body)))
  } catch (error) {
    done(error as Error)
  }
}

/** Whether reading a request failed because its client left. */
function isAborted(error: unknown, { raw }: FastifyRequest): boolean {
  const { code } = error as { code?: string }
  return raw.destroyed && !raw.complete && (code === 'ECONNRESET' || code?.startsWith('FST_') === true)
}

/** Fastify's own refusals in our words. */
function fromFastify(error: unknown): Refusal | undefined {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (error instanceof Refusal || !code?.startsWith('FST_')) return undefined
  if (code === 'FST_ERR_BAD_URL') return refusal('PARAMETER_ERROR', { field: 'URL' })
  if (statusCode === 413) return refusal('BODY_TOO_LARGE')
  return (statusCode ?? 500) < 500 ? refusal('PARAMETER_ERROR', { field: 'body' }) : undefined
}
