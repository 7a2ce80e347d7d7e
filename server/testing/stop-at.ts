import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'

/**
 * Loaded before a server (`NODE_OPTIONS=--import=…`), stops it at a named point of its work: SIGUSR2 has it read the order
 * from the file that `STOP_AT` names, and the next time that it comes to the point it sends itself the signal.
 *
 * The points are what goes over the connection to PostgreSQL, so that nothing of the server is another than without.
 */
export type Point =
  /** An engine has decided and written a batch with customers' calls, and has not asked for its commit. */
  | 'before-commit'
  /** It is committed, and nobody was answered. */
  | 'after-commit'
  /** A message was sent, and that is not recorded. */
  | 'in-the-outbox'
  /** The lease is to be renewed. */
  | 'at-the-renewal'

export interface StopOrder {
  readonly point: Point
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

type Query = (...args: unknown[]) => unknown

/** What a connection's transaction has written, where it is a batch with customers' calls. */
const batches = new WeakMap<object, 'nothing' | 'without-answers' | 'with-answers'>()
let order: StopOrder | undefined

function stopAt(point: Point): void {
  if (order?.point !== point) return
  const { signal } = order
  order = undefined
  process.kill(process.pid, signal)
  // Another thread may get the signal first: nothing goes on until this one has it too.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, signal === 'SIGKILL' ? 10_000 : 50)
}

function before(client: object, text: string, values: unknown): void {
  if (text.includes('engine_begin(')) {
    const [, , , , keys] = values as unknown[]
    if (keys === '{}') batches.delete(client)
    else batches.set(client, 'nothing')
  } else if (batches.has(client) && /^(\/\*.*\*\/)?\s*with part_0/.test(text)) {
    batches.set(client, text.includes('insert into idempotent_call') ? 'with-answers' : 'without-answers')
  } else if (text === 'commit' && batches.get(client) === 'with-answers') stopAt('before-commit')
  else if (text.startsWith('update "outbox" set "sent_at"')) stopAt('in-the-outbox')
  else if (/update engine_(?:lease|apart) set until = now\(\) \+/.test(text)) stopAt('at-the-renewal')
}

if (isMainThread && process.env.STOP_AT) {
  process.on('SIGUSR2', () => {
    order = JSON.parse(readFileSync(process.env.STOP_AT!, 'utf8')) as StopOrder
  })
  const query = pg.Client.prototype.query as Query
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    const [asked, values] = args
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '')
    before(this, text, values)
    const answer = query.apply(this, args)
    if (text !== 'commit' || !batches.has(this)) return answer
    const isWritten = batches.get(this) !== 'nothing'
    batches.delete(this)
    return (answer as Promise<unknown>).then((committed) => {
      if (isWritten) stopAt('after-commit')
      return committed
    })
  } as typeof pg.Client.prototype.query
}
