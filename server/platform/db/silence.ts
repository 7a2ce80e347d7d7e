import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterSilence } from './bounded.ts'
import { CONNECTION_FAILURE } from './errors.ts'
import { named } from './sqlstates.ts'

const ASK_EVERY_MS = 1_000

/** A watch on a database. */
export interface Watch {
  /** Comes when it was asked for the first time, whatever came of it. */
  readonly begun: Promise<unknown>
  stop(): Promise<void>
}

/**
 * Asks a PostgreSQL at once and then every second, by a connection of its own, whether it is there. A machine that lost its
 * power or its network says nothing, also not that it went: whoever waits for its answer would wait for as long as the
 * system does. One that is busy answers this while it works.
 *
 * `onSilent` is called when nothing was heard for `silentMs`, and again each time that it was so for as long; `onAnswer`
 * with the rows of each answer to `question`.
 */
export function watchForSilence<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  watching: {
    readonly silentMs: number
    readonly question: string
    readonly onSilent: (error: Error) => void
    readonly onAnswer: (rows: readonly Row[]) => void
  },
): Watch {
  const { silentMs, question, onSilent, onAnswer } = watching
  const stopped = new AbortController()
  let asking: pg.Client | undefined

  async function ask(): Promise<void> {
    const isNew = asking === undefined
    const client = asking ?? new pg.Client(config)
    const { stream } = client.connection
    const callOff = afterSilence(silentMs, () => stream.destroy())
    try {
      if (isNew) await connect(client)
      onAnswer((await client.query<Row>(question)).rows)
      // Whoever has nothing else to do does not stay for the next answer, but for the first, which the start waits for.
      if (isNew && !stopped.signal.aborted) (client.connection.stream as Socket).unref()
    } finally {
      callOff()
    }
  }

  async function connect(client: pg.Client): Promise<void> {
    client.on('error', () => {})
    client.once('end', () => {
      if (asking === client) asking = undefined
    })
    await client.connect()
    asking = client
  }

  async function watch(): Promise<void> {
    let heardAtMs = performance.now()
    for (let asked = begun; ; asked = ask().then(() => true, isAnswer)) {
      const hasAnswered = await asked
      const silentForMs = performance.now() - heardAtMs
      if (hasAnswered || silentForMs >= silentMs) heardAtMs = performance.now()
      if (!hasAnswered && silentForMs >= silentMs)
        onSilent(new Error(`no answer for ${(silentForMs / 1_000).toFixed(1)} s`))
      if (!(await isTime())) break
    }
    await asking?.end()
  }

  const isTime = () => pause(ASK_EVERY_MS, true, { ref: false, signal: stopped.signal }).catch(() => false)
  const begun = ask().then(() => true, isAnswer)
  const ended = watch()

  return {
    begun,
    stop() {
      stopped.abort()
      // What comes after it would not be done, where an answer is under way and nothing else keeps the process.
      ;(asking?.connection.stream as Socket | undefined)?.ref()
      return ended
    },
  }
}

/** Whether the database itself refused, for want of connections for instance. */
const isAnswer = (error: unknown): boolean => (named(error) as { code?: string }).code !== CONNECTION_FAILURE
