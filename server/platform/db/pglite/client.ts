import { Worker } from 'node:worker_threads'
import type { WorkerError, WorkerMessage, WorkerRequest } from './worker.ts'

const READY: WorkerMessage = 'ready'

export interface PGliteResult {
  readonly rows: unknown[]
  readonly affected: number | undefined
}

/** The embedded database seen from the main thread: one session, statements answered in order. */
export interface PGliteClient {
  query(sql: string, params?: readonly unknown[]): Promise<PGliteResult>
  close(): Promise<void>
}

/**
 * Opens the embedded database in a thread of its own; `onExit` is called when that ends without being
 * closed.
 *
 * Refuses: with the worker's own error when the folder cannot be opened.
 */
export async function openPGlite(
  folder: string,
  onExit: (why: string) => void,
  snapshot?: string,
): Promise<PGliteClient> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder, snapshot } })
  const waiting = new Map<
    number,
    { resolve: (result: PGliteResult) => void; reject: (error: Error) => void }
  >()
  let lastId = 0
  let failure: Error | undefined
  let isClosing = false

  function end(why: string, error: Error) {
    if (!isClosing && !failure) onExit(why)
    failure ??= error
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  }

  await new Promise<void>((resolve, reject) => {
    // In watch mode Node sends messages of its own by the same channel.
    worker.on('message', (message: WorkerMessage) => message === READY && resolve())
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`the database thread ended with code ${code} before it was ready`)),
    )
  })
  worker.on('error', (error: Error) => end(error.message.split('\n')[0]!, error))
  worker.on('exit', (code) => end(`exit code ${code}`, new Error('the database is closed')))
  worker.on('message', (reply: WorkerMessage) => {
    const waiter = typeof reply === 'string' ? undefined : waiting.get(reply.id)
    if (typeof reply === 'string' || !waiter) return
    waiting.delete(reply.id)
    if ('error' in reply) waiter.reject(databaseError(reply.error))
    else waiter.resolve(reply)
  })

  return {
    query(sql, params) {
      if (failure) return Promise.reject(failure)
      return new Promise((resolve, reject) => {
        const request: WorkerRequest = { id: ++lastId, sql, params }
        waiting.set(request.id, { resolve, reject })
        worker.postMessage(request)
      })
    },
    async close() {
      isClosing = true
      await worker.terminate()
    },
  }
}

/** An error with the fields that PostgreSQL drivers give it. */
function databaseError({ message, ...fields }: WorkerError): Error {
  return Object.assign(new Error(message), fields)
}
