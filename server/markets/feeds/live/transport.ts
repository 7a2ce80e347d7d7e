/** How an adapter reaches a venue: the network, or a recording. */
export interface Transport {
  /** Opens a websocket. Exactly one `onClose` follows, whatever happens. */
  connect(url: string, handlers: SocketHandlers): Socket
  /** Fetches one JSON document. */
  getJson(url: string): Promise<unknown>
}

export interface SocketHandlers {
  onOpen(): void
  onMessage(text: string): void
  onClose(): void
}

export interface Socket {
  send(text: string): void
  close(): void
}

const REQUEST_TIMEOUT_MS = 10_000

/** The real network. */
export const networkTransport: Transport = {
  connect(url, handlers) {
    const socket = new WebSocket(url)
    let isClosed = false
    const closeOnce = () => {
      if (isClosed) return
      isClosed = true
      handlers.onClose()
    }
    socket.addEventListener('open', () => handlers.onOpen())
    socket.addEventListener('message', (event) => handlers.onMessage(String(event.data)))
    socket.addEventListener('close', closeOnce)
    socket.addEventListener('error', closeOnce)
    return {
      send: (text) => socket.send(text),
      close: () => socket.close(),
    }
  },

  async getJson(url) {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
    return response.json()
  },
}
