import type { Logger } from 'pino'
import type { Services } from '#server/app.ts'
import type { EngineHost } from '#server/core/engine/elsewhere.ts'
import { type BusLink, connectBus } from '#server/platform/bus/link.ts'
import type { BusKey } from '#server/platform/bus/secure.ts'
import type { RateLimiter } from '#server/platform/http/rate-limits.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { EngineApart } from '#server/platform/settings.ts'
import { placeOf } from './api.ts'
import { openHost } from './host.ts'
import { addressOfEngines } from './lease.ts'
import type { ToldByHost } from './messages.ts'

/** A process with engines of its own: it answers their calls, and sends sockets of other processes what they publish. */
export interface EngineRole {
  close(): Promise<void>
}

/** Takes no sockets itself: what is published goes to other processes alone. */
const noSockets: Realtime = {
  publish() {},
  publishTo() {},
  publishToOperators() {},
  hasListeners: () => false,
  hasSockets: () => false,
  connections: () => 0,
  close: async () => {},
}

/** Gives other processes the engines of this one, and hears from the one with the others which sessions end. */
export async function openEngineRole(
  services: Services,
  options: {
    readonly address: string
    readonly engines: readonly EngineApart[]
    readonly key: BusKey
    readonly limiter: RateLimiter
    readonly log: Logger
  },
): Promise<EngineRole> {
  const { engines, key, log } = options
  const { sessions } = services.users
  const own = services.opened.filter(({ name }) => (engines as readonly string[]).includes(name))
  const hosts = new Map<EngineApart, EngineHost>(
    own.flatMap(({ name, engineHost }) => (engineHost ? [[name as EngineApart, engineHost] as const] : [])),
  )
  /** None before it answers itself. */
  let link: BusLink | undefined
  const { db, history, clock, users, snapshotFor } = services
  const host = await openHost(
    { db, history, clock, users, snapshotFor, routes: own.flatMap(({ routes }) => routes) },
    { ...options, engines: hosts, mayRemember: () => link?.isUp() ?? false, log },
  )
  link = connectBus({
    find: () => placeOf(addressOfEngines(services.db)),
    key,
    onMessage(message) {
      const told = message as ToldByHost
      if (told.kind === 'ended') sessions.announce(told.ended)
    },
    // What ended while nothing was heard is not known.
    onUp: () => sessions.forgetCached(),
    onDown: () => sessions.forgetCached(),
  })
  const stopPublishing = services.publish(noSockets, host.beside(noSockets))
  return {
    async close() {
      stopPublishing()
      await host.close()
      await link?.close()
    },
  }
}
