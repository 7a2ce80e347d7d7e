import type { Socket } from 'node:net'
import { createServer } from 'node:tls'
import { type Frames, framesOn, WELCOME } from './frames.ts'
import { type BusKey, hostOptions, whyRefused } from './secure.ts'

/** Far more than there are processes; who does not know the key takes no more than these. */
const MAX_CONNECTIONS = 256
/** How long the last that was sent may take to go out, where nobody says otherwise. */
const CLOSE_WITHIN_MS = 500

/** The end of the bus that other processes connect to. */
export interface BusHost {
  readonly port: number
  /** Those that are connected now. */
  readonly links: ReadonlySet<Frames>
  close(): Promise<void>
}

/**
 * Listens for processes with the installation's key.
 *
 * `onMessage` gets what each sends; `onGone` is called when one has left; `closeWithinMs` is how long the last that was sent
 * may take to go out.
 */
export async function openBusHost(options: {
  readonly host: string
  readonly port: number
  readonly key: BusKey
  readonly onMessage: (from: Frames, message: unknown) => void
  readonly onGone?: (link: Frames) => void
  readonly onRefused?: (error: Error) => void
  readonly closeWithinMs?: number
}): Promise<BusHost> {
  const links = new Set<Frames>()
  const sockets = new Set<Socket>()
  const proved = new Set<Socket>()
  const server = createServer(hostOptions(options.key), (socket) => {
    socket.on('error', () => {})
    proved.add(socket)
    const link: Frames = framesOn(socket, (message) => options.onMessage(link, message), {
      endsAfterPause: true,
    })
    links.add(link)
    link.send(WELCOME)
    socket.once('close', () => {
      links.delete(link)
      proved.delete(socket)
      options.onGone?.(link)
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', (error, socket) => {
    socket.destroy()
    options.onRefused?.(whyRefused(error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    links,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      // What was sent in this turn is written at its end.
      await new Promise(setImmediate)
      for (const socket of proved) socket.destroySoon()
      const late = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, options.closeWithinMs ?? CLOSE_WITHIN_MS)
      await closed
      clearTimeout(late)
    },
  }
}
