import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterSilence } from './bounded.ts'
import { CONNECTION_FAILURE } from './errors.ts'
import { named } from './sqlstates.ts'

const ASK_EVERY_MS = 1_000

/**
 * Asks a PostgreSQL every second, by a connection of its own, whether it is there. A machine that lost its power or its
 * network says nothing, also not that it went: whoever waits for its answer would wait for as long as the system does.
 * One that is busy answers this while it works.
 *
 * `onSilent` is called when nothing was heard for `silentMs`, and again each time that it was so for as long.
 *
 * Returns: a function that ends it.
 */
export function watchForSilence(
  config: pg.ClientConfig,
  { silentMs, onSilent }: { readonly silentMs: number; readonly onSilent: (error: Error) => void },
): () => Promise<void> {
  const stopped = new AbortController()
  let asking: pg.Client | undefined

  async function ask(): Promise<void> {
    const isNew = asking === undefined
    const client = asking ?? new pg.Client(config)
    const { stream } = client.connection
    const callOff = afterSilence(silentMs, () => stream.destroy())
    try {
      if (isNew) await connect(client)
      await client.query('select 1')
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
    // Whoever has nothing else to do does not stay for it.
    ;(client.connection.stream as Socket).unref()
  }

  async function watch(): Promise<void> {
    let heardAtMs = performance.now()
    while (await isTime()) {
      const hasAnswered = await ask().then(() => true, isAnswer)
      const silentForMs = performance.now() - heardAtMs
      if (hasAnswered || silentForMs >= silentMs) heardAtMs = performance.now()
      if (!hasAnswered && silentForMs >= silentMs)
        onSilent(new Error(`no answer for ${(silentForMs / 1_000).toFixed(1)} s`))
    }
    await asking?.end()
  }

  const isTime = () => pause(ASK_EVERY_MS, true, { ref: false, signal: stopped.signal }).catch(() => false)
  const watching = watch()

  return () => {
    stopped.abort()
    return watching
  }
}

/** Whether the database itself refused, for want of connections for instance. */
const isAnswer = (error: unknown): boolean => (named(error) as { code?: string }).code !== CONNECTION_FAILURE
