import type { Socket } from 'socket.io-client'

/** How the live connection of both apps is opened, and how soon it is opened again once it is lost: after five seconds at most. */
export const liveOptions = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: 500,
}

/**
 * Opens a connection again that the server refused for now, because it could not look its token up: Socket.IO itself
 * opens again only what was lost. `isWanted` says whether anybody still needs it by then.
 */
export function comeAgain(socket: Socket, isWanted = () => true): void {
  socket.on('connect_error', ({ message }) => {
    if (message !== 'SERVICE_UNAVAILABLE') return
    // Not all at once: whatever kept the server from looking tokens up kept it from all of them.
    setTimeout(
      () => {
        if (!socket.active && isWanted()) socket.connect()
      },
      500 + Math.random() * 4_500,
    )
  })
}
