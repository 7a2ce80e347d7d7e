import type { Socket } from 'socket.io-client'

/** How the live connection of both apps is opened, and how soon it is opened again once it is lost. */
export const liveOptions = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: 500,
  reconnectionDelayMax: 5_000,
}

/** Not all at once: whatever kept the server from looking tokens up kept it from all of them. */
const AGAIN_AFTER_MS = { least: 500, spread: 4_500 }

/**
 * Opens a connection again that the server refused for now, because it could not look its token up: Socket.IO itself
 * opens again only what was lost. `isWanted` says whether anybody still needs it by then.
 */
export function comeAgain(socket: Socket, isWanted: () => boolean = () => true): void {
  socket.on('connect_error', ({ message }) => {
    if (message === 'SESSION_EXPIRED' || socket.active) return
    setTimeout(
      () => {
        if (!socket.active && isWanted()) socket.connect()
      },
      AGAIN_AFTER_MS.least + Math.random() * AGAIN_AFTER_MS.spread,
    )
  })
}
