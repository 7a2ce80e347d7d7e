import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { type Channel, channelName, type ParamsOf, type PayloadOf } from '#domain/channel.ts'
import { outputToWire } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import { SECOND_MS } from '#domain/time.ts'
import { closeNow, limitConnections } from './connection-limits.ts'
import { findChannel } from './find-channel.ts'
import { clientIp, type IsProxy } from './http/client-ip.ts'
import type { Customer, Operator } from './http/context.ts'

/**
 * Sockets of one listener: public channels that anyone may subscribe to by name, and those of who is signed in there, which
 * the server opens after the token is checked: each customer's own, or on the console's listener that of all operators.
 */
export interface Realtime {
  /**
   * Sends to everybody who listens to a public channel. Volatile: a client that has not read what came
   * before skips it instead of queueing, also what came within the same tick.
   */
  publish<C extends Channel>(
    channel: C,
    params: ParamsOf<C>,
    payload: PayloadOf<C>,
    options?: { readonly volatile: boolean },
  ): void
  /** Sends to every socket of one customer. */
  publishTo<C extends Channel>(customer: CustomerId, channel: C, payload: PayloadOf<C>): void
  /** Sends to every socket of an operator who is signed in. */
  publishToOperators<C extends Channel>(channel: C, payload: PayloadOf<C>): void
  /** Whether anybody listens: nobody listening, nothing to encode. */
  hasListeners<C extends Channel>(channel: C, params: ParamsOf<C>): boolean
  /** Whether a customer has any socket: none, nothing to read for it. */
  hasSockets(customer: CustomerId): boolean
  connections(): number
  close(): Promise<void>
}

/** The sockets of one listener, to which other processes of the installation can send too. */
export interface Sockets extends Realtime {
  /** Sends what another process made for a room, as it is. */
  deliver(delivery: Delivery): void
  /** The rooms that sockets are in now: public channels, and customers' own. */
  rooms(): string[]
  /** Calls `listener` when the first socket has joined a room, and when the last has left. */
  onRoom(listener: (room: string, hasSockets: boolean) => void): void
}

/** A message for a room, ready for the wire. */
export interface Delivery {
  /** The name of a public channel, or a customer's own room. */
  readonly room: string
  readonly event: string
  readonly message: unknown
  readonly isVolatile: boolean
}

export interface RealtimeOptions {
  readonly server: HttpServer
  /** Which reverse proxies may say where a socket comes from; none by default. */
  readonly isProxy?: IsProxy
  /** How many sockets one address may have. */
  readonly socketsPerIp?: number
  readonly authenticate: (
    token: string,
    beforeLookUp?: () => Promise<void>,
  ) => Promise<{ customer?: Customer; operator?: Operator } | undefined>
  /** Refuses an address that has opened too many sockets lately. */
  readonly beforeHandshake?: (ip: string) => Promise<void>
  /** Refuses an address that has had too many tokens looked up. */
  readonly beforeLookUp?: (ip: string) => Promise<void>
  /** Calls the listener when a session ends, so that its sockets end too; `open` are those that have any. */
  readonly onEnded: (listener: (sessionId: bigint) => void, open: () => Iterable<bigint>) => void
  readonly channels: readonly Channel[]
  /** What a client gets on subscribing, so that it need not wait for the next change. */
  readonly snapshotFor?: (channel: Channel, params: Readonly<Record<string, unknown>>) => unknown
}

const MAX_CHANNELS = 64
/** 64 names of channels are half of it. */
export const MAX_MESSAGE_BYTES = 4 * 1024
const MAX_SOCKETS_PER_IP = 2_000
/** A client joins as soon as it is connected. */
const JOIN_TIMEOUT_MS = 15 * SECOND_MS

