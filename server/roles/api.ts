import type { Logger } from 'pino'
import type { Channel } from '#domain/channel.ts'
import { channelName } from '#domain/channel.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { Services } from '#server/app.ts'
import { answerByKey } from '#server/core/engine/elsewhere.ts'
import { type BusLink, connectBus } from '#server/platform/bus/link.ts'
import type { BusKey } from '#server/platform/bus/secure.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/http/context.ts'
import { NothingDone } from '#server/platform/http/envelope.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Sockets } from '#server/platform/realtime.ts'
import { type EngineApart, enginesThatCanBeApart, readAddress } from '#server/platform/settings.ts'
import { traced } from '#server/platform/tracing.ts'
import { addressOfEngine } from './apart.ts'
import { addressOfEngines } from './lease.ts'
import type { Asked, CallAnswer, ToldByApi, ToldByHost } from './messages.ts'

/** A process without engines: it takes calls and sockets, and forwards what the engines are needed for. */
export interface ApiRole {
  readonly routes: readonly Route[]
  snapshotFor(channel: Channel, params: Readonly<Record<string, unknown>>): unknown
  /** Sends these sockets what the process with the engines publishes. */
  serve(sockets: Sockets): void
  isReady(): boolean
  close(): Promise<void>
}

/** Connects to the process with the engines, and to those that have one of their own. */
export function openApiRole(
  services: Pick<
    Services,
    'db' | 'routes' | 'answeredAnywhere' | 'engineOfRoute' | 'engineOfChannel' | 'users' | 'snapshotFor'
  >,
  options: { key: BusKey; log: Logger },
): ApiRole {
  const { db } = services
  const { key, log } = options
  let sockets: Sockets | undefined
  let isDown = false
  const link: BusLink = connectBus({
    find: () => placeOf(addressOfEngines(db)),
    key,
    onMessage(message) {
      const told = message as ToldByHost
      if (told.kind === 'delivery') sockets?.deliver(told.delivery)
      else if (told.kind === 'ended') services.users.sessions.announce(told.ended)
    },
    onUp() {
      if (isDown) log.warn('the process with the engines is back')
      isDown = false
      // What ended while it was away was not heard here.
      services.users.sessions.forgetCached()
      link.tell(allRooms())
    },
    onDown(error) {
      if (isDown) return
      isDown = true
      log.error(`the process with the engines is not there: ${error?.message ?? 'none has them'}`)
      services.users.sessions.forgetCached()
    },
  })
  /** Those with an engine of their own, while there are any: which sessions end is heard from the others alone. */
  const apart = new Map<EngineApart, BusLink>(
    enginesThatCanBeApart.map((name) => {
      let wasUp = false
      const own = connectBus({
        find: () => placeOf(addressOfEngine(db, name)),
        key,
        onMessage(message) {
          const told = message as ToldByHost
          if (told.kind === 'delivery') sockets?.deliver(told.delivery)
        },
        onUp() {
          wasUp = true
          log.info(`the engine of ${name} is in a process of its own`)
          own.tell(allRooms())
        },
        onDown(error) {
          if (wasUp)
            log.warn(
              `the process with the engine of ${name} is not there, its calls go to the others': ${error?.message ?? 'none has it'}`,
            )
          wasUp = false
        },
      })
      return [name, own]
    }),
  )
  const links = [link, ...apart.values()]
  const allRooms = (): ToldByApi => ({ kind: 'rooms', rooms: sockets?.rooms() ?? [] })
  const tell = (told: ToldByApi) => {
    for (const each of links) each.tell(told)
  }
  /** By whichever process has the engine now: the one with the others knows what to do where that is not known here. */
  const askerOf = (name: EngineApart | undefined) => (asked: Asked) => {
    const own = name && apart.get(name)
    return (own?.isUp() ? own : link).ask(asked)
  }

  return {
    routes: services.routes.map((route) =>
      services.answeredAnywhere.has(route)
        ? route
        : forwarded(route.endpoint, askerOf(services.engineOfRoute(route))),
    ),
    snapshotFor(channel, params) {
      const own = services.snapshotFor(channel, params)
      if (own !== undefined) return own
      const ask = askerOf(services.engineOfChannel(channel))
      return ask({ kind: 'snapshot', room: channelName(channel, params) }).catch(() => undefined)
    },
    serve(served) {
      sockets = served
      served.onRoom((room, hasSockets) => tell({ kind: 'room', room, hasSockets }))
      tell(allRooms())
    },
    isReady: link.isUp,
    async close() {
      await Promise.all(links.map((each) => each.close()))
    },
  }
}

/** Where a process listens, as its lease says it. */
export async function placeOf(finding: Promise<string | undefined>) {
  const address = await finding
  return address === undefined ? undefined : readAddress(address)
}

/**
 * The same call, answered by a process with engines.
 *
 * Refuses: as that does; SERVICE_UNAVAILABLE rather than OUTCOME_UNKNOWN where a key tells what came of the call.
 */
export const forwarded = (endpoint: Endpoint, ask: (asked: Asked) => Promise<unknown>): Route => ({
  endpoint,
  handle(input, ctx: Context) {
    const hasKey = endpoint.takesKey === true && ctx.idempotencyKey !== undefined
    return answerByKey(forward(endpoint, ask, input, ctx), hasKey)
  },
})

async function forward(
  endpoint: Endpoint,
  ask: (asked: Asked) => Promise<unknown>,
  input: unknown,
  ctx: Context,
) {
  const { lang, ip, userAgent, requestId, idempotencyKey, file, customerOrUndefined: customer } = ctx
  const answer = (await traced('bus', { kind: 'client' }, (span) =>
    ask({
      ...{ kind: 'call', path: endpoint.path, askedAtMs: realClock.nowMs(), input, customer },
      ...{ lang, ip, userAgent, requestId, idempotencyKey, file },
      ...(span && { traceparent: span.traceparent }),
    }),
  )) as CallAnswer
  if ('refused' in answer) throw answer.isUndone ? new NothingDone() : refusal(answer.refused, answer.params)
  if ('output' in answer) return answer.output
  if ('stored' in answer) return ctx.replyStored(answer.stored)
  return ctx.reply({ ...answer.file, bytes: Buffer.from(answer.file.bytes) })
}
