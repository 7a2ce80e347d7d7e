import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'

/** The real server as a child process, for crash tests. */

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** The first lines it writes once it serves. */
const UP = /^Plumb\s+(?:is up: )?(http\S+)/m
const CONSOLE = /^Console\s+(http\S+)/m
/** What it writes instead where another process has the console. */
const WITHOUT_CONSOLE = /^Console\s+of the process/m

/** Many times what a busy machine needs, and less than any test may take. */
const UP_WITHIN_MS = 200_000

/**
 * The embedded database is not compiled a second time, to be faster later: a third of a start's work, which a server of tests
 * has no time to win back.
 */
const FOR_A_SHORT_LIFE = ['--liftoff-only']

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ServerProcess {
  readonly pid: number
  readonly ended: Promise<Ended>
  /** Everything it has written so far, both outputs, line by line. */
  lines(): string[]
  /** Ends it with a signal; answers once it is gone. */
  kill(signal?: NodeJS.Signals): Promise<Ended>
}

export interface RunningServer extends ServerProcess {
  readonly url: string
  readonly consoleUrl: string
  /** From the start of the process until it said that it is up. */
  readonly startedInMs: number
  /** Its own work until then: what a start costs however busy the machine is. Undefined where nobody tells. */
  readonly workMs: number | undefined
}

export type ServerSettings = Readonly<Record<string, string>>

/** Starts `server/main.ts`; `through` is a program to start it by, such as one that limits its files. */
export function spawnServer(settings: ServerSettings, through: readonly string[] = []): ServerProcess {
  const [program, ...args] = [...through, process.execPath, ...FOR_A_SHORT_LIFE, 'server/main.ts']
  const child = spawn(program!, args, {
    cwd: ROOT,
    env: {
      ...{ PATH: process.env.PATH, LOG_LEVEL: 'info', PORT: '0', CONSOLE_PORT: '0' },
      // What Node made of the sources is kept from one start to the next: they are the same.
      ...{ NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), ...settings },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8')
    output.on('data', (text: string) => chunks.push(text))
  }
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  const callOff = runAfterExit('kill -KILL "$1"', String(child.pid))
  void ended.then(callOff)
  return {
    pid: child.pid!,
    ended,
    lines: () => chunks.join('').split('\n').filter(Boolean),
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * Starts the server and waits until it serves.
 *
 * Refuses: (by throwing) with what it said, when it ends instead or takes too long.
 */
export const startServer = (
  settings: ServerSettings,
  through: readonly string[] = [],
): Promise<RunningServer> => whenUp(spawnServer(settings, through))

/** Waits until a server serves. Refuses: (by throwing) with what it said, when it ends instead or takes too long. */
export async function whenUp(server: ServerProcess): Promise<RunningServer> {
  const startedAt = performance.now()
  let hasEnded = false
  void server.ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const said = server.lines().join('\n')
    const url = urlSaidBy(server)
    const consoleUrl = CONSOLE.exec(said)?.[1] ?? (WITHOUT_CONSOLE.test(said) ? '' : undefined)
    if (url && consoleUrl !== undefined && (await isReady(url))) {
      const startedInMs = Math.round(performance.now() - startedAt)
      return {
        ...server,
        url,
        consoleUrl,
        startedInMs,
        workMs: workOf(server.pid),
      }
    }
    if (performance.now() - startedAt > UP_WITHIN_MS) {
      await server.kill('SIGKILL')
      throw new Error(`the server is not up after ${UP_WITHIN_MS / 1_000} s: ${server.lines().join(' | ')}`)
    }
    if (hasEnded) throw new Error(`the server ended: ${server.lines().join(' | ')}`)
    await pause(20)
  }
}

const TICK_MS = 10

/** Processor time a process has used. */
function workOf(pid: number): number | undefined {
  const stat = statOf(pid)
  return stat && (Number(stat[11]) + Number(stat[12])) * TICK_MS
}

/** What Linux tells of a process, from its state on; undefined of one that is gone, and where nobody tells. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Where a server said that it serves; undefined before. */
export const urlSaidBy = (server: ServerProcess): string | undefined =>
  UP.exec(server.lines().join('\n'))?.[1]

/** Whether a process was stopped by a signal and goes on when it gets another. */
export const isPaused = (pid: number): boolean => statOf(pid)?.[0] === 'T'

/** Whether `/readyz` says so. */
export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.status === 200
}

/** Lines of a server's log that are at least warnings, as their messages. */
export const warningsOf = (server: ServerProcess): string[] =>
  server.lines().flatMap((line) => {
    if (!line.startsWith('{')) return []
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    return level >= 40 ? [msg] : []
  })

/** Waits, in real time. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
