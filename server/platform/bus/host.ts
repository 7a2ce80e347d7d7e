import { createServer, type Socket } from 'node:net'
import { type BusKey, type Frames, framesOn, prove, WELCOME } from './frames.ts'

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
 * `onMessage` gets what each sends; `onGone` is called when one has left.
 */
export async function openBusHost(options: {
  readonly host: string
  readonly port: number
  readonly key: BusKey
  readonly onMessage: (from: Frames, message: unknown) => void
  readonly onGone?: (link: Frames) => void
  readonly onRefused?: (error: Error) => void
}): Promise<BusHost> {
  const links = new Set<Frames>()
  const sockets = new Set<Socket>()
  const server = createServer(async (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    try {
      await prove(socket, options.key, 'host')
    } catch (error) {
      socket.destroy()
      return options.onRefused?.(error as Error)
    }
    const link: Frames = framesOn(socket, (message) => options.onMessage(link, message), {
      endsAfterPause: true,
    })
    links.add(link)
    link.send(WELCOME)
    socket.once('close', () => {
      links.delete(link)
      options.onGone?.(link)
    })
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
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
