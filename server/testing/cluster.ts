import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { requireFreePort } from '#server/platform/ports.ts'

/** A PostgreSQL cluster of our own on a loopback port, gone with the process that started it. */
export interface Cluster {
  readonly port: number
  readonly folder: string
  /**
   * Stops the server at once, as a crash would; `start` brings it back on the same data. With SIGKILL its first process alone
   * is killed: the others find that out and end, and until then `start` fails. With SIGINT it ends in order.
   */
  kill(signal?: 'SIGQUIT' | 'SIGKILL' | 'SIGINT'): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
const SERVER_OPTIONS = [
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  ...['-c', 'shared_buffers=256MB', '-c', 'max_wal_size=4GB', '-c', 'max_connections=200'],
]
/** Nothing outlives such a cluster: it need not wait for the disk. Commits are as atomic as ever. */
const WITHOUT_SYNC = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

interface ClusterOptions {
  /** On unless told otherwise: what a test kills, or a benchmark measures, writes to the disk. */
  readonly fsync?: boolean
  /** Settings of PostgreSQL beside ours, as NAME=VALUE. */
  readonly settings?: readonly string[]
  /** Makes the folder that it runs on, such as from a backup; without it that is a copy of the prepared one, or initdb does. */
  readonly lay?: (data: string) => void
}

/** In the workers' environment: a folder that a cluster ended on in order, and what `global-setup.ts` made there. */
export const PREPARED_CLUSTER = 'TEST_PREPARED_CLUSTER'

/** A copy takes a small part of the work that initdb and the migrations are. */
function initialize(data: string): void {
  const prepared = process.env[PREPARED_CLUSTER]
  if (prepared) asPostgres('/bin/cp', ['-a', prepared, data])
  else
    asPostgres('initdb', [
      ...['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    ])
}

/** Starts a private cluster, as an ordinary user. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { fsync = true, settings = [], lay = initialize } = options
  const bin = postgresFolder()
  const folder = postgresOwned('plumb-pg-')
  lay(`${folder}/data`)
  const callOff = runAfterExit(
    'kill -QUIT $(head -n 1 "$1/data/postmaster.pid"); sleep 1; rm -rf "$1"',
    folder,
  )
  let server: ChildProcess | undefined

  async function startAt(port: number) {
    const ours = [...SERVER_OPTIONS, ...(fsync ? [] : WITHOUT_SYNC)]
    const theirs = settings.flatMap((setting) => ['-c', setting])
    const command = [`${bin}/postgres`, '-D', `${folder}/data`, '-p', `${port}`, ...ours, ...theirs]
    const [program, ...args] = isRoot ? [...AS_POSTGRES, ...command] : command
    server = spawn(program!, args, { stdio: 'ignore' })
    // If nobody stops the cluster, the exit cleanup does.
    server.unref()
    await waitUntilUp(server, port, `${folder}/data`)
  }
  async function end(signal: NodeJS.Signals) {
    const running = server
    if (!running || hasEnded(running)) return
    // Who waits for its end does not end before.
    running.ref()
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }

  const port = await freePort()
  await startAt(port)
  return {
    port,
    folder,
    start: () => startAt(port),
    kill: (signal = 'SIGQUIT') => end(signal),
    async stop() {
      await end('SIGINT')
      callOff()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The address of a database on a cluster. */
export const urlOf = (port: number, database = 'postgres'): string =>
  `postgres://postgres@127.0.0.1:${port}/${database}`

const isRoot = process.getuid?.() === 0

/** A program of the PostgreSQL that clusters are made of, e.g. `pg_dump`. */
export const postgresProgram = (name: string): string => join(postgresFolder(), name)

/** Where PostgreSQL's server programs are, or a sentence that says how to get them. */
function postgresFolder(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  if (!found) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return found
}

/** Runs one of PostgreSQL's programs, or another by its path, as the user whom clusters belong to. */
export function asPostgres(program: string, args: readonly string[]): void {
  const [first, ...others] = commandOf(program, args)
  execFileSync(first!, others, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
}

/** Starts one, while this process goes on. `done` refuses, by throwing, with what it said where it failed. */
export function besideAsPostgres(
  program: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly done: Promise<void> } {
  const [first, ...others] = commandOf(program, args)
  const child = spawn(first!, others, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const done = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`${program} failed: ${said.trim()}`)
  })
  return { child, done }
}

function commandOf(program: string, args: readonly string[]): string[] {
  const command = [program.includes('/') ? program : postgresProgram(program), ...args]
  return isRoot ? [...AS_POSTGRES, ...command] : command
}

/** A new folder of the user whom clusters belong to. */
export function postgresOwned(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (isRoot) execFileSync('chown', ['postgres', folder])
  return folder
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const UP_WITHIN_MS = 60_000

/** Waits until this server answers at its port, and not another that came first. */
async function waitUntilUp(server: ChildProcess, port: number, data: string): Promise<void> {
  const deadline = performance.now() + UP_WITHIN_MS
  while (!(await answers(port, data))) {
    if (hasEnded(server)) throw new Error(`PostgreSQL ended at once: is port ${port} somebody else's?`)
    if (performance.now() > deadline) throw new Error(`PostgreSQL does not answer at port ${port}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function answers(port: number, data: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port) })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory === data
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Systems take ports above these for connections, and for servers that ask for any. */
const [MIN_PORT, MAX_PORT] = [10_240, 32_000]

/**
 * A worker of vitest tries every so many-th port, each worker others: two can never have found the same one free. Tests on
 * PostgreSQL run beside all others, whose workers have the same numbers.
 */
const MAX_WORKERS = 64
const beside = process.env.TEST_DATABASE === 'postgres' ? MAX_WORKERS / 2 : 0
const worker = (Number(process.env.VITEST_POOL_ID ?? 0) + beside) % MAX_WORKERS
const given = new Set<number>()

/**
 * A loopback port that nobody listens on, that the system gives to nobody who does not name it, and that was not
 * given before.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = MAX_WORKERS * randomInt(MIN_PORT / MAX_WORKERS, MAX_PORT / MAX_WORKERS) + worker
    if (!given.has(port) && (await isFree(port))) {
      given.add(port)
      return port
    }
  }
}

const isFree = (port: number): Promise<boolean> =>
  requireFreePort('PORT', '127.0.0.1', port).then(
    () => true,
    () => false,
  )
