import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/testing/cluster.ts'
import { startServer } from '#server/testing/server-process.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** In the workers' environment: what `prepare.ts` made once, a data folder after the first start. */
export const PREPARED_FOLDER = 'E2E_PREPARED_FOLDER'

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
  /** Changes the data before the server opens it. */
  readonly prepare?: (dataDir: string) => Promise<void>
  /** Settings of its own, read when it starts. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts a server and waits until it takes orders.
 *
 * Refuses: (by throwing) with what the server printed, when it ends instead, and when the apps are not built.
 */
export async function startPlumb({ clock, like, prepare, settings }: PlumbOptions = {}): Promise<Plumb> {
  if (!existsSync(join(ROOT, 'dist', 'web', 'index.html')))
    throw new Error('the apps are not built; run: npm run build')
  const dataDir = like?.dataDir ?? newDataFolder()
  await prepare?.(dataDir)
  const server = await startServer({
    DATA_DIR: dataDir,
    PORT: await portFor(like?.url),
    CONSOLE_PORT: await portFor(like?.consoleUrl),
    LOG_LEVEL: 'error',
    ...(clock && { CLOCK: clock }),
    ...settings,
  })
  return {
    url: server.url,
    consoleUrl: server.consoleUrl,
    dataDir,
    kill: async () => void (await server.kill('SIGKILL')),
    async stop() {
      await server.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A data folder of a test's own, in which the first start is done already. */
function newDataFolder(): string {
  const folder = temporaryFolder()
  const prepared = process.env[PREPARED_FOLDER]
  if (prepared) cpSync(prepared, folder, { recursive: true })
  return folder
}

/** Moves a server's virtual clock, runs what falls due, and returns what time it is then. */
export async function advance(plumb: Plumb, advanceMs: number): Promise<number> {
  const answer = await fetch(`${plumb.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })
  if (!answer.ok) throw new Error(`the clock answered ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { nowMs: number }).nowMs
}

/** The port of a server that comes back, or a new one: none that the system gives away while the server is down. */
const portFor = async (url: string | undefined): Promise<string> =>
  url ? new URL(url).port : String(await freePort())
