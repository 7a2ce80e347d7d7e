import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenWeAreGone } from '#server/platform/undertaker.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const START_MS = 180_000

/** A server of a test's own, as `npm start` runs it: its process, its data folder, free ports. */
export interface Plumb {
  readonly url: string
  readonly consoleUrl: string
  readonly dataDir: string
  /** Ends the process at once, as a power cut would; the data stays for `startPlumb({ like })`. */
  kill(): Promise<void>
  /** Ends the process in its own time and throws its data away. */
  stop(): Promise<void>
}

export interface PlumbOptions {
  /** `virtual` stands still until `advance` moves it. */
  readonly clock?: 'virtual'
  /** Starts again what was killed: the same data on the same ports. */
  readonly like?: Plumb
}

/**
 * Starts a server and waits until it takes orders.
 *
 * Refuses: (by throwing) with what the server printed, when it ends instead, and when the apps are not built.
 */
export async function startPlumb({ clock, like }: PlumbOptions = {}): Promise<Plumb> {
  if (!existsSync(join(ROOT, 'dist', 'web', 'index.html')))
    throw new Error('the apps are not built; run: npm run build')
  const dataDir = like?.dataDir ?? mkdtempSync(join(tmpdir(), 'plumb-e2e-'))
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: portOf(like?.url),
      CONSOLE_PORT: portOf(like?.consoleUrl),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MARKET_FEED: 'simulated',
      CLOCK: clock ?? '',
      MAIL_URL: '',
      SMS_URL: '',
      NODE_ENV: '',
      LOG_LEVEL: 'error',
    },
  })
  const callOff = whenWeAreGone('kill -KILL "$1"; sleep 1; rm -rf "$2"', String(child.pid), dataDir)
  child.once('exit', callOff)
  const { url, consoleUrl } = await greetingOf(child)
  await untilReady(url)

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    url,
    consoleUrl,
    dataDir,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Moves a server's virtual clock, runs what falls due, and answers what time it is then. */
export async function advance(plumb: Plumb, advanceMs: number): Promise<number> {
  const answer = await fetch(`${plumb.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })
  if (!answer.ok) throw new Error(`the clock answered ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { nowMs: number }).nowMs
}

const portOf = (url: string | undefined): string => (url ? new URL(url).port : '0')

/** The two addresses a server prints once it listens. */
function greetingOf(child: ChildProcess): Promise<{ url: string; consoleUrl: string }> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      const url = /^Plumb\s+(http\S+)$/m.exec(said)?.[1]
      const consoleUrl = /^Console\s+(http\S+)$/m.exec(said)?.[1]
      if (url && consoleUrl) resolve({ url, consoleUrl })
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not become ready`)
}
