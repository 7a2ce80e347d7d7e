import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { channelName } from '#domain/channel.ts'
import { type Endpoint, outputToWire } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Services } from '#server/app.ts'
import { customerChannels } from '#server/contract.ts'
import type { EngineHost } from '#server/core/engine/elsewhere.ts'
import { atMostEvery } from '#server/platform/bus/at-most-every.ts'
import { type Frames, MAX_BYTES } from '#server/platform/bus/frames.ts'
import { type BusHost, openBusHost } from '#server/platform/bus/host.ts'
import type { Question } from '#server/platform/bus/link.ts'
import type { BusKey } from '#server/platform/bus/secure.ts'
import { MAX_CLOCK_DIFFERENCE_MS, realClock } from '#server/platform/clock.ts'
import { findChannel } from '#server/platform/find-channel.ts'
import {
  ANSWERED,
  type Context,
  type Customer,
  type FileReply,
  type StoredReply,
  type StreamedReply,
} from '#server/platform/http/context.ts'
import { asRefusal, NothingDone } from '#server/platform/http/envelope.ts'
import { type RateLimiter, takeCall } from '#server/platform/http/rate-limits.ts'
import type { Route } from '#server/platform/http/route.ts'
import { logError } from '#server/platform/log.ts'
import { type Delivery, privateChannel, type Realtime } from '#server/platform/realtime.ts'
import { type EngineApart, readAddress } from '#server/platform/settings.ts'
import { isTracing, type SpanOptions, traced } from '#server/platform/tracing.ts'
import type {
  Asked,
  AskedOfEngine,
  CallAnswer,
  EngineAnswer,
  ForwardedCall,
  ToldByApi,
  ToldByHost,
} from './messages.ts'

/** A process with engines, as others meet it. */
export interface Host {
  /** The same sockets, where it has any, and those of every api process. */
  beside(realtime: Realtime): Realtime
  /** How many connections without the installation's key were refused. */
  refused(): number
  /** How many processes are connected now. */
  connected(): number
  close(): Promise<void>
}

/** The call was made, and its answer cannot be sent: nobody is told that nothing happened. */
const NO_ANSWER: CallAnswer = { refused: 'OUTCOME_UNKNOWN', params: {} }

const UNAVAILABLE: CallAnswer = { refused: 'SERVICE_UNAVAILABLE', params: {} }
const CLOSE_WITHIN_MS = 4_000

/** How far the clocks of two processes may be apart: each may be half of it from the database's. */
const MAX_DIFFERENCE_MS = 2 * MAX_CLOCK_DIFFERENCE_MS
/**
 * How old a call may look when it comes. It may be older by what the clocks differ: 35 s, while its caller waits for 45 s.
 */
const MAX_AGE_MS = 15 * SECOND_MS + MAX_DIFFERENCE_MS

/** Whether a call waited too long, or is of a clock that is wrong. */
function isLate({ askedAtMs }: Pick<ForwardedCall, 'askedAtMs'>): boolean {
  const ageMs = realClock.nowMs() - askedAtMs
  return !(ageMs <= MAX_AGE_MS && ageMs >= -MAX_DIFFERENCE_MS)
}

/** A file as a handler gives it: whole, while it is made, or one that is stored. */
type FileAnswer =
  | { readonly file: FileReply }
  | { readonly streamed: StreamedReply }
  | { readonly stored: StoredReply }

/** As it is sent: what is made while it is sent is made first. Refuses: (by throwing) what is larger than a message. */
async function fileOf(answer: FileAnswer): Promise<CallAnswer> {
  if (!('streamed' in answer)) return answer
  const { stream, ...named } = answer.streamed
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    parts.push(Buffer.from(part))
    bytes += parts.at(-1)!.length
    if (bytes > MAX_BYTES) throw new RangeError(`${named.fileName} is too large for the bus`)
  }
  return { file: { ...named, bytes: Buffer.concat(parts) } }
}

