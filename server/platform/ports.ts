import { createServer } from 'node:net'

/**
 * Checks that a port is free before anything else is started.
 *
 * Refuses: with one line that names the setting, the port, and what to do.
 */
export function requireFreePort(setting: string, host: string, port: number): Promise<void> {
  if (port === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${port} on ${host} is in use; stop what uses it, or set another ${setting}`
          : `port ${port} on ${host} cannot be used (${error.code}); set another ${setting} or ${setting.replace('PORT', 'HOST')}`
      reject(new Error(why))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
