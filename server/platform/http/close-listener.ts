import type { FastifyInstance } from 'fastify'

/** How long requests under way may take to end when a listener is closed. */
const GRACE_MS = 4_000

/**
 * Closes a listener: nothing new is taken, what is under way may end for 4 s, then every connection is
 * closed, so that a half-sent request holds nobody up. `alongside` closes what else uses the connections.
 */
export async function closeListener(
  app: FastifyInstance,
  alongside: () => Promise<void> = async () => {},
  graceMs = GRACE_MS,
): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await Promise.all([app.close(), alongside()])
  } finally {
    clearTimeout(timer)
  }
}
