import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import type { Markets } from '#server/markets/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { IsProxy } from '#server/platform/http/client-ip.ts'
import type { RateLimiter } from '#server/platform/http/rate-limits.ts'
import { logError } from '#server/platform/log.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import { activeKeys, isOpenFrom, type KeyDeps } from '#server/products/apikey/service.ts'
import { activePositions, type Contracts, unrealizedPnl } from '#server/products/contract/service.ts'
import type { Engine } from '#server/products/spot/engine.ts'
import { createAuthenticate } from './authenticate.ts'
import { serveConnections } from './connections.ts'
import { createStreamHub } from './hub.ts'
import { type StreamLimits, streamLimits } from './limits.ts'
import type { ListenKeys } from './listen-keys.ts'
import { createMarketStreams } from './market-streams.ts'
import { createUserStreams } from './user-streams.ts'
import { createWalletMoves } from './wallet-moves.ts'

/** The websocket side of the traders' interface. */
export interface Streams {
  connections(): number
  /** The same sockets, with whom what is a customer's own also reaches their streams. */
  beside(realtime: Realtime): Realtime
  close(): Promise<void>
}

export interface StreamsDeps {
  readonly server: HttpServer
  readonly isProxy: IsProxy
  readonly limiter: RateLimiter
  /** Where the app is served. */
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Logger
  readonly markets: Markets
  readonly spot: { readonly engine: Engine }
  readonly contracts: Contracts
  readonly keys: KeyDeps
  readonly listenKeys: ListenKeys
  readonly limits?: StreamLimits
}

/** How often it is asked which keys are valid and what has moved wallets: within a second it is known. */
const CHECK_EVERY_MS = 400

/** Serves streams on a listener that has not begun to listen. */
export function openStreams(deps: StreamsDeps): Streams {
  const { clock, log, markets, contracts, keys, limiter, listenKeys } = deps
  const spot = deps.spot.engine
  const onError = (error: unknown) => logError(log, error, 'a stream of the traders’ interface failed')
  const hub = createStreamHub()
  const market = createMarketStreams({ hub, spot, markets, clock, onError })
  const users = createUserStreams({
    ...{ spot, contract: contracts.engine, clock, onError },
    activePositions: (customer) => activePositions(contracts.db, customer),
    validKeys: (ids) => activeKeys(keys, ids),
    moves: createWalletMoves({ db: contracts.db, clock }),
    unrealizedPnl: (position) => unrealizedPnl(position, contracts.lastTick),
  })
  const authenticate = createAuthenticate({ keys, clock, beforeLookUp: (ip) => limiter.take('token', ip) })
  const connections = serveConnections({
    ...{ server: deps.server, isProxy: deps.isProxy, hub, market, users, listenKeys, clock, onError },
    limits: deps.limits ?? streamLimits,
    beforeHandshake: (ip) => limiter.take('handshake', ip),
    isOwnOrigin: (origin, host) => isOwnOrigin(origin, host, deps.publicUrl),
    async mayOpen({ keyId, customer }, ip) {
      if (!(await isOpenFrom(keys, keyId, ip))) return false
      await users.prepare(customer)
      return true
    },
    async authenticate(params, ip) {
      const who = await authenticate(params, ip)
      if ('access' in who) await users.prepare(who.access.customer)
      return who
    },
  })
  let isClosed = false
  let timer: NodeJS.Timeout
  /** One after the other: a slow database is not asked twice at once. */
  const checkLater = () => {
    timer = setTimeout(() => {
      void Promise.allSettled([users.check(), users.tellMoves()]).then((done) => {
        if (isClosed) return
        for (const one of done) if (one.status === 'rejected') onError(one.reason)
        checkLater()
      })
    }, CHECK_EVERY_MS)
  }
  checkLater()

  return {
    connections: connections.count,
    beside: (realtime) => ({
      ...realtime,
      publishTo(customer, channel, payload) {
        realtime.publishTo(customer, channel, payload)
        users.told(customer, channel, payload)
      },
      hasSockets: (customer) => realtime.hasSockets(customer) || users.has(customer),
    }),
    async close() {
      isClosed = true
      clearTimeout(timer)
      market.stop()
      users.stop()
      await connections.close()
    },
  }
}

/** Whether a page is of the app: of where it is served, or of where this connection goes to. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  const url = URL.parse(origin)
  return url !== null && (url.origin === URL.parse(publicUrl)?.origin || url.host === host)
}
