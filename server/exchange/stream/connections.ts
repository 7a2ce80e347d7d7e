import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { ExchangeMarket } from '#domain/exchange/symbols.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createBudget } from '#server/platform/connection-limits.ts'
import { clientIp, type IsProxy, NETWORK_ALLOWANCES, networksOf } from '#server/platform/http/client-ip.ts'
import { readAddress, type StreamAddress } from './addresses.ts'
import { type Command, type CommandError, invalidRequest, readCommand } from './commands.ts'
import { type Hub, type Listener, writer } from './hub.ts'
import type { StreamLimits } from './limits.ts'
import type { Access, ListenKeys } from './listen-keys.ts'
import type { MarketStreams } from './market-streams.ts'
import { type Stream, streamOf } from './names.ts'
import { type Authenticate, answerRequest } from './requests.ts'
import type { UserStreams } from './user-streams.ts'

export interface Connections {
  count(): number
  close(): Promise<void>
}

export interface ConnectionsDeps {
  readonly server: HttpServer
  readonly isProxy: IsProxy
  /** Refuses an address that has opened too many connections lately. */
  readonly beforeHandshake: (ip: string) => Promise<void>
  /** Pages of other origins open no connection; programs name none. */
  readonly isOwnOrigin: (origin: string, host: string | undefined) => boolean
  readonly authenticate: Authenticate
  /** Whether a key opens anything now, from an address: who has learnt a listen key is not to use it from another one. */
  readonly mayOpen: (access: Access, ip: string) => Promise<boolean>
  readonly hub: Hub
  readonly market: MarketStreams
  readonly users: UserStreams
  readonly listenKeys: ListenKeys
  readonly clock: Clock
  readonly limits: StreamLimits
  readonly onError: (error: unknown) => void
}

/** Why a connection is closed, as the protocol numbers it. */
const GOING_AWAY = 1001
const UNSUPPORTED = 1003
const POLICY = 1008
const RESTART = 1012

/** How many of a customer's own streams one connection of requests may have. */
const MAX_OWN = 10
/** How long clients have to agree to a close before they are cut off. */
const CLOSE_MS = SECOND_MS

/** Serves the websocket side of the traders' interface on a listener; other addresses are left to others. */
export function serveConnections(deps: ConnectionsDeps): Connections {
  const { server, listenKeys, limits, isProxy } = deps
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    // Kept by us, of those that were let in.
    clientTracking: false,
  })
  const open = new Set<Connection>()
  const counts = new Map<string, number>()
  let entered = 0
  let isClosing = false

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = readAddress(request.url ?? '')
    // What begins with our name is ours to refuse; the rest is somebody else's.
    if (!address && !request.url?.startsWith('/exchange/')) return
    socket.on('error', () => socket.destroy())
    void letIn(request, socket, head, address).catch((error) => {
      socket.destroy()
      deps.onError(error)
    })
  }
  server.on('upgrade', upgrade)

  async function letIn(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: StreamAddress | undefined,
  ): Promise<void> {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    const ip = clientIp(request.socket.remoteAddress ?? '', forwarded, isProxy)
    const refuse = (status: string) => answer(socket, status)
    if (isClosing) return refuse('503 Service Unavailable')
    if (!address) return refuse('400 Bad Request')
    const { origin, host } = request.headers
    if (origin !== undefined && !deps.isOwnOrigin(origin, host)) return refuse('403 Forbidden')
    // Counted before anything is waited for, so that many at once are not let in together.
    if (!enter(ip, socket)) return refuse('429 Too Many Requests')
    const isRefused = await deps.beforeHandshake(ip).then(
      () => false,
      () => true,
    )
    if (isRefused) return refuse('429 Too Many Requests')
    const asked = address.kind === 'streams' ? readNames(address, limits.subscriptions) : []
    if (!asked) return refuse('400 Bad Request')
    const access = address.kind === 'streams' ? accessOf(address) : undefined
    if (address.kind === 'streams' && address.listenKey !== undefined) {
      if (!access || !(await deps.mayOpen(access, ip))) return refuse('401 Unauthorized')
    }
    if (socket.destroyed || isClosing) return
    sockets.handleUpgrade(request, socket, head, (client) => {
      const connection = connect(client, address, ip)
      open.add(connection)
      client.once('close', () => open.delete(connection))
      for (const stream of asked) connection.subscribe(stream)
      if (access && address.kind === 'streams') connection.openOwn(access, address.market, address.listenKey!)
    })
  }

  /** Counts a connection for its networks until it is over. Returns: `false` where one of them, or all, have as many as they may. */
  function enter(ip: string, socket: Duplex): boolean {
    const networks = networksOf(ip)
    const isFull = networks.some(
      (network, index) => (counts.get(network) ?? 0) >= limits.connections * NETWORK_ALLOWANCES[index]!,
    )
    if (isFull || entered >= limits.allConnections) return false
    entered++
    for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1)
    socket.once('close', () => {
      entered--
      for (const network of networks) {
        const left = (counts.get(network) ?? 1) - 1
        if (left > 0) counts.set(network, left)
        else counts.delete(network)
      }
    })
    return true
  }

  const accessOf = ({ listenKey, market: of }: StreamAddress & { kind: 'streams' }): Access | undefined =>
    listenKey === undefined ? undefined : listenKeys.find(listenKey, of)

  function connect(client: WebSocket, address: StreamAddress, ip: string): Connection {
    const connection = createConnection(client, address, { ...deps, ip })
    client.on('error', () => client.terminate())
    const spend = createBudget(limits.burst, limits.messagesASecond)
    const mayGoOn = () => {
      if (spend()) return true
      connection.end(POLICY, 'too many messages')
      return false
    }
    client.on('message', (data, isBinary) => {
      if (!mayGoOn()) return
      if (isBinary) return connection.end(UNSUPPORTED, 'text is expected')
      connection.receive(textOf(data))
    })
    client.on('ping', mayGoOn)
    client.on('pong', () => {
      // The answer to our question costs nothing; what nobody asked for does.
      if (connection.isThere) return mayGoOn()
      connection.isThere = true
      return true
    })
    client.once('close', () => connection.leave())
    return connection
  }

  /** Asks each client whether it is there, and closes those that did not answer the question before. */
  const pings = setInterval(() => {
    for (const connection of open) {
      if (connection.isThere === false) connection.cut()
      else connection.ask()
    }
  }, limits.pingEveryMs)
  pings.unref()

  return {
    count: () => open.size,
    async close() {
      isClosing = true
      server.off('upgrade', upgrade)
      clearInterval(pings)
      const closing = [...open].map((connection) => connection.closed)
      for (const connection of open) connection.end(GOING_AWAY, 'the server stops')
      const timer = setTimeout(() => {
        for (const connection of open) connection.cut()
      }, CLOSE_MS)
      await Promise.all(closing)
      clearTimeout(timer)
    },
  }
}