/** Starts the socket side of a listener. */
export function createRealtime(options: RealtimeOptions): Sockets {
  const { isProxy = () => false, socketsPerIp = MAX_SOCKETS_PER_IP } = options
  const ipOf = (request: IncomingMessage) =>
    clientIp(request.socket.remoteAddress ?? '', String(request.headers['x-forwarded-for'] ?? ''), isProxy)
  const io = new Server(options.server, {
    // Long polling is for networks that cut WebSockets: who needs it does not change over.
    transports: ['websocket', 'polling'],
    allowUpgrades: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: JOIN_TIMEOUT_MS,
    serveClient: false,
    perMessageDeflate: false,
    // Asked once for each connection, before anything is kept of it.
    allowRequest(request, answer) {
      const ip = ipOf(request)
      if (limits.isFull(ip)) return answer('TOO_MANY_REQUESTS', false)
      Promise.resolve(options.beforeHandshake?.(ip)).then(
        () => answer(null, true),
        () => answer('TOO_MANY_REQUESTS', false),
      )
    },
  })
  const limits = limitConnections(io.engine, { perIp: socketsPerIp, ipOf })
  const publicChannels = options.channels.filter(({ access }) => access === 'public')
  const bySession = new Map<bigint, Set<Socket>>()

  io.use(async (socket, next) => {
    const token = (socket.handshake.auth as { token?: unknown }).token
    const ip = ipOf(socket.request)
    if (token === undefined || token === null || token === '') return next()
    const lookUp = async (beforeLookUp?: () => Promise<void>) =>
      typeof token === 'string' && token.length <= 200 ? options.authenticate(token, beforeLookUp) : undefined
    let who: Awaited<ReturnType<typeof lookUp>>
    try {
      who = await lookUp(async () => options.beforeLookUp?.(ip))
    } catch {
      return next(notLookedUp())
    }
    const session = sessionOf(who)
    if (session === undefined) return next(new Error('SESSION_EXPIRED'))
    // It has left meanwhile, and nothing would forget it.
    if (socket.conn.readyState !== 'open') return
    addTo(bySession, session, socket)
    socket.conn.once('close', () => removeFrom(bySession, session, socket))
    // The session may have ended after it was read and before its end would reach this socket.
    try {
      if (sessionOf(await lookUp()) === undefined) return next(new Error('SESSION_EXPIRED'))
    } catch {
      return next(notLookedUp())
    }
    socket.data = { room: who?.operator ? OPERATORS : privateChannel(who!.customer!.id) }
    next()
  })

  io.on('connection', (socket) => {
    const { room } = socket.data as { room?: string }
    if (room !== undefined) void socket.join(room)

    socket.on('subscribe', (names: unknown) => {
      for (const name of namesIn(names)) {
        const found = findChannel(publicChannels, name)
        if (!found || socket.rooms.has(name)) continue
        if (socket.rooms.size >= MAX_CHANNELS) return
        if (!limits.spend(socket.conn)) return
        void socket.join(name)
        const give = (snapshot: unknown) => {
          if (snapshot === undefined || !socket.rooms.has(name)) return
          socket.emit(found.channel.event, outputToWire(found.channel, snapshot))
        }
        const snapshot = options.snapshotFor?.(found.channel, found.params)
        if (snapshot instanceof Promise) void snapshot.then(give)
        else give(snapshot)
      }
    })
    socket.on('unsubscribe', (names: unknown) => {
      for (const name of namesIn(names)) if (findChannel(publicChannels, name)) void socket.leave(name)
    })
    // A connection that left its namespace has no further use.
    socket.on('disconnect', (reason) => {
      if (reason === 'client namespace disconnect') closeNow(socket.conn)
    })
  })

  function endSession(sessionId: bigint): void {
    for (const socket of bySession.get(sessionId) ?? []) {
      if (socket.connected) socket.disconnect(true)
      // Still connecting: it would take no notice of being disconnected.
      else closeNow(socket.conn)
    }
  }
  options.onEnded(endSession, () => bySession.keys())

  /** Each socket is alone in a room of its own besides. */
  const isRoom = (room: string): boolean => isPrivate(room) || findChannel(publicChannels, room) !== undefined
  const hasAny = (name: string): boolean => (io.of('/').adapter.rooms.get(name)?.size ?? 0) > 0

  return {
    publish(channel, params, payload, { volatile } = { volatile: false }) {
      const target = io.to(channelName(channel, params))
      const message = outputToWire(channel, payload)
      if (volatile) target.volatile.emit(channel.event, message)
      else target.emit(channel.event, message)
    },
    publishTo: (customer, channel, payload) =>
      void io.to(privateChannel(customer)).emit(channel.event, outputToWire(channel, payload)),
    publishToOperators: (channel, payload) =>
      void io.to(OPERATORS).emit(channel.event, outputToWire(channel, payload)),
    hasListeners: (channel, params) => hasAny(channelName(channel, params)),
    hasSockets: (customer) => hasAny(privateChannel(customer)),
    deliver({ room, event, message, isVolatile }) {
      const target = io.to(room)
      if (isVolatile) target.volatile.emit(event, message)
      else target.emit(event, message)
    },
    rooms: () => [...io.of('/').adapter.rooms.keys()].filter(isRoom),
    onRoom(listener) {
      const { adapter } = io.of('/')
      adapter.on('create-room', (room: string) => isRoom(room) && listener(room, true))
      adapter.on('delete-room', (room: string) => isRoom(room) && listener(room, false))
    },
    connections: () => io.engine.clientsCount,
    close: () => io.close(),
  }
}

const OPERATORS = 'operators'

/** Says that nobody knows whether a session is over, so that its client comes again with the same token. */
const notLookedUp = () => new Error('SERVICE_UNAVAILABLE')

/** The session of whoever a token belongs to. */
const sessionOf = (who: { customer?: Customer; operator?: Operator } | undefined): bigint | undefined =>
  who?.customer?.sessionId ?? who?.operator?.sessionId

/** The room of a customer's sockets. */
export const privateChannel = (customer: CustomerId) => `customer:${customer}`
const isPrivate = (room: string): boolean => room.startsWith('customer:')

function namesIn(names: unknown): string[] {
  if (!Array.isArray(names)) return []
  return names.slice(0, MAX_CHANNELS).filter((name) => typeof name === 'string')
}

function addTo(map: Map<bigint, Set<Socket>>, key: bigint, socket: Socket): void {
  const sockets = map.get(key) ?? new Set()
  map.set(key, sockets.add(socket))
}

function removeFrom(map: Map<bigint, Set<Socket>>, key: bigint, socket: Socket): void {
  const sockets = map.get(key)
  sockets?.delete(socket)
  if (sockets?.size === 0) map.delete(key)
}
