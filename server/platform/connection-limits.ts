import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'socket.io'
import { limitKey } from './http/client-ip.ts'

type Connection = Socket['conn']

/** What one connection may send at once, a packet or a channel each; a page sends four. */
const SEND_BURST = 200
const SENDS_A_SECOND = 10
/** The send buffer of a connection; one that exceeds it is closed. */
const MAX_WAITING_CHARACTERS = 1_000_000

/** What is kept of each connection, from its handshake until it is closed. */
export interface ConnectionLimits {
  /** Whether an address has as many connections as it may have. */
  isFull(ip: string): boolean
  /** Charges a connection; closes it and returns `false` when it sends too much. */
  spend(connection: Connection): boolean
}

/**
 * Limits connections below Socket.IO, which reads whatever a connection sends before anything of ours is
 * asked: packets are charged as they arrive, one connection joins one namespace once, and each counts for its
 * address whether it joins or not.
 */
export function limitConnections(
  engine: Server['engine'],
  options: { readonly perIp: number; readonly ipOf: (request: IncomingMessage) => string },
): ConnectionLimits {
  const counts = new Map<string, number>()
  const budgets = new WeakMap<Connection, () => boolean>()
  const isFull = (ip: string) => (counts.get(limitKey(ip)) ?? 0) >= options.perIp

  function spend(connection: Connection): boolean {
    if (budgets.get(connection)?.()) return true
    closeNow(connection)
    return false
  }

  engine.on('connection', (connection: Connection) => {
    const ip = options.ipOf(connection.request)
    // Asked again: many handshakes of one address may have been under way together.
    if (isFull(ip)) return closeNow(connection)
    const key = limitKey(ip)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    connection.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    })

    budgets.set(connection, createBudget(SEND_BURST, SENDS_A_SECOND))
    let hasJoined = false
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      if (!spend(connection) || type !== 'message' || !isJoin(data)) return
      if (hasJoined) closeNow(connection)
      hasJoined = true
    })
    // No client of ours changes its transport, and what it would send while changing is not charged.
    connection.on('upgrading', () => closeNow(connection))
    closeWhenSlow(connection)
  })

  return { isFull, spend }
}

/** Closes a connection at once: without its send buffer, and without waiting for the other side to agree. */
export function closeNow(connection: Connection): void {
  connection.close(true)
  // Long polling: the proxy's connection below may serve others.
  if (connection.transport.name === 'websocket') connection.request.socket.destroy()
}

/** Whether a message joins a namespace: packet type CONNECT of Socket.IO. */
const isJoin = (data: unknown) => typeof data === 'string' && data.startsWith('0')

/** What one connection may send, by one or several: it fills again with time, so that a reader never meets its end. */
export function createBudget(burst: number, aSecond: number): (amount?: number) => boolean {
  let left = burst
  let filledAtMs = performance.now()
  return (amount = 1) => {
    const nowMs = performance.now()
    left = Math.min(burst, left + ((nowMs - filledAtMs) / 1_000) * aSecond) - amount
    filledAtMs = nowMs
    return left >= 0
  }
}

/** Watches what waits to be sent: the transport takes all of it at once, whenever the client has read. */
function closeWhenSlow(connection: Connection): void {
  let waiting = 0
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    waiting += typeof data === 'string' ? data.length : 0
    if (waiting > MAX_WAITING_CHARACTERS) closeNow(connection)
  })
  connection.on('flush', () => {
    waiting = 0
  })
}