/** One client. */
interface Connection {
  isThere: boolean
  readonly closed: Promise<void>
  receive(text: string): void
  subscribe(stream: Stream): void
  openOwn(access: Access, market: ExchangeMarket, listenKey: string): void
  /** Asks whether the client is there. */
  ask(): void
  end(code: number, reason: string): void
  /** Closes it at once. */
  cut(): void
  /** Gives back everything it listens to. */
  leave(): void
}

function createConnection(
  client: WebSocket,
  address: StreamAddress,
  deps: ConnectionsDeps & { readonly ip: string },
): Connection {
  const { hub, market, users, limits, clock, listenKeys } = deps
  const streams = new Map<string, Stream>()
  const own = new Map<number, () => void>()
  let nextOwn = 0
  const spendNames = createBudget(limits.nameBurst, limits.namesASecond)
  let isCombined = address.kind === 'streams' && address.isCombined
  let hasLeft = false

  function send(message: Buffer | string) {
    if (client.readyState !== client.OPEN) return
    // One that does not read is not waited for: what it missed it asks for again.
    if (client.bufferedAmount > limits.waitingBytes) return cut()
    client.send(message, { binary: false })
  }
  const sendObject = (message: object) => send(JSON.stringify(message))

  function end(code: number, reason: string) {
    leave()
    client.close(code, reason)
  }

  function cut() {
    leave()
    client.terminate()
  }

  const listener: Listener = {
    get isCombined() {
      return isCombined
    },
    send,
    restart: () => end(RESTART, 'begin anew'),
  }

  function subscribe(stream: Stream) {
    if (hasLeft || streams.has(stream.name)) return
    streams.set(stream.name, stream)
    hub.join(stream, listener)
    const state = market.joined(stream)
    if (state) send(writer(stream.name, state)(isCombined))
  }

  function unsubscribe(name: string) {
    const stream = streams.get(name)
    if (!stream) return
    streams.delete(name)
    if (hub.leave(stream, listener)) market.left(stream)
  }

  /** Listens to a customer's own, as `wrap` writes it. */
  function openOwn(
    access: Access,
    of: ExchangeMarket,
    options: {
      readonly expiresAtMs: () => number | null
      readonly wrap: (message: Buffer) => Buffer
      /** What is said last, at its time. */
      readonly ended: () => object
    },
  ): () => void {
    const leaveOwn = users.join({
      ...access,
      market: of,
      expiresAtMs: options.expiresAtMs,
      send: (message) => send(options.wrap(message)),
      end(why) {
        if (why === 'unread') return end(RESTART, 'begin anew')
        sendObject(options.ended())
        end(POLICY, 'the key is not valid any more')
      },
    })
    return leaveOwn
  }

  function obey(command: Command): object | undefined {
    const { id } = command
    if (address.kind !== 'streams') return undefined
    if (command.kind === 'subscribe' || command.kind === 'unsubscribe') {
      // Before any of them is looked up.
      if (command.names.length > limits.subscriptions)
        return invalidRequest(`a connection listens to ${limits.subscriptions} streams at most`, id)
      if (!spendNames(command.names.length)) {
        end(POLICY, 'too many names')
        return undefined
      }
    }
    if (command.kind === 'unsubscribe') {
      for (const name of command.names) unsubscribe(name)
      return { result: null, id }
    }
    if (command.kind === 'list') return { result: [...streams.keys()], id }
    if (command.kind === 'get-combined') return { result: isCombined, id }
    if (command.kind === 'set-combined') {
      isCombined = command.isCombined
      return { result: null, id }
    }
    const asked = new Map(command.names.map((name) => [name, streamOf(address.market, name)]))
    const unknown = [...asked].find(([, stream]) => !stream)?.[0]
    if (unknown !== undefined)
      return invalidRequest(
        `no stream of this market has the name ${JSON.stringify(unknown.slice(0, 60))}`,
        id,
      )
    const more = [...asked.keys()].filter((name) => !streams.has(name)).length
    if (streams.size + more > limits.subscriptions)
      return invalidRequest(`a connection listens to ${limits.subscriptions} streams at most`, id)
    // The answer comes first: clients ask for the whole book when they have it.
    sendObject({ result: null, id })
    for (const stream of asked.values()) subscribe(stream!)
    return undefined
  }

  async function request(text: string) {
    const answer = await answerRequest(text, {
      ...{ authenticate: deps.authenticate, clock, ip: deps.ip },
      own: {
        open(access) {
          if (own.size >= MAX_OWN) return undefined
          const subscriptionId = nextOwn++
          const before = Buffer.from(`{"subscriptionId":${subscriptionId},"event":`)
          const wrap = (message: Buffer) => Buffer.concat([before, message, CLOSING_BRACE])
          const ended = () => ({
            subscriptionId,
            event: { e: 'eventStreamTerminated', E: clock.nowMs() },
          })
          own.set(subscriptionId, openOwn(access, 'spot', { wrap, ended, expiresAtMs: () => null }))
          if (hasLeft) leave()
          return subscriptionId
        },
        close(subscriptionId) {
          const ids = subscriptionId === undefined ? [...own.keys()] : [subscriptionId]
          const found = ids.filter((id) => own.has(id))
          for (const id of found) {
            own.get(id)!()
            own.delete(id)
          }
          return found.length > 0
        },
        list: () => [...own.keys()],
      },
    })
    sendObject(answer)
  }

  function leave() {
    hasLeft = true
    for (const name of [...streams.keys()]) unsubscribe(name)
    for (const leaveOwn of own.values()) leaveOwn()
    own.clear()
  }

  const connection: Connection = {
    isThere: true,
    closed: new Promise((resolve) => client.once('close', () => resolve())),
    receive(text) {
      if (address.kind === 'requests') return void request(text).catch(deps.onError)
      const read: Command | CommandError = readCommand(text)
      const answer = 'error' in read ? read : obey(read)
      if (answer) sendObject(answer)
    },
    subscribe,
    openOwn(access, of, listenKey) {
      const ended = () => ({ e: 'listenKeyExpired', E: clock.nowMs(), listenKey })
      const wrap = (message: Buffer) =>
        isCombined
          ? Buffer.concat([
              Buffer.from(`{"stream":${JSON.stringify(listenKey)},"data":`),
              message,
              CLOSING_BRACE,
            ])
          : message
      const expiresAtMs = () => listenKeys.expiresAtMs(listenKey)
      own.set(nextOwn++, openOwn(access, of, { wrap, ended, expiresAtMs }))
    },
    ask() {
      connection.isThere = false
      client.ping()
    },
    end,
    cut,
    leave,
  }
  return connection
}

const CLOSING_BRACE = Buffer.from('}')

/** The streams of an address; undefined where a name is none, or these are too many. */
function readNames(
  { market, names }: StreamAddress & { readonly kind: 'streams' },
  most: number,
): Stream[] | undefined {
  const streams = [...new Set(names)].map((name) => streamOf(market, name))
  if (streams.length > most || streams.includes(undefined)) return undefined
  return streams as Stream[]
}

const textOf = (data: RawData): string => (data as Buffer).toString()

/** Refuses a handshake that is not let in. */
function answer(socket: Duplex, status: string): void {
  if (socket.destroyed) return
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