/** Carries out what api processes forward, and sends their sockets what they listen to. */
export async function openHost(
  services: Pick<Services, 'db' | 'history' | 'clock' | 'routes' | 'users' | 'snapshotFor'>,
  options: {
    address: string
    key: BusKey
    /**
     * What forwarded calls are counted by here, with those of its own callers. Of processes with engines each counts for itself:
     * where the engine of spot is apart, one customer may send as much to each of the two, unless Redis counts for all.
     */
    limiter: RateLimiter
    log: Logger
    /** Its engines that can be apart, for processes that have them elsewhere. */
    engines?: ReadonlyMap<EngineApart, EngineHost>
    /** Whether this process hears which sessions end, so that it may remember those that have not. */
    mayRemember?: () => boolean
  },
): Promise<Host> {
  const { limiter, log, engines = new Map<EngineApart, EngineHost>(), mayRemember = () => true } = options
  const byPath = new Map(services.routes.map((route) => [route.endpoint.path, route]))
  const giving = new Set<Promise<void>>()
  let isClosing = false
  /** Which rooms have sockets at whom. */
  const rooms = new Map<Frames, Set<string>>()
  /** How to stop telling whom what engines tell. */
  const following = new Map<Frames, (() => void)[]>()

  async function answer(asked: Asked): Promise<CallAnswer | unknown> {
    if (asked.kind === 'call') return answerTraced(byPath.get(asked.path), asked)
    if (asked.kind === 'engine') return answerOfEngine(asked)
    const found = findChannel(customerChannels, asked.room)
    return found && services.snapshotFor(found.channel, found.params)
  }

  /** As a part of the trace that the api process began. */
  function answerTraced(route: Route | undefined, call: ForwardedCall): Promise<CallAnswer> {
    if (!isTracing()) return answerCall(route, call)
    const path = route?.endpoint.path
    const options: SpanOptions = {
      ...{ kind: 'server', parent: call.traceparent ?? null },
      attributes: path === undefined ? {} : { 'http.route': `/api${path}` },
    }
    return traced(path === undefined ? 'forwarded' : `forwarded /api${path}`, options, async (span) => {
      const answer = await answerCall(route, call)
      if ('refused' in answer) span?.set({ 'error.type': answer.refused })
      return answer
    })
  }

  async function answerCall(route: Route | undefined, call: ForwardedCall): Promise<CallAnswer> {
    let file: FileAnswer | undefined
    try {
      if (!route) throw refusal('NOT_FOUND')
      if (isLate(call)) throw refusal('SERVICE_UNAVAILABLE')
      await takeCall(limiter, route.endpoint, call.ip, call.customer)
      const customer = await callerOf(route.endpoint, call)
      const output = await route.handle(
        call.input,
        contextOf({ ...call, customer }, (reply) => {
          file = reply
        }),
      )
      return file ? await fileOf(file) : { output }
    } catch (error) {
      return refusedFor(error, call.requestId, { path: call.path })
    }
  }

  async function answerOfEngine(asked: AskedOfEngine): Promise<EngineAnswer> {
    try {
      const engine = engines.get(asked.name)
      if (!engine || isLate(asked)) throw refusal('SERVICE_UNAVAILABLE')
      return { answered: await engine.answer(asked.message) }
    } catch (error) {
      return refusedFor(error, randomUUID(), { engine: asked.name })
    }
  }

  function refusedFor(error: unknown, requestId: string, what: Readonly<Record<string, string>>) {
    const refused = asRefusal(error, requestId)
    if (refused.code === 'INTERNAL')
      logError(log, error as Error, 'a forwarded call failed', { requestId, ...what })
    const isUndone = error instanceof NothingDone
    return { refused: refused.code, params: refused.params, ...(isUndone && { isUndone }) }
  }

  /**
   * Who makes a call: for what changes anything as this process knows them, whatever the api has heard of it.
   *
   * Refuses: SESSION_EXPIRED; ACCOUNT_FROZEN.
   */
  async function callerOf(endpoint: Endpoint, { customer }: ForwardedCall): Promise<Customer | undefined> {
    if (endpoint.access !== 'user') return customer
    if (!endpoint.money && endpoint.rate === 'read' && endpoint.whileFrozen === 'open') return customer
    if (!mayRemember()) services.users.sessions.forgetCached()
    const found = customer && (await services.users.sessions.asTheyAre(customer))
    if (!found) throw refusal('SESSION_EXPIRED')
    if (endpoint.whileFrozen === 'refused' && found.isFrozen) throw refusal('ACCOUNT_FROZEN')
    return found
  }

  function contextOf(call: ForwardedCall, onFile: (file: FileAnswer) => void): Context {
    const { lang, ip, userAgent, requestId, idempotencyKey, file } = call
    const answered = (answer: FileAnswer): typeof ANSWERED => {
      onFile(answer)
      return ANSWERED
    }
    return {
      ...{
        db: services.db,
        history: services.history,
        clock: services.clock,
        lang,
        ip,
        userAgent,
        requestId,
        idempotencyKey,
      },
      ...{ customerOrUndefined: call.customer, file },
      get customer() {
        if (!call.customer) throw refusal('SESSION_EXPIRED')
        return call.customer
      },
      get operator(): never {
        throw refusal('SESSION_EXPIRED')
      },
      reply: (file) => answered({ file }),
      replyStreamed: (streamed) => answered({ streamed }),
      replyStored: (stored) => answered({ stored }),
    }
  }

  /** Whatever an answer is, it never ends this process. */
  async function give(from: Frames, number: number, asked: Asked): Promise<void> {
    if (isClosing) return from.send({ number, answer: UNAVAILABLE })
    try {
      from.send({ number, answer: await answer(asked) })
    } catch (error) {
      logError(log, error as Error, 'what was asked over the bus could not be answered', { kind: asked.kind })
      from.send({ number, answer: asked.kind === 'snapshot' ? undefined : NO_ANSWER })
    }
  }

  function receive(from: Frames, message: unknown) {
    const { number, question } = message as Partial<Question>
    if (number !== undefined) {
      const given = give(from, number, question as Asked).finally(() => giving.delete(given))
      giving.add(given)
      return
    }
    const told = message as ToldByApi
    if (told.kind === 'follow') follow(from, told.name)
    else if (told.kind === 'rooms') rooms.set(from, new Set(told.rooms))
    else if (told.hasSockets) rooms.get(from)?.add(told.room)
    else rooms.get(from)?.delete(told.room)
  }

  function follow(from: Frames, name: EngineApart) {
    const stop = engines.get(name)?.follow({
      emit: (told) => from.send({ kind: 'engine', name, told } satisfies ToldByHost),
      isBehind: from.isBehind,
    })
    if (stop) following.set(from, [...(following.get(from) ?? []), stop])
  }

  function leave(link: Frames) {
    rooms.delete(link)
    for (const stop of following.get(link) ?? []) stop()
    following.delete(link)
  }

  let refused = 0
  const sayRefused = atMostEvery<Error>(SECOND_MS, (count, error) =>
    log.warn(
      count === 1
        ? `a connection to the bus was refused: ${error.message}`
        : `${count} connections to the bus were refused, the last: ${error.message}`,
    ),
  )
  const bus: BusHost = await openBusHost({
    ...readAddress(options.address)!,
    key: options.key,
    onMessage: receive,
    onGone: leave,
    onRefused(error) {
      refused++
      sayRefused(error)
    },
  })
  services.users.sessions.onAnnounced((ended) => {
    for (const link of bus.links) link.send({ kind: 'ended', ended } satisfies ToldByHost)
  })

  /** Who has sockets in a room. */
  const listening = (room: string): Frames[] =>
    [...rooms].filter(([, each]) => each.has(room)).map(([link]) => link)
  const isWanted = (room: string): boolean => listening(room).length > 0

  /** The message is made once, and only where somebody listens to it. */
  function send(room: string, make: () => Omit<Delivery, 'room'>): void {
    const links = listening(room)
    if (links.length === 0) return
    const delivery: Delivery = { room, ...make() }
    const told: ToldByHost = { kind: 'delivery', delivery }
    for (const link of links) if (!delivery.isVolatile || !link.isBehind()) link.send(told)
  }

  return {
    async close() {
      isClosing = true
      // What is under way is answered first.
      await Promise.race([Promise.all(giving), pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
      await bus.close()
    },
    refused: () => refused,
    connected: () => bus.links.size,
    beside: (realtime) => ({
      ...realtime,
      publish(channel, params, payload, asked) {
        realtime.publish(channel, params, payload, asked)
        send(channelName(channel, params), () => ({
          event: channel.event,
          message: outputToWire(channel, payload),
          isVolatile: asked?.volatile ?? false,
        }))
      },
      publishTo(customer, channel, payload) {
        realtime.publishTo(customer, channel, payload)
        send(privateChannel(customer), () => ({
          event: channel.event,
          message: outputToWire(channel, payload),
          isVolatile: false,
        }))
      },
      hasListeners: (channel, params) =>
        realtime.hasListeners(channel, params) || isWanted(channelName(channel, params)),
      hasSockets: (customer) => realtime.hasSockets(customer) || isWanted(privateChannel(customer)),
    }),
  }
}
