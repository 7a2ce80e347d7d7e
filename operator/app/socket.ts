import { useEffect, useRef } from 'react'
import type { Channel, PayloadOf } from '#domain/channel.ts'
import { comeAgain, liveOptions } from '#web/app/live-options.ts'
import { useSession } from './session.ts'

/**
 * The console's live connection. It begins with the first page that listens, and lasts as long as the session; what came
 * while it was down is asked for at every connect.
 */

type Listener = (payload: unknown) => void

const listeners = new Map<string, Set<Listener>>()
const onBack = new Set<() => void>()
let isBegun = false

async function open(): Promise<void> {
  const { io } = await import('socket.io-client')
  const opened = io({
    ...liveOptions,
    auth: (answer) => answer({ token: useSession.getState().token ?? '' }),
  })
  comeAgain(opened, () => useSession.getState().token !== undefined)
  opened.on('connect', () => {
    for (const back of onBack) back()
  })
  opened.onAny((event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  })
  useSession.subscribe(({ token }, before) => {
    if (token === before.token) return
    opened.disconnect()
    if (token !== undefined) opened.connect()
  })
}

/** Listens to a channel of the console while a part of a page is there; `listener` also runs at every connect, without a payload. */
export function useChannel<C extends Channel>(
  channel: C,
  listener: (payload: PayloadOf<C> | undefined) => void,
): void {
  const newest = useRef(listener)
  newest.current = listener
  const { event } = channel
  useEffect(() => {
    if (!isBegun) void open()
    isBegun = true
    const hear: Listener = (payload) => newest.current(payload as PayloadOf<C>)
    const back = () => newest.current(undefined)
    const ofEvent = listeners.get(event) ?? new Set()
    listeners.set(event, ofEvent.add(hear))
    onBack.add(back)
    return () => {
      ofEvent.delete(hear)
      onBack.delete(back)
    }
  }, [event])
}
