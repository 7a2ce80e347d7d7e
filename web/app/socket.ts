import type { Socket } from 'socket.io-client'
import { useClient } from './client-state.ts'
import { connectionDown, connectionUp } from './connection.ts'

/**
 * The live connection. Socket.IO's client is loaded after the first paint; until then, and while it is
 * down, wishes for rooms are remembered and repeated at every connect.
 *
 * The client asks for rooms by `subscribe` and `unsubscribe` with a list of names; the server sends each
 * room's messages as events named in `#domain/market/contract.ts` and `#domain/spot/contract.ts`. The
 * customer's private room needs no asking: the token in the handshake opens it.
 */
type Listener = (payload: never) => void

const wishes = new Map<string, number>()
const listeners = new Map<string, Set<Listener>>()
let socket: Socket | undefined
let isVisitor = false

/** Connects; called once, when the first page is up. A changed token connects anew. */
export async function connect(): Promise<void> {
  const { io } = await import('socket.io-client')
  socket = io({
    transports: ['websocket', 'polling'],
    auth: (answer) => answer({ token: isVisitor ? '' : (useClient.getState().token ?? '') }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    timeout: 60_000,
  })
  socket.on('connect', () => {
    connectionUp()
    if (wishes.size > 0) socket?.emit('subscribe', [...wishes.keys()])
  })
  socket.on('disconnect', connectionDown)
  socket.on('connect_error', (error) => {
    connectionDown()
    // A session that ended keeps nobody from watching prices: connect again as a visitor.
    if (error.message !== 'SESSION_EXPIRED') return
    isVisitor = true
    socket?.connect()
  })
  socket.onAny((event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never)
  })
  useClient.subscribe((state, before) => {
    if (state.token === before.token) return
    isVisitor = false
    socket?.disconnect().connect()
  })
}

/** Joins a room until the returned function is called; several parts of a page may share one. */
export function joinRoom(room: string): () => void {
  const count = wishes.get(room) ?? 0
  wishes.set(room, count + 1)
  if (count === 0 && socket?.connected) socket.emit('subscribe', [room])
  return () => {
    const left = (wishes.get(room) ?? 1) - 1
    if (left > 0) return void wishes.set(room, left)
    wishes.delete(room)
    if (socket?.connected) socket.emit('unsubscribe', [room])
  }
}

/** Hears an event of the server until the returned function is called. */
export function onEvent<Payload>(event: string, listener: (payload: Payload) => void): () => void {
  let set = listeners.get(event)
  if (!set) {
    set = new Set()
    listeners.set(event, set)
  }
  set.add(listener as Listener)
  return () => void set.delete(listener as Listener)
}
