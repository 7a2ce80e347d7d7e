import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { callerAddress, type IsProxy, limitKey } from './http/caller-address.ts'
import type { Customer } from './http/context.ts'

/**
 * Sockets: public rooms that anyone may join by name, and one private room per customer that only the
 * server joins, after the token is checked.
 */
export interface Realtime {
  /** Sends to everybody in a public room. Volatile: a slow client skips it instead of queueing. */
  toRoom(room: string, event: string, payload: unknown, options?: { volatile: boolean }): void
  /** Sends to every socket of one customer. */
  toCustomer(customer: bigint, event: string, payload: unknown): void
  /** Whether anybody is in a room: nobody listening, nothing to encode. */
  hasListeners(room: string): boolean
  connections(): number
  close(): Promise<void>
}

export interface RealtimeOptions {
  readonly server: HttpServer
  /** Which reverse proxies may say where a socket comes from; none by default. */
  readonly isProxy?: IsProxy
  /** How many sockets one address may have. */
  readonly socketsPerAddress?: number
  readonly signedIn: (
    token: string,
    beforeLookUp?: () => Promise<void>,
  ) => Promise<{ customer?: Customer } | undefined>
  /** Refuses an address that has had too many tokens looked up. */
  readonly beforeLookUp?: (address: string) => Promise<void>
  /** Calls back when a session ends, so that its sockets end too. */
  readonly onRevoked: (listener: (sessionId: bigint) => void) => void
  /** What a client gets on joining a room, so that it need not wait for the next change. */
  readonly greet?: (room: string) => { event: string; payload: unknown } | undefined
}

const PUBLIC_ROOM =
  /^(quotes(:(forex|crypto|future|stock|etf))?|(book|trades):[A-Z0-9]{1,12}(-[A-Z0-9]{1,10})?|candles:[A-Z0-9]{1,12}(-[A-Z0-9]{1,10})?:(1m|5m|15m|30m|1h|4h|1d|1w))$/
const MAX_ROOMS = 64
const MAX_MESSAGE_BYTES = 16 * 1024
const MAX_SOCKETS_PER_ADDRESS = 2_000
/** What a socket may ask for at once, a room or a message each; a page asks for four. */
const ASK_BURST = 200
const ASKS_A_SECOND = 10
/** What waits for a client that does not read; beyond it the client is gone, or wants to cost memory. */
const MAX_WAITING_CHARACTERS = 1_000_000

/** Starts the socket side of a listener. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const io = new Server(options.server, {
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    serveClient: false,
    perMessageDeflate: false,
  })
  const { isProxy = () => false, socketsPerAddress = MAX_SOCKETS_PER_ADDRESS } = options
  const perAddress = new Map<string, number>()
  const bySession = new Map<bigint, Set<Socket>>()

  io.use(async (socket, next) => {
    const token = (socket.handshake.auth as { token?: unknown }).token
    const address = addressOf(socket, isProxy)
    if ((perAddress.get(address) ?? 0) >= socketsPerAddress) return next(new Error('TOO_MANY_REQUESTS'))
    if (token === undefined || token === null || token === '') return next()
    const who =
      typeof token === 'string' && token.length <= 200
        ? await options.signedIn(token, async () => options.beforeLookUp?.(address)).catch(() => undefined)
        : undefined
    if (!who?.customer) return next(new Error('SESSION_EXPIRED'))
    socket.data = { customer: who.customer }
    next()
  })

  io.on('connection', (socket) => {
    const address = addressOf(socket, isProxy)
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
    const customer = (socket.data as { customer?: Customer }).customer
    if (customer) {
      void socket.join(privateRoom(customer.id))
      addTo(bySession, customer.sessionId, socket)
    }

    const spend = createBudget()
    // Every message costs something to read, also one that nothing here listens to.
    socket.use((_, next) => (spend(1) ? next() : letGo(socket)))
    letGoOfTheDeaf(socket)
    socket.on('subscribe', (rooms: unknown) => {
      for (const room of publicRooms(rooms)) {
        if (socket.rooms.has(room)) continue
        if (socket.rooms.size >= MAX_ROOMS) return
        if (!spend(1)) return letGo(socket)
        void socket.join(room)
        const greeting = options.greet?.(room)
        if (greeting) socket.emit(greeting.event, greeting.payload)
      }
    })
    socket.on('unsubscribe', (rooms: unknown) => {
      for (const room of publicRooms(rooms)) void socket.leave(room)
    })
    socket.on('disconnect', () => {
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
      if (customer) removeFrom(bySession, customer.sessionId, socket)
    })
  })

  options.onRevoked((sessionId) => {
    for (const socket of bySession.get(sessionId) ?? []) socket.disconnect(true)
  })

  return {
    toRoom(room, event, payload, { volatile } = { volatile: false }) {
      const target = io.to(room)
      if (volatile) target.volatile.emit(event, payload)
      else target.emit(event, payload)
    },
    toCustomer: (customer, event, payload) => void io.to(privateRoom(customer)).emit(event, payload),
    hasListeners: (room) => (io.of('/').adapter.rooms.get(room)?.size ?? 0) > 0,
    connections: () => io.engine.clientsCount,
    close: () => io.close(),
  }
}

/** What a socket is counted by. */
const addressOf = ({ handshake }: Socket, isProxy: IsProxy): string =>
  limitKey(callerAddress(handshake.address, String(handshake.headers['x-forwarded-for'] ?? ''), isProxy))

const privateRoom = (customer: bigint) => `customer:${customer}`

function publicRooms(rooms: unknown): string[] {
  if (!Array.isArray(rooms)) return []
  return rooms
    .slice(0, MAX_ROOMS)
    .filter((room): room is string => typeof room === 'string' && PUBLIC_ROOM.test(room))
}

/** What one socket may ask for: it fills again with time, so that a reader never meets its end. */
function createBudget(): (cost: number) => boolean {
  let left = ASK_BURST
  let filledAtMs = performance.now()
  return (cost) => {
    const nowMs = performance.now()
    left = Math.min(ASK_BURST, left + ((nowMs - filledAtMs) / 1_000) * ASKS_A_SECOND) - cost
    filledAtMs = nowMs
    return left >= 0
  }
}

/** Ends a connection without waiting until the client has read what is due to it. */
const letGo = (socket: Socket): void => void socket.conn.close(true)

/** Watches what waits to be sent: the transport takes all of it at once, whenever the client has read. */
function letGoOfTheDeaf(socket: Socket): void {
  let waiting = 0
  socket.conn.on('packetCreate', ({ data }) => {
    waiting += typeof data === 'string' ? data.length : 0
    if (waiting > MAX_WAITING_CHARACTERS) letGo(socket)
  })
  socket.conn.on('flush', () => {
    waiting = 0
  })
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
