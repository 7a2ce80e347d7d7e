import type { Socket } from 'socket.io-client'
import { type Channel, channelName, type ParamsOf, type PayloadOf } from '#domain/channel.ts'
import { outputFromWire } from '#domain/endpoint.ts'
import { useClient } from './client-state.ts'
import { connectionDown, connectionUp } from './connection.ts'
import { comeAgain, liveOptions } from './live-options.ts'

/**
 * The live connection. Socket.IO's client is loaded after the first paint; until then, and while it is
 * down, subscriptions are remembered and repeated at every connect. The wire is told in `#domain/channel.ts`.
 */
type Listener = (payload: unknown) => void

/** How many parts of the page listen to each public channel, by its name. */
const subscriptions = new Map<string, number>()
const listeners = new Map<string, Set<Listener>>()
let socket: Socket | undefined
let isVisitor = false

/** Connects; called once, when the first page is up. A changed token connects anew. */
export async function connect(): Promise<void> {
  const { io } = await import('socket.io-client')
  socket = io({
    ...liveOptions,
    auth: (answer) => answer({ token: isVisitor ? '' : (useClient.getState().token ?? '') }),
    timeout: 60_000,
  })
  socket.on('connect', () => {
    connectionUp()
    if (subscriptions.size > 0) socket?.emit('subscribe', [...subscriptions.keys()])
  })
  socket.on('disconnect', connectionDown)
  socket.on('connect_error', (error) => {
    connectionDown()
    // After the session has ended, reconnect as a visitor.
    if (error.message !== 'SESSION_EXPIRED') return
    isVisitor = true
    socket?.connect()
  })
  comeAgain(socket)
  socket.onAny((event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  })
  useClient.subscribe((state, before) => {
    if (state.token === before.token) return
    isVisitor = false
    socket?.disconnect().connect()
  })
}

/**
 * Listens to a channel until the returned function is called; several parts of a page may share one.
 *
 * Channels with the same event differ by what their payloads say, such as the symbol: `listener` looks.
 */
export function subscribe<C extends Channel>(
  channel: C,
  params: ParamsOf<C>,
  listener: (payload: PayloadOf<C>) => void,
): () => void {
  const hear: Listener = (payload) => listener(outputFromWire(channel, payload) as PayloadOf<C>)
  const ofEvent = listeners.get(channel.event) ?? new Set()
  listeners.set(channel.event, ofEvent.add(hear))
  const leave = channel.access === 'public' ? join(channelName(channel, params)) : () => {}
  return () => {
    ofEvent.delete(hear)
    leave()
  }
}

function join(name: string): () => void {
  const count = subscriptions.get(name) ?? 0
  subscriptions.set(name, count + 1)
  if (count === 0 && socket?.connected) socket.emit('subscribe', [name])
  let hasLeft = false
  return () => {
    if (hasLeft) return
    hasLeft = true
    const left = (subscriptions.get(name) ?? 1) - 1
    if (left > 0) return void subscriptions.set(name, left)
    subscriptions.delete(name)
    if (socket?.connected) socket.emit('unsubscribe', [name])
  }
}
