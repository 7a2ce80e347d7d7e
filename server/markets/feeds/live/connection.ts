import type { FeedLog } from '../feed.ts'
import type { Socket, Transport } from './transport.ts'

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 30_000
const IDLE_MS = 15_000

export interface Connection {
  /** Says something while the socket is open; `onOpen` says what is to be said at every opening. */
  send(text: string): void
  /** Closes the socket; it reconnects by itself, or not before so long where the venue wants to be left alone. */
  restart(afterMs?: number): void
  stop(): void
}

/**
 * Keeps one websocket open: reconnects when it closes, fails, goes silent, or `onMessage` throws.
 *
 * Exponential backoff with full jitter, from 250 ms to 30 s.
 */
export function keepConnected(options: {
  transport: Transport
  url: string
  log: FeedLog
  onOpen(): void
  /** Returns: false of what is no sign that the venue is well; after all else the next pause is short again. */
  onMessage(text: string): unknown
  onDown(): void
  random?: () => number
  idleMs?: number
  /** What to say after half of that time in silence, to a venue that answers it. */
  ping?: string
  /** Whether it has nothing to say now, as while its markets are closed: then an open socket may be silent. */
  mayBeSilent?(): boolean
}): Connection {
  const { transport, url, log, random = Math.random, idleMs = IDLE_MS, ping } = options
  const host = new URL(url).host
  let socket: Socket | undefined
  let failures = 0
  let isOpen = false
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let pingTimer: NodeJS.Timeout | undefined

  function open() {
    const mine = transport.connect(url, {
      onOpen() {
        if (isStopped || socket !== mine) return mine.close()
        isOpen = true
        log(`feed ${host}: connected`)
        options.onOpen()
        watchForSilence()
      },
      onMessage(text) {
        if (isStopped || socket !== mine) return
        watchForSilence()
        let isWell: unknown
        try {
          isWell = options.onMessage(text)
        } catch (error) {
          const [why] = (error as Error).message.split('\n')
          log(`feed ${host}: what it says could not be read (${why}), connecting anew`)
          return restart()
        }
        if (isWell !== false) failures = 0
      },
      onClose() {
        if (socket === mine) retryLater()
      },
    })
    socket = mine
    // Counted from here, not from the first message: a venue may accept the connection and send nothing.
    watchForSilence()
  }

  function retryLater(afterMs?: number) {
    socket = undefined
    isOpen = false
    clearTimeout(idleTimer)
    clearTimeout(pingTimer)
    if (isStopped) return
    options.onDown()
    const ceiling = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
    const waitMs = afterMs ?? ceiling / 2 + (random() * ceiling) / 2
    // One log line per outage, and one when it is over.
    if (failures === 0 && afterMs === undefined)
      log(`feed ${host}: no connection, trying again until there is one`)
    failures++
    retryTimer = setTimeout(open, waitMs)
  }

  function watchForSilence() {
    clearTimeout(idleTimer)
    clearTimeout(pingTimer)
    if (ping !== undefined) pingTimer = setTimeout(() => isOpen && socket?.send(ping), idleMs / 2)
    idleTimer = setTimeout(() => {
      if (isOpen && options.mayBeSilent?.()) return watchForSilence()
      if (failures === 0) log(`feed ${host}: silent for ${idleMs / 1_000} s`)
      restart()
    }, idleMs)
  }

  function restart(afterMs?: number) {
    const old = socket
    if (old === undefined) return
    retryLater(afterMs)
    old.close()
  }

  open()
  return {
    send(text) {
      if (isOpen) socket?.send(text)
    },
    restart,
    stop() {
      isStopped = true
      clearTimeout(retryTimer)
      clearTimeout(idleTimer)
      clearTimeout(pingTimer)
      socket?.close()
    },
  }
}
