import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { freePort } from './cluster.ts'
import { isPaused, pause } from './server-process.ts'

export const REDIS_PROGRAM = '/usr/bin/redis-server'
const PASSWORD = 'p/ss@word'

/** A Redis of our own on a loopback port, which keeps nothing on the disk. */
export interface LocalRedis {
  readonly url: string
  /** Sends it a signal, and waits until it has ended, or stands still. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** Starts it anew at the same port, empty, after it was killed. */
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startRedis(): Promise<LocalRedis> {
  if (!existsSync(REDIS_PROGRAM)) throw new Error('Redis is not installed: apt-get install redis-server')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'plumb-redis-'))
  const run = () => {
    const child = spawn(
      REDIS_PROGRAM,
      [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
        ...['--save', '', '--appendonly', 'no', '--requirepass', PASSWORD],
      ],
      { stdio: 'ignore' },
    )
    const ended = once(child, 'exit')
    const callOff = runAfterExit('kill -KILL "$1"', String(child.pid))
    void ended.then(callOff)
    return { pid: child.pid!, kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
  }
  let server = run()
  await untilItListens(port)
  return {
    url: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    async signal(signal) {
      server.kill(signal)
      if (signal === 'SIGKILL') await server.ended
      while (signal === 'SIGSTOP' && !isPaused(server.pid)) await pause(1)
    },
    async start() {
      server = run()
      await untilItListens(port)
    },
    async stop() {
      server.kill('SIGKILL')
      await server.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(port: number): Promise<void> {
  for (;;) {
    const socket = createConnection(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await pause(20)
  }
}
