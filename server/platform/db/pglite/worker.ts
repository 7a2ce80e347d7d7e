import { closeSync, fdatasyncSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * The embedded database's own thread: a query blocks the thread it runs on, so it never runs on the
 * one that answers customers.
 */

export interface WorkerRequest {
  readonly id: number
  readonly sql: string
  /** Without parameters a script of several statements is allowed. */
  readonly params?: readonly unknown[] | undefined
}

export interface WorkerError {
  readonly message: string
  readonly code?: string | undefined
  readonly constraint?: string | undefined
  readonly detail?: string | undefined
}

export type WorkerReply =
  | { readonly id: number; readonly rows: unknown[]; readonly affected: number | undefined }
  | { readonly id: number; readonly error: WorkerError }

export type WorkerMessage = 'ready' | WorkerReply

const INT8 = 20
const TIMESTAMPTZ = 1184

/** PGlite never syncs by default; this file system does, once per commit (docs/decisions/0002). */
class DurableNodeFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const ready = await super.init(pg, options)
    const emscripten = ready.emscriptenOpts as { preRun?: unknown[] }
    emscripten.preRun ??= []
    emscripten.preRun.push((module: never) => {
      const nodefs = (module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } })
        .NODEFS
      nodefs.stream_ops.fsync = (stream) => {
        if (stream.nfd != null) fdatasyncSync(stream.nfd)
        return 0
      }
    })
    return ready
  }
}

const port = parentPort
if (!port) throw new Error('the database worker runs as a worker thread')

const { folder, snapshot }: { folder: string; snapshot?: string } = workerData
const inMemory = folder === 'memory://'
if (!inMemory) mkdirSync(folder, { recursive: true, mode: 0o700 })
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]
const pg = await PGlite.create({
  ...(inMemory ? {} : { fs: new DurableNodeFS(folder), startParams }),
  ...(snapshot && { loadDataDir: new Blob([readFileSync(snapshot)]) }),
  parsers: {
    [INT8]: (text: string) => BigInt(text),
    [TIMESTAMPTZ]: (text: string) => Date.parse(text),
  },
})

if (!inMemory) syncFolder(folder)

port.on('message', async (request: WorkerRequest) => {
  try {
    const result = request.params
      ? await pg.query(request.sql, request.params as unknown[])
      : (await pg.exec(request.sql)).at(-1)
    port.postMessage({
      id: request.id,
      rows: result?.rows ?? [],
      affected: result?.affectedRows,
    } satisfies WorkerReply)
  } catch (error) {
    const { message, code, constraint, detail } = error as WorkerError
    port.postMessage({ id: request.id, error: { message, code, constraint, detail } } satisfies WorkerReply)
  }
})

port.postMessage('ready' satisfies WorkerMessage)

function syncFolder(path: string) {
  const handle = openSync(path, 'r')
  try {
    fdatasyncSync(handle)
  } catch {
    // Some systems do not sync folders; the files themselves are synced at every commit.
  } finally {
    closeSync(handle)
  }
}
